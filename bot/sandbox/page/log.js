// The conversation of the open channel, and where the reader is in it.

import { $, el, written } from './dom.js';
import { markRead, paintChannels, unread } from './channels.js';
import { message } from './messages.js';
import { morph } from './morph.js';
import { PRIVATE, channel, isDirect, world } from './world.js';

const NEAR = 80;
const SAME_BREATH = 7 * 60 * 1000;

/** Whether the reader is at the end and is kept there as messages come. */
let following = true;
/** The first message that was unread when the channel was opened. */
let newFrom = null;
/** Elements of messages as they were painted, so that focus, open lists and half-read text stay. */
const painted = new Map();

const isContinued = (m, last) =>
  !!last &&
  last.author.id === m.author.id &&
  !m.interaction_metadata?.name &&
  (last.flags & PRIVATE) === (m.flags & PRIVATE) &&
  new Date(m.timestamp) - new Date(last.timestamp) < SAME_BREATH;

/** The element of a message: the one painted before, changed in place where the message has changed. */
function elementOf(m, continued) {
  const thread = world.channels.get(m.id);
  const state = `${continued}${thread ? thread.name + thread.messages.length : ''}`;
  const old = painted.get(m.id);
  if (old?.message === m && old.state === state) return old.node;
  let node = message(m, continued);
  if (old) {
    const held = old.node.contains(document.activeElement) && document.activeElement;
    morph(old.node, node);
    node = old.node;
    if (held && held !== document.activeElement) moveFocus(held.dataset.id, node);
  }
  painted.set(m.id, { message: m, state, node });
  return node;
}
/** The focus goes to the control that took a control's place, or else to its message. */
function moveFocus(id, node) {
  const controls = [...node.querySelectorAll('[data-id]')];
  const same = controls.find(control => control.dataset.id === id && !control.disabled);
  (same || node).focus({ preventScroll: true });
}

function contents(c) {
  if (!c.messages.length) {
    const text = isDirect(c) ? `This is where ${c.name} writes to you alone.` : 'Nothing here yet. Type / to see what the bot can do.';
    return [el('p.start', {}, text)];
  }
  const wanted = [];
  let last = null;
  let day = '';
  for (const m of c.messages) {
    const today = written(new Date(m.timestamp), { dateStyle: 'long' });
    const isNew = newFrom === m.id;
    if (today !== day) wanted.push(el(`div.day${isNew ? '.new' : ''}`, {}, isNew ? `${today} · new` : today));
    else if (isNew) wanted.push(el('div.new', {}, 'New'));
    if (today !== day || isNew) last = null;
    day = today;
    wanted.push(elementOf(m, isContinued(m, last)));
    last = m;
  }
  return wanted;
}

/** Where the reader's eyes are: the message they act on, or the first that begins in view. */
function anchor() {
  const log = $('log').getBoundingClientRect();
  const inView = node => {
    const { top, bottom } = node.getBoundingClientRect();
    return bottom > log.top && top < log.bottom;
  };
  const held = document.activeElement?.closest('.msg');
  const shown = [...$('log').querySelectorAll('.msg')].filter(inView);
  const node = held && inView(held) ? held : shown.find(m => m.getBoundingClientRect().top >= log.top) || shown[0];
  return node && { id: node.id, top: node.getBoundingClientRect().top };
}

/** Makes the log show the open channel as it is now; the reader stays where they are, or at the end. */
export function paint() {
  const log = $('log');
  const c = channel();
  if (!c) return;
  const at = following ? null : anchor();
  const wanted = contents(c);
  const keep = new Set(wanted);
  for (const child of [...log.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((node, k) => {
    if (log.children[k] !== node) log.insertBefore(node, log.children[k] || null);
  });
  if (following) toEnd();
  else if (at && $(at.id)) log.scrollTop += $(at.id).getBoundingClientRect().top - at.top;
}

export function toEnd() {
  following = true;
  $('log').scrollTop = $('log').scrollHeight;
  $('jump').hidden = true;
}

/** Shows another channel, from its end; what is unread begins with a line. */
export function openLog() {
  newFrom = unread(channel()).first || null;
  painted.clear();
  $('log').replaceChildren();
  following = true;
  paint();
  markRead();
}

export function forgetNew() {
  newFrom = null;
}

/**
 * A channel has changed. Who acts is taken to what comes of it; who reads further up is told that there is more.
 * @param {?import('./world.js').Message} fresh the message that has come, if one has
 */
export function changed(c, fresh = null) {
  if (c.id !== world.current) return paintChannels();
  const mine =
    fresh &&
    (fresh.author.id === world.me.id || fresh.interaction_metadata?.user.id === world.me.id || fresh.flags & PRIVATE);
  if (mine) following = true;
  paint();
  if (following) markRead();
  else if (fresh) $('jump').hidden = false;
}

export function startLog() {
  const log = $('log');
  const stay = () => {
    if (following) toEnd();
  };
  new ResizeObserver(stay).observe(log);
  log.addEventListener('load', stay, true); // pictures that came without a size
  log.addEventListener('scroll', () => {
    following = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
    if (!following) return;
    $('jump').hidden = true;
    markRead();
  });
  $('jump').addEventListener('click', () => {
    toEnd();
    markRead();
    log.querySelector('.msg:last-of-type')?.focus({ preventScroll: true });
  });
}
