/**
 * The part of the web app that cannot be Swift. It moves bytes and DOM between the browser and the WebAssembly module, by
 * messages: strings joined by U+001F, with bytes beside them. Events that arrive while Swift runs wait.
 */

import { focus } from './focus.js';
import { composition, patch, setValue, wish } from './patch.js';
import { drawRows, measureAll } from './rows.js';
import { refreshed, watchGestures, pointer } from './gestures.js';
import { settleLayers, topLayer, watchLayers } from './overlay.js';
import { makeDisk } from './disk.js';
import { makePhotos } from './photos.js';
import { makeTabs, others, place } from './tabs.js';
import { listen, stopListening } from './events.js';
import { makeReminders, notifying } from './notify.js';
import { takeUpdate, watchUpdates } from './update.js';
import { tell, used, usedAt } from './tell.js';

const root = document.documentElement;
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const nothing = new Uint8Array(0);
const isInstalled = navigator.standalone || window.matchMedia('(display-mode: standalone)').matches;
const motion = window.matchMedia('(prefers-reduced-motion: reduce)');
const find = selector => document.querySelector(selector);
const region = name => find(`[data-region="${name}"]`);

// MARK: Calls into Swift

let swift = null; // the module's exports
let running = false;
const queue = []; // waiting events: [event, bytes]

const slice = (start, length) => new Uint8Array(swift.memory.buffer, start, length);

/** Makes one call into Swift, then handles the events that waited for it. */
function enter(call) {
  running = true;
  try {
    call();
    while (queue.length) receive(...queue.shift());
  } catch (error) {
    swift = null; // after a trap the memory cannot be trusted any more, but the disk can
    root.setAttribute('host-stopped', '');
    throw error;
  } finally {
    running = false;
  }
}

function receive([kind, ...strings], bytes) {
  const clean = strings.map(text => text.includes('\x1f') ? text.replace(/\x1f/g, '') : text);
  const message = encoder.encode(clean.join('\x1f'));
  const place = swift.buffer(message.length + bytes.length);
  const buffer = slice(place, message.length + bytes.length);
  buffer.set(message);
  buffer.set(bytes, message.length);
  swift.receive(kind, message.length, bytes.length, Date.now());
}

/** Sends an event to Swift, now or when Swift has returned. */
function deliver(event, bytes = nothing) {
  if (!swift) return;
  queue.push([event, bytes]);
  if (running) return;
  enter(() => {});
  if (!drawing) settleFocus();
}

const emit = (...event) => deliver(event);
const use = (...given) => deliver(used(...given));

const imports = {
  send(start, length, bytesStart, bytesLength) {
    const message = decoder.decode(slice(start, length)).split('\x1f');
    const command = commands[message[0]];
    if (command) command(message, bytesLength ? slice(bytesStart, bytesLength).slice() : nothing);
    else console.error('unknown command', message[0]);
  },
  random: (start, length) => { crypto.getRandomValues(slice(start, length)); },
};

// MARK: Frames

let drawing = false; // Swift wants to draw
let layersDrawn = false; // a region that may hold a dialog, a menu or the sheet has changed
let scheduled = false;
const scrolled = new Set();
let scrolledAt = 0;

function schedule() {
  if (scheduled) return;
  scheduled = true;
  if (document.hidden) setTimeout(tick, 0);
  else requestAnimationFrame(tick);
}

// A button that moves while it is pressed gets no click, and leaving a field may move it. So drawing waits for the end
// of the press, or for a timer.
let pressing = false;
let held = 0; // the timer that ends the wait

document.addEventListener('pointerdown', event => {
  pressing = event.button === 0 && !event.target.closest(TYPING);
}, true);
document.addEventListener('focusout', () => {
  if (pressing && !held) held = setTimeout(letGo, 1500);
}, true);
for (const type of ['pointerup', 'pointercancel']) {
  document.addEventListener(type, () => {
    pressing = false;
    setTimeout(letGo, 0); // after the click
  }, true);
}

function letGo() {
  if (!held) return;
  clearTimeout(held);
  held = 0;
  scheduled = false;
  schedule();
}

/** One animation frame: reports scrolling, then Swift draws, once for all events so far. */
function tick() {
  if (!scheduled || held) return;
  scheduled = false;
  scrolled.forEach(tellScroll);
  scrolled.clear();
  // The second round draws the answer to measured heights, which must not wait for the next frame.
  for (let round = 0; drawing && round < 2 && swift; round += 1) {
    drawing = false;
    enter(() => swift.frame(Date.now()));
    if (layersDrawn) settleLayers();
    const selected = layersDrawn && find('.palette [aria-selected=true]');
    if (selected) selected.scrollIntoView({ block: 'nearest' });
    layersDrawn = false;
    watchScrollers();
    photos.look();
    followFields();
  }
  settleFocus();
  if (drawing) schedule();
  if (waiting.length) setTimeout(catchUp, 0);
}

/** Scrolls the copy behind a field, which highlights parts of its text, as far as the field. */
function followFields() {
  document.querySelectorAll('[data-behind]').forEach(copy => {
    const field = document.getElementById(copy.getAttribute('data-behind'));
    if (field) copy.scrollLeft = field.scrollLeft;
  });
}
document.addEventListener('scroll', ({ target }) => target.nodeName === 'INPUT' && followFields(), true);

// Work that no result waits for runs after the frame: many changes make one frame, one transaction and one call.
const waiting = [];

let answering = false; // Swift is handling an answer of the server

function later(work) {
  waiting.push(work);
  if (!scheduled) setTimeout(catchUp, 0);
}

function catchUp() {
  waiting.splice(0).forEach(work => work());
}

const KEEP = '17'; // the timer of Timer+Number.swift after which typed text is written to the disk

/** The tab may be closing: typed text goes to the disk now. Sealing takes a moment, so `pagehide` is too late. */
for (const type of ['beforeunload', 'pagehide']) {
  window.addEventListener(type, () => {
    emit(tell.timer, KEEP);
    catchUp();
  });
}

let focusWish = null; // the selector of an element to focus

function settleFocus() {
  let element = focusWish ? find(focusWish) : wish.focus;
  focusWish = wish.focus = null;
  // A finger that opened a line does not get the keyboard of the screen over what it can tap.
  const other = element && pointer.type === 'touch' && element.getAttribute('data-finger');
  if (other) element = find(other);
  if (!element || !element.isConnected) return;
  focus(element, !!element.closest('[data-sheet],[data-row]'));
}

// MARK: Scrolling

const watched = new WeakSet();
const resized = window.ResizeObserver && new ResizeObserver(entries => entries.forEach(({ target }) => {
  if (target.hostWidth !== target.clientWidth) measureList(target);
  target.hostWidth = target.clientWidth;
}));

function measureList(list) {
  const heights = measureAll(list);
  if (heights.length) emit(tell.measured, ...heights);
}

function watchScrollers() {
  document.querySelectorAll('[data-scroller]').forEach(scroller => {
    if (watched.has(scroller)) return;
    watched.add(scroller);
    scroller.addEventListener('scroll', () => {
      scrolledAt = Date.now();
      scrolled.add(scroller);
      schedule();
    }, { passive: true });
    const list = region(scroller.getAttribute('data-scroller'));
    if (list && resized) resized.observe(list);
    tellScroll(scroller);
  });
}

/** Reports to Swift how far the list is scrolled, and to the style whether the large title is out of sight. */
function tellScroll(scroller) {
  const name = scroller.getAttribute('data-scroller');
  const list = region(name);
  if (!list || !scroller.isConnected) return;
  const view = scroller.getBoundingClientRect();
  const title = scroller.querySelector('.large-title');
  const bar = scroller.querySelector('.bar');
  const edge = bar ? bar.getBoundingClientRect().bottom : view.top;
  scroller.toggleAttribute('host-scrolled', scroller.scrollTop > 4);
  scroller.toggleAttribute('host-collapsed', !!title && title.getBoundingClientRect().bottom <= edge + 4);
  emit(tell.scrolled, String(offsetIn(scroller, list)), String(scroller.clientHeight));
}

/** How far a list is scrolled: from its first row's place (including rows that are not drawn) to the scroller's top. */
function offsetIn(scroller, list) {
  const first = list.parentNode.querySelector('[data-space=top]') || list;
  return scroller.getBoundingClientRect().top - first.getBoundingClientRect().top;
}

/** Brings an element into view. Rows out of sight have a guessed height until their layout, so some frames repeat it. */
function reveal(element, frames = 3) {
  const scroller = element.closest('[data-scroller]');
  if (!scroller) return;
  const view = scroller.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(scroller);
  const above = view.top + (parseFloat(style.scrollPaddingTop) || 0) - box.top;
  const below = box.bottom - view.bottom + (parseFloat(style.scrollPaddingBottom) || 0);
  if (above > 0) scroller.scrollTop -= above;
  else if (below > 0) scroller.scrollTop += below;
  else return;
  if (frames) requestAnimationFrame(() => element.isConnected && reveal(element, frames - 1));
}

/** Scrolls a row to its former place. Rows above have a guessed height until their layout, so some frames repeat it. */
function goBackTo(scroller, row, top, frames = 5) {
  scroller.scrollTop += row.getBoundingClientRect().top - top;
  if (frames) requestAnimationFrame(() => row.isConnected && goBackTo(scroller, row, top, frames - 1));
}

// MARK: Commands

const SAID = 10000; // ms after which an announcement is removed, so that a screen reader does not find an old one

const timers = new Map();
const file = []; // the pieces of a file for the person; a browser moves large Blobs to the disk
const keptPlaces = new Map(); // the row at the top of each list that the person left
const disk = makeDisk(event, () => tabs.grew());
const tabs = makeTabs(emit, disk.lease);
const photos = makePhotos(deliver, disk);
const reminders = makeReminders(emit);

/** An event of the disk. When it opens an account's vault, this tab joins the account's tabs. */
function event(told, bytes) {
  deliver(told, bytes);
  if (told[0] === tell.diskOpen || told[0] === tell.vaultFresh) {
    tabs.join(disk.whose(), disk.catchUp);
    photos.opened();
    reminders.opened();
  }
}

const commands = {
  draw() {
    drawing = true;
    schedule();
  },
  patch([, name, drawing, html]) {
    const target = region(name);
    if (/^(app|editor|upper|overlay)$/.test(name)) layersDrawn = true;
    if (!target) return;
    patch(target, html);
    target.hostDrawing = drawing;
  },
  rows(message) {
    const list = region(message[1]);
    if (!list) return;
    const mood = { motion: !motion.matches, scrolling: Date.now() - scrolledAt < 150 };
    const measure = drawRows(list, message, mood);
    if (measure) {
      later(() => { // the document is laid out by then, so measuring is cheap
        const wrong = measure();
        if (wrong.length) emit(tell.measured, ...wrong);
      });
    }
  },
  /** Scrolls to the list's beginning, by pixels, or back to the place that was kept under a name. */
  scrollto([, name, y, kept]) {
    const scroller = find(`[data-scroller="${name}"]`);
    if (!scroller) return;
    const place = kept && keptPlaces.get(kept);
    const row = place && find(`[data-row][data-key="${place.key}"]`);
    const hidden = kept ? 0 : parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0;
    if (!y) scroller.scrollTop = 0;
    else if (row) goBackTo(scroller, row, place.top);
    else scroller.scrollTop += Number(y) - hidden - offsetIn(scroller, region(name));
  },
  keepplace([, name, kept]) {
    const edge = find(`[data-scroller="${name}"]`).getBoundingClientRect().top;
    const row = Array.from(region(name).children).find(item => item.getBoundingClientRect().bottom > edge);
    if (row) keptPlaces.set(kept, { key: keyOf(row), top: row.getBoundingClientRect().top });
    else keptPlaces.delete(kept);
  },
  title([, text]) {
    document.title = text;
  },
  reveal([, key]) {
    const element = find(`[data-row][data-key="${key}"]`) || find(`[data-key="${key}"]`);
    if (element) reveal(element);
  },
  focus([, selector]) {
    focusWish = selector;
  },
  value([, selector, text]) {
    const field = find(selector);
    if (field) setValue(field, text);
  },
  announce([, text]) {
    const live = document.getElementById('polite');
    const isWaiting = live.hostText !== undefined;
    live.hostText = text; // of many announcements at once, the last is read
    if (isWaiting) return;
    live.textContent = '';
    setTimeout(() => { // the same text twice must be announced twice
      live.textContent = live.hostText;
      live.hostText = undefined;
      clearTimeout(live.hostOld);
      live.hostOld = setTimeout(() => { live.textContent = ''; }, SAID);
    }, 60);
  },
  attribute([, name, value]) {
    if (value) root.setAttribute(name, value);
    else root.removeAttribute(name);
  },
  /** The appearance: light, dark, or empty for the system's. The next launch shows it from its first paint. */
  look([, look]) {
    root.hostDress(look);
    try { localStorage.setItem('daybook-look', look); } catch (_) { /* no storage: for this launch only */ }
  },
  badge([, count]) { if (navigator.setAppBadge) navigator.setAppBadge(Number(count)).catch(() => {}); },
  write([, sha], bytes) { file.push(new Blob([bytes]), photos.lastRead(sha)); },
  save([, name], bytes) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([...file.splice(0), bytes], { type: 'application/zip' }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  },
  route: ([, method, depth, path]) => history[method](depth, '', path),
  back: ([, count]) => history.go(-count),
  fetch([, id, method, path, ...headers], body) {
    const send = () => request(id, method, path, headers, body);
    // The server prepares the rest of an answer while the tab draws its beginning.
    if (answering) send();
    else later(send);
  },
  timer([, id, ms]) {
    clearTimeout(timers.get(id));
    timers.set(id, setTimeout(() => {
      timers.delete(id);
      emit(tell.timer, id);
    }, Number(ms)));
  },
  cancel([, id]) {
    clearTimeout(timers.get(id));
    timers.delete(id);
  },
  'vault.open': ([, account], password) => disk.open(account, password),
  'vault.remake': ([, account], password) => disk.remake(account, password),
  'vault.recover': ([, account, split], both) => disk.recover(account, both.slice(split), both.slice(0, split)),
  'vault.relock': ([, account, split], both) => disk.relock(account, both.slice(split), both.slice(0, split)),
  'vault.unlock': ([, login], password) => disk.find(login, password),
  'vault.account': ([, account]) => disk.keep(account),
  reread: () => later(disk.reread),
  journal: ([, sequence], bytes) => later(() => disk.write('journal', sequence, bytes)),
  snapshot: ([, sequence, through], bytes) => later(() => disk.write('snapshot', sequence, bytes, through)),
  ask: () => tabs.ask(),
  listen([, id, , path, ...headers]) {
    listen(path, headers, {
      moved: cursor => emit(tell.moved, cursor),
      ended: status => emit(tell.fetched, id, String(status), ''),
    });
  },
  deafen: stopListening,
  leave: ([, reason, unsent]) => later(() => leave(reason, unsent).catch(stop)),
  refreshed,
  update: () => later(() => disk.settled().then(takeUpdate)),
  ...photos.commands,
  ...reminders.commands,
};

const newest = new Map(); // the newest call of each id: only its answer is used

async function request(id, method, path, headers, body, patience = 20000) {
  const call = {};
  newest.set(id, call);
  const control = window.AbortController && new AbortController();
  const limit = setTimeout(() => control && control.abort(), patience);
  try {
    // Only the samples may come from another origin, which the policy names. The request sends no credentials there.
    const isOwn = /^\/(?!\/)/.test(path);
    if (!isOwn && method !== 'GET') throw new Error('not of this origin');
    const options = { method, credentials: isOwn ? 'same-origin' : 'omit', headers: {} };
    if (isOwn && isInstalled) options.headers['daybook-app'] = '1';
    for (let index = 0; index + 1 < headers.length; index += 2) options.headers[headers[index]] = headers[index + 1];
    if (body.length || body.size) options.body = body;
    if (control) options.signal = control.signal;
    const answer = await fetch(path, options);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const header = name => answer.headers.get(name) || '';
    if (newest.get(id) !== call) return;
    answering = true;
    deliver([tell.fetched, id, String(answer.status), header('retry-after')], bytes);
  } catch (_) {
    if (newest.get(id) === call) emit(tell.fetched, id, '0', '');
  } finally {
    answering = false;
    clearTimeout(limit);
  }
}

// MARK: Events

const keyOf = element => {
  const keyed = element.closest('[data-key]');
  return keyed ? keyed.getAttribute('data-key') : '';
};
const TYPING = 'textarea,select,[contenteditable],input:not([type=checkbox]):not([type=radio]):not([type=button])';
// The steps of a calendar, in the order of MonthGrid.Step.
const WALK = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];
const PRESSABLE = 'button,a[href],summary,input,select';

function on(type, handler) {
  document.addEventListener(type, event => {
    if (event.target.closest) handler(event, name => event.target.closest(`[data-${name}]`));
  });
}

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
    if (field) use(field, way, event.target.value);
  });
}
on('input', event => { event.target.hostTyped = true; });
on('change', (event, closest) => { // the value of a choice is its index
  if (closest('choose')) deliver(usedAt(event.target, event.target.value));
});
on('change', (event, closest) => { // a file goes directly to the server; the result goes to Swift
  const field = closest('upload');
  const file = field && field.files[0];
  if (!file) return;
  const [id, path, type, account] = ['request', 'path', 'type', 'account'].map(name => field.getAttribute(`data-${name}`));
  use(field, 'upload');
  request(id, 'POST', path, ['content-type', type, 'daybook-account', account], file, 600000);
  field.value = '';
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

// A press on these leaves the focus, and the keyboard of a phone, where they are.
on('mousedown', (event, closest) => closest('keep') && event.preventDefault());

on('compositionstart', event => { composition.field = event.target; });
on('compositionend', (event, closest) => {
  const field = event.target;
  composition.field = null;
  if (!composition.waiting) return;
  composition.waiting = false;
  if (closest('input')) use(closest('input'), 'input', field.value);
  requestAnimationFrame(() => setValue(field, field.defaultValue)); // the value that the HTML then has
});

// Where the mouse was moved since the last key: a letter for a row means that row, and else the one with the focus.
let over = null;
on('pointermove', event => { over = event.pointerType === 'mouse' ? [event.clientX, event.clientY] : null; });

on('keydown', (event, closest) => {
  const { key, target } = event;
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
    tick(); // the next key is for the day that has the focus now
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
  if (topLayer() && !(typing && command && key === 'Enter')) return;
  if (command && key === 'k') {
    event.preventDefault();
    emit(tell.key, key, 'c', '', '');
    tick(); // the next key is for the palette
    return;
  }
  const free = target === document.body || target === root || target.hasAttribute('data-row');
  const press = key === 'Enter' || key === ' ';
  // A field undoes its own typing; in a field without typing, these keys undo changes of the list.
  const undo = command && !event.altKey && (/^z$/i.test(key) || (key === 'y' && event.ctrlKey))
    && !(typing && (target.value || target.hostTyped));
  const region = typing && closest('region');
  const head = region && region.getAttribute('data-region') === 'head';
  if (typing ? !(undo || key === 'Escape' || (key === 'Enter' && command) || (head && key === 'ArrowDown'))
    : (press && !free && target.closest(PRESSABLE)) || (key.length === 1 && (command || event.altKey) && !undo)
      || !(key.length === 1 || /^(Arrow.*|Enter|Delete|Backspace|Escape|Home|End|Page.*)$/.test(key))) return;
  if (undo || (key.length === 1 && !typing)) event.preventDefault(); // a field that opens must not get it
  else if ((free || head) && /^(Arrow.*|Delete|Backspace|Enter|Home|End)$/.test(key)) event.preventDefault();
  const held = [['s', event.shiftKey], ['c', event.ctrlKey], ['m', event.metaKey], ['a', event.altKey]];
  const adds = /^[nq]$/.test(key) && find('#quick-add');
  if (head && key === 'Escape' && (!target.value || target.id !== 'search')) target.blur(); // even without a row
  const there = free && under && /^[tTxp]$/.test(key) && document.elementFromPoint(...under);
  const row = there && there.closest('[data-row]');
  emit(tell.key, key, held.map(([letter, down]) => down ? letter : '').join(''), keyOf(row || target),
    head ? target.id : adds && adds.offsetParent ? 'line' : '');
});

// A toast stays while the pointer is over it or it has the focus.
const hover = { pointer: null, focus: null };
function hovers(by, element) {
  const old = hover[by];
  if (old === element) return;
  const other = hover[by === 'pointer' ? 'focus' : 'pointer'];
  hover[by] = element;
  if (old && old !== other) use(old, 'release');
  if (element && element !== other) use(element, 'hold');
}
on('pointerover', (event, closest) => hovers('pointer', event.pointerType === 'touch' ? null : closest('hold')));
on('focusin', (event, closest) => hovers('focus', closest('hold')));
on('focusout', () => hovers('focus', null));

window.addEventListener('popstate', () => emit(tell.route, ...entry()));
for (const type of ['online', 'offline']) window.addEventListener(type, () => emit(tell.network, online()));
window.addEventListener('resize', () => {
  emit(tell.resized);
  document.querySelectorAll('[data-scroller]').forEach(scroller => {
    const list = region(scroller.getAttribute('data-scroller'));
    if (list) measureList(list);
    scrolled.add(scroller);
  });
  settleLayers();
  schedule();
});
document.addEventListener('visibilitychange', () => {
  if (scheduled) setTimeout(tick, 0); // a hidden tab gets no animation frames
  emit(tell.visible, document.hidden ? '0' : '1');
  checkDay();
});

// MARK: Days

const online = () => navigator.onLine === false ? '0' : '1';
let today = new Date().toDateString();

function checkDay() {
  const now = new Date();
  if (now.toDateString() !== today) {
    today = now.toDateString();
    emit(tell.zone, zone());
  }
}

function armMidnight() {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  setTimeout(() => {
    checkDay();
    armMidnight();
  }, Math.min(midnight - now + 100, 3600000)); // at least hourly: a sleeping machine stops timers
}

/** The time zone for Swift: minutes east at first, then each change, found by binary search. */
function zone() {
  const year = new Date().getFullYear();
  const east = time => -new Date(time).getTimezoneOffset();
  const week = 7 * 86400000;
  let time = Date.UTC(year - 5, 0, 1);
  let offset = east(time);
  let text = `${offset};`;
  for (const end = Date.UTC(year + 11, 0, 1); time < end; time += week) {
    if (east(time + week) === offset) continue;
    let before = time;
    let after = time + week;
    while (after - before > 60000) {
      const middle = before + Math.floor((after - before) / 120000) * 60000;
      if (east(middle) === offset) before = middle === before ? after - 60000 : middle;
      else after = middle;
    }
    offset = east(after);
    text += `${text.endsWith(';') ? '' : ','}${after}:${offset}`;
  }
  return text;
}

/** The first day of the week, 0 for Sunday, and the hours of the clock, as the browser's language has them. */
function habits() {
  const { locale, hour12 } = new Intl.DateTimeFormat([], { hour: 'numeric' }).resolvedOptions();
  const region = Intl.Locale ? new Intl.Locale(locale) : {};
  const week = region.getWeekInfo ? region.getWeekInfo() : region.weekInfo;
  return [String(week ? week.firstDay % 7 : 1), hour12 ? '12' : '24'];
}

// MARK: Start

async function load() {
  const options = { host: imports };
  const answer = fetch('/daybook.wasm');
  if (WebAssembly.instantiateStreaming) {
    try {
      return await WebAssembly.instantiateStreaming(await answer.then(got => got.clone()), options);
    } catch (error) {
      if (error instanceof WebAssembly.LinkError) throw error; // other errors may come from the file's type
    }
  }
  return WebAssembly.instantiate(await (await answer).arrayBuffer(), options);
}

/** The address and the depth of the history's entry; TabHistory.swift sets the depth. */
const entry = () => [location.pathname + location.search, String(history.state || 0)];

let code; // the compiled module, for the next sign-in
let where; // this tab's tab number
const otherTabs = () => others(where, number => emit(tell.tabEnded, String(number)));

/**
 * @param {string} after why the account was left just now; empty at a launch.
 * @param {number} open the other tabs' numbers, a bit each
 */
function begin(instance, after, open) {
  swift = instance.exports;
  if (swift._initialize) swift._initialize();
  const [path, depth] = entry();
  emit(tell.start, path, online(), zone(), after, where, ...notifying(), depth, String(open), ...habits());
}

async function start() {
  const [{ instance, module }, found, free] = await Promise.all([load(), disk.look(), place()]);
  code = module;
  where = free;
  watchGestures(emit);
  watchLayers(emit); // after the gestures: a press outside a layer swallows the click that they would allow
  armMidnight();
  begin(instance, '', await otherTabs());
  event(...found);
  setTimeout(() => watchUpdates(emit), 1000); // the first list is more urgent
  const wide = window.matchMedia('(min-width: 75em)');
  const widen = () => wide.matches && import('./split.js');
  wide.addListener(widen);
  widen();
}

const LEFT = 'daybook-left';

/** A log-out, or the end of the account or session: the module's whole memory is dropped, and a new instance begins. */
async function leave(reason, unsent) {
  swift = null;
  commands.badge(['', 0]);
  stopListening();
  for (const timer of timers.values()) clearTimeout(timer);
  for (const gone of [timers, newest, keptPlaces]) gone.clear();
  queue.length = file.length = 0;
  for (const live of document.querySelectorAll('[aria-live]')) { // the announcements name to-dos
    live.textContent = '';
    live.hostText = undefined;
  }
  await photos.leave();
  await reminders.leave();
  const id = await disk.leave(reason, unsent);
  if (reason !== 'ended' && id) { // the change of the value alone is the message to other tabs
    try {
      localStorage.setItem(LEFT, `${id} ${Date.now()}`);
      localStorage.removeItem(LEFT);
    } catch (_) { /* no storage: they hear of it from the server */ }
  }
  tabs.part(); // only now: the next leader would call the server for an account that was left
  history.replaceState(history.state, '', '/');
  begin(await WebAssembly.instantiate(code, { host: imports }), reason, await otherTabs());
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === LEFT && newValue) emit(tell.left, newValue.split(' ')[0]);
});

function stop(error) {
  swift = null;
  root.setAttribute('host-stopped', '');
  throw error;
}

start().catch(stop);
