'use strict';

// ---- small helpers ------------------------------------------------------------------------------------------------

const $ = id => document.getElementById(id);
const PRIVATE = 64, LOADING = 128, SILENT = 4096;
const ICONS = {
  menu: 'M4 7h16M4 12h16M4 17h16', thread: 'M5 4v9a4 4 0 0 0 4 4h10M15 13l4 4-4 4', down: 'M7 10l5 5 5-5', beside: 'M4 5h16v14H4zM12 5v14',
  out: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5', send: 'M5 12h14M13 6l6 6-6 6', close: 'M6 6l12 12M18 6L6 18', tick: 'M5 12l5 5 9-10',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4', eye: 'M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z', slash: 'M15 4L9 20',
};
const BOT_FACE = '<svg viewBox="0 0 40 40"><path fill="#1B2127" d="M0 0h40v40H0z"/><rect x="9" y="10" width="13" height="19" rx="3" fill="#E6CB8F" transform="rotate(-10 15 20)"/><rect x="18" y="11" width="13" height="19" rx="3" fill="#F1ECE1" transform="rotate(8 24 20)"/><circle cx="24.4" cy="20.5" r="3.4" fill="#2B6CD4"/></svg>';
const FACES = ['#C0A2FF', '#4FCB9D', '#F2A6D2', '#C9D36A', '#6BA6FF', '#FF8578'];

/** An element: `el('button.b.s1', {onclick, title}, 'text', child)`. */
function el(spec, attributes = {}, ...children) {
  const [tag, ...classes] = spec.split('.');
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'html') node.innerHTML = value;
    else if (key === 'style') node.style.cssText = value;     // not an attribute: the page's policy takes no inline styles
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat(3).filter(child => child != null && child !== false));
  return node;
}
const icon = name => el('span', { html: `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>` }).firstChild;
const escape = text => String(text).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
const local = url => { const u = new URL(url, location); return /^\/(attachments|emojis)\//.test(u.pathname) ? u.pathname + u.search : url; };
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
const clock = (time, style) => new Intl.DateTimeFormat(undefined, style).format(time);
function toast(text) {
  const note = el('p', {}, text);
  $('toasts').append(note);
  setTimeout(() => note.remove(), 6000);
}

// ---- what this window knows ---------------------------------------------------------------------------------------

let me, users = [], channels = new Map(), commands = { guild: [], dm: [] }, current, server = '';
let bot = 'stopped', botSwitch = false, guide = null, shift = 0, read = {}, newFrom = null, followThreads = 0, socket, localId = 0;

const named = user => user.global_name || user.username;
const userById = id => users.find(user => user.id === id);
const channel = () => channels.get(current);
const now = () => Date.now() + shift;
const visible = () => document.visibilityState === 'visible';
const isThread = c => c.type === 11 || c.type === 12;
const pings = m => m.mentions?.some(user => user.id === me.id) && !(m.flags & PRIVATE);

/** Runs an act of this person; `{error}` when it was refused. */
async function act(type, body = {}) {
  try {
    const answer = await fetch('/sim/act', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ user: me.id, type, ...body }) });
    const result = await answer.json();
    if (result.error) toast(capital(result.error) + '.');
    return result;
  } catch {
    toast('The sandbox isn’t answering.');
    return { error: 'offline' };
  }
}

function avatar(user, size = '') {
  const face = el(`span.avatar${size && '.' + size}`, { 'aria-hidden': 'true' });
  if (user.bot) face.innerHTML = BOT_FACE;
  else {
    face.textContent = named(user)[0].toUpperCase();
    face.style.background = FACES[users.filter(u => !u.bot).findIndex(u => u.id === user.id) % FACES.length] || FACES[0];
  }
  return face;
}

// ---- text: Discord's markdown, mentions and timestamps --------------------------------------------------------------

const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });
const STYLES = {
  t: { timeStyle: 'short' }, T: { timeStyle: 'medium' }, d: { dateStyle: 'short' }, D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' }, F: { dateStyle: 'full', timeStyle: 'short' },
};
function moment(seconds, style) {
  if (style !== 'R') return clock(seconds * 1000, STYLES[style] || STYLES.f);
  const left = seconds - now() / 1000;
  for (const [unit, size, most] of [['second', 1, 60], ['minute', 60, 60], ['hour', 3600, 24], ['day', 86400, 30], ['month', 2592000, 12]])
    if (Math.abs(Math.round(left / size)) < most) return RELATIVE.format(Math.round(left / size), unit);
  return RELATIVE.format(Math.round(left / 31536000), 'year');
}
function stamp(seconds, style = 'f') {
  return `<time datetime="${new Date(seconds * 1000).toISOString()}" data-at="${seconds}" data-style="${style}" title="${escape(moment(seconds, 'F'))}">${escape(moment(seconds, style))}</time>`;
}
function tick() {
  for (const node of document.querySelectorAll('time[data-style=R]')) {
    const text = moment(Number(node.dataset.at), 'R');
    if (node.textContent !== text) node.textContent = text;
  }
  $('now').textContent = clock(now(), { weekday: 'short', hour: 'numeric', minute: '2-digit' });
}

const INLINE = [
  [/\*\*\*(?=\S)([^]+?)\*\*\*/g, '<strong><em>$1</em></strong>'], [/\*\*(?=\S)([^]+?)\*\*/g, '<strong>$1</strong>'], [/__(?=\S)([^]+?)__/g, '<u>$1</u>'],
  [/~~(?=\S)([^]+?)~~/g, '<s>$1</s>'], [/\|\|([^]+?)\|\|/g, '<span class="spoiler" role="button" tabindex="0" aria-label="Spoiler">$1</span>'],
  [/\*(?=[^\s*])([^*]*[^\s*])\*/g, '<em>$1</em>'], [/(^|\W)_(?=[^\s_])([^_]*[^\s_])_(?!\w)/g, '$1<em>$2</em>'],
];
const inline = text => INLINE.reduce((html, [pattern, by]) => html.replace(pattern, by), text);

/** Markdown to safe HTML: everything is escaped first; finished pieces are kept aside so that no later rule reads them. */
function markdown(source) {
  const kept = [], keep = html => `\u0001${kept.push(html) - 1}\u0002`;
  const person = id => { const user = userById(id); return `<span class="mention">@${escape(user ? named(user) : 'unknown')}</span>`; };
  const link = (url, text) => `<a href="${url}" target="_blank" rel="noopener noreferrer">${text}</a>`;
  const text = escape(source.replace(/[\u0001\u0002]/g, ''))
    .replace(/```(?:[\w+-]+\n)?\n?([^]+?)```\n?/g, (_, code) => keep(`<pre><code>${code.trimEnd()}</code></pre>`))
    .replace(/(`+)(.+?)\1/g, (_, fence, code) => keep(`<code>${code}</code>`))
    .replace(/\\([*_~`|\\#.>:()\[\]-])/g, (_, sign) => keep(sign))
    .replace(/&lt;@!?(\d+)&gt;/g, (_, id) => keep(person(id)))
    .replace(/&lt;#(\d+)&gt;/g, (_, id) => keep(`<a class="mention" href="" data-channel="${id}">#${escape(channels.get(id)?.name || 'unknown')}</a>`))
    .replace(/&lt;\/([\w -]+):\d+&gt;/g, (_, name) => keep(`<span class="mention">/${name}</span>`))
    .replace(/&lt;t:(-?\d{1,11})(?::([tTdDfFR]))?&gt;/g, (_, at, style) => keep(stamp(Number(at), style)))
    .replace(/&lt;a?:(\w+):(\d+)&gt;/g, (_, name, id) => keep(`<img class="emoji" src="/emojis/${id}.png" alt=":${name}:">`))
    .replace(/\[([^\]\n]+)\]\((https?:\/\/[^\s)\u0001]+)\)/g, (_, words, url) => keep(link(url, words)))
    .replace(/https?:\/\/[^\s\u0001<]+[^\s\u0001<.,:;!?)]/g, url => keep(link(url, url)));
  const blocks = [];
  const open = (tag, start) => blocks.at(-1)?.tag === tag ? blocks.at(-1) : blocks[blocks.push({ tag, start, lines: [] }) - 1];
  for (const line of text.split('\n')) {
    let m;
    if ((m = /^(#{1,3}) +(.+)/.exec(line))) blocks.push({ tag: `h${m[1].length + 2}`, lines: [m[2]] });
    else if ((m = /^-# +(.+)/.exec(line))) blocks.push({ tag: 'small', lines: [m[1]] });
    else if ((m = /^&gt; ?(.*)/.exec(line))) open('blockquote').lines.push(m[1]);
    else if ((m = /^ *[-*] +(.+)/.exec(line))) open('ul').lines.push(m[1]);
    else if ((m = /^ *(\d+)\. +(.+)/.exec(line))) open('ol', m[1]).lines.push(m[2]);
    else open('p').lines.push(line);
  }
  const html = blocks.map(({ tag, start, lines }) => tag === 'ul' || tag === 'ol'
    ? `<${tag}${start ? ` start="${start}"` : ''}>${lines.map(line => `<li>${inline(line)}</li>`).join('')}</${tag}>`
    : `<${tag}>${inline(lines.join('\n')).replaceAll('\n', '<br>')}</${tag}>`).join('');
  return html.replace(/\u0001(\d+)\u0002/g, (_, n) => kept[n]).replace(/\u0001(\d+)\u0002/g, (_, n) => kept[n]);
}
const words = source => el('div.text', { html: markdown(source) });

// ---- pictures -----------------------------------------------------------------------------------------------------

function picture(url, alt, { kind = '', spoiler = false, width, height } = {}) {
  const image = el('img', { src: local(url), alt: alt || 'Picture without a description', width, height, loading: 'lazy' });
  const button = el(`button.picture${kind}${spoiler ? '.veiled' : ''}`, { title: 'Enlarge', onclick: () => button.matches('.veiled') ? button.classList.remove('veiled') : enlarge(url, alt) }, image);
  return button;
}
function enlarge(url, alt) {
  const box = $('picture');
  box.classList.remove('full');
  const size = el('button.b.s2', { onclick: () => full() }, 'Full size');
  const full = () => { size.textContent = box.classList.toggle('full') ? 'Fit the window' : 'Full size'; };
  box.replaceChildren(el('figure', {},
    el('img', { src: local(url), alt: alt || '', onclick: full }),
    el('figcaption', { tabindex: 0 }, alt || 'This picture has no description.'),
    el('div.end', {}, size, el('button.b.s1', { id: 'close-picture', onclick: () => box.close() }, 'Close'))));
  box.showModal();
  $('close-picture').focus();
}
$('picture').addEventListener('click', event => { if (event.target === $('picture')) $('picture').close(); });

// ---- components ---------------------------------------------------------------------------------------------------

const emojiOf = e => !e ? null : e.id ? el('img.emoji', { src: `/emojis/${e.id}.png`, alt: '' }) : el('span', { 'aria-hidden': 'true' }, e.name);
const accent = colour => colour == null ? null : `--accent:#${colour.toString(16).padStart(6, '0')}`;

/** Sends a click of this person and shows on the message that it is under way, or that it wasn't answered. */
async function click(m, control, component, values) {
  const node = control.closest('.msg');
  if (node.dataset.waiting) return;
  node.querySelector('.failed')?.remove();
  node.dataset.waiting = component.custom_id;     // not `disabled`: that would drop the focus
  control.classList.add('waiting');
  const result = await act('click', { message: m.id, custom_id: component.custom_id, values });
  delete node.dataset.waiting;
  control.classList.remove('waiting');
  if (result.failed) fail(m.id);
}
const unanswered = () => bot === 'running' ? 'The bot didn’t answer in time. Try again.' : 'The bot isn’t running. Start it at the top, then try again.';
function fail(id) {
  const node = $('m' + id);
  if (node && !node.querySelector('.failed')) node.append(el('div.failed', { role: 'alert' }, unanswered()));
}

/** The options of any kind of select: its own, or people and channels. */
function optionsOf(c) {
  if (c.type === 3) return c.options;
  const taken = (c.default_values || []).map(v => v.id);
  const list = c.type === 8 ? [...channels.values()].filter(x => x.type === 0).map(x => ({ label: '#' + x.name, value: x.id }))
    : c.type === 6 ? [] : users.map(user => ({ label: named(user), value: user.id, face: user }));
  return list.map(option => ({ ...option, default: taken.includes(option.value) }));
}
/** A select: a button that shows what is chosen and opens a list. `done(values)` runs when the choice is made. */
function select(c, done, label) {
  const options = optionsOf(c), most = c.max_values ?? 1, multiple = most > 1;
  let chosen = options.filter(option => option.default).map(option => option.value);
  const shown = el('span'), show = () => {
    shown.textContent = options.filter(option => chosen.includes(option.value)).map(option => option.label).join(', ') || c.placeholder || (multiple ? 'Choose some' : 'Choose one');
    button.classList.toggle('none', !chosen.length);
  };
  const button = el('button.select', {
    type: 'button', disabled: c.disabled, 'aria-haspopup': 'listbox', 'aria-label': label || c.placeholder || 'Choose', 'data-id': c.custom_id,
    onclick: () => {
      const before = String(chosen);
      const list = new List({ anchor: button, label: label || c.placeholder || 'Choices', multiple, chosen: new Set(chosen), most,
        pick: option => { if (!multiple) { chosen = [option.value]; show(); list.close(); done(chosen); } },
        closed: () => { if (multiple) { chosen = [...list.chosen]; show(); if (String(chosen) !== before && chosen.length >= (c.min_values ?? 1)) done(chosen); } button.focus(); } });
      list.show(options);
      list.box.addEventListener('keydown', event => list.key(event));
      list.box.focus();
    },
  }, shown, icon('down'));
  show();
  return button;
}

function component(c, m) {
  const all = list => list.map(child => component(child, m));
  switch (c.type) {
    case 1: return el('div.row', {}, all(c.components));
    case 2: {
      if (c.style === 5) return el('a.b.s5', { href: c.url, target: '_blank', rel: 'noopener noreferrer' }, emojiOf(c.emoji), c.label && el('span', {}, c.label), icon('out'));
      const button = el(`button.b.s${c.style}`, { disabled: c.disabled, 'data-id': c.custom_id, 'aria-label': c.label ? null : c.emoji?.name, onclick: () => click(m, button, c) }, emojiOf(c.emoji), c.label && el('span', {}, c.label));
      return button;
    }
    case 3: case 5: case 6: case 7: case 8: { const control = select(c, values => click(m, control, c, values)); return control; }
    case 9: return el('div.section', {}, el('div.texts', {}, all(c.components)), component(c.accessory, m));
    case 10: return words(c.content);
    case 11: return picture(c.media.url, c.description, { kind: '.thumb', spoiler: c.spoiler });
    case 12: return el(`div.pictures.${c.items.length === 1 ? 'one' : c.items.length === 2 ? 'two' : 'many'}`, {}, c.items.map(item => picture(item.media.url, item.description, { spoiler: item.spoiler, width: item.media.width, height: item.media.height })));
    case 13: return file(c.file.url, c.name || decodeURIComponent(new URL(c.file.url, location).pathname.split('/').pop()), c.size);
    case 14: return el(`hr${c.divider !== false ? '.line' : ''}${c.spacing === 2 ? '.large' : ''}`);
    case 17: return el(`div.container${c.accent_color != null ? '.accent' : ''}`, { style: accent(c.accent_color) }, all(c.components));
    default: return el('p.failed', {}, `The sandbox can’t show component ${c.type} yet.`);
  }
}
const file = (url, name, size) => el('div.file', {}, icon('file'), el('div', {}, el('a', { href: local(url), download: name }, name), size ? el('small', {}, ` ${Math.max(1, Math.round(size / 1024))} KB`) : null));

function embed(e) {
  return el('div.embed', { style: accent(e.color) },
    e.author && el('div.author', {}, e.author.name),
    e.title && el('div', {}, e.url ? el('a', { href: e.url, target: '_blank', rel: 'noopener noreferrer' }, e.title) : el('strong', {}, e.title)),
    e.description && words(e.description),
    e.fields?.length && el('div.fields', {}, e.fields.map(f => el(`div${f.inline ? '' : '.wide'}`, {}, el('strong', {}, f.name), words(f.value)))),
    e.thumbnail && picture(e.thumbnail.url, e.thumbnail.description || 'Thumbnail', { kind: '.thumb' }),
    e.image && el('div.wide', {}, picture(e.image.url, e.image.description || e.title, e.image)),
    (e.footer || e.timestamp) && el('footer', {}, [e.footer?.text, e.timestamp && moment(Date.parse(e.timestamp) / 1000, 'f')].filter(Boolean).join(' · ')));
}

// ---- messages -----------------------------------------------------------------------------------------------------

function body(m) {
  if (m.sending) return el('div.body', {}, el('em.dots', {}, 'Sending the command'));
  if (m.flags & LOADING) return el('div.body', {}, el('em.dots', { role: 'status' }, `${named(m.author)} is thinking`));
  const images = (m.attachments || []).filter(a => a.content_type?.startsWith('image/')), rest = (m.attachments || []).filter(a => !images.includes(a));
  return el('div.body', {},
    m.content && words(m.content), (m.embeds || []).map(embed),
    images.length ? el(`div.pictures.attached.${images.length === 1 ? 'one' : 'two'}`, {}, images.map(a => picture(a.url, a.description, { spoiler: a.filename.startsWith('SPOILER_'), width: a.width, height: a.height }))) : null,
    rest.map(a => file(a.url, a.filename, a.size)), (m.components || []).map(c => component(c, m)), startedThread(m));
}
function startedThread(m) {
  const thread = channels.get(m.id);
  return thread && el('button.started', { onclick: () => go(thread.id) }, icon('thread'), el('span', {}, el('b', {}, thread.name), ` · ${thread.messages.length} message${thread.messages.length === 1 ? '' : 's'}`));
}
function message(m, continued) {
  const used = m.interaction_metadata?.name, at = new Date(m.timestamp);
  const time = el('time.at', { datetime: m.timestamp, title: at.toLocaleString() }, at.toLocaleTimeString(undefined, { timeStyle: 'short' }));
  const edited = m.edited_timestamp && !(m.flags & (PRIVATE | LOADING)) && el('span.edited', {}, '(edited)');
  return el(`article.msg${continued ? '.cont' : ''}${pings(m) ? '.ping' : ''}${m.flags & PRIVATE ? '.private' : ''}${used ? '.used' : ''}`,
    { id: 'm' + m.id, tabindex: -1, 'aria-label': `${named(m.author)}, ${at.toLocaleTimeString(undefined, { timeStyle: 'short' })}${m.flags & PRIVATE ? ', only you can see this' : ''}${pings(m) ? ', mentions you' : ''}` },
    used && el('div.usage', {}, avatar(m.interaction_metadata.user, 'small'), `${named(m.interaction_metadata.user)} used /${used}`),
    continued ? time : [avatar(m.author), el('div.by', {}, el('span.name', {}, named(m.author)), m.author.bot && el('span.app', { title: 'An app, not a person' }, 'APP'), time, edited)],
    body(m), continued && edited,
    m.flags & PRIVATE ? el('div.foot', {}, icon('eye'), 'Only you can see this ·', el('button', { onclick: () => dismiss(m) }, 'Dismiss message')) : null);
}
function dismiss(m) {
  if (m.local) { channel().messages = channel().messages.filter(other => other !== m); paint(); } else act('dismiss', { message: m.id });
  $('say').focus();
}

/** Makes the log show the current channel. Nodes of unchanged messages stay, so focus, open pictures and half-read text do too. */
const nodes = new Map();
function paint() {
  const log = $('log'), c = channel(), bottom = log.scrollHeight - log.scrollTop - log.clientHeight < 80, wanted = [];
  if (!c) return;
  let last = null, day = '';
  if (!c.messages.length) wanted.push(el('p.start', {}, c.type === 1 ? `This is where ${c.name} writes to you alone.` : 'Nothing here yet. Type / to see what the bot can do.'));
  for (const m of c.messages) {
    const at = new Date(m.timestamp), today = at.toLocaleDateString(undefined, { dateStyle: 'long' });
    if (today !== day) { wanted.push(el('div.day', {}, today)); day = today; last = null; }
    if (newFrom === m.id) {
      if (last) wanted.push(el('div.new', {}, 'New')); else { wanted.at(-1).classList.add('new'); wanted.at(-1).append(' · new'); }
      last = null;
    }
    const continued = !!last && last.author.id === m.author.id && !m.interaction_metadata?.name && (last.flags & PRIVATE) === (m.flags & PRIVATE) && at - new Date(last.timestamp) < 420000;
    const thread = channels.get(m.id), state = `${continued}${thread ? thread.name + thread.messages.length : ''}`, old = nodes.get(m.id);
    if (old?.message === m && old.state === state) wanted.push(old.node);
    else {
      const node = message(m, continued);
      if (old && old.node.contains(document.activeElement)) keepFocus(document.activeElement.dataset.id, node);
      nodes.set(m.id, { message: m, state, node });
      wanted.push(node);
    }
    last = m;
  }
  const keep = new Set(wanted);
  for (const child of [...log.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((node, k) => { if (log.children[k] !== node) log.insertBefore(node, log.children[k] || null); });
  if (bottom) toBottom();
}
const keepFocus = (id, node) => queueMicrotask(() => (id && [...node.querySelectorAll('[data-id]')].find(control => control.dataset.id === id && !control.disabled) || node).focus({ preventScroll: true }));
function toBottom() {
  $('log').scrollTop = $('log').scrollHeight;
  $('jump').hidden = true;
}
new ResizeObserver(() => { if ($('log').dataset.stuck === 'true') toBottom(); }).observe($('log'));
$('log').addEventListener('load', () => { if ($('log').dataset.stuck === 'true') toBottom(); }, true);
$('log').addEventListener('scroll', () => {
  const stuck = $('log').scrollHeight - $('log').scrollTop - $('log').clientHeight < 80;
  $('log').dataset.stuck = stuck;
  if (stuck) { $('jump').hidden = true; seen(); }
});
$('jump').addEventListener('click', toBottom);
$('log').addEventListener('click', event => {
  const link = event.target.closest('[data-channel]'), veil = event.target.closest('.spoiler');
  if (link) { event.preventDefault(); go(link.dataset.channel); }
  if (veil) veil.classList.add('shown');
});

// ---- channels and what is unread ------------------------------------------------------------------------------------

function unread(c) {
  const from = c.messages.findIndex(m => m.id === read[c.id]) + 1;
  const fresh = c.messages.slice(from).filter(m => m.author.id !== me.id && !(m.flags & PRIVATE));
  return { count: fresh.length, pings: fresh.filter(m => pings(m) || (c.type === 1 && !(m.flags & SILENT))).length, first: fresh[0]?.id };
}
function seen() {
  const c = channel(), last = c?.messages.filter(m => !m.local).at(-1);
  if (!last || !visible() || read[c.id] === last.id) return;
  read[c.id] = last.id;
  localStorage.setItem('read.' + me.id, JSON.stringify(read));
  paintNav();
}
function navButton(c) {
  const state = c.id === current ? { count: 0, pings: 0 } : unread(c), kind = isThread(c) ? 'thread' : c.type === 1 ? 'direct message with' : 'channel';
  return el(`button${isThread(c) ? '.thread' : ''}${state.count ? '.unread' : ''}`, {
    'aria-current': c.id === current ? 'page' : null, onclick: () => go(c.id), title: c.name,
    'aria-label': `${kind} ${c.name}${state.count ? `, ${state.count} unread` : ''}${state.pings ? `, ${state.pings} for you` : ''}`,
  }, c.type === 1 ? avatar(users.find(u => u.bot), 'small') : isThread(c) ? icon('thread') : el('span', {}, '#'), el('span.label', {}, c.name),
  state.count ? el(`span.count${state.pings ? '.ping' : ''}`, { 'aria-hidden': 'true' }, String(state.pings || state.count)) : null);
}
const ordered = () => {
  const all = [...channels.values()], threads = parent => all.filter(c => isThread(c) && c.parent === parent && !c.archived).reverse();
  return { text: all.filter(c => c.type === 0).flatMap(c => [c, ...threads(c.id)]), direct: all.filter(c => c.type === 1) };
};
function paintNav() {
  const { text, direct } = ordered();
  const held = document.activeElement?.closest('#nav') && document.activeElement.title;
  $('nav').replaceChildren(el('h2', {}, server), ...text.map(navButton), el('h2', {}, 'Direct messages'), ...direct.map(navButton));
  if (held) [...$('nav').querySelectorAll('button')].find(b => b.title === held)?.focus();
  const waiting = [...channels.values()].reduce((sum, c) => sum + (c.id === current && visible() ? 0 : unread(c).pings), 0);
  const c = channel();
  document.title = `${waiting ? `(${waiting}) ` : ''}${named(me)} · ${c ? (c.type === 1 ? '' : '#') + c.name : server}`;
  $('menu').replaceChildren(icon('menu'), waiting ? el('span.count.ping', {}, String(waiting)) : '');
}
function go(id) {
  if (!channels.has(id)) return;
  current = id;
  sessionStorage.setItem('channel.' + me.id, id);
  newFrom = unread(channel()).first || null;
  nodes.clear();
  $('log').replaceChildren();
  const c = channel(), parent = isThread(c) && channels.get(c.parent);
  $('title').replaceChildren(c.type === 1 ? `@ ${c.name}` : `${isThread(c) ? '' : '# '}${c.name}`);
  $('topic').replaceChildren(parent ? el('a', { href: '', onclick: event => { event.preventDefault(); go(parent.id); } }, `in #${parent.name}`) : c.topic || (c.type === 1 ? 'Only you and the bot' : ''));
  $('say').placeholder = `Message ${c.type === 1 ? '@' : '#'}${c.name}, or / for a command`;
  $('say').setAttribute('aria-label', $('say').placeholder);
  fold();
  leaveCommand();
  paint();
  toBottom();
  $('log').dataset.stuck = 'true';
  seen();
  paintNav();
  paintGuide();
}
/** Opens or closes the drawer of channels or the menu of switches; `button` is what opens it. */
function unfold(box, button, open = !$(box).classList.contains('open')) {
  $(box).classList.toggle('open', open);
  $(button).setAttribute('aria-expanded', String(open));
  if (open) $(box).querySelector('button, input').focus();
}
const fold = (inside = null) => { if (!inside?.closest('#nav, #menu')) unfold('nav', 'menu', false); if (!inside?.closest('#tools, #more')) unfold('tools', 'more', false); };
$('menu').addEventListener('click', () => unfold('nav', 'menu'));
$('more').addEventListener('click', () => unfold('tools', 'more'));
document.addEventListener('pointerdown', event => fold(event.target));

// ---- lists that float: selects, commands, choices --------------------------------------------------------------------

/** Puts a floating box at its anchor, above or below, wherever there is more room. */
function place(box, anchor) {
  const at = anchor.getBoundingClientRect(), below = innerHeight - at.bottom - 12, up = below < Math.min(box.scrollHeight, 340) && at.top > below;
  box.style.width = `${Math.min(Math.max(at.width, 260), innerWidth - 16)}px`;
  box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 8))}px`;
  Object.assign(box.style, up ? { top: 'auto', bottom: `${innerHeight - at.top + 6}px`, maxHeight: `${Math.min(340, at.top - 14)}px` } : { bottom: 'auto', top: `${at.bottom + 6}px`, maxHeight: `${Math.min(340, below)}px` });
}
class List {
  static number = 0;
  constructor({ anchor, input = null, label, about = '', pick, closed = () => {}, multiple = false, chosen = new Set(), most = 25 }) {
    Object.assign(this, { anchor, input, about, pick, closed, multiple, chosen, most, options: [], active: 0, id: `list${++List.number}` });
    this.box = el('div.float', { id: this.id, role: 'listbox', popover: 'manual', tabindex: -1, 'aria-label': label, 'aria-multiselectable': multiple ? 'true' : null });
    this.outside = event => { if (!this.box.contains(event.target) && !anchor.contains(event.target)) this.close(); };
  }
  show(options) {
    this.options = options;
    if (!options.length) return this.close();
    if (!this.box.isConnected) {
      (this.anchor.closest('dialog') || document.body).append(this.box);
      this.box.showPopover();
      document.addEventListener('pointerdown', this.outside);
      const first = options.findIndex(option => this.chosen.has(option.value));
      this.active = Math.max(0, first);
    }
    this.active = Math.min(this.active, options.length - 1);
    this.box.replaceChildren(this.about && el('p.about', { role: 'presentation' }, this.about), ...options.map((option, k) => el('div.choice', {
      role: 'option', id: `${this.id}-${k}`, 'aria-selected': String(this.chosen.has(option.value)),
      onpointerdown: event => event.preventDefault(), onclick: () => { this.active = k; this.take(); }, onpointermove: () => this.point(k),
    }, option.face && avatar(option.face, 'small'), emojiOf(option.emoji), el('div.words', {}, el('b', {}, option.label), option.description && el('small', {}, option.description)), this.chosen.has(option.value) && el('span.tick', {}, icon('tick')))));
    place(this.box, this.anchor);
    this.point(this.active);
  }
  point(k) {
    this.active = k;
    const choices = [...this.box.querySelectorAll('.choice')];
    choices.forEach((choice, n) => choice.classList.toggle('active', n === k));
    choices[k]?.scrollIntoView({ block: 'nearest' });
    const holder = this.input || this.box;
    holder.setAttribute('aria-activedescendant', `${this.id}-${k}`);
    if (this.input) { this.input.setAttribute('aria-controls', this.id); this.input.setAttribute('aria-expanded', 'true'); }
  }
  take() {
    const option = this.options[this.active];
    if (this.multiple) {
      if (this.chosen.has(option.value)) this.chosen.delete(option.value); else if (this.chosen.size < this.most) this.chosen.add(option.value);
      this.show(this.options);
    }
    this.pick(option);
  }
  /** True when the key was for the list. */
  key(event) {
    if (!this.box.isConnected) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], count = this.options.length;
    if (step) this.point((this.active + step + count) % count);
    else if (event.key === 'Enter' || (event.key === 'Tab' && this.input) || (event.key === ' ' && !this.input)) this.take();
    else if (event.key === 'Escape' || (event.key === 'Tab' && !this.input)) this.close();
    else if (!this.input && event.key.length === 1) { const hit = this.options.findIndex(o => o.label.toLowerCase().startsWith(event.key.toLowerCase())); if (hit >= 0) this.point(hit); } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  close() {
    if (!this.box.isConnected) return;
    this.box.remove();
    document.removeEventListener('pointerdown', this.outside);
    if (this.input) { this.input.setAttribute('aria-expanded', 'false'); this.input.removeAttribute('aria-activedescendant'); }
    this.closed();
  }
}

// ---- the composer: plain messages and slash commands -----------------------------------------------------------------

let command = null;     // {name, options, fields: [{option, input, node, value}]}
const picker = new List({ anchor: $('bar'), input: $('say'), label: 'Commands', pick: option => startCommand(option.value) });

const leaves = (list, prefix = '') => list.flatMap(c => c.options?.some(o => o.type < 3)
  ? leaves(c.options.filter(o => o.type < 3), `${prefix}${c.name} `) : [{ name: prefix + c.name, description: c.description, options: c.options || [] }]);
const here = () => leaves(channel().type === 1 ? commands.dm : commands.guild);
function hint(text = '', bad = false) {
  $('hint').textContent = text;
  $('hint').classList.toggle('bad', bad);
}

$('say').addEventListener('input', () => {
  const typed = $('say').value;
  hint();
  if (!typed.startsWith('/')) return picker.close();
  const wanted = typed.slice(1).trimEnd().toLowerCase();
  const hits = here().filter(c => c.name.includes(wanted)).sort((a, b) => b.name.startsWith(wanted) - a.name.startsWith(wanted));
  picker.active = 0;
  picker.show(hits.map(c => ({ label: `/${c.name}`, description: c.description, value: c })));
  if (!hits.length) hint(bot === 'running' ? 'No such command here.' : 'No such command here; the bot isn’t running.', true);
});
$('say').addEventListener('keydown', event => {
  if (picker.key(event)) return;
  if (event.key === 'Escape') { $('say').value = ''; hint(); }
});

function startCommand(chosen) {
  picker.close();
  command = { ...chosen, fields: [] };
  $('say').hidden = true;
  $('bar').insertBefore(el('span.command', {}, `/${chosen.name}`), $('say'));
  for (const option of chosen.options) if (option.required) addField(option); else $('bar').insertBefore(later(option), $('say'));
  hint(chosen.description);
  (command.fields[0]?.input || $('bar').querySelector('.send')).focus();
}
const later = option => el('button.add', { type: 'button', title: option.description, 'aria-label': `Add ${option.name}: ${option.description}`,
  onclick: event => { const field = addField(option, event.target); event.target.remove(); field.input.focus(); } }, `+ ${option.name}`);
function addField(option, before = $('say')) {
  const input = el('input', { role: 'combobox', 'aria-expanded': 'false', 'aria-autocomplete': 'list', 'aria-label': `${option.name}: ${option.description}`, 'aria-required': option.required ? 'true' : null, inputmode: option.type === 4 ? 'numeric' : null });
  const node = el('label.option', {}, el('span', {}, option.name), input), field = { option, input, node, value: undefined };
  const list = new List({ anchor: $('main').offsetWidth < 480 ? $('bar') : node, input, label: `Choices for ${option.name}`, about: `${option.name}: ${option.description}`, pick: choice => {
    input.value = choice.label;
    field.value = choice.value;
    list.close();
    (command.fields.find(other => other.option.required && other.value === undefined && !other.input.value)?.input || input).focus();
  } });
  let asked = 0, timer;
  const suggest = async () => {
    const typed = input.value.toLowerCase(), turn = ++asked;
    let choices = [];
    if (option.autocomplete) {
      const result = await act('autocomplete', { channel: current, name: command.name, options: { ...values(), [option.name]: input.value }, focus: option.name });
      if (turn !== asked || !command || document.activeElement !== input) return;
      choices = result.choices || [];
      if (result.failed) hint('The bot didn’t answer in time.', true);
    } else choices = known(option).filter(choice => field.value !== undefined || choice.name.toLowerCase().includes(typed));
    list.active = 0;
    list.show(choices.slice(0, 25).map(choice => ({ label: String(choice.name), value: choice.value, face: choice.face })));
  };
  input.addEventListener('input', () => { field.value = undefined; node.classList.remove('bad'); clearTimeout(timer); timer = setTimeout(suggest, option.autocomplete ? 150 : 0); });
  input.addEventListener('focus', () => { hint(option.autocomplete || known(option).length ? '' : `${option.name}: ${option.description}`); suggest(); });
  input.addEventListener('click', () => { if (!list.box.isConnected) suggest(); });
  input.addEventListener('blur', () => { asked++; list.close(); });
  input.addEventListener('keydown', event => {
    if (!(event.key === 'Enter' && field.value !== undefined) && list.key(event)) return;     // Enter picks what is lit, a second Enter sends
    if (event.key === 'Backspace' && !input.value) { event.preventDefault(); leaveCommand(true); }
  });
  field.close = () => list.close();
  command.fields.push(field);
  $('bar').insertBefore(node, before);
  return field;
}
/** Choices that need no question to the bot. */
function known(option) {
  if (option.choices?.length) return option.choices;
  if (option.type === 5) return [{ name: 'True', value: true }, { name: 'False', value: false }];
  if (option.type === 6 || option.type === 9) return users.map(user => ({ name: named(user), value: user.id, face: user }));
  if (option.type === 7) return [...channels.values()].filter(c => c.type === 0).map(c => ({ name: '#' + c.name, value: c.id }));
  return [];
}
const values = () => Object.fromEntries(command.fields.map(f => [f.option.name, f.value ?? f.input.value.trim()]).filter(([, value]) => value !== ''));
function leaveCommand(focus = false) {
  if (!command && $('say').value === '') return;
  command?.fields.forEach(field => field.close());
  command = null;
  $('bar').querySelectorAll('.command, .option, .add').forEach(node => node.remove());
  $('say').hidden = false;
  $('say').value = '';
  picker.close();
  hint();
  if (focus) $('say').focus();
}
function wrong(field) {
  const { option, input } = field, typed = input.value.trim(), fixed = known(option);
  if (!typed) return option.required ? `${option.name} is needed.` : '';
  if (fixed.length && field.value === undefined) {
    const hit = fixed.find(choice => choice.name.toLowerCase() === typed.toLowerCase());
    if (!hit) return `${option.name}: choose one from the list.`;
    field.value = hit.value;
  }
  if (option.type === 4 && field.value === undefined && !/^-?\d+$/.test(typed)) return `${option.name} is a whole number.`;
  if ((option.type === 4 || option.type === 10) && (Number(typed) < option.min_value || Number(typed) > option.max_value)) return `${option.name} goes from ${option.min_value ?? 'any'} to ${option.max_value ?? 'any'}.`;
  return '';
}
async function slash(id, name, options) {
  const c = channels.get(id), note = { id: `local${++localId}`, local: true, sending: true, flags: PRIVATE, author: users.find(u => u.bot), timestamp: new Date(now()).toISOString(), interaction_metadata: { name, user: me } };
  c.messages.push(note);
  arrived(c);
  const result = await act('slash', { channel: id, name, options });
  c.messages = c.messages.filter(m => m !== note);
  if (result.failed) c.messages.push({ ...note, id: `local${++localId}`, sending: false, content: unanswered() });
  if (c.id === current) arrived(c);
  return result;
}
$('composer').addEventListener('submit', async event => {
  event.preventDefault();
  if (command) {
    const bad = command.fields.find(wrong), { name } = command, options = values();     // `wrong` also finds the value of a typed choice
    if (!bad) { leaveCommand(true); return void slash(current, name, options); }
    bad.node.classList.add('bad');
    bad.input.focus();
    return hint(wrong(bad), true);
  }
  const text = $('say').value.trim();
  if (!text) return;
  if (text.startsWith('/')) { const hit = here().find(c => `/${c.name}` === text); return hit ? startCommand(hit) : hint('No such command here.', true); }
  const result = await act('say', { channel: current, content: text });
  if (!result.error) { $('say').value = ''; newFrom = null; }
});

// ---- modals ---------------------------------------------------------------------------------------------------------

/** A form field for one input component: its node, and how to read it. */
function field(c, label, about) {
  const id = `f-${c.custom_id}`, required = c.required !== false;
  const head = [el('label', { for: id }, label, required && c.type !== 23 ? el('span', { 'aria-hidden': 'true' }, ' *') : null), about && el('p.about', { id: `${id}-about` }, about)];
  const described = about ? `${id}-about` : null;
  if (c.type === 4) {
    const input = el(c.style === 2 ? 'textarea' : 'input', { id, required, placeholder: c.placeholder, minlength: c.min_length, maxlength: c.max_length || 4000, rows: c.style === 2 ? 4 : null, 'aria-describedby': described });
    input.value = c.value || '';
    return { node: el('div.field', {}, head, input), get: () => input.value };
  }
  if (c.type === 21 || c.type === 22) {
    const kind = c.type === 21 ? 'radio' : 'checkbox';
    const boxes = c.options.map(option => ({ option, input: el('input', { type: kind, name: id, checked: option.default, required: kind === 'radio' && required }) }));
    const picked = () => boxes.filter(box => box.input.checked).map(box => box.option.value);
    return { node: el('fieldset.field', {}, el('legend', {}, label), about && el('p.about', {}, about), boxes.map(({ option, input }) => el('label.tickbox', {}, input, el('span', {}, option.label, option.description && el('small', {}, option.description))))),
      get: () => kind === 'radio' ? picked()[0] ?? null : picked(), problem: () => kind === 'checkbox' && picked().length < (c.min_values ?? (required ? 1 : 0)) ? `${label}: choose at least ${c.min_values ?? 1}.` : '' };
  }
  if (c.type === 23) {
    const input = el('input', { type: 'checkbox', id, checked: c.default });
    return { node: el('div.field', {}, el('label.tickbox', {}, input, el('span', {}, label, about && el('small', {}, about)))), get: () => input.checked };
  }
  if (c.type === 19) return { node: el('div.field', {}, head, el('p.about', {}, 'The sandbox can’t send files.')), get: () => [] };
  let chosen = optionsOf(c).filter(option => option.default).map(option => option.value);
  return { node: el('div.field', {}, head, select(c, picked => { chosen = picked; }, label)), get: () => chosen, problem: () => required && !chosen.length ? `${label}: make a choice.` : '' };
}
function openModal({ interaction, modal }) {
  const box = $('modal'), fields = {}, problem = el('p.failed', { role: 'alert' });
  const parts = modal.components.map(row => {
    const input = row.type === 18 ? row.component : row.type === 1 ? row.components[0] : null;
    if (!input) return words(row.content || '');
    const made = field(input, row.label || input.label || '', row.description);
    fields[input.custom_id] = made;
    return made.node;
  });
  const send = el('button.b.s1', {}, 'Submit');
  box.replaceChildren(el('form', {
    onsubmit: async event => {
      event.preventDefault();
      problem.textContent = Object.values(fields).map(made => made.problem?.() || '').find(Boolean) || '';
      if (problem.textContent) return;
      send.disabled = true;
      const result = await act('submit', { interaction, values: Object.fromEntries(Object.entries(fields).map(([id, made]) => [id, made.get()])) });
      send.disabled = false;
      if (result.error || result.failed) problem.textContent = 'That wasn’t taken. Close this and try again.'; else box.close();
    },
  }, el('h2', { id: 'modal-title' }, modal.title), parts, problem, el('div.end', {}, el('button.b.s2', { type: 'button', onclick: () => box.close() }, 'Cancel'), send)));
  box.showModal();
}

// ---- people, switches, first steps ----------------------------------------------------------------------------------

function beside(user) {
  if (innerWidth < 1000) return void open(`${location.pathname}#${user.username}`, '_blank');
  $('beside')?.remove();
  document.body.append(el('iframe', { id: 'beside', src: `${location.pathname}?beside#${user.username}`, title: `A second window, as ${named(user)}` }));
}
window.closeBeside = () => { $('beside')?.remove(); $('open-beside').focus(); };
$('close-beside').addEventListener('click', () => window.parent.closeBeside());
if (window !== window.parent) document.documentElement.classList.add('inner');

function paintStrip() {
  const people = users.filter(user => !user.bot), next = people[(people.findIndex(user => user.id === me.id) + 1) % people.length];
  $('who').replaceChildren(avatar(me, 'small'), el('span', {}, el('span.you', {}, 'You are '), named(me)), icon('down'));
  $('who').setAttribute('aria-label', `You are ${named(me)}. Switch person`);
  $('open-beside').replaceChildren(icon('beside'), el('span', {}, `${named(next)} beside`));
  $('open-beside').setAttribute('aria-label', `Open a second window as ${named(next)}`);
  $('open-beside').onclick = () => beside(next);
  $('bot-state').textContent = { running: 'The bot is running', starting: 'The bot is starting', stopped: 'The bot is stopped' }[bot];
  $('bot-switch').textContent = bot === 'stopped' ? 'Start it' : 'Kill it';
  $('bot-switch').hidden = !botSwitch;
  document.querySelectorAll('.lamp').forEach(lamp => { lamp.className = `lamp ${bot}`; });
}
$('who').addEventListener('click', () => {
  if ($('people')) return $('people').hidePopover();
  const menu = el('div.float', { id: 'people', popover: 'auto', 'aria-label': 'People', ontoggle: event => { if (event.newState === 'closed') menu.remove(); } },
    users.filter(user => !user.bot).map(user => el('div.person', {},
      el('button.row-button', { 'aria-current': user.id === me.id ? 'true' : null, onclick: () => { menu.hidePopover(); location.hash = user.username; } }, avatar(user, 'small'), el('span', {}, named(user)), user.id === me.id && icon('tick')),
      user.id !== me.id && el('button.beside', { 'aria-label': `${named(user)} in a second window`, title: 'In a second window', onclick: () => { menu.hidePopover(); beside(user); } }, icon('beside')))));
  document.body.append(menu);
  menu.showPopover();
  place(menu, $('who'));
  menu.querySelector('button').focus();
});
$('dm-closed').addEventListener('change', () => act('dm_closed', { value: $('dm-closed').checked }));
$('bot-switch').addEventListener('click', () => act(bot === 'stopped' ? 'bot_start' : 'bot_kill'));
document.querySelectorAll('[data-pass]').forEach(button => button.addEventListener('click', () => act('pass_time', { seconds: Number(button.dataset.pass) })));

function paintGuide() {
  const box = $('guide');
  box.hidden = !guide || !!localStorage.getItem('guide.done') || window !== window.parent;
  if (box.hidden) return;
  const done = () => { localStorage.setItem('guide.done', '1'); box.hidden = true; };
  const play = el('button.b.s1', { disabled: bot !== 'running', onclick: () => { done(); go(guide.play.channel); followThreads = Date.now() + 15000; slash(guide.play.channel, guide.play.name, guide.play.options); } }, guide.play.label);
  box.replaceChildren(el('div.lines', {}, guide.lines.map(line => words(line.replace('{me}', named(me))))), play, el('button.row-button', { style: 'width:auto', 'aria-label': 'Close the first steps', onclick: done }, icon('close')));
}

// ---- the stream of what this person may see --------------------------------------------------------------------------

function arrived(c, m = null) {
  if (c.id !== current) return paintNav();
  const mine = m && (m.author.id === me.id || m.interaction_metadata?.user.id === me.id || m.flags & PRIVATE);
  if (mine) $('log').dataset.stuck = 'true';
  const stuck = $('log').dataset.stuck !== 'false';
  paint();
  if (stuck) { toBottom(); seen(); } else if (m) $('jump').hidden = false;
}
function announce(c, m) {
  const text = nodes.get(m.id)?.node.querySelector('.body')?.innerText.replace(/\s+/g, ' ').slice(0, 240);
  if (c.id === current) $('live').textContent = `${named(m.author)}: ${text}`;
  else if (pings(m) || c.type === 1) $('live').textContent = `${named(m.author)} in ${c.name}`;
}
const handlers = {
  snapshot(event) {
    ({ me, users, commands, server, bot, guide } = event);
    botSwitch = event.bot_switch;
    shift = event.now - Date.now();
    read = JSON.parse(localStorage.getItem('read.' + me.id) || '{}');
    channels = new Map(event.channels.map(c => [c.id, c]));
    $('dm-closed').checked = event.dm_closed;
    paintStrip();
    tick();
    go([current, sessionStorage.getItem('channel.' + me.id), event.channels[0]?.id].find(id => channels.has(id)));
  },
  channel({ channel: c }) {
    const fresh = !channels.has(c.id);
    channels.set(c.id, c);
    if (fresh && isThread(c) && Date.now() < followThreads) { followThreads = 0; return go(c.id); }
    paintNav();
    paint();
  },
  message({ channel: id, message: m }) {
    const c = channels.get(id);
    c.messages.push(m);
    if (id === current) $('typing').replaceChildren();
    arrived(c, m);
    announce(c, m);
    if (c.parent === current) paint();
  },
  edit({ channel: id, message: m }) {
    const c = channels.get(id);
    c.messages = c.messages.map(old => old.id === m.id ? m : old);
    arrived(c);
    if (m.flags & PRIVATE) announce(c, m);
  },
  delete({ channel: id, message: m }) {
    const c = channels.get(id);
    c.messages = c.messages.filter(old => old.id !== m.id);
    arrived(c);
  },
  typing({ channel: id, name }) {
    if (id !== current) return;
    $('typing').replaceChildren(el('span.dots', {}, `${name} is typing`));
    clearTimeout(handlers.timer);
    handlers.timer = setTimeout(() => $('typing').replaceChildren(), 9000);
  },
  modal: openModal,
  failed({ source }) { if (source) fail(source); },
  commands(event) { commands = event.commands; },
  dm_closed(event) { $('dm-closed').checked = event.value; },
  bot(event) { bot = event.state; paintStrip(); paintGuide(); },
  clock(event) { shift = event.now - Date.now(); tick(); toast('Time has passed.'); },
};
function connect(name) {
  const mine = socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/sim/live?user=${encodeURIComponent(name)}`);
  mine.onmessage = ({ data }) => { if (socket === mine) { const event = JSON.parse(data); handlers[event.t]?.(event); } };
  mine.onclose = () => { if (socket === mine) { bot = 'stopped'; if (me) { paintStrip(); $('bot-state').textContent = 'The sandbox isn’t answering'; } setTimeout(() => { if (socket === mine) connect(name); }, 1500); } };
}
async function become() {
  const people = await fetch('/sim/users').then(answer => answer.json()).catch(() => null);
  if (!people) { toast('The sandbox isn’t answering.'); return void setTimeout(become, 3000); }
  const wanted = decodeURIComponent(location.hash.slice(1)).toLowerCase();
  const person = people.find(user => user.username === wanted || user.id === wanted) || people[0];
  if (wanted !== person.username) history.replaceState(null, '', `#${person.username}`);
  socket?.close();
  current = undefined;
  leaveCommand();
  connect(person.username);
}

// ---- keys and start -------------------------------------------------------------------------------------------------

document.addEventListener('keydown', event => {
  const { key, target, altKey } = event, step = { ArrowDown: 1, ArrowUp: -1 }[key], typing = target.closest('input, textarea, [role=listbox], dialog');
  if (altKey && step) {
    const { text, direct } = ordered(), all = [...text, ...direct], k = all.findIndex(c => c.id === current);
    go(all[(k + step + all.length) % all.length].id);
  } else if (key === '/' && !typing) {
    $('say').focus();
    if (!command) { $('say').value = '/'; $('say').dispatchEvent(new Event('input')); }
  } else if (step && !typing && target.closest('#log')) {
    const all = [...document.querySelectorAll('.msg')], k = all.indexOf(target.closest('.msg')), next = k < 0 ? all.at(-1) : all[k + step];
    next?.focus();
  } else {
    if (key === 'Escape') { if (command) leaveCommand(true); fold(); }
    if (target.matches('.spoiler') && (key === 'Enter' || key === ' ')) target.classList.add('shown');
    return;
  }
  event.preventDefault();
});
document.addEventListener('visibilitychange', () => { if (visible() && me) { seen(); paintNav(); } });
$('skip').addEventListener('click', () => $('say').focus());
addEventListener('hashchange', become);
$('bar').querySelector('.send').append(icon('send'));
setInterval(tick, 1000);
become();
