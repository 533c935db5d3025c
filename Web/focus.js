/**
 * Focus that a script gives. After a mouse was used, Firefox and WebKit show no ring around an element that a script
 * focuses, not even once the person has gone on with keys. So this module shows the ring where it belongs.
 */

let isKeyed = false; // the person's last input was a key
window.addEventListener('keydown', () => { isKeyed = true; }, true);
window.addEventListener('pointerdown', () => { isKeyed = false; }, true);

/** Focuses an element, with the ring if a key led there. */
export function focus(element, preventScroll = true) {
  element.focus(isKeyed ? { preventScroll, focusVisible: true } : { preventScroll });
}
