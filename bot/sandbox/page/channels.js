// The list of channels, and what is unread in them.

import { $, el, icon } from './dom.js';
import { PRIVATE, SILENT, avatar, channel, isDirect, isThread, keep, named, pings, recall, theBot, visible, world } from './world.js';

const readKey = () => `read.${world.me.id}`;
/** The last message read, for each channel. */
let read = {};

export function recallRead() {
  read = recall(readKey(), {});
}

/** @param {import('./world.js').Channel} c */
export function unread(c) {
  const from = c.messages.findIndex(m => m.id === read[c.id]) + 1;
  const fresh = c.messages.slice(from).filter(m => m.author.id !== world.me.id && !(m.flags & PRIVATE));
  const calls = fresh.filter(m => pings(m) || (isDirect(c) && !(m.flags & SILENT)));
  return { count: fresh.length, pings: calls.length, first: fresh[0]?.id };
}

/** Notes that the open channel was read to its end. */
export function markRead() {
  const c = channel();
  const last = c?.messages.filter(m => !m.local).at(-1);
  if (!last || !visible() || read[c.id] === last.id) return;
  read = { ...recall(readKey(), {}), [c.id]: last.id };
  keep(readKey(), read);
  paintChannels();
}

/** Channels with their threads, newest first, and the direct messages. */
export function ordered() {
  const all = [...world.channels.values()];
  const threads = parent => all.filter(c => isThread(c) && c.parent === parent && !c.archived).reverse();
  const text = all.filter(c => c.type === 0).flatMap(c => [c, ...threads(c.id)]);
  return { text, direct: all.filter(isDirect) };
}

function line(c) {
  const open = c.id === world.current;
  const state = open ? { count: 0, pings: 0 } : unread(c);
  const kind = isThread(c) ? 'thread' : isDirect(c) ? 'direct message with' : 'channel';
  const label = [`${kind} ${c.name}`, state.count && `${state.count} unread`, state.pings && `${state.pings} for you`];
  const sign = isDirect(c) ? avatar(theBot(), 'small') : isThread(c) ? icon('thread') : el('span', {}, '#');
  const count = el(`span.count${state.pings ? '.ping' : ''}`, { 'aria-hidden': 'true' }, String(state.pings || state.count));
  return el(
    `button${isThread(c) ? '.thread' : ''}${state.count ? '.unread' : ''}`,
    {
      'aria-current': open ? 'page' : null,
      'aria-label': label.filter(Boolean).join(', '),
      'data-channel': c.id,
      title: c.name,
    },
    sign,
    el('span.label', {}, c.name),
    state.count > 0 && count,
  );
}

export function paintChannels() {
  const { text, direct } = ordered();
  const held = document.activeElement?.closest('#nav') && document.activeElement.dataset.channel;
  const heading = el('h2', {}, 'Direct messages');
  $('nav').replaceChildren(el('h2', {}, world.server), ...text.map(line), heading, ...direct.map(line));
  if (held) $('nav').querySelector(`[data-channel="${held}"]`)?.focus();
  const elsewhere = [...world.channels.values()].filter(c => !(c.id === world.current && visible()));
  const waiting = elsewhere.reduce((sum, c) => sum + unread(c).pings, 0);
  const c = channel();
  const where = c ? (isDirect(c) ? '' : '#') + c.name : world.server;
  document.title = `${waiting ? `(${waiting}) ` : ''}${named(world.me)} · ${where}`;
  $('menu').replaceChildren(icon('menu'), waiting ? el('span.count.ping', {}, String(waiting)) : '');
  $('menu').setAttribute('aria-label', waiting ? `Channels, ${waiting} for you` : 'Channels');
}
