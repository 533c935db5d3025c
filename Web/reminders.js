/**
 * Reminders in the browser: what it shows by itself, where it can be pushed to, and what was answered while no page was
 * open. The service worker has its half of this in sw.js; they share the database below, which names ids and times only.
 */

import { tell } from './tell.js';

const worker = navigator.serviceWorker;
const KEPT = 40 * 86400000; // what was shown is remembered for as long

const done = request => new Promise((yes, no) => {
  request.onsuccess = () => yes(request.result);
  request.onerror = () => no(request.error);
});

function open() {
  const opening = indexedDB.open('daybook-reminders', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('shown'); // [to-do, due] to when
    opening.result.createObjectStore('answers', { autoIncrement: true }); // {todo, reply}
  };
  return done(opening);
}

/** Carries out `work` on one of the stores; what it answers is waited for. */
async function at(name, mode, work) {
  const database = await open();
  try {
    return await work(database.transaction(name, mode).objectStore(name));
  } finally {
    database.close();
  }
}

/** @param {(...event) => void} emit sends an event to Swift. */
export async function tellShown(emit) {
  let keys = [];
  try {
    keys = await at('shown', 'readwrite', store => {
      store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        if (cursor.value < Date.now() - KEPT) cursor.delete();
        cursor.continue();
      };
      return done(store.getAllKeys());
    });
  } catch (_) { /* a browser that keeps nothing has shown nothing by itself */ }
  emit(tell.remindersShown, ...[].concat(...keys).map(String));
}

/** What was answered on a notification while nobody could take it. */
export async function tellAnswers(emit) {
  try {
    const answers = await at('answers', 'readwrite', async store => {
      const all = await done(store.getAll());
      if (all.length) store.clear();
      return all;
    });
    for (const { todo, reply } of answers) emit(tell.reminderAnswered, todo, reply);
  } catch (_) { /* as above */ }
}

export async function show(todo, due, title, body) {
  try {
    const known = await worker.getRegistration();
    if (!known) throw new Error('no worker');
    await at('shown', 'readwrite', store => done(store.put(Date.now(), [todo, Number(due)])));
    await known.showNotification(title, {
      body,
      tag: `reminder ${todo}`,
      timestamp: Number(due),
      icon: '/icon-192.png',
      data: { todo, due: Number(due) },
      actions: [{ action: 'done', title: 'Done' }, { action: 'later', title: 'In 10 minutes' }],
    });
    const shown = JSON.stringify({ todo, due: Number(due), shown: Date.now(), by: 'page' });
    await fetch('/api/v1/reminders/shown', { method: 'POST', headers: { 'content-type': 'application/json' }, body: shown });
  } catch (_) { /* the page itself shows it; the server hears nothing */ }
}

export async function close(todo) {
  const known = worker && await worker.getRegistration();
  if (!known || !known.getNotifications) return;
  (await known.getNotifications({ tag: `reminder ${todo}` })).forEach(notice => notice.close());
}

const bytes = base64url => {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, letter => letter.charCodeAt(0));
};
const same = (left, right) => left && left.byteLength === right.length
  && new Uint8Array(left).every((byte, place) => byte === right[place]);

/** Makes an address for a server with this key, or takes the one that is there. */
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

/** Somebody leaves: nothing of theirs shows here any more, or arrives. */
export async function leave() {
  try {
    const known = worker && await worker.getRegistration();
    if (known && known.getNotifications) (await known.getNotifications()).forEach(notice => notice.close());
    const subscription = known && known.pushManager && await known.pushManager.getSubscription();
    if (subscription) await subscription.unsubscribe();
    await at('shown', 'readwrite', store => done(store.clear()));
    await at('answers', 'readwrite', store => done(store.clear()));
  } catch (_) { /* the server ends the address with the session */ }
}
