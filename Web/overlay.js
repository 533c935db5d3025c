/**
 * The layers above the list: dialogs, menus, the sheet on a phone. Opens and places them after a
 * patch, keeps the keyboard inside, tells Swift when a person dismisses them, and gives
 * the focus back. `inert` and <dialog> are used where they exist, roles and a focus trap elsewhere.
 */

import { LIVE, swallowClick } from './gestures.js';
import { used } from './tell.js';

const FOCUSABLE = 'button,a[href],input,select,textarea,[tabindex]:not([tabindex="-1"])';
const phone = window.matchMedia('(max-width: 819.98px)');

/**
 * @param {Object} host what this part gets from the first one (`secondpart.js`)
 * @param {(layer: Element) => void} sayIn moves announcements into a layer
 * @returns {{settle: () => void, top: () => ?Element}}
 */
export function makeLayers({ emit, focus, later, pointer }, sayIn) {
  /** The open layers, each with the element that had the focus before. */
  const layers = [];

  const focusables = layer => Array.from(layer.querySelectorAll(FOCUSABLE))
    .filter(item => !item.disabled && item.offsetParent !== null);

  /** The layer that gets the keyboard: a menu or a dialog, or the sheet where it covers the list. */
  const top = () => layers.length ? layers[layers.length - 1].layer : null;

  /** After each patch: opens new layers and forgets removed ones. */
  function settle() {
    const now = [];
    let back = null;
    const covers = phone.matches;
    for (const layer of document.querySelectorAll('[data-sheet],[data-modal],[data-popover]')) {
      const isSheet = layer.hasAttribute('data-sheet');
      if ((covers || !isSheet) && !layer.closest('.leaving')) now.push(layer);
      if (!isSheet) continue;
      // Where the sheet covers the list, it is a dialog for screen readers too. A patch makes it a section again.
      const change = covers ? 'setAttribute' : 'removeAttribute';
      layer[change]('role', 'dialog');
      layer[change]('aria-modal', 'true');
    }
    for (let index = layers.length - 1; index >= 0; index -= 1) {
      if (now.includes(layers[index].layer)) continue;
      back = layers[index].before;
      layers.splice(index, 1);
    }
    for (const layer of now) {
      if (layers.some(item => item.layer === layer)) continue;
      layers.push({ layer, before: back || unfocused || document.activeElement }); // a dialog may replace a menu
      back = null;
      if (layer.hasAttribute('data-popover')) place(layer);
      else if (layer.showModal) layer.showModal();
      else if (layer.hasAttribute('data-modal')) imitate(layer);
      const isSheet = layer.hasAttribute('data-sheet');
      if (!layer.contains(document.activeElement)) {
        const first = isSheet ? layer : layer.querySelector('[data-autofocus]') || focusables(layer)[0];
        if (first) focus(first);
      }
      if (isSheet) continue; // a field that is to be written in gets the focus afterwards
      if (document.activeElement.select) document.activeElement.select(); // typing replaces what a question begins with
    }
    shade();
    if (back) {
      if (!unfocused) later(giveBack);
      unfocused = back;
    }
    const dialog = layers.map(item => item.layer).filter(layer => layer.showModal).pop();
    sayIn(dialog || document.body);
    lend(dialog);
  }

  let unfocused = null; // what is going to get the focus back

  /** After the frame, because to focus an element the browser lays out the document. */
  function giveBack() {
    const { activeElement: active } = document; // an element that is being removed keeps the focus for a moment
    // Where its row has left, the one that takes its place gets the focus.
    const next = unfocused.isConnected ? unfocused : document.querySelector('[data-row][tabindex="0"]');
    if (next && (!active || active === document.body || active.closest('[inert]'))) focus(next);
    unfocused = null;
  }

  let lent = []; // regions that are in a native dialog, each with the element that comes after it at home
  let borrower; // that dialog

  /** Moves messages and ringing reminders into the uppermost native dialog: what is outside of it, nobody can see or use. */
  function lend(dialog) {
    if (dialog === borrower) return;
    borrower = dialog;
    for (const [part, next] of lent) {
      part.removeAttribute('host-part');
      if (next.isConnected) next.before(part);
    }
    lent = !dialog ? [] : Array.from(document.querySelectorAll(LIVE), part => [part, part.nextSibling]);
    for (const [part] of lent) {
      part.setAttribute('host-part', ''); // a patch of the dialog leaves it
      dialog.append(part);
    }
  }

  function imitate(dialog) {
    dialog.setAttribute('open', '');
    dialog.setAttribute('host-modal', '');
    dialog.setAttribute('aria-modal', 'true');
    if (!dialog.hasAttribute('role')) dialog.setAttribute('role', 'dialog');
  }

  /** Makes everything inert except the path from the document to the newest modal layer that is not native. */
  function shade() {
    const modal = layers.map(item => item.layer)
      .filter(layer => !layer.hasAttribute('data-popover') && !(layer.showModal)).pop();
    if (!modal && !document.documentElement.hasAttribute('host-shade')) return;
    const off = new Set();
    for (let node = modal; node && node.parentElement && node !== document.body; node = node.parentElement) {
      for (const other of node.parentElement.children) {
        // Layers that may open above the sheet stay usable.
        const spared = other === node || other.matches('[aria-live],script')
          || /^(upper|overlay|toast|ringing)$/.test(other.getAttribute('data-region'));
        if (!spared) off.add(other);
      }
    }
    document.querySelectorAll('[host-inert]').forEach(item => off.has(item) || free(item));
    off.forEach(item => {
      for (const name of ['host-inert', 'inert']) item.setAttribute(name, '');
      item.setAttribute('aria-hidden', 'true');
    });
    document.documentElement.toggleAttribute('host-shade', !!modal);
  }

  function free(item) {
    for (const name of ['host-inert', 'inert', 'aria-hidden']) item.removeAttribute(name);
  }

  /** Puts a menu at data-x, data-y, or below the element that was pressed last, inside the window. */
  function place(menu) {
    let x = parseFloat(menu.getAttribute('data-x'));
    let y = parseFloat(menu.getAttribute('data-y'));
    const { offsetWidth: width, offsetHeight: height } = menu;
    if (isNaN(x)) {
      const anchor = pointer.target && pointer.target.isConnected ? pointer.target : document.activeElement;
      const box = anchor.getBoundingClientRect();
      x = box.left + width + 8 > innerWidth ? box.right - width : box.left;
      y = box.bottom + 4;
      if (y + height + 8 > innerHeight && box.top - height > 8) y = box.top - height - 4;
    }
    menu.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`;
  }

  const dismiss = layer => emit(...used(layer, 'dismiss'));

  document.addEventListener('cancel', event => { // Escape or a back gesture on a native dialog
    if (!event.target.hasAttribute('data-modal')) return;
    event.preventDefault();
    dismiss(event.target);
  }, true);
  document.addEventListener('close', event => { // the browser has closed it
    if (event.target.isConnected && top() === event.target) dismiss(event.target);
  }, true);

  window.addEventListener('resize', () => {
    layers.forEach(({ layer }) => layer.hasAttribute('data-popover') && place(layer));
  });

  // A press outside a menu, a dialog or the phone's sheet dismisses it and does nothing else.
  document.addEventListener('pointerdown', event => {
    const layer = top();
    if (!layer || event.target.closest(LIVE)) return;
    const box = layer.getBoundingClientRect();
    const inside = layer.contains(event.target) && (event.target !== layer || (event.clientX >= box.left
      && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom));
    if (inside) return;
    swallowClick();
    dismiss(layer);
  }, true);

  document.addEventListener('keydown', event => {
    const layer = top();
    if (event.isComposing || event.keyCode === 229) return;
    const menu = layer && layer.hasAttribute('data-popover');
    const native = layer && layer.showModal;
    // A reminder may cover what has the focus: the newest goes first.
    const card = event.key === 'Escape' && !menu && !native && document.querySelector('.ringing:last-of-type:not(.leaving)');
    if (!layer && !card) return;
    if (event.key === 'Escape' && !native) {
      if (!card && event.target.getAttribute('data-ends')) return; // it makes recognized words plain (host/keys.js)
      event.preventDefault();
      dismiss(card || layer);
    } else if (menu && event.key === 'Tab') {
      event.preventDefault();
      dismiss(layer);
    } else if (event.key === 'Tab' && !native) {
      step(layer, event.shiftKey ? -1 : 1, event);
    } else if (menu && /^(ArrowUp|ArrowDown|Home|End)$/.test(event.key)) {
      step(layer, event.key === 'ArrowUp' || event.key === 'End' ? -1 : 1, event, event.key.length < 5);
    }
  }, true);

  function step(layer, by, event, fromEdge) {
    const items = focusables(layer);
    if (!items.length) return;
    const at = fromEdge ? -1 : items.indexOf(document.activeElement);
    const next = at < 0 ? (by > 0 ? 0 : items.length - 1) : (at + by + items.length) % items.length;
    event.preventDefault();
    items[next].focus();
  }

  // A message stays while the pointer is over it or it has the focus.
  const hover = { pointer: null, focus: null };
  function hovers(by, element) {
    const old = hover[by];
    if (old === element) return;
    const other = hover[by === 'pointer' ? 'focus' : 'pointer'];
    hover[by] = element;
    if (old && old !== other) emit(...used(old, 'release'));
    if (element && element !== other) emit(...used(element, 'hold'));
  }
  const held = ({ target }) => target.closest && target.closest('[data-hold]');
  document.addEventListener('pointerover', event => hovers('pointer', event.pointerType === 'touch' ? null : held(event)));
  document.addEventListener('focusin', event => hovers('focus', held(event)));
  document.addEventListener('focusout', () => hovers('focus', null));

  // The keyboard on the screen covers the bottom of the window: the style needs its height for the sheet.
  const view = window.visualViewport;
  if (view) {
    let before = 0;
    const fit = () => {
      const covered = Math.max(0, Math.round(innerHeight - view.height - view.offsetTop));
      if (covered === before) return; // the variable is inherited: each element would get its style again
      before = covered;
      document.documentElement.style.setProperty('--keyboard', `${covered}px`);
      document.documentElement.toggleAttribute('host-keyboard', covered > 80);
    };
    for (const type of ['resize', 'scroll']) view.addEventListener(type, fit);
    fit();
  }

  return { settle, top };
}
