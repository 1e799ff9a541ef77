// One option of a slash command: its field, its choices, what is wrong with it.

import { $, el } from './dom.js';
import { List } from './lists.js';
import { act, named, world } from './world.js';

const TYPING_PAUSE = 150;
const Kind = { INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, MENTIONABLE: 9, NUMBER: 10 };

/** Choices that need no question to the bot. */
export function known(option) {
  if (option.choices?.length) return option.choices;
  if (option.type === Kind.BOOLEAN) return [{ name: 'True', value: true }, { name: 'False', value: false }];
  if (option.type === Kind.USER || option.type === Kind.MENTIONABLE)
    return world.users.map(user => ({ name: named(user), value: user.id, face: user }));
  if (option.type === Kind.CHANNEL)
    return [...world.channels.values()].filter(c => c.type === 0).map(c => ({ name: '#' + c.name, value: c.id }));
  return [];
}

/** A sentence that says what is wrong; empty when all is well. A typed choice gets its value here. */
export function problemOf(field) {
  const { option, input } = field;
  const typed = input.value.trim();
  const fixed = known(option);
  if (!typed) return option.required ? `${option.name} is needed.` : '';
  if (fixed.length && field.value === undefined) {
    const hit = fixed.find(choice => choice.name.toLowerCase() === typed.toLowerCase());
    if (!hit) return `${option.name}: choose one from the list.`;
    field.value = hit.value;
  }
  const whole = option.type === Kind.INTEGER;
  if (whole && field.value === undefined && !/^-?\d+$/.test(typed)) return `${option.name} is a whole number.`;
  const { min_value: least, max_value: most } = option;
  if ((whole || option.type === Kind.NUMBER) && (Number(typed) < least || Number(typed) > most))
    return `${option.name} goes from ${least ?? 'any'} to ${most ?? 'any'}.`;
  return '';
}

/**
 * The field of an option, as a combobox.
 * @param {{current: () => ?{name: string}, values: () => object, picked: (input: HTMLInputElement) => void,
 *   hint: (text?: string, bad?: boolean) => void, leave: () => void}} command what the field is part of
 */
export function optionField(option, command) {
  const input = el('input', {
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    'aria-label': `${option.name}: ${option.description}`,
    'aria-required': option.required ? 'true' : null,
    inputmode: option.type === Kind.INTEGER ? 'numeric' : null,
  });
  const node = el('label.option', {}, el('span', {}, option.name), input);
  const field = { option, input, node, value: undefined, close: () => list.close() };
  const list = new List({
    anchor: $('main').offsetWidth < 480 ? $('bar') : node,
    input,
    label: `Choices for ${option.name}`,
    about: `${option.name}: ${option.description}`,
    pick: choice => {
      input.value = choice.label;
      field.value = choice.value;
      list.close();
      command.picked(input);
    },
  });
  let asked = 0;
  let timer;

  async function autocompleted(turn) {
    const name = command.current().name;
    const options = { ...command.values(), [option.name]: input.value };
    const result = await act('autocomplete', { channel: world.current, name, options, focus: option.name });
    if (turn !== asked || !command.current() || document.activeElement !== input) return null;
    if (result.failed) command.hint('The bot didn’t answer within 3 seconds.', true);
    return result.choices || [];
  }
  async function suggest() {
    const typed = input.value.toLowerCase();
    const matches = choice => field.value !== undefined || choice.name.toLowerCase().includes(typed);
    const turn = ++asked;
    const choices = option.autocomplete ? await autocompleted(turn) : known(option).filter(matches);
    if (!choices) return;
    list.active = 0;
    list.show(choices.slice(0, 25).map(({ name, value, face }) => ({ label: String(name), value, face })));
  }

  input.addEventListener('input', () => {
    field.value = undefined;
    node.classList.remove('bad');
    clearTimeout(timer);
    timer = setTimeout(suggest, option.autocomplete ? TYPING_PAUSE : 0);
  });
  input.addEventListener('focus', () => {
    const listed = option.autocomplete || known(option).length;
    command.hint(listed ? '' : `${option.name}: ${option.description}`);
    suggest();
  });
  input.addEventListener('click', () => {
    if (!list.isOpen) suggest();
  });
  input.addEventListener('blur', () => {
    asked++;
    list.close();
  });
  input.addEventListener('keydown', event => {
    const sends = event.key === 'Enter' && field.value !== undefined; // Enter picks what is lit, a second Enter sends
    if (!sends && list.key(event)) return;
    if (event.key !== 'Backspace' || input.value) return;
    event.preventDefault();
    command.leave();
  });
  return field;
}
