/**
 * The browser's database: its stores, and the code that all its users share. disk.js describes the contents.
 */

import { wait } from './wait.js';

/** The result of an IndexedDB request, or of a transaction when it is on disk. */
export const done = request => new Promise((resolve, reject) => {
  request.onsuccess = request.oncomplete = () => resolve(request.result);
  request.onerror = request.onabort = () => reject(request.error || new Error('aborted'));
});

/** What a read of the disk gives. It may fail for a moment, so it is tried once more. */
export const twice = read => read().catch(() => wait(200).then(read));

/** The keys of an account's photos that the server does not have yet: `[account, sha]`. */
export async function waitingPhotos(account, transaction) {
  const waiting = transaction(['photos'], 'readonly').objectStore('photos').index('room');
  const keys = await done(waiting.getAllKeys(IDBKeyRange.bound([0], [0, []])));
  return keys.filter(([whose]) => whose === account);
}

/**
 * A browser may freeze a tab when the person leaves it, with its open transactions, and resume it later. A transaction
 * that waits for such a tab keeps every other tab from the disk (seen in WebKit). So when the tab is frozen, its
 * unfinished transactions are aborted, as they would be if it closed. A tab that has lost one reloads when it resumes.
 */
export function makeDatabase() {
  let database = null;
  let isAside = false;
  let hasLost = false; // a transaction was aborted when the tab was frozen
  const pending = new Map(); // unfinished transactions, and what to do if they are aborted

  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    isAside = true;
    hasLost = pending.size > 0;
    pending.forEach((rescue, change) => {
      try {
        change.abort();
        rescue();
      } catch (_) { /* it is complete already, and its event is still to come */ }
    });
    pending.clear();
  });
  window.addEventListener('pageshow', () => {
    isAside = false;
    if (hasLost) location.reload();
  });

  const begin = (names, mode) => database.transaction(names, mode, { durability: 'strict' });

  /** @param {() => void} rescue is called if the tab is frozen before the transaction is complete. */
  function transaction(names, mode, rescue = () => {}) {
    const change = begin(names, mode);
    if (isAside) {
      hasLost = true;
      change.abort();
      rescue();
    } else pending.set(change, rescue);
    for (const type of ['complete', 'abort']) change.addEventListener(type, () => pending.delete(change));
    return change;
  }

  /**
   * Makes requests that need no answer for a next one. They are on the disk when it fulfils, even if the tab is
   * frozen meanwhile.
   * @returns the result of the request that `requests` returns, if it returns one
   */
  async function save(names, requests) {
    const change = begin(names, 'readwrite');
    const last = requests(...names.map(name => change.objectStore(name)));
    if (change.commit) change.commit();
    await done(change);
    return last ? last.result : undefined;
  }

  /** Opens the database, unless it is open; another tab's upgrade may have closed it since. */
  async function open() {
    if (database) return;
    if (!window.indexedDB || !window.crypto || !crypto.subtle) throw new Error('insecure');
    const request = indexedDB.open('daybook', 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      const { result } = request;
      if (oldVersion < 1) {
        for (const name of ['vaults', 'keys', 'blobs']) result.createObjectStore(name);
        result.createObjectStore('journal', { autoIncrement: true }).createIndex('account', 'account');
      }
      result.createObjectStore('photos', { keyPath: ['account', 'sha'] }).createIndex('room', ['uploaded', 'at', 'size']);
    };
    database = await done(request);
    database.onclose = database.onversionchange = () => {
      if (database) database.close();
      database = null;
    };
  }

  return {
    open,
    isOpen: () => database !== null,
    transaction,
    save,
  };
}
