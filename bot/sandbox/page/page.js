// The page of the sandbox: starts its parts and knows the keys that work everywhere.

import { $ } from './dom.js';
import { markRead, ordered, paintChannels } from './channels.js';
import { escapeCommand, startComposer, typeSlash } from './composer.js';
import { startGuide } from './guide.js';
import { become } from './live.js';
import { paint, startLog } from './log.js';
import { fold, go, startNavigation } from './navigation.js';
import { startPictures } from './pictures.js';
import { startStrip } from './strip.js';
import { act, channel, visible, world } from './world.js';

function stepChannel(step) {
  const { text, direct } = ordered();
  const all = [...text, ...direct];
  const k = all.findIndex(c => c.id === world.current);
  go(all[(k + step + all.length) % all.length].id);
}
function stepMessage(step, from) {
  const all = [...document.querySelectorAll('.msg')];
  const k = all.indexOf(from);
  (k < 0 ? all.at(-1) : all[k + step])?.focus();
}

function keys(event) {
  const { key, target, altKey } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const typing = target.closest('input, textarea, [role=listbox], dialog');
  if (altKey && step) stepChannel(step);
  else if (key === '/' && !typing) typeSlash();
  else if (step && !typing && target.closest('#log')) stepMessage(step, target.closest('.msg'));
  else if (target.matches('.spoiler') && (key === 'Enter' || key === ' ')) target.classList.add('shown');
  else {
    if (key === 'Escape' && !escapeCommand()) fold();
    return;
  }
  event.preventDefault();
}

function clicks(event) {
  const veil = event.target.closest('.spoiler');
  if (veil) veil.classList.add('shown');
  const id = event.target.closest('[data-dismiss]')?.dataset.dismiss;
  if (id) dismiss(id);
}
function dismiss(id) {
  const c = channel();
  if (c.messages.find(m => m.id === id)?.local) {
    c.messages = c.messages.filter(m => m.id !== id);
    paint();
  } else act('dismiss', { message: id });
  $('say').focus();
}

startNavigation();
startLog();
startPictures();
startComposer();
startStrip();
startGuide();
document.addEventListener('keydown', keys);
$('log').addEventListener('click', clicks);
$('skip').addEventListener('click', () => $('say').focus());
document.addEventListener('visibilitychange', () => {
  if (!visible() || !world.me) return;
  markRead();
  paintChannels();
});
addEventListener('hashchange', become);
become();
