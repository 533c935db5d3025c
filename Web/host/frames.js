/** When Swift draws: once in a frame, for all events so far. Afterwards: focus, layers, and work that can wait. */

import { focus } from '../focus.js';
import { wish } from '../patch.js';
import { pointer } from '../pointer.js';
import { tell } from '../tell.js';
import { TYPING, find } from './dom.js';
import { emit, enter, running, swift } from './module.js';
import { second } from './parts.js';
import { tellScrolls, watchScrollers } from './scrolling.js';

export let drawing = false; // Swift wants to draw
let layersDrawn = false;
export const patched = new Set(); // regions, in this frame
const settling = [];
export let scheduled = false;

/** Swift wants to draw. */
export function draw() {
  drawing = true;
  schedule();
}

/** Work that reads the layout comes after the last write of a frame. */
export function whenDrawn(work) {
  settling.push(work);
}

/** A region has changed that may hold a dialog, a menu or the sheet. */
export function layersChanged() {
  layersDrawn = true;
}

let late = 0; // the timer for want of a frame

export function schedule() {
  if (scheduled) return;
  scheduled = true;
  if (document.hidden) setTimeout(tick, 0);
  else requestAnimationFrame(tick);
  // A covered window may get no frame, and the disk gets what comes after one.
  late = late || setTimeout(() => {
    late = 0;
    tick();
  }, 1000);
}

// A button that moves while it is pressed gets no click, and leaving a field may move it. So drawing waits for the end
// of the press, or for a timer.
let pressing = false;
let held = 0; // the timer that ends the wait

document.addEventListener('pointerdown', event => {
  pressing = event.button === 0 && !event.target.closest(TYPING);
}, true);
document.addEventListener('focusout', () => {
  if (pressing && !held) held = setTimeout(letGo, 1500);
}, true);
for (const type of ['pointerup', 'pointercancel']) {
  document.addEventListener(type, () => {
    pressing = false;
    setTimeout(letGo, 0); // if no click follows
  }, true);
}
window.addEventListener('click', letGo);

function letGo() {
  if (!held) return;
  clearTimeout(held);
  held = 0;
  scheduled = false;
  schedule();
}

/**
 * Reports scrolling, then Swift draws, once for all events so far.
 * @param {number=} time of the animation frame; undefined for a drawing that could not wait for it
 */
export function tick(time) {
  if (!scheduled || held) return;
  scheduled = false;
  tellScrolls();
  // The second round draws the answer to measured heights, which must not wait for the next frame.
  for (let round = 0; drawing && round < 2 && swift; round += 1) {
    drawing = false;
    const now = Date.now();
    enter(() => swift.frame(now), true);
    settling.splice(0).forEach(work => work());
    if (layersDrawn) {
      second.settleLayers();
      const selected = find('.palette [aria-selected=true]');
      if (selected) selected.scrollIntoView({ block: 'nearest' });
      watchScrollers();
      layersDrawn = false;
    }
    second.look(patched);
    patched.forEach(showFilter);
    patched.clear();
    if (filter && !filter.isConnected) filter = null; // it would keep the whole list of a person who has left
  }
  settleFocus();
  if (drawing) schedule();
  if (waiting.length && !time && !document.hidden) schedule(); // its frame comes first
  arm();
}

let filter = null; // the last filter in force of those above the list

/** Scrolls the filters sideways to the one in force, when it has changed or the filters are new. */
function showFilter(region) {
  if (region.getAttribute('data-region') !== 'filters') return;
  const chip = Array.from(region.querySelectorAll('[aria-pressed=true]')).pop();
  if (chip && chip !== filter) {
    const [view, box] = [chip.parentNode, chip].map(element => element.getBoundingClientRect());
    if (box.left < view.left) chip.parentNode.scrollLeft -= view.left + 16 - box.left;
    else if (box.right > view.right) chip.parentNode.scrollLeft += box.right + 16 - view.right;
  }
  filter = chip;
}

// Work that no result waits for runs after the frame: many changes make one transaction and one call.
const waiting = [];
let timer = 0;

export function later(work) {
  waiting.push(work);
  if (!running) arm();
}

/** Sets the timer, unless a frame is due. */
export function arm() {
  if (!timer && !scheduled && waiting.length) timer = setTimeout(catchUp, 0);
}

export function catchUp() {
  timer = 0;
  try {
    for (let count = waiting.length; count; count -= 1) waiting.shift()();
  } finally {
    arm(); // the rest, if some failed
  }
}

const KEEP = '17'; // the timer of Timer+Number.swift after which typed text is written to the disk

/** The tab may be closing: typed text goes to the disk. Sealing takes a moment: `pagehide` is too late. */
for (const type of ['beforeunload', 'pagehide']) {
  window.addEventListener(type, () => {
    emit(tell.timer, KEEP);
    catchUp();
  });
}

let focusWish = null; // the selector of an element to focus

export function wishFocus(selector) {
  focusWish = selector;
}

export function settleFocus() {
  let element = focusWish ? find(focusWish) : wish.focus;
  focusWish = wish.focus = null;
  // After a tap of a finger, the element that `data-finger` names gets the focus: the on-screen keyboard of a line
  // would cover it.
  const other = element && pointer.type === 'touch' && element.getAttribute('data-finger');
  if (other) element = find(other);
  if (!element || !element.isConnected) return;
  focus(element, !!element.closest('[data-sheet],[data-row]'));
}
