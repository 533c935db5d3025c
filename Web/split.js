/**
 * The line between the list and what is open beside it, on a wide screen. It is dragged, or moved by arrows, Home and End;
 * a double click gives back the usual width. The device keeps the width, in rem, so that it grows with the text.
 */

const KEY = 'daybook-detail';
const USUAL = 26;
const LEAST = 20;
const MOST = 48;

const root = document.documentElement;
const rem = () => parseFloat(getComputedStyle(root).fontSize);
const splitterOf = event => event.target.closest && event.target.closest('.splitter');
let width = USUAL;

/** @param {number} wanted in rem */
function widen(wanted, keeps = true) {
  width = Math.max(LEAST, Math.min(MOST, wanted));
  root.style.setProperty('--detail', `${width}rem`);
  const splitter = document.querySelector('.splitter');
  if (splitter) splitter.setAttribute('aria-valuenow', String(Math.round(width)));
  if (!keeps) return;
  try { localStorage.setItem(KEY, String(width)); } catch (_) { /* no storage: until the page closes */ }
}

let drag = null;
document.addEventListener('pointerdown', event => {
  const splitter = event.button === 0 && splitterOf(event);
  if (!splitter) return;
  event.preventDefault();
  splitter.setPointerCapture(event.pointerId);
  splitter.setAttribute('host-dragged', '');
  drag = { from: event.clientX, width };
});
document.addEventListener('pointermove', event => {
  if (drag) widen(drag.width + (drag.from - event.clientX) * (document.dir === 'rtl' ? -1 : 1) / rem(), false);
});
for (const type of ['pointerup', 'pointercancel']) {
  document.addEventListener(type, event => {
    if (!drag) return;
    drag = null;
    event.target.removeAttribute('host-dragged');
    widen(width);
  });
}
document.addEventListener('dblclick', event => splitterOf(event) && widen(USUAL));
document.addEventListener('keydown', event => {
  if (!splitterOf(event)) return;
  const next = { ArrowLeft: width + 1, ArrowRight: width - 1, Home: MOST, End: LEAST, Enter: USUAL }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  widen(next);
}, true);

try { widen(Number(localStorage.getItem(KEY)) || USUAL, false); } catch (_) { /* no storage */ }
