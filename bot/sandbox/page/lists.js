// Lists that float: the options of a select, slash commands, choices of an option.

import { el, icon } from './dom.js';
import { avatar } from './world.js';

const TALLEST = 340;

export const emojiOf = emoji =>
  !emoji
    ? null
    : emoji.id
      ? el('img.emoji', { src: `/emojis/${emoji.id}.png`, alt: '' })
      : el('span', { 'aria-hidden': 'true' }, emoji.name);

/** Puts a floating box at its anchor, above or below, wherever there is more room. */
export function place(box, anchor) {
  const at = anchor.getBoundingClientRect();
  const below = innerHeight - at.bottom - 12;
  const up = below < Math.min(box.scrollHeight, TALLEST) && at.top > below;
  box.style.width = `${Math.min(Math.max(at.width, 260), innerWidth - 16)}px`;
  box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 8))}px`;
  const where = up
    ? { top: 'auto', bottom: `${innerHeight - at.top + 6}px`, maxHeight: `${Math.min(TALLEST, at.top - 14)}px` }
    : { bottom: 'auto', top: `${at.bottom + 6}px`, maxHeight: `${Math.min(TALLEST, below)}px` };
  Object.assign(box.style, where);
}

/**
 * @typedef {{label: string, value: any, description?: string, emoji?: any, face?: any}} Option
 */
export class List {
  static number = 0;

  /**
   * With an `input` the focus stays there (a combobox), else it is in the list.
   * @param {{anchor: HTMLElement, input?: HTMLInputElement, label: string, about?: string,
   *   pick: (option: Option) => void, closed?: () => void, multiple?: boolean, chosen?: Set<any>, most?: number}} setup
   */
  constructor({ anchor, input = null, label, about = '', pick, closed = () => {}, multiple = false, chosen = new Set(), most = 25 }) {
    Object.assign(this, { anchor, input, about, pick, closed, multiple, chosen, most });
    this.options = [];
    this.active = 0;
    this.id = `list${++List.number}`;
    this.box = el('div.float', {
      id: this.id,
      role: 'listbox',
      popover: 'manual',
      tabindex: -1,
      'aria-label': label,
      'aria-multiselectable': multiple ? 'true' : null,
    });
    this.outside = event => {
      if (!this.box.contains(event.target) && !anchor.contains(event.target)) this.close();
    };
  }

  get isOpen() {
    return this.box.isConnected;
  }

  /** @param {Option[]} options */
  show(options) {
    this.options = options;
    if (!options.length) return this.close();
    if (!this.isOpen) this.#open();
    this.active = Math.min(this.active, options.length - 1);
    const about = this.about && el('p.about', { role: 'presentation' }, this.about);
    this.box.replaceChildren(about, ...options.map((option, k) => this.#line(option, k)));
    place(this.box, this.anchor);
    this.point(this.active);
  }

  #open() {
    (this.anchor.closest('dialog') || document.body).append(this.box);
    this.box.showPopover();
    document.addEventListener('pointerdown', this.outside);
    this.active = Math.max(0, this.options.findIndex(option => this.chosen.has(option.value)));
  }

  #line(option, k) {
    const chosen = this.chosen.has(option.value);
    return el(
      'div.choice',
      {
        role: 'option',
        id: `${this.id}-${k}`,
        'aria-selected': String(chosen),
        onpointerdown: event => event.preventDefault(),
        onclick: () => {
          this.active = k;
          this.take();
        },
        onpointermove: () => this.point(k),
      },
      option.face && avatar(option.face, 'small'),
      emojiOf(option.emoji),
      el('div.words', {}, el('b', {}, option.label), option.description && el('small', {}, option.description)),
      chosen && el('span.tick', {}, icon('tick')),
    );
  }

  point(k) {
    this.active = k;
    const choices = [...this.box.querySelectorAll('.choice')];
    choices.forEach((choice, n) => choice.classList.toggle('active', n === k));
    choices[k]?.scrollIntoView({ block: 'nearest' });
    const holder = this.input || this.box;
    holder.setAttribute('aria-activedescendant', `${this.id}-${k}`);
    if (this.input) {
      this.input.setAttribute('aria-controls', this.id);
      this.input.setAttribute('aria-expanded', 'true');
    }
  }

  take() {
    const option = this.options[this.active];
    if (this.multiple) {
      if (this.chosen.has(option.value)) this.chosen.delete(option.value);
      else if (this.chosen.size < this.most) this.chosen.add(option.value);
      this.show(this.options);
    }
    this.pick(option);
  }

  /** True when the key was for the list. */
  key(event) {
    if (!this.isOpen) return false;
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const count = this.options.length;
    if (step) this.point((this.active + step + count) % count);
    else if (key === 'Enter' || (this.input ? key === 'Tab' : key === ' ')) this.take();
    else if (key === 'Escape' || (key === 'Tab' && !this.input)) this.close();
    else if (!this.input && key.length === 1) {
      const hit = this.options.findIndex(option => option.label.toLowerCase().startsWith(key.toLowerCase()));
      if (hit >= 0) this.point(hit);
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  close() {
    if (!this.isOpen) return;
    this.box.remove();
    document.removeEventListener('pointerdown', this.outside);
    if (this.input) {
      this.input.setAttribute('aria-expanded', 'false');
      this.input.removeAttribute('aria-activedescendant');
    }
    this.closed();
  }
}
