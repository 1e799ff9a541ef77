// Discord's components: buttons, selects, texts, galleries, containers.

import { $, el, icon } from './dom.js';
import { List, emojiOf } from './lists.js';
import { words } from './markdown.js';
import { file, picture } from './pictures.js';
import { act, named, unanswered, world } from './world.js';

export const Kind = {
  ROW: 1, BUTTON: 2, STRING_SELECT: 3, TEXT_INPUT: 4, USER_SELECT: 5, ROLE_SELECT: 6, MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8, SECTION: 9, TEXT: 10, THUMBNAIL: 11, GALLERY: 12, FILE: 13, SEPARATOR: 14, CONTAINER: 17,
  LABEL: 18, FILE_UPLOAD: 19, RADIO_GROUP: 21, CHECKBOX_GROUP: 22, CHECKBOX: 23,
};
const LINK = 5;

export const accent = colour => (colour == null ? null : `--accent:#${colour.toString(16).padStart(6, '0')}`);

/** Sends a click of this person, and shows on the message that it is under way, or was not answered. */
async function click(m, control, component, values) {
  const node = control.closest('.msg');
  if (node.dataset.waiting) return;
  node.querySelector('.failed')?.remove();
  node.dataset.waiting = component.custom_id; // not `disabled`: that would drop the focus
  control.classList.add('waiting');
  const result = await act('click', { message: m.id, custom_id: component.custom_id, values });
  delete node.dataset.waiting;
  control.classList.remove('waiting');
  if (result.failed) failed(m.id);
}

/** Says on a message that nobody answered. */
export function failed(id) {
  const node = $('m' + id);
  if (node && !node.querySelector('.failed')) node.append(el('div.failed', { role: 'alert' }, unanswered()));
}

/** The options of any kind of select: its own, or people and channels. */
export function optionsOf(c) {
  if (c.type === Kind.STRING_SELECT) return c.options;
  if (c.type === Kind.ROLE_SELECT) return [];
  const taken = (c.default_values || []).map(value => value.id);
  const list =
    c.type === Kind.CHANNEL_SELECT
      ? [...world.channels.values()].filter(x => x.type === 0).map(x => ({ label: '#' + x.name, value: x.id }))
      : world.users.map(user => ({ label: named(user), value: user.id, face: user }));
  return list.map(option => ({ ...option, default: taken.includes(option.value) }));
}

/** Lets a select without a placeholder be named by the text above it. */
function nameByText(node) {
  const above = node.closest('.row')?.previousElementSibling;
  const control = node.querySelector('.select:not([aria-label])');
  if (!control || !above?.matches('.text')) return;
  above.id ||= `above-${control.dataset.id}`;
  control.id ||= `select-${control.dataset.id}`;
  control.setAttribute('aria-labelledby', `${above.id} ${control.id}`);
}
export const nameSelects = node => node.querySelectorAll('.row').forEach(nameByText);

/** A select: a button that shows what is chosen and opens a list. `done(values)` runs when the choice is made. */
export function select(c, done, label = c.placeholder) {
  const options = optionsOf(c);
  const multiple = (c.max_values ?? 1) > 1;
  let chosen = options.filter(option => option.default).map(option => option.value);
  const shown = el('span');
  const show = () => {
    const labels = options.filter(option => chosen.includes(option.value)).map(option => option.label);
    shown.textContent = labels.join(', ') || c.placeholder || (multiple ? 'Choose some' : 'Choose one');
    button.classList.toggle('none', !chosen.length);
    if (label) button.setAttribute('aria-label', `${label}: ${shown.textContent}`);
  };
  const open = () => {
    const before = String(chosen);
    const list = new List({
      anchor: button,
      label: label || 'Choices',
      multiple,
      chosen: new Set(chosen),
      most: c.max_values ?? 1,
      pick: option => {
        if (multiple) return;
        chosen = [option.value];
        show();
        list.close();
        done(chosen);
      },
      closed: () => {
        if (multiple) {
          chosen = [...list.chosen];
          show();
          if (String(chosen) !== before && chosen.length >= (c.min_values ?? 1)) done(chosen);
        }
        button.focus();
      },
    });
    list.show(options);
    list.box.addEventListener('keydown', event => list.key(event));
    list.box.focus();
  };
  const button = el(
    'button.select',
    {
      type: 'button',
      disabled: c.disabled,
      'aria-haspopup': 'listbox',
      'data-id': c.custom_id,
      onclick: open,
    },
    shown,
    icon('down'),
  );
  show();
  return button;
}

function button(c, m) {
  const label = c.label && el('span', {}, c.label);
  if (c.style === LINK) {
    const away = { href: c.url, target: '_blank', rel: 'noopener noreferrer' };
    return el('a.b.s5', away, emojiOf(c.emoji), label, icon('out'));
  }
  const attributes = {
    disabled: c.disabled,
    'data-id': c.custom_id,
    'aria-label': c.label ? null : c.emoji?.name,
    onclick: () => click(m, node, c),
  };
  const node = el(`button.b.s${c.style}`, attributes, emojiOf(c.emoji), label);
  return node;
}

function gallery(c) {
  const size = c.items.length === 1 ? 'one' : c.items.length === 2 ? 'two' : 'many';
  const pictures = c.items.map(({ media, description, spoiler }) =>
    picture(media.url, description, { spoiler, width: media.width, height: media.height }),
  );
  return el(`div.pictures.${size}`, {}, pictures);
}

/** A component of a message as an element. */
export function component(c, m) {
  const all = list => list.map(child => component(child, m));
  switch (c.type) {
    case Kind.ROW:
      return el('div.row', {}, all(c.components));
    case Kind.BUTTON:
      return button(c, m);
    case Kind.STRING_SELECT:
    case Kind.USER_SELECT:
    case Kind.ROLE_SELECT:
    case Kind.MENTIONABLE_SELECT:
    case Kind.CHANNEL_SELECT: {
      const control = select(c, values => click(m, control, c, values));
      return control;
    }
    case Kind.SECTION:
      return el('div.section', {}, el('div.texts', {}, all(c.components)), component(c.accessory, m));
    case Kind.TEXT:
      return words(c.content);
    case Kind.THUMBNAIL:
      return picture(c.media.url, c.description, { kind: '.thumb', spoiler: c.spoiler });
    case Kind.GALLERY:
      return gallery(c);
    case Kind.FILE: {
      const name = decodeURIComponent(new URL(c.file.url, location).pathname.split('/').pop());
      return file(c.file.url, c.name || name, c.size);
    }
    case Kind.SEPARATOR:
      return el(`hr${c.divider !== false ? '.line' : ''}${c.spacing === 2 ? '.large' : ''}`);
    case Kind.CONTAINER: {
      const coloured = c.accent_color != null ? '.accent' : '';
      return el(`div.container${coloured}`, { style: accent(c.accent_color) }, all(c.components));
    }
    default:
      return el('p.failed', {}, `The sandbox can’t show component ${c.type} yet.`);
  }
}
