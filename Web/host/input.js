/** The person's actions with finger, mouse and fields, as events for Swift. */

import { composition, setValue } from '../patch.js';
import { pointer } from '../pointer.js';
import { usedAt } from '../tell.js';
import { on } from './dom.js';
import { typing } from './environment.js';
import { drawing, tick } from './frames.js';
import { deliver, use } from './module.js';
import { tellPlace } from './scrolling.js';

on('click', (event, closest) => {
  const button = closest('reveal');
  if (button) {
    const field = document.getElementById(button.getAttribute('data-reveal'));
    const shown = field.toggleAttribute('host-revealed');
    field.type = shown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(shown));
  }
  const picked = (event.shiftKey || event.ctrlKey || event.metaKey) && closest('pick');
  if (picked) {
    use(picked, 'pick', event.shiftKey ? '1' : '');
    return;
  }
  const element = closest('press');
  if (!element || element.getAttribute('aria-disabled') === 'true') return;
  if (element.nodeName === 'A') {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
  }
  pointer.target = element; // a menu without a position opens below this element
  use(element, 'press');
  // iOS shows its keyboard only for a focus() during the person's tap.
  if (drawing && event.isTrusted && pointer.type === 'touch') tick();
});
for (const [type, way] of [['input', 'input'], ['change', 'change'], ['focusout', 'blur']]) {
  on(type, (event, closest) => {
    const field = closest(way);
    if (!field) return;
    typing.now = way === 'input';
    if (typing.now) tellPlace(field);
    use(field, way, event.target.value);
    typing.now = false;
  });
}
on('input', event => { event.target.hostTyped = true; });
on('change', (event, closest) => { // the value of a choice is its index
  if (closest('choose')) deliver(usedAt(event.target, event.target.value));
});
on('submit', (event, closest) => {
  event.preventDefault();
  const form = closest('submit');
  if (!form) return;
  use(form, 'submit');
  if (drawing) tick(); // what is typed next is for what opens now
});

// A field would cut a text that is too long, and a field of one line would join pasted lines, before the app could ask
// the person about them.
on('paste', (event, closest) => {
  const field = closest('excess');
  const isLines = field && field.hasAttribute('data-lines');
  const text = field && event.clipboardData ? event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n') : '';
  if (!text) return;
  const { value, selectionStart, selectionEnd, maxLength } = field;
  const whole = value.slice(0, selectionStart) + text + value.slice(selectionEnd);
  const isTooLong = whole.length > maxLength;
  if (!isTooLong && !(isLines && text.trim().includes('\n'))) return;
  event.preventDefault();
  if (isTooLong) use(field, 'excess');
  else use(field, 'input', whole);
});

on('compositionstart', event => { composition.field = event.target; });
on('compositionend', (event, closest) => {
  const field = event.target;
  composition.field = null;
  if (!composition.waiting) return;
  composition.waiting = false;
  if (closest('input')) use(closest('input'), 'input', field.value);
  requestAnimationFrame(() => setValue(field, field.defaultValue)); // the value that the HTML then has
});
