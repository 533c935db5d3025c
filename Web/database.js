/**
 * The browser's database: its stores, and what all who use it share. disk.js says what stands in them.
 */

/** The result of an IndexedDB request, or of a transaction when it is on disk. */
export const done = request => new Promise((resolve, reject) => {
  request.onsuccess = request.oncomplete = () => resolve(request.result);
  request.onerror = request.onabort = () => reject(request.error || new Error('aborted'));
});

export function makeDatabase() {
  let database = null;

  /** Opens it, unless it is open; another page's upgrade may have closed it since. */
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
    /** On the disk when it is complete. */
    transaction: (names, mode) => database.transaction(names, mode, { durability: 'strict' }),
  };
}
