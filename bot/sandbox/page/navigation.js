// Going to a channel, and the two things that fold: the drawer of channels, the menu of switches.

import { $, el } from './dom.js';
import { paintChannels } from './channels.js';
import { openComposer } from './composer.js';
import { openLog } from './log.js';
import { channel, isDirect, isThread, world } from './world.js';

const lastKey = () => `sandbox.channel.${world.me.id}`;

function paintHead(c) {
  const parent = isThread(c) && world.channels.get(c.parent);
  $('title').textContent = isDirect(c) ? `@ ${c.name}` : `${isThread(c) ? '' : '# '}${c.name}`;
  const link = parent && el('a', { href: '', 'data-channel': parent.id }, `in #${parent.name}`);
  $('topic').replaceChildren(link || c.topic || (isDirect(c) ? 'Only you and the bot' : ''));
}

export function go(id) {
  if (!world.channels.has(id)) return;
  world.current = id;
  sessionStorage.setItem(lastKey(), id);
  paintHead(channel());
  fold();
  openComposer();
  openLog();
  paintChannels();
}

/** Where this window was last, or the first channel. */
export function goBack() {
  const first = world.channels.keys().next().value;
  go([world.current, sessionStorage.getItem(lastKey()), first].find(id => world.channels.has(id)));
}

/** Paints the name of the open channel anew. */
export function renamed() {
  if (channel()) paintHead(channel());
}

function unfold(box, button, open = !$(box).classList.contains('open')) {
  if (!open && $(box).classList.contains('open') && $(box).contains(document.activeElement)) $(button).focus();
  $(box).classList.toggle('open', open);
  $(button).setAttribute('aria-expanded', String(open));
  if (open) $(box).querySelector('button, input').focus();
}
/** Folds both, but not the one that `inside` is part of. */
export function fold(inside = null) {
  if (!inside?.closest('#nav, #menu')) unfold('nav', 'menu', false);
  if (!inside?.closest('#tools, #more')) unfold('tools', 'more', false);
}

export function startNavigation() {
  $('menu').addEventListener('click', () => unfold('nav', 'menu'));
  $('more').addEventListener('click', () => unfold('tools', 'more'));
  document.addEventListener('pointerdown', event => fold(event.target));
  document.addEventListener('click', event => {
    const link = event.target.closest('[data-channel]');
    if (!link) return;
    event.preventDefault();
    go(link.dataset.channel);
  });
}
