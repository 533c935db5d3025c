/**
 * Newer versions of the app: the service worker downloads them in the background, and the person decides when to use
 * them.
 */

import { tell } from './tell.js';

const worker = navigator.serviceWorker; // only over TLS, or on localhost
const HOUR = 3600000;
let registration = null;
let checked = Date.now();

/** @param {Object} host what this part gets from the first one (`secondpart.js`) */
export async function watchUpdates({ emit, scriptURL }) {
  if (!worker) return;
  try {
    registration = await worker.register(scriptURL('/sw.js'));
  } catch (_) {
    return; // refused, by a private window for example: the app then needs a network
  }
  // Without an active worker, this one is the first, and has the files that the tab runs already.
  const offer = () => registration.waiting && registration.active && emit(tell.update);
  offer();
  registration.addEventListener('updatefound', () => registration.installing.addEventListener('statechange', offer));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checked < HOUR) return;
    checked = Date.now();
    registration.update().catch(() => {}); // no network: retried later
  });
}

/** Continues with the newer version. Other tabs keep theirs until they are reloaded. */
export function takeUpdate() {
  const next = registration && registration.waiting;
  if (!next) {
    location.reload();
    return;
  }
  next.addEventListener('statechange', () => next.state === 'activated' && location.reload());
  next.postMessage('take');
}
