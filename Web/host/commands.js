/** The commands of Swift to the host, by name. The arguments are texts; the first is the name itself. */

import { fill, patch, setValue } from '../patch.js';
import { drawRows, isAtTop } from '../rows.js';
import { tell } from '../tell.js';
import { makeTimers } from '../timers.js';
import { find, keyOf, region, root } from './dom.js';
import { dropSteps, step, takeSteps } from './environment.js';
import { draw, later, layersChanged, patched, whenDrawn, wishFocus } from './frames.js';
import { emit } from './module.js';
import { disk, reminders, second, tabs } from './parts.js';
import { answering, newest, request } from './request.js';
import { goBackTo, offsetIn, reveal, scrolledAt } from './scrolling.js';

const motion = window.matchMedia('(prefers-reduced-motion: reduce)');
const timers = makeTimers(id => emit(tell.timer, id), later);
const rowOf = key => find(`[data-row][data-key="${key}"]`);
const keptPlaces = new Map(); // the top row of each list that was left

export const commands = {
  draw([, when]) {
    if (when) later(draw);
    else draw();
  },
  patch([, name, drawing, html, ...figures]) {
    const target = region(name);
    if (/^(app|editor|upper|overlay)$/.test(name)) layersChanged();
    if (!target) return;
    patch(target, html, figures);
    patched.add(target);
    target.hostDrawing = drawing;
  },
  figures([, name, ...texts]) {
    const target = region(name);
    if (target) fill(target, texts);
  },
  rows(message) {
    const list = region(message[1]);
    if (!list) return;
    const mood = { motion: !motion.matches, scrolling: Date.now() - scrolledAt < 150 };
    const { settle, drawn } = drawRows(list, message, mood);
    whenDrawn(settle);
    if (drawn) {
      later(() => { // the document is laid out by then
        const wrong = drawn();
        if (wrong.length) emit(tell.measured, ...wrong);
      });
    }
  },
  /** Scrolls to the list's beginning, by pixels, or back to a kept place. */
  scrollto([, name, y, kept]) {
    if (!y && isAtTop(region(name))) return;
    whenDrawn(() => {
      const scroller = find(`[data-scroller="${name}"]`);
      if (!scroller) return;
      const place = kept && keptPlaces.get(kept);
      const row = place && rowOf(place.key);
      if (!y || (kept && !place)) {
        scroller.scrollTop = 0;
      } else if (row) {
        goBackTo(scroller, row, place.top);
      } else {
        const hidden = kept ? 0 : parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0;
        scroller.scrollTop += Number(y) - hidden - offsetIn(scroller, region(name));
      }
    });
  },
  keepplace([, name, kept]) {
    keptPlaces.delete(kept);
    const scroller = find(`[data-scroller="${name}"]`);
    if (!scroller.hasAttribute('host-scrolled')) return; // a list at its top keeps no row
    const edge = scroller.getBoundingClientRect().top;
    const row = Array.from(region(name).children).find(item => item.getBoundingClientRect().bottom > edge);
    if (row) keptPlaces.set(kept, { key: keyOf(row), top: row.getBoundingClientRect().top });
  },
  title([, text]) {
    document.title = text;
  },
  reveal([, key]) {
    whenDrawn(() => {
      const element = rowOf(key) || find(`[data-key="${key}"]`);
      if (element) reveal(element);
    });
  },
  focus: ([, selector]) => wishFocus(selector),
  value([, selector, text]) {
    const field = find(selector);
    if (field) setValue(field, text);
  },
  announce: ([, text]) => second.announce(text),
  attribute([, name, value]) {
    if (value) root.setAttribute(name, value);
    else root.removeAttribute(name);
  },
  /** The appearance: light, dark, or empty for the system's. The next launch begins with it. */
  look([, look]) {
    root.hostDress(look);
    try { localStorage.setItem('daybook-look', look); } catch (_) { /* no storage: for this launch only */ }
  },
  badge([, count]) { if (navigator.setAppBadge) navigator.setAppBadge(Number(count)).catch(() => {}); },
  write: (...given) => second.write(...given),
  save: (...given) => second.save(...given),
  route: ([, method, depth, path]) => step(method, depth, path),
  back([, count]) {
    takeSteps();
    history.go(-count);
  },
  fetch([, id, method, path, ...headers], body) {
    const send = () => request(id, method, path, headers, body);
    // The server prepares the rest of an answer while the tab draws its beginning.
    if (answering) send();
    else later(send);
  },
  timer: ([, id, ms]) => timers.start(id, Number(ms)),
  cancel: ([, id]) => timers.stop(id),
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
  listen: message => second.listen(message),
  deafen: () => second.stopListening(),
  refreshed: () => second.refreshed(),
  update: () => later(() => disk.settled().then(second.takeUpdate)),
  ...reminders.commands,
};
for (const name of ['keep', 'upload', 'list', 'refused', 'read', 'retry', 'shared']) {
  commands[`photos.${name}`] = (...given) => second.obey(...given);
}

/** Forgets what is left of a person who leaves: timers, calls, places of lists, and announcements, which name to-dos. */
export function forget() {
  commands.badge(['', 0]);
  second.stopListening();
  newest.clear();
  dropSteps();
  timers.clear();
  keptPlaces.clear();
}
