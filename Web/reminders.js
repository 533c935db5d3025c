/**
 * Reminders in the browser: the notifications that a tab shows, the push subscription, and the buttons of
 * notifications that were pressed while no tab was open. sw.js is the service worker's half; both use
 * reminderstore.js.
 */

import './reminderstore.js';
import { tell } from './tell.js';

const { alone, use, tag, notification } = self.reminderStore;
const worker = navigator.serviceWorker;
const KEPT = 40 * 86400000; // how long a shown reminder is remembered

/** @param {(...event) => void} emit sends an event to Swift. */
export async function tellShown(emit) {
  let keys = [];
  try {
    let times;
    keys = await use('shown', store => {
      times = store.getAll();
      return store.getAllKeys();
    });
    const old = keys.filter((_, place) => times.result[place] < Date.now() - KEPT);
    if (old.length) await use('shown', store => old.map(key => store.delete(key)).pop());
  } catch (_) { /* a browser that keeps nothing has shown nothing by itself */ }
  emit(tell.remindersShown, ...[].concat(...keys).map(String));
}

/** Sends Swift the buttons of notifications that were pressed while no tab was open. */
export async function tellAnswers(emit) {
  try {
    const answers = await use('answers', store => {
      const all = store.getAll();
      store.clear();
      return all;
    });
    for (const { todo, reply } of answers) emit(tell.reminderAnswered, todo, reply);
  } catch (_) { /* as above */ }
}

export async function show(todo, due, title, body) {
  try {
    const known = await worker.getRegistration();
    if (!known) throw new Error('no worker');
    const at = Number(due);
    await use('shown', store => store.put(Date.now(), [todo, at]));
    await alone(() => known.showNotification(title, notification(todo, at, body)));
    const shown = JSON.stringify({ todo, due: at, shown: Date.now(), by: 'page' });
    await fetch('/api/v1/reminders/shown', { method: 'POST', headers: { 'content-type': 'application/json' }, body: shown });
  } catch (_) { /* the list shows it; the server learns nothing */ }
}

const remove = (known, which) => alone(async () => (await known.getNotifications(which)).forEach(notice => notice.close()));

export async function close(todo) {
  const known = worker && await worker.getRegistration();
  if (known && known.getNotifications) await remove(known, { tag: tag(todo) });
}

const bytes = base64url => {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, letter => letter.charCodeAt(0));
};
const same = (left, right) => left && left.byteLength === right.length
  && new Uint8Array(left).every((byte, place) => byte === right[place]);

/** Makes a push subscription for a server with this key, or takes the existing one. */
export async function subscribe(key, emit) {
  try {
    const { pushManager } = await worker.ready;
    const serverKey = bytes(key);
    let subscription = await pushManager.getSubscription();
    if (subscription && !same(subscription.options && subscription.options.applicationServerKey, serverKey)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    const options = { userVisibleOnly: true, applicationServerKey: serverKey };
    const { endpoint, keys } = (subscription || await pushManager.subscribe(options)).toJSON();
    emit(tell.subscribed, endpoint, keys.p256dh, keys.auth);
  } catch (_) {
    emit(tell.notSubscribed);
  }
}

/** The account is left: removes its notifications, its push subscription, and photos that were shared with it. */
export async function leave() {
  try {
    const known = worker && await worker.getRegistration();
    const removed = known && known.getNotifications && remove(known).catch(() => {}); // it may have to wait
    const subscription = known && known.pushManager && await known.pushManager.getSubscription();
    if (subscription) await subscription.unsubscribe();
    for (const name of ['shown', 'answers', 'shared']) await use(name, store => store.clear());
    await removed;
  } catch (_) { /* the server ends the address with the session */ }
}
