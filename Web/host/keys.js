/** The person's keys, as events for Swift. Some keys are for the element with the focus, the others for the list. */

import { pointer } from '../pointer.js';
import { waits } from '../rest.js';
import { tell } from '../tell.js';
import { TYPING, find, keyOf, on, root } from './dom.js';
import { drawing, tick } from './frames.js';
import { emit, kept, use } from './module.js';
import { second } from './parts.js';

// The steps of a calendar, in the order of MonthGrid.Step.
const WALK = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];
const MOVES = /^(Arrow(Up|Down)|Home|End)$/;
const PLAIN = /^(Enter|Delete|Backspace|Escape)$/;
const OURS = /^(.|Enter|Delete|Backspace|Escape|Tab|Arrow(Up|Down)|Home|End)$/;
const LEAVES = /^(Enter|Escape|Tab|Arrow(Up|Down))$/; // a field
const MOST = 500; // kept keys
const PRESSABLE = 'button,a[href],summary,input,select';

// A letter for a row means the row under the mouse if that was moved since the last key, else the focused row.
let over = null;
on('pointermove', event => { over = event.pointerType === 'mouse' ? [event.clientX, event.clientY] : null; });

let leads = false; // whether the last key may have led elsewhere

// A key is for what those before it lead to, such as a field that opens, also where that takes long: it asks for the frame now, and waits
// for the second part of the module. What is typed in a field does neither, unless a key before may have left it.
window.addEventListener('keydown', event => {
  const { key, target } = event;
  const command = event.ctrlKey || event.metaKey;
  const typing = target.closest(TYPING);
  const isTyped = typing && !command && !LEAVES.test(key);
  if (isTyped && !leads) return;
  const isOurs = command ? /^([kyz]|Enter)$/i.test(key) : !event.altKey && OURS.test(key);
  if (isOurs && waits() && (kept.length || isTyped || (!typing && key !== 'Tab'))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (kept.length < MOST) kept.push(event);
    return;
  }
  leads = !isTyped;
  if (!drawing || event.repeat || !event.isTrusted) return;
  tick();
  const heir = document.activeElement;
  if (heir === target) return;
  event.stopImmediatePropagation();
  if (!heir.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault();
}, true);

on('keydown', (event, closest) => {
  const { target, code } = event;
  let { key } = event;
  // A key of another script means the Latin letter of its place. Shift alone decides the case.
  if (key > '~' && /^Key/.test(code)) key = code[3];
  if (/^[a-z]$/i.test(key)) key = event.shiftKey ? key.toUpperCase() : key.toLowerCase();
  const under = over;
  if (key !== 'Shift') over = null;
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
  const command = event.ctrlKey || event.metaKey;
  const typing = target.closest(TYPING);
  // Enter in a form of one line: the browser's own handling lays the document out for each press.
  const line = key === 'Enter' && !command && closest('enter');
  if (line && target.nodeName === 'INPUT') {
    event.preventDefault();
    use(line, 'submit');
    return;
  }
  // A phone's keyboard shows "next" in all fields of a form but the last.
  const fields = key === 'Enter' && pointer.type === 'touch' && target.form ? Array.from(target.form.querySelectorAll('.field [enterkeyhint]')) : [];
  const next = fields[fields.indexOf(target) + 1];
  if (fields.includes(target) && next) {
    event.preventDefault();
    next.focus();
    return;
  }
  // Turns recognized words of a line into plain text: the piece before the caret, or the last one.
  const ends = target.getAttribute('data-ends');
  if (ends && (key === 'Escape' || (key === 'Backspace' && target.selectionStart === target.selectionEnd
    && ends.split(' ').includes(String(target.selectionStart))))) {
    event.preventDefault();
    use(target, 'revert', key === 'Escape' ? '' : String(target.selectionStart));
    return;
  }
  const grid = closest('walk');
  const walked = grid ? WALK.indexOf(key) : -1;
  if (walked >= 0 && !command && !event.altKey) { // with Shift, a Page key goes on by a year
    event.preventDefault();
    use(grid, 'walk', String(walked + (event.shiftKey && walked > 5 ? 2 : 0)));
    return;
  }
  if (grid && (key === 'Enter' || key === ' ')) {
    event.preventDefault();
    target.click();
    return;
  }
  const steer = target.hasAttribute('data-steer') && { ArrowUp: '-1', ArrowDown: '1' }[key];
  if (steer) {
    event.preventDefault();
    use(target, 'steer', steer);
    return;
  }
  if (second.topLayer() && !(typing && command && key === 'Enter')) return;
  if (command && key === 'k') {
    event.preventDefault();
    emit(tell.key, key, 'c', '', '');
    return;
  }
  const free = target === document.body || target === root || target.hasAttribute('data-row');
  const press = key === 'Enter' || key === ' ';
  // A field undoes its own typing; in one without, these keys undo changes of the list.
  const undo = command && !event.altKey && (/^z$/i.test(key) || (key === 'y' && event.ctrlKey))
    && !(typing && (target.value || target.hostTyped));
  const head = typing && target.closest('.head');
  if (typing ? !(undo || key === 'Escape' || (key === 'Enter' && command) || (head && key === 'ArrowDown'))
    : (press && !free && target.closest(PRESSABLE))
      || (key.length === 1 && (command || event.altKey || (root.hostQuiet && !press)) && !undo)
      || !(key.length === 1 || PLAIN.test(key) || (MOVES.test(key) && !event.altKey))) return;
  const there = !typing && under && /^[tTxp]$/.test(key) && document.elementFromPoint(...under);
  const row = there && there.closest('[data-row]');
  // Beside the list, a key for one of its rows does nothing.
  if (!row && !typing && !undo && closest('sheet') && !/^([nNq/?]|Escape)$/.test(key) && !(command && press)) return;
  if (/^(Delete|Backspace)$/.test(key) && !free && !target.closest('[data-row],.choice')) return;
  if (undo || (key.length === 1 && !typing)) event.preventDefault(); // a field that opens must not get it
  else if ((free || head) && (MOVES.test(key) || /^(Delete|Backspace|Enter)$/.test(key))) event.preventDefault();
  // A held key moves on, and does nothing else again.
  if (event.repeat && !undo && !MOVES.test(key) && !/^[jk]$/.test(key)) return;
  const adds = /^[nq]$/.test(key) && find('#quick-add');
  if (head && key === 'Escape' && (!target.value || target.id !== 'search')) target.blur(); // even without a row
  emit(tell.key, key, event.shiftKey ? 's' : command || event.altKey ? 'c' : '', keyOf(row || target),
    head ? target.id : adds && adds.offsetParent ? 'line' : '');
});
