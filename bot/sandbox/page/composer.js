// The field at the bottom: plain messages and slash commands.

import { $, el, icon } from './dom.js';
import { List } from './lists.js';
import { changed, forgetNew } from './log.js';
import { optionField, problemOf } from './options.js';
import { PRIVATE, act, channel, isDirect, isThread, now, theBot, unanswered, world } from './world.js';

/** The command that is being filled in: {name, description, options, fields}. */
let command = null;
let localId = 0;
let picker;

/** Commands with their subcommands as one flat list: "group sub". */
function leaves(list, prefix = '') {
  return list.flatMap(c => {
    const inside = (c.options || []).filter(option => option.type < 3);
    if (inside.length) return leaves(inside, `${prefix}${c.name} `);
    return [{ name: prefix + c.name, description: c.description, options: c.options || [] }];
  });
}
const here = () => leaves(isDirect(channel()) ? world.commands.dm : world.commands.guild);

function hint(text = '', bad = false) {
  $('hint').textContent = text;
  $('hint').classList.toggle('bad', bad);
}

/** Makes the field ready for the open channel. */
export function openComposer() {
  const c = channel();
  const whom = isDirect(c) ? `@${c.name}` : isThread(c) ? 'this thread' : `#${c.name}`;
  $('say').placeholder = `Message ${whom}, or / for a command`;
  $('say').setAttribute('aria-label', $('say').placeholder);
  leaveCommand();
}

function suggestCommands() {
  const typed = $('say').value;
  hint();
  if (!typed.startsWith('/')) return picker.close();
  const wanted = typed.slice(1).trimEnd().toLowerCase();
  const hits = here()
    .filter(c => c.name.includes(wanted))
    .sort((a, b) => b.name.startsWith(wanted) - a.name.startsWith(wanted));
  picker.active = 0;
  picker.show(hits.map(c => ({ label: `/${c.name}`, description: c.description, value: c })));
  if (hits.length) return null;
  return hint(world.bot === 'running' ? 'No such command here.' : 'No such command here; the bot isn’t running.', true);
}

/** Begins a slash command, as by typing "/". */
export function typeSlash() {
  $('say').focus();
  if (command) return;
  $('say').value = '/';
  suggestCommands();
}

function startCommand(chosen) {
  picker.close();
  command = { ...chosen, fields: [] };
  $('say').hidden = true;
  $('bar').insertBefore(el('span.command', {}, `/${chosen.name}`), $('say'));
  for (const option of chosen.options) {
    if (option.required) addField(option);
    else $('bar').insertBefore(adder(option), $('say'));
  }
  hint(chosen.description);
  (command.fields[0]?.input || sendButton()).focus();
}
const sendButton = () => $('bar').querySelector('.send');

function adder(option) {
  const button = el(
    'button.add',
    {
      type: 'button',
      title: option.description,
      'aria-label': `Add ${option.name}: ${option.description}`,
      onclick: () => {
        const field = addField(option, button);
        button.remove();
        field.input.focus();
      },
    },
    `+ ${option.name}`,
  );
  return button;
}
function addField(option, before = $('say')) {
  const field = optionField(option, {
    current: () => command,
    values,
    hint,
    leave: () => leaveCommand(true),
    picked: input => {
      const empty = command.fields.find(f => f.option.required && f.value === undefined && !f.input.value);
      (empty?.input || input).focus();
    },
  });
  command.fields.push(field);
  $('bar').insertBefore(field.node, before);
  return field;
}
function values() {
  const given = command.fields.map(field => [field.option.name, field.value ?? field.input.value.trim()]);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

export function leaveCommand(focus = false) {
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
/** @returns {boolean} whether a command was being filled in */
export function escapeCommand() {
  if (!command) return false;
  leaveCommand(true);
  return true;
}

/** Uses a command; until the bot answers, a private note stands in the channel. */
export async function slash(channelId, name, options) {
  const note = {
    id: `local${++localId}`,
    local: true,
    sending: true,
    flags: PRIVATE,
    author: theBot(),
    timestamp: new Date(now()).toISOString(),
    interaction_metadata: { name, user: world.me },
  };
  const place = () => world.channels.get(channelId);
  place().messages.push(note);
  changed(place(), note);
  const result = await act('slash', { channel: channelId, name, options });
  if (!place()) return result;
  place().messages = place().messages.filter(m => m !== note);
  const failure = { ...note, id: `local${++localId}`, sending: false, content: unanswered() };
  if (result.failed) place().messages.push(failure);
  changed(place(), result.failed ? failure : null);
  return result;
}

async function send() {
  if (command) return sendCommand();
  const text = $('say').value.trim();
  if (!text) return null;
  if (text.startsWith('/')) {
    const hit = here().find(c => `/${c.name}` === text);
    return hit ? startCommand(hit) : hint('No such command here.', true);
  }
  const result = await act('say', { channel: world.current, content: text });
  if (result.error) return null;
  $('say').value = '';
  return forgetNew();
}
function sendCommand() {
  const bad = command.fields.find(problemOf);
  if (!bad) {
    const { name } = command;
    const options = values();
    leaveCommand(true);
    return slash(world.current, name, options);
  }
  bad.node.classList.add('bad');
  bad.input.focus();
  return hint(problemOf(bad), true);
}

export function startComposer() {
  picker = new List({
    anchor: $('bar'),
    input: $('say'),
    label: 'Commands',
    pick: option => startCommand(option.value),
  });
  sendButton().append(icon('send'));
  $('say').addEventListener('input', suggestCommands);
  $('say').addEventListener('blur', () => picker.close());
  $('say').addEventListener('keydown', event => {
    if (picker.key(event)) return;
    if (event.key !== 'Escape') return;
    $('say').value = '';
    hint();
  });
  $('composer').addEventListener('submit', event => {
    event.preventDefault();
    send();
  });
}
