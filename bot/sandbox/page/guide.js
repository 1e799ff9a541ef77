// The first steps: shown until a match was started, or they were closed; then never again in this sandbox.

import { $, el, icon } from './dom.js';
import { slash } from './composer.js';
import { words } from './markdown.js';
import { go } from './navigation.js';
import { inner, keep, named, recall, world } from './world.js';

const FOLLOW_FOR = 15000;

export function endGuide() {
  if (!recall('guide', 'open')) return;
  keep('guide', false);
  paintGuide();
}

function play() {
  const { channel, name, options } = world.guide.play;
  endGuide();
  go(channel);
  $('log').focus(); // the button is gone
  world.followThreads = Date.now() + FOLLOW_FOR;
  slash(channel, name, options);
}

export function paintGuide() {
  const box = $('guide');
  box.hidden = !world.guide || inner || !recall('guide', 'open');
  if (box.hidden) return;
  const lines = world.guide.lines.map(line => words(line.replace('{me}', named(world.me))));
  const button = el('button.b.s1', { disabled: world.bot !== 'running', onclick: play }, world.guide.play.label);
  const close = el('button.close', { 'aria-label': 'Close the first steps', onclick: endGuide }, icon('close'));
  box.replaceChildren(el('div.lines', {}, lines), button, close);
}

export function startGuide() {
  addEventListener('storage', () => world.me && paintGuide()); // another window has ended it
}
