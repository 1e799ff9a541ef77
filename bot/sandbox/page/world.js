// What this window knows: only what the server shows to this person.

import { el, sentence, toast } from './dom.js';

/**
 * @typedef {{id: string, username: string, global_name: ?string, bot?: boolean}} User
 * @typedef {Record<string, any> & {id: string, author: User, flags: number, timestamp: string}} Message
 *   Discord's message object; `local` and `sending` mark what this page put there itself
 * @typedef {{id: string, type: number, name: string, topic: ?string, parent: ?string, archived: boolean,
 *   messages: Message[]}} Channel
 */

export const PRIVATE = 64;
export const LOADING = 128;
export const SILENT = 4096;

export const world = {
  /** @type {User} */ me: null,
  /** @type {User[]} */ users: [],
  /** @type {Map<string, Channel>} */ channels: new Map(),
  commands: { guild: [], dm: [] },
  server: '',
  /** @type {?string} the channel that is open */ current: null,
  /** @type {'running' | 'starting' | 'stopped' | 'unreachable'} */ bot: 'starting',
  botSwitch: false,
  guide: null,
  /** How far the sandbox's clock is ahead, in milliseconds. */ shift: 0,
  /** Until when a thread that appears is opened by itself. */ followThreads: 0,
};

export const named = user => user.global_name || user.username;
export const userById = id => world.users.find(user => user.id === id);
export const theBot = () => world.users.find(user => user.bot);
export const people = () => world.users.filter(user => !user.bot);
/** @returns {?Channel} the open one */
export const channel = () => world.channels.get(world.current);
export const isThread = c => c.type === 11 || c.type === 12;
export const isDirect = c => c.type === 1;
export const now = () => Date.now() + world.shift;
export const visible = () => document.visibilityState === 'visible';
export const inner = window !== window.parent;
/** Whether a message calls this person. */
export const pings = m => m.mentions?.some(user => user.id === world.me.id) && !(m.flags & PRIVATE);

export const unanswered = () =>
  world.bot === 'running'
    ? 'The bot didn’t answer within 3 seconds. Try again.'
    : 'The bot isn’t running. Start it, then try again.';

/**
 * Runs an act of this person. A refusal is told in a notice, unless `quiet`, and comes back as `{error}`.
 * @param {string} type
 */
export async function act(type, body = {}, { quiet = false } = {}) {
  let result;
  try {
    const answer = await fetch('/sim/act', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ user: world.me.id, type, ...body }),
    });
    result = await answer.json();
  } catch {
    result = { error: 'the sandbox isn’t answering' };
  }
  if (result.error) result.error = sentence(result.error);
  if (result.error && !quiet) toast(result.error);
  return result;
}

const BOT_FACE =
  '<svg viewBox="0 0 40 40"><path fill="#1B2127" d="M0 0h40v40H0z"/>' +
  '<rect x="9" y="10" width="13" height="19" rx="3" fill="#E6CB8F" transform="rotate(-10 15 20)"/>' +
  '<rect x="18" y="11" width="13" height="19" rx="3" fill="#F1ECE1" transform="rotate(8 24 20)"/>' +
  '<circle cx="24.4" cy="20.5" r="3.4" fill="#2B6CD4"/></svg>';
const FACES = ['#C0A2FF', '#4FCB9D', '#F2A6D2', '#C9D36A', '#6BA6FF', '#FF8578'];

export function avatar(user, size = '') {
  const face = el(`span.avatar${size && '.' + size}`, { 'aria-hidden': 'true' });
  if (user.bot) face.innerHTML = BOT_FACE;
  else {
    face.textContent = named(user)[0].toUpperCase();
    face.style.background = FACES[people().findIndex(other => other.id === user.id) % FACES.length] || FACES[0];
  }
  return face;
}

// ---- what the browser keeps, for as long as this sandbox runs --------------------------------------------------------

const PREFIX = 'sandbox.';

/** Forgets what was kept of an earlier sandbox at this address; `run` names the present one. */
export function keepOnly(run) {
  if (recall('run', '') === run) return;
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  keep('run', run);
}
export const keep = (key, value) => localStorage.setItem(PREFIX + key, JSON.stringify(value));
export const recall = (key, otherwise) => JSON.parse(localStorage.getItem(PREFIX + key)) ?? otherwise;
