/**
 * The journal of the open vault: Swift's entries are sealed and written, many to a batch; entries of other tabs are
 * read and passed to Swift; and a snapshot replaces the entries that it contains. disk.js describes the stores.
 */

import { done } from './database.js';
import { seal, unseal } from './seal.js';
import { tell } from './tell.js';
import { wait } from './wait.js';

/** @param {Uint8Array[]} parts */
function join(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((place, part) => (all.set(part, place), place + part.length), 0);
  return all;
}

const u32 = number => new Uint8Array(new Uint32Array([number]).buffer);
const LATER = 5000; // ms after a read that failed
/** The failure of a snapshot when another tab's snapshot was written first. */
const overtaken = new Error('overtaken');
const f64 = number => new Uint8Array(new Float64Array([number]).buffer);
/** Passed to Swift in place of a snapshot that cannot be read: Swift detects that it is invalid. */
const damaged = new Uint8Array(1);
/** The entries of a batch; for an unreadable batch one empty entry, which Swift detects as invalid. */
async function opens(key, batch, id) {
  try {
    return entries(await unseal(key, batch, id, 'journal', batch.first, batch.last));
  } catch (_) {
    return [u32(0)];
  }
}

/** The entries of an unsealed batch, each preceded by its length. */
function entries(bytes) {
  const view = new DataView(bytes.buffer);
  const parts = [];
  for (let place = 0; place < bytes.length;) {
    const length = view.getUint32(place + 8, true);
    parts.push(bytes.subarray(place + 8, place + 12 + length));
    place += 12 + length;
  }
  return parts;
}

/**
 * @param {{open: () => Promise<void>, transaction: Function, save: Function}} database
 * @param {() => {id: string, key: CryptoKey, read?: number} | null} current the open vault; `read` is the last journal
 *   key that Swift has received.
 * @param {(event, bytes?: Uint8Array) => void} emit sends an event to Swift.
 * @param {() => void} grew tells other tabs that the journal has grown.
 */
export function makeJournal({ open: openDatabase, transaction, save }, current, emit, grew) {
  /** The keys of the journal that this tab has written. */
  const own = new Set();
  /** Waiting writes: `{kind, sequence, bytes}` in order; and whether a write is in progress. */
  let waiting = [];
  let writing = false;

  /** The contents of the open vault: the bytes of the event `disk`, its newest sequence, and its last journal key. */
  async function content() {
    const { id, key } = current();
    const stores = transaction(['blobs', 'journal'], 'readonly');
    const blobs = stores.objectStore('blobs');
    const index = stores.objectStore('journal').index('account');
    const [blob, packed, batches, keys] = await Promise.all([
      done(blobs.get(id)), done(blobs.get(`${id} through`)), done(index.getAll(id)), done(index.getAllKeys(id)),
    ]);
    const through = keys.reduce((last, next) => Math.max(last, next), packed ? packed.through : 0);
    const snapshot = blob ? await unseal(key, blob, id, 'snapshot', blob.sequence).catch(() => damaged) : new Uint8Array(0);
    const parts = [u32(snapshot.length), snapshot];
    let sequence = blob ? blob.sequence : 0;
    const opened = await Promise.all(batches.map(batch => opens(key, batch, id)));
    for (const { last } of batches) sequence = Math.max(sequence, Number(last) || 0);
    parts.push(...opened.flat());
    return { sequence, through, bytes: join(parts) };
  }

  let catching = null;
  let isCatchingAgain = false;
  let timer = 0; // of a read that failed
  let isAllWanted = false;
  /** Counts this tab's committed transactions. */
  let commits = 0;

  /** All contents of the disk. Swift adds the entries that it has not written, so no write may come in between. */
  async function whole() {
    const before = commits;
    const found = await content();
    return before === commits ? found : whole();
  }

  /**
   * Reads the entries that other tabs have appended and passes them to Swift. One read at a time.
   * @returns {Promise<boolean>} whether they could be read; if not, they are read a little later
   */
  function catchUp() {
    if (catching) {
      isCatchingAgain = true;
      return catching;
    }
    catching = readOthers().then(() => true, error => {
      if (isAllWanted) {
        emit([tell.storeFailed, '0', String(error.name || error)]); // the next read is of all again
      } else {
        clearTimeout(timer);
        timer = setTimeout(catchUp, LATER);
      }
      return false;
    }).then(isRead => {
      catching = null;
      if (!isCatchingAgain) return isRead;
      isCatchingAgain = false;
      return catchUp();
    });
    return catching;
  }

  async function readOthers() {
    const mine = current();
    if (!mine) return;
    const { id, key, read = 0 } = mine;
    await openDatabase();
    const stores = transaction(['blobs', 'journal'], 'readonly');
    const journal = stores.objectStore('journal');
    const range = IDBKeyRange.lowerBound(read, true);
    const [packed, batches, keys] = await Promise.all([
      done(stores.objectStore('blobs').get(`${id} through`)), done(journal.getAll(range)), done(journal.getAllKeys(range)),
    ]);
    if (isAllWanted || (packed && packed.through > read)) {
      // The entries that this tab has not read are in the snapshot now.
      const { through, bytes } = await whole();
      if (current() !== mine) return;
      isAllWanted = false;
      mine.read = through;
      emit([tell.absorbed, String(through)], bytes);
      return;
    }
    const others = batches.filter((batch, place) => batch.account === id && !own.has(keys[place]));
    const parts = [];
    for (const batch of others) {
      parts.push(...await opens(key, batch, id));
    }
    if (current() !== mine || !keys.length) return;
    mine.read = keys[keys.length - 1];
    emit([tell.shared, String(mine.read)], join(parts));
  }

  /** Passes all contents of the disk to Swift, in order with the entries of other tabs. */
  function reread() {
    isAllWanted = true;
    return catchUp();
  }

  /** Queues a write; all writes that arrive meanwhile go into one transaction (group commit). */
  function write(kind, sequence, bytes, through) {
    waiting.push({ kind, sequence: Number(sequence), bytes, through: Number(through) });
    if (!writing) {
      writing = true;
      Promise.resolve().then(writeWaiting);
    }
  }

  async function writeWaiting() {
    while (waiting.length) {
      const group = waiting;
      waiting = [];
      try {
        if (!current()) throw new Error('closed');
        await writeGroup(group);
        emit([tell.stored, String(group[group.length - 1].sequence)]); // it stands for all before it
        grew();
      } catch (error) {
        if (error === overtaken && await catchUp() && !isAllWanted) {
          const mine = current();
          emit([tell.shared, String(mine ? mine.read : 0)]);
          emit([tell.overtaken]);
          // Later entries may be on the disk before the next snapshot is, and what is stored stands for all before it.
          waiting.unshift(...group.filter(({ kind }) => kind === 'journal'));
          continue;
        }
        group.forEach(({ sequence }) => emit([tell.storeFailed, String(sequence), String(error.name || error)]));
      }
    }
    writing = false;
  }

  /** Seals journal writes as a batch; undefined if there are none. */
  async function sealed(writes, id, key) {
    if (!writes.length) return undefined;
    const first = writes[0].sequence;
    const last = writes[writes.length - 1].sequence;
    const parts = [];
    for (const { sequence, bytes } of writes) parts.push(f64(sequence), u32(bytes.length), bytes);
    return { account: id, first, last, ...await seal(key, join(parts), id, 'journal', first, last) };
  }

  async function writeGroup(group) {
    const mine = current();
    const { id, key } = mine;
    await openDatabase();
    askToStay();
    const [snapshot] = group.filter(({ kind }) => kind === 'snapshot').slice(-1);
    const added = group.filter(({ kind }) => kind === 'journal');
    const append = async batch => own.add(await save(['journal'], journal => batch && journal.add(batch)));
    const all = await sealed(added, id, key);
    let through = 0;
    if (!snapshot) await append(all);
    else {
      // Entries before the snapshot are in it.
      const later = await sealed(added.filter(({ sequence }) => sequence > snapshot.sequence), id, key);
      const blob = { sequence: snapshot.sequence, ...await seal(key, snapshot.bytes, id, 'snapshot', snapshot.sequence) };
      through = await pack(id, snapshot.through, blob, later, () => append(all));
    }
    commits += 1;
    if ((mine.read || 0) < through) {
      mine.read = through;
      emit([tell.shared, String(through)]);
    }
  }

  /**
   * Replaces the journal by a snapshot, with a batch after it. The snapshot holds this tab's entries, and other tabs'
   * entries up to `through`. If another tab has written or packed more since, this tab reads that first and then the
   * snapshot is made again: entries in a snapshot must not be replayed over it. It takes a key of the journal after all entries, since
   * some of this tab's are in it alone: by that the other tabs know that they have to read it.
   * @param {() => void} rescue is called if the tab is frozen before the snapshot is on the disk.
   * @returns the journal's key up to which the snapshot holds everything
   */
  async function pack(id, through, blob, batch, rescue) {
    const change = transaction(['blobs', 'journal'], 'readwrite', rescue);
    const blobs = change.objectStore('blobs');
    const journal = change.objectStore('journal');
    let place;
    let added;
    let isOvertaken = false;
    const overtake = () => {
      isOvertaken = true;
      change.abort();
    };
    blobs.get(`${id} through`).onsuccess = ({ target: { result: before } }) => {
      if (before && before.through > through) {
        overtake();
        return;
      }
      // By keys alone: one value that the browser cannot read would refuse every snapshot.
      journal.index('account').openKeyCursor(id).onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) {
          journal.add({}).onsuccess = ({ target: { result: key } }) => {
            place = key;
            journal.delete(place);
            blobs.put(blob, id);
            blobs.put({ through: place }, `${id} through`);
            added = batch && journal.add(batch);
          };
        } else if (cursor.primaryKey > through && !own.has(cursor.primaryKey)) {
          overtake();
        } else {
          journal.delete(cursor.primaryKey);
          cursor.continue();
        }
      };
    };
    await done(change).catch(error => { throw isOvertaken ? overtaken : error; });
    own.add(added && added.result);
    return place;
  }

  let hasAsked = false;

  /** Asks the browser to keep the data when it runs out of space. */
  function askToStay() {
    if (hasAsked || !navigator.storage || !navigator.storage.persist) return;
    hasAsked = true;
    navigator.storage.persist().catch(() => {});
  }

  /** Resolves when all waiting writes are done. */
  async function settled() {
    while (writing) await wait(10);
  }

  return { content, catchUp, reread, write, settled };
}
