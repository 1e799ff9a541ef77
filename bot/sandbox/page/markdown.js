// Discord's text: markdown, mentions, timestamps, emoji. Everything is escaped first.

import { el, escape, written } from './dom.js';
import { named, now, userById, world } from './world.js';

const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });
const UNITS = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86400, 30],
  ['month', 2592000, 12],
];
const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

/** A moment in the reader's words and zone, as `<t:seconds:style>` asks for it. */
export function moment(seconds, style) {
  if (style !== 'R') return written(seconds * 1000, STYLES[style] || STYLES.f);
  const left = seconds - now() / 1000;
  for (const [unit, size, most] of UNITS) {
    const count = Math.round(left / size);
    if (Math.abs(count) < most) return RELATIVE.format(count, unit);
  }
  return RELATIVE.format(Math.round(left / 31536000), 'year');
}
function stamp(seconds, style = 'f') {
  const iso = new Date(seconds * 1000).toISOString();
  const title = escape(moment(seconds, 'F'));
  return `<time datetime="${iso}" data-at="${seconds}" data-style="${style}" title="${title}">${escape(moment(seconds, style))}</time>`;
}
/** Brings relative times up to date. */
export function tickTimes() {
  for (const node of document.querySelectorAll('time[data-style=R]')) {
    const text = moment(Number(node.dataset.at), 'R');
    if (node.textContent !== text) node.textContent = text;
  }
}

const SPOILER = '<span class="spoiler" role="button" tabindex="0" aria-label="Spoiler">$1</span>';
const INLINE = [
  [/\*\*\*(?=\S)([^]+?)\*\*\*/g, '<strong><em>$1</em></strong>'],
  [/\*\*(?=\S)([^]+?)\*\*/g, '<strong>$1</strong>'],
  [/__(?=\S)([^]+?)__/g, '<u>$1</u>'],
  [/~~(?=\S)([^]+?)~~/g, '<s>$1</s>'],
  [/\|\|([^]+?)\|\|/g, SPOILER],
  [/\*(?=[^\s*])([^*]*[^\s*])\*/g, '<em>$1</em>'],
  [/(^|\W)_(?=[^\s_])([^_]*[^\s_])_(?!\w)/g, '$1<em>$2</em>'],
];
const inline = text => INLINE.reduce((html, [pattern, by]) => html.replace(pattern, by), text);

const mention = text => `<span class="mention">${text}</span>`;
const link = (url, text) => `<a href="${url}" target="_blank" rel="noopener noreferrer">${text}</a>`;
function personMention(id) {
  const user = userById(id);
  return mention(`@${escape(user ? named(user) : 'unknown')}`);
}
const channelMention = id =>
  `<a class="mention" href="" data-channel="${id}">#${escape(world.channels.get(id)?.name || 'unknown')}</a>`;
const emoji = (name, id) => `<img class="emoji" src="/emojis/${id}.png" alt=":${name}:">`;

/** Finished pieces, kept aside so that no later rule reads them; a piece may hold earlier ones. */
class Kept {
  #pieces = [];
  keep = html => `\u0001${this.#pieces.push(html) - 1}\u0002`;
  putBack(text) {
    let html = text;
    while (html.includes('\u0001')) html = html.replace(/\u0001(\d+)\u0002/g, (_, n) => this.#pieces[n]);
    return html;
  }
}

/** The lines as blocks of HTML: headings, small print, quotes, lists, paragraphs. */
function blocksOf(text) {
  const blocks = [];
  const open = (tag, start) => {
    if (blocks.at(-1)?.tag !== tag) blocks.push({ tag, start, lines: [] });
    return blocks.at(-1);
  };
  for (const line of text.split('\n')) {
    let m;
    if ((m = /^(#{1,3}) +(.+)/.exec(line))) blocks.push({ tag: `h${m[1].length + 2}`, lines: [m[2]] });
    else if ((m = /^-# +(.+)/.exec(line))) blocks.push({ tag: 'small', lines: [m[1]] });
    else if ((m = /^&gt; ?(.*)/.exec(line))) open('blockquote').lines.push(m[1]);
    else if ((m = /^ *[-*] +(.+)/.exec(line))) open('ul').lines.push(m[1]);
    else if ((m = /^ *(\d+)\. +(.+)/.exec(line))) open('ol', m[1]).lines.push(m[2]);
    else open('p').lines.push(line);
  }
  return blocks;
}
function blockHtml({ tag, start, lines }) {
  if (tag === 'ul' || tag === 'ol') {
    const items = lines.map(line => `<li>${inline(line)}</li>`).join('');
    return `<${tag}${start ? ` start="${start}"` : ''}>${items}</${tag}>`;
  }
  return `<${tag}>${inline(lines.join('\n')).replaceAll('\n', '<br>')}</${tag}>`;
}

/** Markdown to safe HTML. */
export function markdown(source) {
  const kept = new Kept();
  const { keep } = kept;
  const text = escape(source.replace(/[\u0001\u0002]/g, ''))
    .replace(/```(?:[\w+-]+\n)?\n?([^]+?)```\n?/g, (_, code) => keep(`<pre><code>${code.trimEnd()}</code></pre>`))
    .replace(/(`+)(.+?)\1/g, (_, fence, code) => keep(`<code>${code}</code>`))
    .replace(/\\([*_~`|\\#.>:()\[\]-])/g, (_, sign) => keep(sign))
    .replace(/&lt;@!?(\d+)&gt;/g, (_, id) => keep(personMention(id)))
    .replace(/&lt;#(\d+)&gt;/g, (_, id) => keep(channelMention(id)))
    .replace(/&lt;\/([\w -]+):\d+&gt;/g, (_, name) => keep(mention(`/${name}`)))
    .replace(/&lt;t:(-?\d{1,11})(?::([tTdDfFR]))?&gt;/g, (_, at, style) => keep(stamp(Number(at), style)))
    .replace(/&lt;a?:(\w+):(\d+)&gt;/g, (_, name, id) => keep(emoji(name, id)))
    .replace(/\[([^\]\n]+)\]\((https?:\/\/[^\s)\u0001]+)\)/g, (_, text, url) => keep(link(url, text)))
    .replace(/https?:\/\/[^\s\u0001<]+[^\s\u0001<.,:;!?)]/g, url => keep(link(url, url)));
  return kept.putBack(blocksOf(text).map(blockHtml).join(''));
}
export const words = source => el('div.text', { html: markdown(source) });
