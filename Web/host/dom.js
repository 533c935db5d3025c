/** Finding elements, for all modules of the host. */

export const root = document.documentElement;
export const find = selector => document.querySelector(selector);
export const region = name => find(`[data-region="${name}"]`);
export const keyOf = element => {
  const keyed = element.closest('[data-key]');
  return keyed ? keyed.getAttribute('data-key') : '';
};
export const TYPING = 'textarea,select,[contenteditable],input:not([type=checkbox]):not([type=radio]):not([type=button])';

/** Handles events of a type. `closest` finds the element around the target that has a `data-` attribute. */
export function on(type, handler) {
  document.addEventListener(type, event => {
    if (event.target.closest) handler(event, name => event.target.closest(`[data-${name}]`));
  });
}
