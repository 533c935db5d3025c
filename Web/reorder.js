/**
 * Reorders the elements of a `[data-reorder]`: by dragging, with a mouse at once, with a finger after a
 * long press, so that scrolling still works; by Alt and an arrow key. An element with a grip is dragged by that, at
 * once. The other elements make room. At the drop the element itself moves to its new place, and Swift gets an event
 * that tells by how many places.
 */

import { used } from './tell.js';

const PRESS = 350; // ms until a finger lifts an element
const DECIDE = 8; // px before a movement counts
const EDGE = 56; // px from the scroller's edge in which it scrolls
const SPRING = 'transform 200ms cubic-bezier(.2,.8,.3,1)';

const watched = new WeakSet();
let emit = () => {};
let host = {};
let held = null; // {item, list, x, y} from the press on; with {places, index} once it is lifted
let press = 0;

const isItem = node => node.hasAttribute('data-item') && !node.hasAttribute('host-part');
const itemsOf = list => Array.from(list.children).filter(isItem);
const moveTo = (element, transform, transition = SPRING) => Object.assign(element.style, { transition, transform });

/**
 * @param {(...event) => void} send sends an event to Swift.
 * @param {{holdFocus: Function, swallowClick: Function}} given functions of host.js.
 */
export function watchReorder(send, given) {
  emit = send;
  host = given;
  document.querySelectorAll('[data-reorder]').forEach(list => {
    if (watched.has(list)) return;
    watched.add(list);
    list.setAttribute('host-reorders', ''); // keys and fingers move its elements from now on
    list.addEventListener('pointerdown', down);
    list.addEventListener('keydown', byKey);
    list.addEventListener('dragstart', event => event.preventDefault());
    list.addEventListener('contextmenu', event => held && held.isTouch && event.preventDefault());
    // A listener that is added at the long press would be too late to stop the document from scrolling.
    list.addEventListener('touchmove', event => held && held.places && event.cancelable && event.preventDefault(), { passive: false });
  });
}

function down(event) {
  if (held || !event.isPrimary || event.button !== 0) return;
  const list = event.currentTarget;
  const item = itemsOf(list).find(node => node.contains(event.target));
  if (!item) return;
  const grip = item.querySelector('[data-grip]');
  if (grip && !grip.contains(event.target)) return;
  const isTouch = event.pointerType !== 'mouse';
  held = { item, list, isTouch, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  if (grip) lift();
  else if (isTouch) press = setTimeout(lift, PRESS);
}

function scrollerOf(element) {
  for (let node = element; node; node = node.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(node).overflowY) && node.scrollHeight > node.clientHeight) return node;
  }
  return document.scrollingElement;
}

function lift() {
  const { item, list } = held;
  const items = itemsOf(list);
  const scroller = scrollerOf(list);
  const places = items.map(node => node.getBoundingClientRect());
  const index = items.indexOf(item);
  Object.assign(held, { items, places, scroller, from: index, index, scrolled: scroller.scrollTop, toX: held.x, toY: held.y });
  item.setAttribute('host-dragged', '');
  list.setAttribute('host-reordering', '');
  window.getSelection().removeAllRanges();
  if (held.isTouch && navigator.vibrate) navigator.vibrate(10);
  requestAnimationFrame(scrollOn);
  follow();
}

/** Keeps the dragged element at the pointer, and the others where they would be after a drop there. */
function follow() {
  const { item, items, places, from, x, y, toX, toY, scroller, scrolled } = held;
  const [byX, byY] = [toX - x, toY - y + scroller.scrollTop - scrolled];
  moveTo(item, `translate(${byX}px, ${byY}px) scale(1.04)`, 'none');
  const distance = place => Math.hypot(place.left - places[from].left - byX, place.top - places[from].top - byY);
  let index = 0;
  places.forEach((place, at) => { if (distance(place) < distance(places[index])) index = at; });
  if (index === held.index) return;
  held.index = index;
  const order = items.filter(node => node !== item);
  order.splice(index, 0, item);
  order.forEach((node, at) => {
    if (node === item) return;
    const own = places[items.indexOf(node)];
    moveTo(node, `translate(${places[at].left - own.left}px, ${places[at].top - own.top}px)`);
  });
}

function scrollOn() {
  if (!held || !held.places) return;
  const { scroller, toY, places, scrolled } = held;
  const { top, bottom } = scroller.getBoundingClientRect();
  const before = scroller.scrollTop;
  const [first, last] = [places[0].top + scrolled - before, places[places.length - 1].bottom + scrolled - before];
  if (toY < top + EDGE && first < top + EDGE) scroller.scrollTop -= 8; // a long list has no more elements beyond
  else if (toY > bottom - EDGE && last > bottom - EDGE) scroller.scrollTop += 8;
  if (scroller.scrollTop !== before) follow();
  requestAnimationFrame(scrollOn);
}

/** Moves an item to its place among the others; all of them glide from their present positions. */
function put(list, item, index) {
  const items = itemsOf(list);
  const before = items.map(node => node.getBoundingClientRect());
  const others = items.filter(node => node !== item);
  const restore = host.holdFocus();
  if (others.length) list.insertBefore(item, index < others.length ? others[index] : others[others.length - 1].nextSibling);
  restore();
  items.forEach(node => moveTo(node, '', 'none'));
  const after = items.map(node => node.getBoundingClientRect());
  items.forEach((node, at) => moveTo(node, `translate(${before[at].left - after[at].left}px, ${before[at].top - after[at].top}px)`, 'none'));
  list.getBoundingClientRect(); // the animation starts from there
  items.forEach(node => moveTo(node, ''));
  setTimeout(() => items.forEach(node => node.style.transform || moveTo(node, '', '')), 240);
}

function drop(isMeant) {
  clearTimeout(press);
  const { item, list, places, from, index } = held;
  held = null;
  if (!places) return;
  host.swallowClick();
  item.removeAttribute('host-dragged');
  list.removeAttribute('host-reordering');
  const moves = isMeant && index !== from && item.parentNode === list;
  put(list, item, moves ? index : itemsOf(list).indexOf(item));
  if (moves) told(item, index - from);
}

const told = (item, by) => emit(...used(item, 'move', String(by)));

function byKey(event) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!step || !event.altKey || event.ctrlKey || event.metaKey || held) return;
  const list = event.currentTarget;
  const isAcross = /Left|Right/.test(event.key);
  if (isAcross && !list.classList.contains('photos')) return; // the browser goes back or forward
  const items = itemsOf(list);
  const from = items.findIndex(node => node.contains(event.target));
  if (from < 0) return;
  event.preventDefault(); // the browser would go back
  const isTurned = isAcross && getComputedStyle(list).direction === 'rtl';
  const to = from + (isTurned ? -step : step);
  if (to < 0 || to >= items.length) return;
  put(list, items[from], to);
  items[from].scrollIntoView({ block: 'nearest' });
  told(items[from], to - from);
}

document.addEventListener('pointermove', event => {
  if (!held || event.pointerId !== held.pointer) return;
  const isFar = Math.hypot(event.clientX - held.x, event.clientY - held.y) > DECIDE;
  if (!held.places && isFar) {
    if (held.isTouch) drop(false);
    else lift();
  }
  if (!held || !held.places) return;
  Object.assign(held, { toX: event.clientX, toY: event.clientY });
  follow();
});
document.addEventListener('pointerup', event => held && event.pointerId === held.pointer && drop(true));
document.addEventListener('pointercancel', event => held && event.pointerId === held.pointer && drop(false));
window.addEventListener('blur', () => held && drop(false));
document.addEventListener('keydown', event => { // Escape puts it back, and does nothing else
  if (event.key !== 'Escape' || !held || !held.places) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  drop(false);
}, true);
