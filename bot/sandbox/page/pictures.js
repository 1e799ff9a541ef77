// Pictures in messages, and a picture enlarged with its alt text.

import { $, el, icon } from './dom.js';

/** The page asks its own origin for files, whatever address the bot's world has for them. */
export function local(url) {
  const { pathname, search } = new URL(url, location);
  return /^\/(attachments|emojis)\//.test(pathname) ? pathname + search : url;
}

export function picture(url, alt, { kind = '', spoiler = false, width, height } = {}) {
  const image = el('img', { src: local(url), alt: alt || 'Picture without a description', width, height });
  const press = () => (button.matches('.veiled') ? button.classList.remove('veiled') : enlarge(url, alt));
  const button = el(`button.picture${kind}${spoiler ? '.veiled' : ''}`, { title: 'Enlarge', onclick: press }, image);
  return button;
}

function enlarge(url, alt) {
  const box = $('picture');
  box.classList.remove('full');
  const size = el('button.b.s2', { onclick: () => full() }, 'Full size');
  const full = () => {
    size.textContent = box.classList.toggle('full') ? 'Fit the window' : 'Full size';
  };
  const close = el('button.b.s1', { onclick: () => box.close() }, 'Close');
  box.replaceChildren(
    el(
      'figure',
      {},
      el('img', { src: local(url), alt: alt || '', onclick: full }),
      el('figcaption', { tabindex: 0 }, alt || 'This picture has no description.'),
      el('div.end', {}, size, close),
    ),
  );
  box.showModal();
  close.focus();
}

export function file(url, name, size) {
  const kilobytes = size ? el('small', {}, ` ${Math.max(1, Math.round(size / 1024))} KB`) : null;
  return el('div.file', {}, icon('file'), el('div', {}, el('a', { href: local(url), download: name }, name), kilobytes));
}

export function startPictures() {
  $('picture').addEventListener('click', event => {
    if (event.target === $('picture')) $('picture').close();
  });
}
