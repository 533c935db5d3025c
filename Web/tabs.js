/**
 * The tabs of one browser: which of them is the leader, and messages that the shared journal has grown.
 * By Web Locks and a BroadcastChannel, or, in engines without them, by a lease on the disk and storage events.
 */

import { tell } from './tell.js';
import { wait } from './wait.js';

const PLACES = 15; // Swift tells the tabs' stamps apart by 4 bits, and keeps one number for itself
const WORD = 'daybook-word';
const LEASE_MS = 6000;
const ENDING_MS = 5000;
/** WebKit hangs when it leaves a tab that holds a lock (seen in WebKitGTK). It gets the lease, like old engines. */
const locks = /^Apple/.test(navigator.vendor) ? undefined : navigator.locks;

/** Holds a lock until the tab closes. @returns whether it was free */
const seize = name => new Promise(resolve => {
  locks.request(name, { ifAvailable: true }, lock => {
    resolve(!!lock);
    return lock ? new Promise(() => {}) : undefined;
  }).catch(() => resolve(false));
});

/** This tab's tab number, as text; random when no number is free or there are no locks. */
export async function place() {
  for (let number = 0; locks && number < PLACES; number += 1) {
    if (await seize(`daybook place ${number}`)) return String(number);
  }
  return String(crypto.getRandomValues(new Uint8Array(1))[0] % PLACES);
}

/**
 * The tab numbers of the other tabs, as far as is known: a bit for each number.
 * @param {(number: number) => void} ended is told when a tab that was just closed gives up its number.
 */
export async function others(mine, ended) {
  if (!locks) return 0;
  const { held } = await locks.query().catch(() => ({ held: [] }));
  let bits = 0;
  for (let number = 0; number < PLACES; number += 1) {
    const name = `daybook place ${number}`;
    if (String(number) === mine || !held.some(lock => lock.name === name)) continue;
    bits |= 1 << number;
    const control = new AbortController();
    setTimeout(() => control.abort(), ENDING_MS);
    locks.request(name, { signal: control.signal }, () => ended(number)).catch(() => {});
  }
  return bits;
}

/**
 * @param {(...event) => void} emit sends an event to Swift.
 * @param {(tab: string, span: number) => Promise<boolean>} lease takes or renews the lease on the disk.
 */
export function makeTabs(emit, lease) {
  const me = Math.random().toString(36).slice(2);
  const channel = window.BroadcastChannel && new BroadcastChannel('daybook');
  let account = ''; // the account of these tabs; empty when no person is signed in
  let leads = true; // until another tab turns out to lead
  let release = null; // releases the lock, or leaves its queue
  let grown = () => {};
  let answered = () => {};

  function post(word) {
    const text = [word, account, me, Math.random()].join(' '); // a storage event needs a text that is new
    if (channel) {
      channel.postMessage(text);
      return;
    }
    try {
      localStorage.setItem(WORD, text);
      localStorage.removeItem(WORD);
    } catch (_) { /* no storage: tabs see each other through the server */ }
  }

  function hear(text) {
    const [word, whose, from] = String(text).split(' ');
    if (!account || whose !== account || from === me) return;
    if (word === 'grown') grown();
    else if (word === 'ask' && leads) emit(tell.ask);
    else if (word === 'who' && leads) post('here');
    else if (word === 'here') answered();
  }
  if (channel) channel.onmessage = ({ data }) => hear(data);
  window.addEventListener('storage', ({ key, newValue }) => key === WORD && newValue && hear(newValue));

  function lead(now) {
    if (leads === now) return;
    leads = now;
    emit(tell.lead, now ? '1' : '0');
  }

  function queue(options) {
    const control = window.AbortController && new AbortController();
    let free = () => {};
    let isOver = false;
    const over = new Promise(resolve => { free = resolve; });
    release = () => {
      isOver = true;
      free();
      if (control) control.abort();
    };
    const mine = release;
    const wish = options || (control ? { signal: control.signal } : {});
    locks.request(`daybook ${account}`, wish, () => {
      if (isOver) return undefined;
      lead(true);
      return over;
    }).catch(() => {
      if (isOver || release !== mine) return;
      lead(false); // another tab took the lead
      queue();
    });
  }

  async function renew() {
    const whose = account;
    while (account === whose) {
      const held = await lease(me, LEASE_MS).catch(() => true); // without a disk every tab leads
      if (account === whose) lead(held);
      await wait(LEASE_MS / 3);
    }
  }

  /** An account's disk is open. @param {() => void} onGrown another tab has added to the journal */
  async function join(id, onGrown) {
    account = id;
    grown = onGrown;
    leads = true;
    if (!locks) return renew();
    const found = await new Promise(resolve => {
      locks.query().then(({ held }) => resolve(held.some(({ name }) => name === `daybook ${id}`)), () => resolve(false));
    });
    if (account !== id) return undefined;
    if (found) lead(false);
    return queue();
  }

  function part() {
    account = '';
    leads = true;
    if (release) release();
    release = null;
  }

  // A tab in the background may be frozen while it leads: the visible tab does not wait for it.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || leads || !account || !locks) return;
    const whose = account;
    const late = setTimeout(() => {
      if (leads || account !== whose) return;
      if (release) release();
      queue({ steal: true });
    }, 1000);
    answered = () => clearTimeout(late);
    post('who');
  });

  return { join, part, isApart: () => !account, ask: () => post('ask'), grew: () => post('grown') };
}
