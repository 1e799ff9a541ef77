// Forms that the bot opens: texts, selects, radio groups, checkboxes.

import { $, el } from './dom.js';
import { Kind, optionsOf, select } from './components.js';
import { words } from './markdown.js';
import { act, unanswered } from './world.js';

/**
 * A field: its element, how to read it, and what is wrong with it (empty when all is well).
 * @typedef {{node: HTMLElement, get: () => any, problem?: () => string}} Field
 */

function textField(c, head, ids) {
  const long = c.style === 2;
  const input = el(long ? 'textarea' : 'input', {
    id: ids.field,
    required: c.required !== false,
    placeholder: c.placeholder,
    minlength: c.min_length,
    maxlength: c.max_length || 4000,
    rows: long ? 4 : null,
    'aria-describedby': ids.about,
  });
  input.value = c.value || '';
  return { node: el('div.field', {}, head, input), get: () => input.value };
}

function groupField(c, label, about, ids) {
  const radio = c.type === Kind.RADIO_GROUP;
  const required = c.required !== false;
  const least = c.min_values ?? (required ? 1 : 0);
  const boxes = c.options.map(option => {
    const type = radio ? 'radio' : 'checkbox';
    const input = el('input', { type, name: ids.field, checked: option.default, required: radio && required });
    return { option, input };
  });
  const lines = boxes.map(({ option, input }) => tickbox(input, option.label, option.description));
  const picked = () => boxes.filter(box => box.input.checked).map(box => box.option.value);
  return {
    node: el('fieldset.field', {}, el('legend', {}, label), about && el('p.about', {}, about), lines),
    get: () => (radio ? (picked()[0] ?? null) : picked()),
    problem: () => (!radio && picked().length < least ? `${label}: choose at least ${least}.` : ''),
  };
}
const tickbox = (input, label, about) =>
  el('label.tickbox', {}, input, el('span', {}, label, about && el('small', {}, about)));

function checkboxField(c, label, about, ids) {
  const input = el('input', { type: 'checkbox', id: ids.field, checked: c.default });
  return { node: el('div.field', {}, tickbox(input, label, about)), get: () => input.checked };
}

function selectField(c, head, label) {
  let chosen = optionsOf(c).filter(option => option.default).map(option => option.value);
  const control = select(c, picked => (chosen = picked), label);
  const lacking = () => c.required !== false && !chosen.length;
  return {
    node: el('div.field', {}, head, control),
    get: () => chosen,
    problem: () => (lacking() ? `${label}: make a choice.` : ''),
  };
}

/** @returns {Field} */
function field(c, label, about) {
  const ids = { field: `f-${c.custom_id}`, about: about ? `f-${c.custom_id}-about` : null };
  if (c.type === Kind.RADIO_GROUP || c.type === Kind.CHECKBOX_GROUP) return groupField(c, label, about, ids);
  if (c.type === Kind.CHECKBOX) return checkboxField(c, label, about, ids);
  const star = c.required !== false && el('span', { 'aria-hidden': 'true' }, ' *');
  const text = c.type === Kind.TEXT_INPUT;
  const head = [
    el(text ? 'label' : 'div.label', { for: text ? ids.field : null }, label, star),
    about && el('p.about', { id: ids.about }, about),
  ];
  if (text) return textField(c, head, ids);
  if (c.type === Kind.FILE_UPLOAD) {
    return { node: el('div.field', {}, head, el('p.about', {}, 'The sandbox can’t send files.')), get: () => [] };
  }
  return selectField(c, head, label);
}

/** Opens the form of an interaction. */
export function openModal({ interaction, modal }) {
  const box = $('modal');
  const fields = {};
  const problem = el('p.failed', { role: 'alert' });
  const parts = modal.components.map(row => {
    const input = row.type === Kind.LABEL ? row.component : row.type === Kind.ROW ? row.components[0] : null;
    if (!input) return words(row.content || '');
    fields[input.custom_id] = field(input, row.label || input.label || '', row.description);
    return fields[input.custom_id].node;
  });
  const send = el('button.b.s1', {}, 'Submit');
  const cancel = el('button.b.s2', { type: 'button', onclick: () => box.close() }, 'Cancel');
  const submit = async event => {
    event.preventDefault();
    problem.textContent = Object.values(fields).map(made => made.problem?.() || '').find(Boolean) || '';
    if (problem.textContent) return;
    send.disabled = true;
    const values = Object.fromEntries(Object.entries(fields).map(([id, made]) => [id, made.get()]));
    const result = await act('submit', { interaction, values }, { quiet: true });
    send.disabled = false;
    if (result.error) problem.textContent = result.error;
    else if (result.failed) problem.textContent = unanswered();
    else box.close();
  };
  const title = el('h2', { id: 'modal-title' }, modal.title);
  box.replaceChildren(el('form', { onsubmit: submit }, title, parts, problem, el('div.end', {}, cancel, send)));
  box.showModal();
}
