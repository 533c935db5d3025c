/**
 * Whether this browser may show notifications, and if not, why. The code for reminders is in reminders.js, which is
 * loaded when it is needed.
 */

import { script } from './persist.js';
import { tell } from './tell.js';
import { wait } from './wait.js';

const phone = /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.platform) && navigator.maxTouchPoints > 1);

/** The person's permission, and the obstacle to a push; empty for no obstacle. */
export function notifying() {
  const permission = window.Notification ? Notification.permission : 'unsupported';
  let obstacle = '';
  if (phone && !navigator.standalone) obstacle = 'install';
  else if (!window.isSecureContext) obstacle = 'insecure';
  else if (!navigator.serviceWorker) obstacle = 'worker';
  else if (!window.PushManager) obstacle = 'push';
  return [permission, obstacle];
}

let loaded = null; // reminders.js, once it is there
let loading = null;
let left = 0; // how many accounts were left here
const LEAVING = 5000; // ms after which the next person is let in

/** Work for the present account, as soon as reminders.js is there. */
async function soon(work) {
  const before = left;
  loading = loading || script('/reminders.js');
  loaded = await loading;
  if (left === before) await work(loaded);
}

/** reminders.js now, or not at all. */
const load = async () => loaded || import('./reminders.js');

/**
 * @param {(...event) => void} emit sends an event to Swift.
 * @returns the commands, and the calls for a sign-in and for the end of a session.
 */
export function makeReminders(emit) {
  const report = () => emit(tell.notifying, ...notifying());
  const { permissions, serviceWorker } = navigator;
  if (permissions && window.Notification) {
    permissions.query({ name: 'notifications' }).then(status => { status.onchange = report; }).catch(() => {});
  }
  if (serviceWorker) {
    serviceWorker.addEventListener('message', ({ data }) => {
      if (data && data.shown) emit(tell.remindersShown, data.shown.todo, String(data.shown.due));
      else if (data && data.open) emit(tell.reminderOpened, data.open);
      else if (data === 'answers') soon(({ tellAnswers }) => tellAnswers(emit));
    });
  }
  return {
    opened: () => soon(async ({ tellShown, tellAnswers }) => {
      await tellShown(emit);
      await tellAnswers(emit);
    }),
    /** The worker may never let go of the notifications, and reminders.js may not come: that is not waited for. */
    leave() {
      left += 1;
      const end = Date.now() + LEAVING;
      return Promise.race([load().then(({ leave }) => Date.now() > end || leave()).catch(() => {}), wait(LEAVING)]);
    },
    commands: {
      notify: ([, todo, due, title, body]) => soon(({ show }) => show(todo, due, title, body)),
      unnotify: ([, todo]) => load().then(({ close }) => close(todo)).catch(() => {}),
      subscribe: ([, key]) => soon(({ subscribe }) => subscribe(key, emit)),
      allow() {
        if (!window.Notification) report();
        else Promise.resolve(Notification.requestPermission(report)).then(report, report); // old engines: callback only
      },
    },
  };
}
