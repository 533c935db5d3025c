/**
 * The line between the list and the column beside it, on a wide screen. It is dragged, or moved by arrows, Home and
 * End; a double click restores the usual width. The device keeps the width, in rem, so that it grows with the text. A
 * window with less room shows as much as fits, and the kept width stays.
 */

const KEY = 'daybook-detail';
const USUAL = 26;
const LEAST = 20;
const MOST = 48;
const OTHERS = 40; // the sidebar and the least width of the list

const root = document.documentElement;
const rem = () => parseFloat(getComputedStyle(root).fontSize);
const splitterOf = event => event.target.closest && event.target.closest('.splitter');
let kept = USUAL;
let width = USUAL; // as much of it as this window shows

/**
 * @param {number} [before] the width before this choice. It stays when this choice equals it, because at the edge of a
 * small window the person chose nothing.
 *   small window nothing was chosen
 */
function show(wanted, before) {
  width = Math.max(LEAST, Math.min(MOST, root.clientWidth / rem() - OTHERS, wanted));
  root.style.setProperty('--detail', `${width}rem`);
  const splitter = document.querySelector('.splitter');
  if (splitter) splitter.setAttribute('aria-valuenow', String(Math.round(width)));
  if (!before || before === width) return;
  kept = width;
  try { localStorage.setItem(KEY, String(width)); } catch (_) { /* no storage: until the tab closes */ }
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
  if (drag) show(drag.width + (drag.from - event.clientX) * (document.dir === 'rtl' ? -1 : 1) / rem());
});
for (const type of ['pointerup', 'pointercancel']) {
  document.addEventListener(type, event => {
    if (!drag) return;
    event.target.removeAttribute('host-dragged');
    show(width, drag.width);
    drag = null;
  });
}
document.addEventListener('dblclick', event => splitterOf(event) && show(USUAL, width));
document.addEventListener('keydown', event => {
  if (!splitterOf(event)) return;
  const next = { ArrowLeft: width + 1, ArrowRight: width - 1, Home: MOST, End: LEAST, Enter: USUAL }[event.key];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  show(next, width);
}, true);
// Each drawing of the line tells the usual width.
document.addEventListener('focusin', event => splitterOf(event) && show(kept));
window.addEventListener('resize', () => show(kept));

try { kept = Number(localStorage.getItem(KEY)) || USUAL; } catch (_) { /* no storage */ }
show(kept);
