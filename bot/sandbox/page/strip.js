// The strip at the top: who this window is, a second window, and the sandbox's own switches.

import { $, el, icon, toast, written } from './dom.js';
import { place } from './lists.js';
import { tickTimes } from './markdown.js';
import { act, avatar, inner, named, now, people, world } from './world.js';

const WIDE_ENOUGH = 1000;
const STATES = {
  running: 'The bot is running',
  starting: 'The bot is starting',
  stopped: 'The bot is stopped',
  unreachable: 'The sandbox isn’t answering',
};
const OUTAGES = {
  starting: 'The bot is starting …',
  stopped: 'The bot is stopped: nothing answers until it runs again. Your match is kept.',
  unreachable: 'The sandbox isn’t answering. Is it still running in its terminal?',
};

/** Opens a second person beside this one, or in a tab of their own where there is no room. */
function beside(user) {
  if (innerWidth < WIDE_ENOUGH) return void open(`${location.pathname}#${user.username}`, '_blank');
  $('beside')?.remove();
  const src = `${location.pathname}?beside#${user.username}`;
  return document.body.append(el('iframe', { id: 'beside', src, title: `A second window, as ${named(user)}` }));
}

function paintWho() {
  const everybody = people();
  const next = everybody[(everybody.findIndex(user => user.id === world.me.id) + 1) % everybody.length];
  const you = el('span', {}, el('span.you', {}, 'You are '), named(world.me));
  $('who').replaceChildren(avatar(world.me, 'small'), you, icon('down'));
  $('who').setAttribute('aria-label', `You are ${named(world.me)}. Switch person`);
  $('open-beside').replaceChildren(icon('beside'), el('span', {}, `${named(next)} beside`));
  $('open-beside').setAttribute('aria-label', `Open a second window as ${named(next)}`);
  $('open-beside').onclick = () => beside(next);
}

function paintBot() {
  $('bot-state').textContent = STATES[world.bot];
  $('bot-switch').textContent = world.bot === 'stopped' ? 'Start it' : 'Kill it';
  $('bot-switch').hidden = !world.botSwitch || world.bot === 'unreachable';
  document.querySelectorAll('.lamp').forEach(lamp => (lamp.className = `lamp ${world.bot}`));
  $('more').setAttribute('aria-label', `Sandbox. ${STATES[world.bot]}`);
  $('outage').hidden = world.bot === 'running';
  $('outage-words').textContent = OUTAGES[world.bot] || '';
  $('outage-start').hidden = !world.botSwitch || world.bot !== 'stopped';
}

export function paintStrip() {
  paintWho();
  paintBot();
}

/** Brings the clock and relative times up to date. */
export function tick() {
  $('now').textContent = written(now(), { weekday: 'short', hour: 'numeric', minute: '2-digit' });
  tickTimes();
}

function choosePerson() {
  if ($('people')) return $('people').hidePopover();
  const become = user => {
    menu.hidePopover();
    location.hash = user.username;
  };
  const openBeside = user => {
    menu.hidePopover();
    beside(user);
  };
  const line = user => {
    const me = user.id === world.me.id;
    const attributes = { 'aria-current': me ? 'true' : null, onclick: () => become(user) };
    const name = el('button.row-button', attributes, avatar(user, 'small'), el('span', {}, named(user)), me && icon('tick'));
    const label = { 'aria-label': `${named(user)} in a second window`, title: 'In a second window' };
    const second = el('button.beside', { ...label, onclick: () => openBeside(user) }, icon('beside'));
    return el('div.person', {}, name, !me && second);
  };
  const removed = event => event.newState === 'closed' && menu.remove();
  const attributes = { id: 'people', popover: 'auto', 'aria-label': 'People', ontoggle: removed };
  const menu = el('div.float', attributes, people().map(line));
  document.body.append(menu);
  menu.showPopover();
  place(menu, $('who'));
  return menu.querySelector('button').focus();
}

async function passTime(seconds) {
  const result = await act('pass_time', { seconds });
  if (result.now) toast(`It is now ${written(result.now, { weekday: 'long', hour: 'numeric', minute: '2-digit' })}.`);
}

export function startStrip() {
  const start = () => act('bot_start');
  window.closeBeside = () => {
    $('beside')?.remove();
    $('open-beside').focus();
  };
  if (inner) document.documentElement.classList.add('inner');
  $('close-beside').addEventListener('click', () => window.parent.closeBeside());
  $('who').addEventListener('click', choosePerson);
  $('dm-closed').addEventListener('change', () => act('dm_closed', { value: $('dm-closed').checked }));
  $('bot-switch').addEventListener('click', () => (world.bot === 'stopped' ? start() : act('bot_kill')));
  $('outage-start').addEventListener('click', start);
  document.querySelectorAll('[data-pass]').forEach(button => {
    button.addEventListener('click', () => passTime(Number(button.dataset.pass)));
  });
  setInterval(tick, 1000);
}
