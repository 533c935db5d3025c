/** The host's reports to Swift about the browser: the address, the network, the window, the day and the zone. */

import { tell } from '../tell.js';
import { later, schedule, scheduled, tick } from './frames.js';
import { emit } from './module.js';
import { disk, second } from './parts.js';
import { measureAgain } from './scrolling.js';

/** The address and the depth of the history's entry; TabHistory.swift sets the depth. */
export const entry = () => [location.pathname + location.search, String(history.state || 0)];

// Steps in the browser's history that wait until a typed letter shows: a step may take longer than drawing it.
const steps = [];
export const typing = { now: false }; // whether the event that Swift handles is typing

/** Takes a step in the browser's history: `pushState` or `replaceState`. */
export function step(method, depth, path) {
  const last = steps.length - 1;
  if (last >= 0 && method === 'replaceState') steps[last] = [steps[last][0], depth, path];
  else steps.push([method, depth, path]);
  if (typing.now) later(takeSteps);
  else takeSteps();
}
let again = 0;
export function takeSteps() {
  while (steps.length) {
    const [method, depth, path] = steps[0];
    try {
      history[method](depth, '', path);
    } catch (_) { // WebKit and Firefox refuse more than so many in some seconds
      again = again || setTimeout(() => {
        again = 0;
        takeSteps();
      }, 1000);
      return;
    }
    steps.shift();
  }
}
/** Steps that were not taken are of a place that was left. */
export function dropSteps() {
  steps.length = 0;
}
window.addEventListener('popstate', () => {
  dropSteps();
  emit(tell.route, ...entry());
});
for (const type of ['online', 'offline']) window.addEventListener(type, () => emit(tell.network, online()));
window.addEventListener('resize', () => {
  emit(tell.resized);
  measureAgain();
  second.settleLayers();
  schedule();
});
document.addEventListener('visibilitychange', () => {
  if (scheduled) setTimeout(tick, 0); // a hidden tab gets no animation frames
  emit(tell.visible, document.hidden ? '0' : '1');
  if (!document.hidden) later(disk.catchUp); // with what could not be read when another tab told of it
  checkDay();
});

export const online = () => navigator.onLine === false ? '0' : '1';
let known; // the day and the zone of which Swift was told

function checkDay() {
  const before = known;
  const now = zone();
  if (known !== before) emit(tell.zone, now);
}

export function armMidnight() {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  setTimeout(() => {
    checkDay();
    armMidnight();
  }, Math.min(midnight - now + 100, 3600000)); // hourly: a sleeping machine stops timers
}

/** The time zone for Swift: minutes east at first, then each change, found by binary search. */
export function zone() {
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
  known = new Date().toDateString() + text;
  return text;
}

/** The first day of the week, 0 for Sunday, and the hours of the clock, as the browser's language has them. */
export function habits() {
  const { locale, hour12 } = new Intl.DateTimeFormat([], { hour: 'numeric' }).resolvedOptions();
  const region = Intl.Locale ? new Intl.Locale(locale) : {};
  const week = region.getWeekInfo ? region.getWeekInfo() : region.weekInfo;
  return [String(week ? week.firstDay % 7 : 1), hour12 ? '12' : '24'];
}
