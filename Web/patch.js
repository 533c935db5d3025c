/**
 * HTML to DOM. `parse` is the only place of the web app where text becomes elements; `patch`
 * changes live elements to match new HTML, keeping focus, selection, scroll position and typed text.
 *
 * The host gives its own additions attributes that begin with `host-`. A patch changes neither them nor
 * `style` (which Daybook's HTML never has), nor elements with `host-part`.
 */

import { focus } from './focus.js';

/** The only scripts that are loaded by a text are the workers. */
const rules = {
  createHTML: text => text,
  createScriptURL(url) {
    if (url !== '/sw.js' && url !== '/shrink.js') throw new Error('not ours');
    return url;
  },
};
const policy = window.trustedTypes ? window.trustedTypes.createPolicy('daybook', rules) : rules;

/** @param {string} url */
export const scriptURL = url => policy.createScriptURL(url);

/** The field in which an input method is composing, and whether a value waits for the end of the composition. */
export const composition = { field: null, waiting: false };

/** The newest element that asked for focus by `data-autofocus`; the code that focuses it sets it to null. */
export const wish = { focus: null };

const inert = document.implementation.createHTMLDocument('');

/** @param {string} html @returns {Element} the parent of the elements, which are inert until they are inserted. */
export function parse(html) {
  const parent = inert.createElement('div'); // browsers have a quicker parser for it, but not for a <template>
  parent.innerHTML = policy.createHTML(html);
  return parent;
}

/** Makes the children of `target` match `html` with these figures. */
export function patch(target, html, figures) {
  const restore = holdFocus();
  const next = parse(html);
  fill(next, figures);
  morphChildren(target, next);
  restore();
}

/** Gives the figures of a region their texts, in their order. The text of a field is its value. */
export function fill(target, texts) {
  target.querySelectorAll('[data-figure]').forEach((figure, index) => {
    const text = texts[index];
    if (figure.nodeName !== 'INPUT') {
      if (figure.textContent !== text) figure.textContent = text;
    } else if (figure.getAttribute('value') !== text) {
      setValue(figure, text);
      figure.setAttribute('value', text);
      if (figure.form) figure.form.toggleAttribute('data-filled', !!text);
    }
  });
}

/**
 * Remembers focus and selection; the returned function restores them if moving nodes lost them. If the element has left with
 * its item of a list, and not because the list scrolls, the item that took its place gets the focus.
 */
export function holdFocus() {
  const field = document.activeElement;
  const { selectionStart, selectionEnd } = field || {};
  const item = field && field.closest('li');
  const list = item && item.parentNode;
  const place = item && Array.from(list.children).indexOf(item);
  return scrolls => {
    if (!field || field === document.body || field === document.activeElement) return;
    if (!field.isConnected) {
      const next = !scrolls && list && list.isConnected && list.children[Math.min(place, list.children.length - 1)];
      const heir = next && (next.matches('[tabindex]') ? next : next.querySelector('button,input'));
      if (heir) focus(heir);
      return;
    }
    focus(field);
    if (typeof selectionStart === 'number') field.setSelectionRange(selectionStart, selectionEnd);
  };
}

/** Sets a field's value and keeps the caret where a person expects it. */
export function setValue(field, text) {
  if (field === composition.field) {
    composition.waiting = true; // writing now would end the composition; host.js writes the value afterwards
    return;
  }
  if (field.value === text) return;
  field.hostTyped = false; // the browser's undo history of the field is lost
  const [start, caret] = field === document.activeElement ? [field.selectionStart, field.selectionEnd] : [];
  const atEnd = caret === field.value.length;
  const isAll = start === 0 && caret && atEnd; // everything is selected, so the next key replaces it
  field.value = text;
  if (text && typeof caret === 'number') {
    const place = atEnd ? field.value.length : Math.min(caret, field.value.length);
    field.setSelectionRange(isAll ? 0 : place, place);
  }
}

/** Changes one element into another of the same tag. */
export function morph(element, next) {
  morphAttributes(element, next);
  if (element.nodeName === 'TEXTAREA') {
    // Its text is its default value: the live value is only set if the default has changed.
    if (element.defaultValue !== next.defaultValue) {
      setValue(element, next.defaultValue);
      const live = element.value;
      element.defaultValue = next.defaultValue;
      if (element.value !== live) element.value = live;
    }
  } else if (next.firstChild || !next.hasAttribute('data-region')) {
    morphChildren(element, next); // the contents of a region that is empty in the HTML are drawn separately
  }
}

function morphAttributes(element, next) {
  // By name, because a browser makes an object for each of `attributes`.
  for (const name of next.getAttributeNames()) {
    const value = next.getAttribute(name);
    if (element.getAttribute(name) === value || isHosts(element, name)) continue;
    if (name === 'value' && element.nodeName === 'INPUT') setValue(element, value);
    else if (name === 'checked' || name === 'selected') element[name] = true;
    else if (name === 'data-autofocus') wish.focus = element;
    element.setAttribute(name, value); // last: it would move the caret of an untouched field
  }
  for (const name of element.getAttributeNames()) {
    if (next.hasAttribute(name) || isHosts(element, name)) continue;
    element.removeAttribute(name);
    if (name === 'value' && element.nodeName === 'INPUT') setValue(element, '');
    else if (name === 'checked' || name === 'selected') element[name] = false;
  }
}

/** Whether an attribute belongs to the host or the browser at present, not to the HTML. */
function isHosts(element, name) {
  switch (name) {
  case 'style': return true;
  case 'open': return element.nodeName === 'DIALOG' || element.nodeName === 'DETAILS';
  case 'inert': case 'aria-hidden': return element.hasAttribute('host-inert');
  case 'type': return element.hasAttribute('host-revealed');
  case 'src': return element.hasAttribute('data-photo'); // photos.js sets it
  case 'aria-pressed': return element.hasAttribute('data-reveal');
  default: return name.startsWith('host-');
  }
}

function keyOf(node) {
  if (node.nodeType !== 1) return null;
  return node.getAttribute('data-key') || node.id || node.getAttribute('data-region');
}

const isPart = node => node.nodeType === 1 && node.hasAttribute('host-part');

/** The node itself or its next sibling that a patch may change. */
function visible(node) {
  while (node && isPart(node)) node = node.nextSibling;
  return node;
}

function morphNode(node, next) {
  if (node.nodeType !== 1) {
    if (node.nodeValue !== next.nodeValue) node.nodeValue = next.nodeValue;
  } else if (!node.isEqualNode(next)) {
    morph(node, next);
  }
}

function morphChildren(parent, next) {
  // The common case first: the same children in the same order. It allocates nothing.
  let node = visible(parent.firstChild);
  let want = next.firstChild;
  while (node && want && node.nodeName === want.nodeName && keyOf(node) === keyOf(want)) {
    const following = want.nextSibling;
    morphNode(node, want);
    node = visible(node.nextSibling);
    want = following;
  }
  if (node || want) morphRest(parent, node, want);
}

/** Matches the rest by key, else by tag and position; removes, moves and inserts the difference. */
function morphRest(parent, node, want) {
  const keyed = new Map();
  const plain = [];
  for (let cursor = node; cursor; cursor = visible(cursor.nextSibling)) {
    const key = keyOf(cursor);
    if (key) keyed.set(key, cursor);
    else plain.push(cursor);
  }
  const pairs = [];
  const used = new Set();
  let from = 0;
  for (; want; want = want.nextSibling) {
    const { nodeName } = want;
    const key = keyOf(want);
    let match = key ? keyed.get(key) : undefined;
    if (!key) {
      const place = plain.findIndex((candidate, index) => index >= from && candidate.nodeName === nodeName);
      if (place >= 0) {
        match = plain[place];
        from = place + 1;
      }
    }
    if (match && (match.nodeName !== nodeName || used.has(match))) match = undefined;
    if (match) used.add(match);
    pairs.push([want, match]);
  }
  // Nodes that leave are removed first: then more of the others are in place already, and a focused field need not
  // move.
  for (let cursor = node; cursor;) {
    const following = visible(cursor.nextSibling);
    if (!used.has(cursor)) {
      if (cursor === node) node = following;
      leave(cursor);
    }
    cursor = following;
  }
  for (const [fresh, match] of pairs) {
    if (match) {
      if (match === node) node = visible(node.nextSibling);
      else parent.insertBefore(match, node);
      morphNode(match, fresh);
    } else {
      parent.insertBefore(fresh, node);
      if (fresh.nodeType === 1) {
        const asks = fresh.matches('[data-autofocus]') ? fresh : fresh.querySelector('[data-autofocus]');
        if (asks) wish.focus = asks;
      }
    }
  }
}

/** Removes a node; with `data-leave` only after an animation. Regions that a dialog has borrowed stay. */
function leave(node) {
  const isDialog = node.nodeName === 'DIALOG';
  if (isDialog) node.before(...node.querySelectorAll('[data-region][host-part]'));
  if (!isDialog && node.nodeType === 1 && node.hasAttribute('data-leave')) fade(node);
  else node.parentNode.removeChild(node);
}

/** Removes an element after the animation of its class `leaving`. */
function fade(node) {
  for (const part of [node, ...node.querySelectorAll('[data-key],[data-region],[id]')]) {
    for (const name of ['data-key', 'data-region', 'id']) part.removeAttribute(name);
  }
  for (const [name, value] of [['host-part', ''], ['inert', ''], ['aria-hidden', 'true']]) {
    node.setAttribute(name, value);
  }
  node.classList.add('leaving');
  const remove = () => node.remove();
  node.addEventListener('animationend', event => event.target === node && remove());
  setTimeout(remove, 240);
}
