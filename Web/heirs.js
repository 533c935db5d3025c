/**
 * The focus where the element that has it leaves with a message, a reminder, a form of the account or the bar of chosen rows.
 * The browser would give it to the document, and the next Tab would begin at its top.
 */

import { LIVE } from './gestures.js';

const PARTS = `${LIVE},.choice-place,.screen-section`;

/** Returns what is called after each frame. */
export function makeHeirs({ focus }) {
  let last = null; // the element that got the focus
  let part = null; // where it is
  let form = null;

  document.addEventListener('focusin', ({ target }) => {
    [last, part, form] = [target, target.closest(PARTS), target.closest('form[data-key]')];
  });

  /** The button that opened the form, the next reminder, the section's first button, or the list. */
  const heir = () => part.querySelector(form ? `[data-key="${form.getAttribute('data-key').replace('form', 'open')}"]`
    : '.ringing:not(.leaving) button,h3~* button') || document.querySelector('[data-row][tabindex="0"]');

  return () => {
    const active = document.activeElement; // an element that is being removed keeps the focus for a moment
    if (!part || (last.isConnected && !last.closest('.leaving'))) return;
    const element = part.isConnected && (active === document.body || active === last) && heir();
    part = null;
    if (element) focus(element);
  };
}
