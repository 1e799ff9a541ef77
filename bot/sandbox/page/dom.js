// Small helpers that know nothing of the chat.

const ICONS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  thread: 'M5 4v9a4 4 0 0 0 4 4h10M15 13l4 4-4 4',
  down: 'M7 10l5 5 5-5',
  beside: 'M4 5h16v14H4zM12 5v14',
  out: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5',
  send: 'M5 12h14M13 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  tick: 'M5 12l5 5 9-10',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4',
  eye: 'M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
};
const NOTICE_STAYS = 6000;

/** @param {string} id */
export const $ = id => document.getElementById(id);

/**
 * An element: `el('button.b.s1', {onclick, title}, 'text', child)`. Text is never read as HTML, but for `html`.
 * @param {string} spec tag and classes
 * @param {Record<string, any>} attributes null and false are left out
 * @param {...any} children nested lists are fine; null and false are left out
 */
export function el(spec, attributes = {}, ...children) {
  const [tag, ...classes] = spec.split('.');
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'html') node.innerHTML = value;
    else if (key === 'style') node.style.cssText = value; // not an attribute: the page's policy takes no inline styles
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat(3).filter(child => child != null && child !== false));
  return node;
}

/** @param {keyof typeof ICONS} name */
export const icon = name =>
  el('span', { html: `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>` }).firstChild;

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escape = text => String(text).replace(/[&<>"]/g, sign => ENTITIES[sign]);

/** A sentence: capital letter, one full stop. */
export const sentence = text => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;

/** A date or a time as the reader writes it, in the reader's zone. */
export const written = (time, style) => new Intl.DateTimeFormat(undefined, style).format(time);

/** A short notice that goes by itself, above everything, an open dialog too. */
export function toast(text) {
  const box = $('toasts');
  const note = el('p', {}, text);
  if (box.matches(':popover-open')) box.hidePopover();
  box.append(note);
  box.showPopover();
  setTimeout(() => {
    note.remove();
    if (!box.children.length && box.matches(':popover-open')) box.hidePopover();
  }, NOTICE_STAYS);
}
