/**
 * The windowed list: a few dozen rows of thousands, between two spacers. One parse, one layout.
 *
 * All positions are read before the frame's first write or after its last one. The visible rows
 * stay in place: few changes on the screen glide (FLIP), changes above it move the scroll position.
 */

import { holdFocus, morph, parse } from './patch.js';

/** If more rows than this are added, removed or moved at once, they are not animated. */
const FEW = 3;

/** For each list element: its rows by key, in order, and the heights that Swift knows. */
const lists = new WeakMap();
const running = new WeakMap();
let atTop = null; // the list that the present frame draws, if it is not scrolled

/** Whether a list, whose rows come, leave or move in the present frame, is at its top. To ask the browser would lay it out. */
export const isAtTop = list => list === atTop;

function stateOf(list) {
  if (!lists.has(list)) lists.set(list, { rows: new Map(), known: new WeakMap() });
  return lists.get(list);
}

/**
 * Carries out the command `rows`.
 * @param {Element} list the region
 * @param {string[]} message `rows`, region, topSpace, bottomSpace, the key of the row that Tab reaches, the number of the first
 *   changed row's drawing, then for each row key, html
 * @param {{motion: boolean, scrolling: boolean}} mood whether to animate, and whether a person scrolls
 * @returns {{settle: function(), drawn: ?function(): string[]}} `settle` is to be called after the frame's last write.
 *   `drawn` is to be called once the document is laid out: key and height, alternating, of rows whose height differs from
 *   the one that Swift assumed; null when no row is new or changed
 */
export function drawRows(list, message, mood) {
  const state = stateOf(list);
  const old = state.rows;
  const scroller = list.closest('[data-scroller]') || document.scrollingElement;
  const restore = list.contains(document.activeElement) ? holdFocus() : null;

  // Find the rows that are added, changed and removed.
  const rows = new Map();
  const changed = [];
  let html = '';
  let inserted = 0;
  for (let index = 6; index + 1 < message.length; index += 2) {
    const key = message[index];
    rows.set(key, old.get(key));
    if (!message[index + 1]) continue;
    html += message[index + 1];
    changed.push(key);
    if (!old.has(key)) inserted += 1;
  }
  const removed = [];
  old.forEach((row, key) => { if (!rows.has(key)) removed.push(row); });
  const stays = inserted + removed.length === 0 && sameOrder(old, rows); // only the contents of rows change

  // The positions of the visible rows, if they can matter.
  const few = !stays && inserted + removed.length <= 2 * FEW && !mood.scrolling;
  const top = stays ? NaN : scroller.scrollTop;
  const isScrolled = top > 1;
  if (top <= 0) atTop = list;
  const before = !stays && (few || isScrolled) ? placesOnScreen(old, scroller) : new Map();

  // Write.
  const made = html ? Array.from(parse(html).children) : [];
  const entering = [];
  const swipe = list.querySelector('.swipe'); // below a row that a finger holds, or has left open
  // A list of new rows only replaces the other one at once.
  const anew = !stays && !few && !restore && !swipe && changed.length === rows.size;
  if (anew) list.textContent = '';
  const live = changed.length - inserted <= FEW; // only then may style transitions run: a hundred of them cost a frame
  const lively = [];
  changed.forEach((key, index) => {
    const row = !anew && rows.get(key);
    if (row && (live || row.contains(document.activeElement) || row.contains(swipe))) {
      if (live) {
        row.setAttribute('host-live', '');
        lively.push(row);
      }
      morph(row, made[index]);
    } else {
      if (row) row.replaceWith(made[index]); // for many rows, a new row is cheaper than comparing it with the old one
      rows.set(key, made[index]);
      entering.push(made[index]);
    }
    rows.get(key).hostDrawing = Number(message[5]) + index;
  });
  const ghosts = [];
  for (const row of removed) {
    if (few && before.has(row)) ghosts.push(row);
    if (!anew) row.remove();
  }
  const moves = stays ? 0 : arrange(list, rows) - entering.length;
  // A list without spacers is complete: nothing depends on its heights, so rows out of sight are not laid out.
  const whole = message[2] === '0' && message[3] === '0';
  list.toggleAttribute('host-whole', whole);
  setHeight(list.parentNode, 'top', message[2]);
  setHeight(list.parentNode, 'bottom', message[3]);
  state.rows = rows;
  const stop = rows.get(message[4]);
  if (state.stop && state.stop !== stop && state.stop.isConnected) setTab(state.stop, '-1');
  if (stop) setTab(stop, '0');
  state.stop = stop;
  if (restore) restore(mood.scrolling);

  // Read, then animate.
  const settle = () => {
    atTop = null;
    if (before.size) {
      for (const part of [list, ...before.keys()]) if (running.has(part)) running.get(part).cancel();
      if (isScrolled) holdStill(scroller, before, rows);
    }
    const view = entering.length && few ? scroller.getBoundingClientRect() : null;
    const shown = view ? entering.filter(row => isOnScreen(row.getBoundingClientRect(), view)) : [];
    if (few && Math.max(shown.length, ghosts.length, moves) <= FEW) {
      animate(list, before, shown, ghosts, mood.motion);
    }
  };
  const drawn = () => {
    if (lively.length) setTimeout(() => lively.forEach(row => row.removeAttribute('host-live')), 500);
    return whole ? [] : measure(state, changed);
  };
  return { settle, drawn: changed.length ? drawn : null };
}

/** Makes Tab reach a row and its buttons (0), or pass them by (-1). */
function setTab(row, index) {
  for (const part of [row, ...row.querySelectorAll('.row-front [tabindex]')]) part.setAttribute('tabindex', index);
}

function sameOrder(old, rows) {
  const keys = rows.keys();
  for (const key of old.keys()) if (keys.next().value !== key) return false;
  return true;
}

/** Measures all rows, for a list whose width changed: key and height of each, even if Swift knew it. */
export function measureAll(list) {
  const heights = [];
  stateOf(list).rows.forEach((row, key) => heights.push(key, String(row.getBoundingClientRect().height)));
  return heights;
}

function measure(state, keys) {
  const wrong = [];
  for (const key of keys) {
    const row = state.rows.get(key);
    if (!row || !row.isConnected) continue;
    const { height } = row.getBoundingClientRect();
    const written = row.getAttribute('data-height');
    const [told, answered] = state.known.get(row) || [];
    const known = told === written ? answered : Number(written);
    if (Math.abs(height - known) < 0.5) continue;
    state.known.set(row, [written, height]);
    wrong.push(key, String(height));
  }
  return wrong;
}

function placesOnScreen(rows, scroller) {
  const view = scroller.getBoundingClientRect();
  const places = new Map();
  for (const row of rows.values()) {
    const place = row.getBoundingClientRect();
    if (isOnScreen(place, view)) places.set(row, place);
    else if (places.size) break; // the rows after it are below the screen
  }
  return places;
}

const isOnScreen = (place, view) => place.bottom > view.top && place.top < view.bottom;

/** Puts the rows in order with few moves. @returns {number} the number of insertions */
function arrange(list, rows) {
  let cursor = list.firstElementChild;
  let insertions = 0;
  rows.forEach((row, key) => {
    if (!row) {
      rows.delete(key); // Swift assumes a row that is not here; it is drawn when it changes
      return;
    }
    if (cursor && row !== cursor && row === cursor.nextElementSibling) {
      list.appendChild(cursor); // one row moved down the list: moving it is cheaper than moving all rows below it
      cursor = row;
    }
    if (row === cursor) {
      cursor = row.nextElementSibling;
    } else {
      list.insertBefore(row, cursor);
      insertions += 1;
    }
  });
  return insertions;
}

function setHeight(parent, name, pixels) {
  const space = Array.from(parent.children).find(part => part.getAttribute('data-space') === name);
  const height = `${Number(pixels) || 0}px`;
  if (space && space.style.height !== height) space.style.height = height;
}

/** If all visible rows moved by the same distance, a row above them changed: scrolls by that distance. */
function holdStill(scroller, before, rows) {
  const kept = new Set(rows.values());
  const shifts = [];
  before.forEach((place, row) => {
    if (kept.has(row)) shifts.push(row.getBoundingClientRect().top - place.top);
  });
  const shift = shifts[0];
  if (!shifts.length || Math.abs(shift) < 1) return;
  if (shifts.length > 1 && Math.abs(shifts[1] - shift) >= 1) return;
  scroller.scrollTop += shift;
}

/** First, last, invert, play. Without motion rows only fade; without Web Animations they do not. */
function animate(list, before, entering, ghosts, motion) {
  if (!list.animate) return;
  const play = (row, from, to, duration) => {
    const animation = row.animate([from, to], { duration, easing: 'ease-out' });
    running.set(row, animation);
    return animation;
  };
  const moved = [];
  before.forEach((place, row) => {
    if (!row.isConnected || !motion) return;
    const distance = place.top - row.getBoundingClientRect().top;
    if (Math.abs(distance) >= 1) moved.push([row, distance]);
  });
  // If all of them moved alike, the list glides, and not each of its rows.
  const way = moved.length && moved.length === before.size && !ghosts.length ? moved[0][1] : 0;
  const isOne = way !== 0 && moved.every(([, distance]) => Math.abs(distance - way) < 0.5);
  const slide = pixels => ({ transform: `translateY(${pixels}px)` });
  const rest = { transform: 'none' };
  for (const [part, distance] of isOne ? [[list, way]] : moved) play(part, slide(distance), rest, 200);
  for (const row of entering) {
    const from = motion ? slide(isOne ? -12 - way : -12) : rest;
    play(row, Object.assign({ opacity: 0 }, from), Object.assign({ opacity: 1 }, rest), 200);
  }
  const origin = ghosts.length ? list.getBoundingClientRect() : null;
  for (const ghost of ghosts) {
    const place = before.get(ghost);
    for (const name of ['data-key', 'data-row', 'id']) ghost.removeAttribute(name);
    for (const name of ['host-part', 'inert']) ghost.setAttribute(name, '');
    ghost.setAttribute('aria-hidden', 'true');
    Object.assign(ghost.style, {
      position: 'absolute', top: `${place.top - origin.top}px`, left: '0', right: '0', pointerEvents: 'none',
    });
    list.appendChild(ghost);
    play(ghost, { opacity: 1 }, { opacity: 0 }, 160).onfinish = () => ghost.remove();
    setTimeout(() => ghost.remove(), 300);
  }
}
