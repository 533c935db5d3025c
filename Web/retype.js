/** Keys that were pressed while the second part of the module was loading, pressed again. */

/**
 * @param {Array<KeyboardEvent>} keys in the order of the presses
 * @param {() => void} tick draws what is due
 */
export function retype(keys, tick) {
  for (const event of keys) {
    tick();
    const { key } = event;
    if (key === 'Tab') return; // it leads to an element of what showed; what follows it is for none that is known
    if (document.activeElement.dispatchEvent(new KeyboardEvent('keydown', event))) imitate(event, document.activeElement);
  }
}

const make = type => new Event(type, { bubbles: true, cancelable: true });

/** Does what a browser does with a key of a person, and not with one of a script. */
function imitate({ key, ctrlKey, metaKey }, element) {
  const dialog = element.closest('dialog');
  if (key === 'Escape') {
    if (dialog) dialog.dispatchEvent(make('cancel'));
  } else if (element.matches('input,textarea')) {
    if (key.length === 1 && !ctrlKey && !metaKey) document.execCommand('insertText', false, key);
    else if (key === 'Backspace') document.execCommand('delete');
    else if (key === 'Enter' && element.form) element.form.dispatchEvent(make('submit'));
  } else if (/^(Enter| )$/.test(key) && element.matches('button,a')) element.click();
}
