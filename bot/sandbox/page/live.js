// The stream of what this person is shown.

import { $, el, toast } from './dom.js';
import { paintChannels, recallRead } from './channels.js';
import { failed } from './components.js';
import { leaveCommand } from './composer.js';
import { endGuide, paintGuide } from './guide.js';
import { changed, paint } from './log.js';
import { spoken } from './messages.js';
import { openModal } from './modals.js';
import { go, goBack, renamed } from './navigation.js';
import { paintStrip, tick } from './strip.js';
import { PRIVATE, isDirect, isThread, keepOnly, named, pings, theBot, world } from './world.js';

const AGAIN = 1500;
const TYPING_STAYS = 9000;

let socket = null;
let typingTimer;

function announce(c, m) {
  if (c.id === world.current) $('live').textContent = `${named(m.author)}: ${spoken(m)}`;
  else if (pings(m) || isDirect(c)) $('live').textContent = `${named(m.author)} in ${c.name}`;
}

/** What to do for each kind of event; sandbox/sim.py and sandbox/broadcast.py send them. */
const handlers = {
  snapshot(event) {
    const { me, users, commands, server, bot, guide } = event;
    Object.assign(world, { me, users, commands, server, bot, guide, botSwitch: event.bot_switch });
    world.shift = event.now - Date.now();
    world.channels = new Map(event.channels.map(c => [c.id, c]));
    keepOnly(theBot().id);
    recallRead();
    $('dm-closed').checked = event.dm_closed;
    paintStrip();
    paintGuide();
    tick();
    goBack();
  },
  channel({ channel: c }) {
    const fresh = !world.channels.has(c.id);
    world.channels.set(c.id, c);
    if (fresh && isThread(c) && Date.now() < world.followThreads) {
      world.followThreads = 0;
      return go(c.id);
    }
    if (c.id === world.current) renamed();
    paintChannels();
    return paint();
  },
  message({ channel: id, message: m }) {
    const c = world.channels.get(id);
    c.messages.push(m);
    if (id === world.current) $('typing').replaceChildren();
    if (isThread(c) && pings(m)) endGuide(); // their first match has begun
    changed(c, m);
    announce(c, m);
    if (c.parent === world.current) paint(); // the number of messages under the thread's first one
  },
  edit({ channel: id, message: m }) {
    const c = world.channels.get(id);
    c.messages = c.messages.map(old => (old.id === m.id ? m : old));
    changed(c);
    if (m.flags & PRIVATE) announce(c, m);
  },
  delete({ channel: id, message: m }) {
    const c = world.channels.get(id);
    c.messages = c.messages.filter(old => old.id !== m.id);
    changed(c);
  },
  typing({ channel: id, name }) {
    if (id !== world.current) return;
    $('typing').replaceChildren(el('span.dots', {}, `${name} is typing`));
    clearTimeout(typingTimer);
    typingTimer = setTimeout(() => $('typing').replaceChildren(), TYPING_STAYS);
  },
  modal: openModal,
  failed({ source }) {
    if (source) failed(source);
  },
  commands(event) {
    world.commands = event.commands;
  },
  dm_closed(event) {
    $('dm-closed').checked = event.value;
  },
  bot(event) {
    world.bot = event.state;
    paintStrip();
    paintGuide();
  },
  clock(event) {
    world.shift = event.now - Date.now();
    tick();
  },
};

function connect(name) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const mine = new WebSocket(`${scheme}://${location.host}/sim/live?user=${encodeURIComponent(name)}`);
  socket = mine;
  mine.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    if (socket === mine) handlers[event.t]?.(event);
  };
  mine.onclose = () => {
    if (socket !== mine) return;
    world.bot = 'unreachable';
    if (world.me) paintStrip();
    setTimeout(() => socket === mine && become(), AGAIN);
  };
}

/** Makes this window the person whom the address names: `#alice`. */
export async function become() {
  const everybody = await fetch('/sim/users')
    .then(answer => answer.json())
    .catch(() => null);
  if (!everybody) {
    if (!world.me) toast('The sandbox isn’t answering.');
    setTimeout(become, 2 * AGAIN);
    return;
  }
  const wanted = decodeURIComponent(location.hash.slice(1)).toLowerCase();
  const person = everybody.find(user => user.username === wanted || user.id === wanted) || everybody[0];
  if (wanted !== person.username) history.replaceState(null, '', `#${person.username}`);
  const old = socket;
  socket = null;
  old?.close();
  if (world.me?.id !== person.id) {
    world.current = null;
    leaveCommand();
  }
  connect(person.username);
}
