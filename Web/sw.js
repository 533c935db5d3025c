/**
 * The service worker: keeps the files of one version, so that the app starts without a network and never from files
 * of two versions. A newer version installs beside it and waits until it is asked for, or until no page is open.
 */

/** What was built: a name for all of it, and the SHA-256 of each file. scripts/build-browser.sh writes it here. */
const BUILD = { version: '', files: {} };

const CACHE = `daybook ${BUILD.version}`;
const has = path => Object.prototype.hasOwnProperty.call(BUILD.files, path);

const hex = bytes => Array.from(new Uint8Array(bytes), byte => (byte + 256).toString(16).slice(1)).join('');

/** A file as it was built; a server that has another by now serves another version, which comes with its own worker. */
async function load(path) {
  const answer = await fetch(path, { cache: 'no-cache', credentials: 'omit' });
  const bytes = await answer.clone().arrayBuffer();
  if (!answer.ok || hex(await crypto.subtle.digest('SHA-256', bytes)) !== BUILD.files[path]) {
    throw new Error(`${path} is not of this version`);
  }
  return answer;
}

async function install() {
  const paths = Object.keys(BUILD.files);
  const answers = await Promise.all(paths.map(load));
  const cache = await caches.open(CACHE);
  await Promise.all(paths.map((path, index) => cache.put(path, answers[index])));
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter(name => name.startsWith('daybook ') && name !== CACHE).map(name => caches.delete(name)));
}

self.addEventListener('install', event => event.waitUntil(install()));
self.addEventListener('activate', event => event.waitUntil(dropOthers()));
self.addEventListener('message', ({ data }) => data === 'take' && self.skipWaiting());

/** The app's screens have addresses of their own; the page behind them is one. */
const isScreen = path => !/^\/(api|healthz|metrics)(\/|$)/.test(path) && !path.split('/').pop().includes('.');

self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const path = request.mode === 'navigate' && isScreen(pathname) ? '/' : pathname;
  if (request.method !== 'GET' || origin !== self.location.origin || !has(path)) return;
  event.respondWith(caches.open(CACHE).then(cache => cache.match(path)).then(kept => kept || fetch(request)));
});
