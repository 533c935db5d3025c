/** Keys that were pressed while the second part of the module was loading, pressed again. */

/** @param {Array<KeyboardEvent>} keys in the order of the presses */
export function retype(keys) {
  for (const event of keys) {
    const { key } = event;
    if (!document.activeElement.dispatchEvent(new KeyboardEvent('keydown', event))) continue;
    // What the browser does with a key of the person it does not do with one of a script.
    const { activeElement: element } = document;
    if (element.matches('input,textarea')) {
      if (key.length === 1) document.execCommand('insertText', false, key);
      else if (key === 'Backspace') document.execCommand('delete');
      else if (key === 'Enter' && element.form) element.form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    } else if (/^(Enter| )$/.test(key) && element.matches('button,a')) element.click();
  }
}
