/**
 * The service worker: keeps the files of one version, so that the app starts without a network and never from files
 * of two versions. A newer version installs beside it and waits until the person takes it, or until no tab is open.
 */

/** The build: its name, and the SHA-256 of each file. scripts/build-browser.sh writes them here. */
const BUILD = { version: '', files: {} };

// The policy of index.html applies here too: a script is loaded by an address that a policy made.
const scripts = ['/reminderstore.js', '/sharing.js', '/join.js'];
const rules = { createScriptURL: path => scripts.find(script => script === path) };
const policy = self.trustedTypes ? trustedTypes.createPolicy('daybook', rules) : rules;
importScripts(...scripts.map(path => policy.createScriptURL(path)));
const { alone, use, tag, notification } = self.reminderStore;

const CACHE = `daybook ${BUILD.version}`;
const PARTS = ['/daybook.wasm', '/daybook.rest']; // of the module
const WHOLE = '/daybook.whole'; // which the server does not have
const has = path => Object.prototype.hasOwnProperty.call(BUILD.files, path);

const hex = bytes => Array.from(new Uint8Array(bytes), byte => (byte + 256).toString(16).slice(1)).join('');

/** A file of this build. If the server has another file, it serves another version, which has its own worker. */
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
  await keepWhole(cache).catch(() => {}); // a tab can do it each time
}

/** Puts the whole module in the place of its second part. */
async function keepWhole(cache) {
  const parts = await Promise.all(PARTS.map(path => cache.match(path).then(answer => answer.arrayBuffer())));
  const whole = await self.joined(...parts.map(part => new Uint8Array(part)));
  await cache.put(WHOLE, new Response(whole, { headers: { 'content-type': 'application/wasm' } }));
  await cache.delete(PARTS[1]);
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter(name => name.startsWith('daybook ') && name !== CACHE).map(name => caches.delete(name)));
}

self.addEventListener('install', event => event.waitUntil(install()));
self.addEventListener('activate', event => event.waitUntil(dropOthers()));
self.addEventListener('message', ({ data }) => data === 'take' && self.skipWaiting());

/** The app's screens have different addresses, but the same file, index.html. */
const isScreen = path => !/^\/(api|healthz|metrics)(\/|$)/.test(path) && !path.split('/').pop().includes('.');

self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === 'POST' && origin === self.location.origin && pathname === '/share') {
    event.respondWith(self.takeShared(request));
    return;
  }
  const path = request.mode === 'navigate' && isScreen(pathname) ? '/' : pathname;
  if (request.method !== 'GET' || origin !== self.location.origin || !(has(path) || path === WHOLE)) return;
  const other = () => path === WHOLE ? new Response(null, { status: 404 }) : fetch(request);
  // What the device cannot give now, the server may.
  event.respondWith(caches.open(CACHE).then(cache => cache.match(path)).catch(() => {}).then(kept => kept || other()));
});

// MARK: Reminders

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
const tell = word => windows().then(open => open.forEach(client => client.postMessage(word)));
const call = (method, path, body) => fetch(`/api/v1/${path}`, {
  method,
  credentials: 'same-origin',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A push of a reminder or a test. If a tab has shown it already, the push replaces that notification silently. */
async function pushed({ kind, todo, due, title, detail }) {
  const isTest = kind === 'test';
  const before = !isTest && await use('shown', store => store.get([todo, due])).catch(() => null);
  const headline = Date.now() - due > 60000 ? 'Missed' : 'Time is up';
  const options = notification(todo, due, isTest ? detail || '' : detail ? `${title}\n${detail}` : title);
  if (isTest) Object.assign(options, { data: { todo, due, isTest }, actions: [] });
  const isShown = await alone(async () => {
    const isOpen = (await self.registration.getNotifications({ tag: tag(todo) })).length > 0;
    if (before && !isOpen) return false; // a tab has shown it, and the person has closed it
    await self.registration.showNotification(isTest ? title : headline, options);
    return true;
  });
  if (!isShown) return;
  const now = Date.now();
  if (!isTest) {
    await use('shown', store => store.put(now, [todo, due])).catch(() => {});
    await tell({ shown: { todo, due } });
  }
  await call('POST', 'reminders/shown', { todo, due, shown: now, by: 'push' }).catch(() => {});
}

self.addEventListener('push', event => {
  if (event.data) event.waitUntil(pushed(event.data.json()));
});

/** Done, or ten minutes more: by the server, or, if it cannot be reached, by the next tab that opens. */
async function answer(todo, reply) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions(); // the next occurrence is computed in this time zone
  const change = reply === 'done' ? { done: true, timeZone }
    : { reminder: new Date(Date.now() + 600000).toISOString(), snooze: true };
  try {
    const { ok, status } = await call('PATCH', `todos/${todo}`, change);
    if (ok || status === 404) return;
  } catch (_) { /* no network */ }
  await use('answers', store => store.add({ todo, reply }));
  await tell('answers');
}

async function show(todo) {
  const [client] = await windows();
  if (!client) return self.clients.openWindow(todo ? `/todo/${todo}` : '/reminders');
  if (todo) client.postMessage({ open: todo });
  return client.focus();
}

self.addEventListener('notificationclick', event => {
  const { todo, isTest } = event.notification.data || {};
  event.notification.close();
  event.waitUntil(event.action ? answer(todo, event.action) : show(isTest ? '' : todo));
});

/** The browser has changed its push subscription. */
self.addEventListener('pushsubscriptionchange', event => {
  const fresh = event.newSubscription ? Promise.resolve(event.newSubscription)
    : self.registration.pushManager.subscribe(event.oldSubscription.options);
  event.waitUntil(fresh.then(subscription => {
    const { endpoint, keys } = subscription.toJSON();
    const { p256dh, auth } = keys;
    return call('PUT', 'reminders/device', { permission: 'granted', subscription: { endpoint, keys: { p256dh, auth } } });
  }).catch(() => {})); // the next tab that opens sends it
});
