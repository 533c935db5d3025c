/**
 * Newer versions of the app: the service worker brings them in the background, a person takes them when it suits.
 */

import { scriptURL } from './patch.js';
import { tell } from './tell.js';

const worker = navigator.serviceWorker; // only over TLS, or on localhost
const HOUR = 3600000;
let registration = null;
let checked = Date.now();

/** @param {(event: number) => void} emit sends an event to Swift. */
export async function watchUpdates(emit) {
  if (!worker) return;
  try {
    registration = await worker.register(scriptURL('/sw.js'));
  } catch (_) {
    return; // refused, by a private window for example: the app works with a network
  }
  // Without an active one the worker is the first, and brings what the page runs already.
  const offer = () => registration.waiting && registration.active && emit(tell.update);
  offer();
  registration.addEventListener('updatefound', () => registration.installing.addEventListener('statechange', offer));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checked < HOUR) return;
    checked = Date.now();
    registration.update().catch(() => {}); // no network: later
  });
}

/** Goes on with the newer version. Other tabs keep theirs until they are loaded anew. */
export function takeUpdate() {
  const next = registration && registration.waiting;
  if (!next) {
    location.reload();
    return;
  }
  next.addEventListener('statechange', () => next.state === 'activated' && location.reload());
  next.postMessage('take');
}
