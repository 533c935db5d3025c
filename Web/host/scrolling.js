/** The lists that scroll: what Swift learns of them, and ways to bring a row into view. */

import { measureAll } from '../rows.js';
import { tell } from '../tell.js';
import { region } from './dom.js';
import { schedule } from './frames.js';
import { emit } from './module.js';

const watched = new WeakSet();
const scrolled = new Set(); // since the last frame
export let scrolledAt = 0;
const resized = window.ResizeObserver && new ResizeObserver(entries => entries.forEach(({ target }) => {
  if (target.hostWidth !== target.clientWidth) measureList(target);
  target.hostWidth = target.clientWidth;
}));

const scrollers = () => document.querySelectorAll('[data-scroller]');
const listOf = scroller => region(scroller.getAttribute('data-scroller'));

function measureList(list) {
  const heights = measureAll(list);
  if (heights.length) emit(tell.measured, ...heights);
}

export function watchScrollers() {
  scrollers().forEach(scroller => {
    if (watched.has(scroller)) return;
    watched.add(scroller);
    scroller.addEventListener('scroll', () => {
      scrolledAt = Date.now();
      scrolled.add(scroller);
      schedule();
    }, { passive: true });
    const list = listOf(scroller);
    if (list && resized) resized.observe(list);
    tellScroll(scroller);
  });
}

/** Reports the scrolling since the last frame. */
export function tellScrolls() {
  scrolled.forEach(tellScroll);
  scrolled.clear();
}

/** Reports the scrolling around a field: browsers show a field with the focus before they report it. */
export function tellPlace(field) {
  const scroller = field.closest('[host-scrolled]');
  if (scroller) tellScroll(scroller);
}

/** The window has another size: all rows and places are measured again. */
export function measureAgain() {
  scrollers().forEach(scroller => {
    const list = listOf(scroller);
    if (list) measureList(list);
    scrolled.add(scroller);
  });
}

/** Reports to Swift how far the list is scrolled, and to the style whether the large title is out of sight. */
function tellScroll(scroller) {
  const list = listOf(scroller);
  if (!list || !scroller.isConnected) return;
  const view = scroller.getBoundingClientRect();
  const title = scroller.querySelector('.large-title');
  const bar = scroller.querySelector('.bar');
  const edge = bar ? bar.getBoundingClientRect().bottom : view.top;
  scroller.toggleAttribute('host-scrolled', scroller.scrollTop > 4);
  scroller.toggleAttribute('host-collapsed', !!title && title.getBoundingClientRect().bottom <= edge + 4);
  emit(tell.scrolled, String(offsetIn(scroller, list)), String(scroller.clientHeight));
}

/** How far a list is scrolled: from its first row's place (including rows that are not drawn) to the scroller's top. */
export function offsetIn(scroller, list) {
  const first = list.parentNode.querySelector('[data-space=top]') || list;
  return scroller.getBoundingClientRect().top - first.getBoundingClientRect().top;
}

// Rows out of sight have a guessed height until laid out, so some frames repeat these.

/** Brings an element into view. */
export function reveal(element, frames = 3) {
  const scroller = element.closest('[data-scroller]');
  if (!scroller) return;
  const view = scroller.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(scroller);
  const above = view.top + (parseFloat(style.scrollPaddingTop) || 0) - box.top;
  const below = box.bottom - view.bottom + (parseFloat(style.scrollPaddingBottom) || 0);
  if (above > 0) scroller.scrollTop -= above;
  else if (below > 0) scroller.scrollTop += below;
  else return;
  if (frames) requestAnimationFrame(() => element.isConnected && reveal(element, frames - 1));
}

/** Scrolls a row to its former place. */
export function goBackTo(scroller, row, top, frames = 5) {
  scroller.scrollTop += row.getBoundingClientRect().top - top;
  if (frames) requestAnimationFrame(() => row.isConnected && goBackTo(scroller, row, top, frames - 1));
}
