/**
 * Photos on the device: sealed bytes beside the vault that they belong to (A13), and in memory where there is no vault.
 *
 * photos   {account, sha, type, uploaded, at, size, iv, bytes} under [account, sha]. `uploaded` is 1 once the server
 *          has the photo: from then on it may be dropped to make room, but not before. It is 0 again when the server
 *          refuses the record, because it then deletes the bytes after a day
 */

import { done, waitingPhotos } from './database.js';
import { seal, unseal } from './seal.js';

const MOST = 300e6; // bytes of photos that the server has too
const MOST_IN_MEMORY = 60e6;
const SMALL = 65536; // bytes of a thumbnail at most; thumbnails are dropped last, because lists need many of them
const LOOK_EVERY = 16e6; // bytes stored between two checks of the room

/** @param {{opened: () => Promise<?{id: string, key: CryptoKey, transaction: Function, save: Function, isOpen: () => boolean}>}} disk */
export function makePhotoStore(disk) {
  const memory = new Map(); // SHA-256 to {type, bytes, uploaded}
  let stored = LOOK_EVERY;

  const photos = ({ transaction }, mode) => transaction(['photos'], mode).objectStore('photos');

  function remember(items, uploaded) {
    for (const { sha, type, bytes } of items) memory.set(sha, { type, bytes, uploaded });
    let sum = 0;
    memory.forEach(({ bytes, uploaded: has }) => { sum += has * bytes.length; });
    memory.forEach(({ bytes, uploaded: has }, sha) => {
      if (!has || sum <= MOST_IN_MEMORY) return;
      memory.delete(sha);
      sum -= bytes.length;
    });
  }

  /** Stores all of `items` or none. @param {{sha: string, type: string, bytes: Uint8Array}[]} items */
  async function put(items, uploaded) {
    const vault = await disk.opened();
    if (!vault) {
      remember(items, uploaded);
      return;
    }
    const { id: account, key } = vault;
    const records = await Promise.all(items.map(async ({ sha, type, bytes }) => ({
      account, sha, type, uploaded, at: Date.now(), size: bytes.length, ...await seal(key, bytes, account, 'photo', sha),
    })));
    const write = () => {
      if (!vault.isOpen()) throw new Error('closed'); // the photos of a deleted account are deleted with it
      return vault.save(['photos'], store => records.forEach(record => store.put(record)));
    };
    try {
      await write();
    } catch (error) {
      await makeRoom(vault, 0); // uploaded photos can be fetched again, new ones cannot
      await write();
    }
    stored += records.reduce((sum, { size }) => sum + size, 0);
    if (stored < LOOK_EVERY) return;
    stored = 0;
    makeRoom(vault, MOST).catch(() => {});
  }

  /** Drops uploaded photos, the oldest first, until at most `most` bytes of them are left. */
  async function makeRoom(vault, most) {
    const store = photos(vault, 'readwrite');
    const held = [];
    let sum = 0;
    store.index('room').openKeyCursor(IDBKeyRange.bound([1], [1, []])).onsuccess = ({ target: { result } }) => {
      if (result) {
        held.push([result.primaryKey, result.key[2]]);
        sum += result.key[2];
        result.continue();
        return;
      }
      for (const isSmall of [false, true]) {
        for (const [key, size] of held) {
          if (sum <= most || (size <= SMALL) !== isSmall) continue;
          store.delete(key);
          sum -= size;
        }
      }
    };
    await done(store.transaction);
  }

  /** `{type, bytes}`, or undefined. */
  async function get(sha) {
    if (memory.has(sha)) return memory.get(sha);
    const vault = await disk.opened();
    const record = vault && await done(photos(vault, 'readonly').get([vault.id, sha]));
    return record ? { type: record.type, bytes: await unseal(vault.key, record, vault.id, 'photo', sha) } : undefined;
  }

  /** Records whether the server has the photos: 1 or 0. */
  async function mark(shas, uploaded) {
    for (const sha of shas) if (memory.has(sha)) memory.get(sha).uploaded = uploaded;
    const vault = await disk.opened();
    if (!vault) return;
    const store = photos(vault, 'readwrite');
    for (const sha of shas) {
      store.get([vault.id, sha]).onsuccess = ({ target: { result } }) => {
        if (result) store.put(Object.assign(result, { uploaded }));
      };
    }
    await done(store.transaction);
  }

  /** The photos that the server does not have yet. */
  async function waiting() {
    const held = Array.from(memory.keys()).filter(sha => !memory.get(sha).uploaded);
    const vault = await disk.opened();
    if (!vault) return held;
    return held.concat((await waitingPhotos(vault.id, vault.transaction)).map(([, sha]) => sha));
  }

  return { put, get, mark, waiting, clear: () => memory.clear() };
}
