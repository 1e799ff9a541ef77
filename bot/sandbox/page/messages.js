// One message as an element.

import { $, el, icon, written } from './dom.js';
import { accent, component, nameSelects } from './components.js';
import { moment, words } from './markdown.js';
import { file, picture } from './pictures.js';
import { LOADING, PRIVATE, avatar, named, pings, world } from './world.js';

function embed(e) {
  const away = { href: e.url, target: '_blank', rel: 'noopener noreferrer' };
  const title = e.title && (e.url ? el('a', away, e.title) : el('strong', {}, e.title));
  const fields = (e.fields || []).map(f => el(`div${f.inline ? '' : '.wide'}`, {}, el('strong', {}, f.name), words(f.value)));
  const foot = [e.footer?.text, e.timestamp && moment(Date.parse(e.timestamp) / 1000, 'f')].filter(Boolean);
  return el(
    'div.embed',
    { style: accent(e.color) },
    e.author && el('div.author', {}, e.author.name),
    title && el('div', {}, title),
    e.description && words(e.description),
    fields.length > 0 && el('div.fields', {}, fields),
    e.thumbnail && picture(e.thumbnail.url, e.thumbnail.description || 'Thumbnail', { kind: '.thumb' }),
    e.image && el('div.wide', {}, picture(e.image.url, e.image.description || e.title, e.image)),
    foot.length > 0 && el('footer', {}, foot.join(' · ')),
  );
}

function attached(images) {
  const pictures = images.map(a =>
    picture(a.url, a.description, { spoiler: a.filename.startsWith('SPOILER_'), width: a.width, height: a.height }),
  );
  return el(`div.pictures.attached.${images.length === 1 ? 'one' : 'two'}`, {}, pictures);
}

function startedThread(m) {
  const thread = world.channels.get(m.id);
  if (!thread) return null;
  const count = thread.messages.length;
  const label = el('span', {}, el('b', {}, thread.name), ` · ${count} message${count === 1 ? '' : 's'}`);
  return el('button.started', { 'data-channel': thread.id }, icon('thread'), label);
}

function body(m) {
  if (m.sending) return el('div.body', {}, el('em.dots', {}, 'Sending the command'));
  if (m.flags & LOADING) return el('div.body', {}, el('em.dots', { role: 'status' }, `${named(m.author)} is thinking`));
  const attachments = m.attachments || [];
  const images = attachments.filter(a => a.content_type?.startsWith('image/'));
  const others = attachments.filter(a => !images.includes(a));
  return el(
    'div.body',
    {},
    m.content && words(m.content),
    (m.embeds || []).map(embed),
    images.length > 0 && attached(images),
    others.map(a => file(a.url, a.filename, a.size)),
    (m.components || []).map(c => component(c, m)),
    startedThread(m),
  );
}

/** Whether a message is nothing but small print: what is left of an old post. */
function isQuiet(m) {
  const [only, ...more] = m.components || [];
  return !m.content && !more.length && only?.type === 10 && only.content.split('\n').every(line => line.startsWith('-# '));
}

/** "(edited)", behind the last word of a text where there is one. */
function markEdited(made, by) {
  const mark = el('span.edited', {}, '(edited)');
  const lastLine = made.lastElementChild?.matches('.text') && made.lastElementChild.lastElementChild;
  if (by) by.append(mark);
  else if (lastLine) lastLine.append(' ', mark);
  else made.append(mark);
}

/**
 * @param {import('./world.js').Message} m
 * @param {boolean} continued it stands under the author's line of the message before
 */
export function message(m, continued) {
  const used = m.interaction_metadata?.name;
  const at = new Date(m.timestamp);
  const clock = written(at, { timeStyle: 'short' });
  const time = el('time.at', { datetime: m.timestamp, title: at.toLocaleString() }, clock);
  const app = m.author.bot && el('span.app', { title: 'An app, not a person' }, 'APP');
  const by = continued ? null : el('div.by', {}, el('span.name', {}, named(m.author)), app, time);
  const isPrivate = m.flags & PRIVATE;
  const classes = { cont: continued, ping: pings(m), private: isPrivate, used, quiet: isQuiet(m) };
  const made = body(m);
  nameSelects(made);
  if (m.edited_timestamp && !(m.flags & (PRIVATE | LOADING))) markEdited(made, by);
  const label = [named(m.author), clock, isPrivate && 'only you can see this', pings(m) && 'mentions you'];
  return el(
    `article.msg${Object.keys(classes).filter(name => classes[name]).map(name => '.' + name).join('')}`,
    { id: 'm' + m.id, tabindex: -1, 'aria-label': label.filter(Boolean).join(', ') },
    used && usage(m.interaction_metadata.user, used),
    continued ? time : [avatar(m.author), by],
    made,
    isPrivate ? onlyYou(m) : null,
  );
}
const usage = (user, command) => el('div.usage', {}, avatar(user, 'small'), `${named(user)} used /${command}`);
const onlyYou = m =>
  el('div.foot', {}, icon('eye'), 'Only you can see this ·', el('button', { 'data-dismiss': m.id }, 'Dismiss message'));

/** What a message says, for a screen reader's announcement. */
export const spoken = m => $('m' + m.id)?.querySelector('.body')?.innerText.replace(/\s+/g, ' ').slice(0, 240) || '';
