/**
 * The disk: sealed bytes in IndexedDB. Each account that signed in here has a vault; its data key is
 * random and lies there locked by the password. While somebody is signed in, the data key stands in
 * `keys`, so that a relaunch asks for nothing; `leave` takes it away.
 *
 * vaults   {id, salt, iterations, iv, wrapped, accountIV, account, unsent}; `unsent` counts what was
 *          not synced when somebody left
 * keys     {account id, key} under "current"; {} after somebody left
 * blobs    {sequence, iv, bytes} under the account id: the snapshot. {through} under `<account id> through`: the
 *          journal's key up to which it holds everything
 * journal  {account, page, first, last, iv, bytes}: a batch of entries that came at once, each
 *          f64 sequence, u32 length, bytes. All pages append to it and read it, in the order of its keys
 * photos   photostore.js says what stands there
 */

import { ITERATIONS, freshKey, importKey, lock, seal, text, unlock, unseal, utf8 } from './seal.js';

/** The result of an IndexedDB request, or of a transaction when it is on disk. */
export const done = request => new Promise((resolve, reject) => {
  request.onsuccess = request.oncomplete = () => resolve(request.result);
  request.onerror = request.onabort = () => reject(request.error || new Error('aborted'));
});

/** @param {Uint8Array[]} parts */
function join(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((place, part) => (all.set(part, place), place + part.length), 0);
  return all;
}

const u32 = number => new Uint8Array(new Uint32Array([number]).buffer);
/** The failure of a snapshot that another page's has overtaken. */
const overtaken = new Error('overtaken');
const f64 = number => new Uint8Array(new Float64Array([number]).buffer);
/** What stands for a snapshot that cannot be read: Swift finds that it is none. */
const damaged = new Uint8Array(1);
/** The entries of a batch; for one that cannot be read an entry of no length, which Swift finds to be none. */
async function opens(key, batch, id) {
  try {
    return entries(await unseal(key, batch, id, 'journal', batch.first, batch.last));
  } catch (_) {
    return [u32(0)];
  }
}

/** The entries of an unsealed batch, each with its length in front. */
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
 * @param {(strings: string[], bytes?: Uint8Array) => void} emit sends an event to Swift.
 * @param {() => void} grew tells other pages that the journal has grown.
 */
export function makeDisk(emit, grew) {
  let database = null;
  const page = Math.random().toString(36).slice(2);
  /** The open vault: `{id, key, account, read}`; `account` is the text that Swift gave, `read` the journal's last key. */
  let vault = null;
  /** Writes that wait: `{kind, sequence, bytes}` in order; and whether some are on their way. */
  let waiting = [];
  let writing = false;

  function transaction(names, mode) {
    return database.transaction(names, mode, { durability: 'strict' });
  }

  async function openDatabase() {
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

  const get = (store, key) => done(transaction([store], 'readonly').objectStore(store).get(key));

  /** What the open vault holds, as the bytes of the event `disk`, its newest sequence, and how far that leads. */
  async function content() {
    const { id, key } = vault;
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
  let isAllWanted = false;
  /** Counts this page's transactions that are on the disk. */
  let commits = 0;

  /** All that the disk holds. Swift adds what it has not written, so nothing may be written between reading and telling. */
  async function whole() {
    const before = commits;
    const found = await content();
    return before === commits ? found : whole();
  }

  /** Reads what other pages appended since, and hands it to Swift. One at a time; more of it follows at once. */
  function catchUp() {
    if (catching) {
      isCatchingAgain = true;
      return catching;
    }
    catching = readOthers().catch(error => {
      if (isAllWanted) emit(['storefailed', '0', String(error.name || error)]);
      isAllWanted = false;
    }).then(() => {
      catching = null;
      if (!isCatchingAgain) return undefined;
      isCatchingAgain = false;
      return catchUp();
    });
    return catching;
  }

  async function readOthers() {
    const mine = vault;
    if (!mine) return;
    const { id, key, read } = mine;
    await openDatabase();
    const stores = transaction(['blobs', 'journal'], 'readonly');
    const journal = stores.objectStore('journal');
    const range = IDBKeyRange.lowerBound(read, true);
    const [packed, batches, keys] = await Promise.all([
      done(stores.objectStore('blobs').get(`${id} through`)), done(journal.getAll(range)), done(journal.getAllKeys(range)),
    ]);
    if (isAllWanted || (packed && packed.through > read)) {
      // What this page has not read stands in the snapshot now.
      const { through, bytes } = await whole();
      if (vault !== mine) return;
      isAllWanted = false;
      mine.read = through;
      emit(['absorbed', String(through)], bytes);
      return;
    }
    const others = batches.filter(batch => batch.account === id && batch.page !== page);
    const parts = [];
    for (const batch of others) {
      parts.push(...await opens(key, batch, id));
    }
    if (vault !== mine || !keys.length) return;
    mine.read = keys[keys.length - 1];
    emit(['shared', String(mine.read)], join(parts));
  }

  /** Hands all that the disk holds to Swift, in its turn among what other pages append. */
  function reread() {
    isAllWanted = true;
    return catchUp();
  }

  /** The event `disk` for the open vault. */
  async function report() {
    try {
      const { sequence, through, bytes } = await content();
      vault.read = through;
      return [['disk', 'open', vault.account, String(sequence), String(through)], bytes];
    } catch (_) {
      return [['disk', 'broken', vault.account]];
    }
  }

  /** At the start: is somebody signed in here? @returns the event `disk`, as arguments of `emit` */
  async function look() {
    try {
      await openDatabase();
      const current = await get('keys', 'current');
      if (!current || !current.account) return [['disk', current ? 'left' : 'none', '']];
      const key = current.key instanceof Uint8Array ? await importKey(current.key) : current.key;
      const { accountIV, account } = await get('vaults', current.account);
      const words = await unseal(key, { iv: accountIV, bytes: account }, current.account, 'account');
      vault = { id: current.account, key, account: text(words), read: 0 };
    } catch (_) {
      return [['disk', database ? 'broken' : 'none', '']];
    }
    return report();
  }

  const idOf = account => String(JSON.parse(account).id);
  const unavailable = error => emit(['vault', 'unavailable', String(error.name || error)]);

  /** Runs `work` with the disk open; what goes wrong below means that this device can keep nothing. */
  const onDisk = work => async (...given) => {
    try {
      await openDatabase();
      await work(...given);
    } catch (error) {
      unavailable(error);
    }
  };

  /** Puts a vault that is unlocked into use: it is the one that a relaunch opens. */
  async function take(sealed, raw, account, isFresh) {
    const { id } = sealed;
    const key = await importKey(raw);
    const { iv, bytes } = await seal(key, utf8(account), id, 'account');
    const record = Object.assign({}, sealed, { accountIV: iv, account: bytes, unsent: undefined });
    const save = async kept => {
      const change = transaction(['vaults', 'keys', 'blobs', 'journal', 'photos'], 'readwrite');
      if (isFresh) empty(change, id);
      change.objectStore('keys').put({ account: id, key: kept }, 'current');
      change.objectStore('vaults').put(record, id);
      await done(change);
    };
    // Some engines cannot store a CryptoKey (WebKitGTK has no keyring for it): its bytes then.
    await save(key).catch(() => save(raw));
    vault = { id, key, account, read: 0 };
    if (isFresh) emit(['vault', 'fresh']);
    else emit(...await report());
  }

  /** A new vault in place of what an account had here, if anything. */
  async function make(account, password) {
    const raw = freshKey();
    await take(await lock(idOf(account), raw, password), raw, account, true);
  }

  /** Opens the vault of `account` (JSON with an `id`), or makes it. */
  async function open(account, password) {
    const sealed = await get('vaults', idOf(account));
    if (!sealed) return make(account, password);
    const raw = await unlock(sealed, password);
    if (!raw) return emit(['vault', 'wrong', sealed.unsent === undefined ? '' : String(sealed.unsent)]);
    const isOld = sealed.iterations < ITERATIONS;
    return take(isOld ? await lock(sealed.id, raw, password) : sealed, raw, account);
  }

  /** Opens a vault with an earlier password, and locks it with the present one. */
  async function recover(account, password, earlier) {
    const sealed = await get('vaults', idOf(account));
    const raw = sealed && await unlock(sealed, earlier);
    if (!raw) return emit(['vault', 'wrong']);
    return take(await lock(sealed.id, raw, password), raw, account);
  }

  /**
   * Opens, with no server, whichever vault the password unlocks and whose account has the login among its
   * members. Nothing on the disk says whose a vault is, so all of them are tried.
   */
  async function find(login, password) {
    const all = await done(transaction(['vaults'], 'readonly').objectStore('vaults').getAll());
    for (const sealed of all) {
      const raw = await unlock(sealed, password);
      if (!raw) continue;
      const key = await importKey(raw);
      const account = text(await unseal(key, { iv: sealed.accountIV, bytes: sealed.account }, sealed.id, 'account'));
      const members = JSON.parse(account);
      if (Object.keys(members).some(name => members[name] === login)) return take(sealed, raw, account);
    }
    return emit(['vault', 'unknown']);
  }

  /** Locks the vault with another password from now on. */
  async function relock(account, password, earlier) {
    try {
      await openDatabase();
      const sealed = await get('vaults', idOf(account));
      const locked = await lock(sealed.id, await unlock(sealed, earlier), password);
      await put(Object.assign({}, sealed, locked));
    } catch (_) {
      emit(['vault', 'refused']);
    }
  }

  /** Seals what is known of the account anew. */
  async function keep(account) {
    if (!vault) return;
    vault.account = account;
    const { id, key } = vault;
    await openDatabase();
    const { iv, bytes } = await seal(key, utf8(account), id, 'account');
    await put(Object.assign(await get('vaults', id), { accountIV: iv, account: bytes }));
  }

  async function put(record) {
    const change = transaction(['vaults'], 'readwrite');
    change.objectStore('vaults').put(record, record.id);
    await done(change);
  }

  /** Removes the snapshot, the journal and the photos of an account. */
  function empty(change, id) {
    change.objectStore('photos').delete(IDBKeyRange.bound([id], [id, []]));
    change.objectStore('blobs').delete(id);
    change.objectStore('blobs').delete(`${id} through`);
    change.objectStore('journal').index('account').openCursor(id).onsuccess = ({ target: { result } }) => {
      if (!result) return;
      result.delete();
      result.continue();
    };
  }

  /** Queues a write; all that came meanwhile go into one transaction (group commit). */
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
        if (!vault) throw new Error('closed');
        await writeGroup(group);
        group.forEach(({ sequence }) => emit(['stored', String(sequence)]));
        grew();
      } catch (error) {
        if (error === overtaken) {
          await catchUp();
          emit(['shared', String(vault ? vault.read : 0)]);
          emit(['overtaken']);
          continue;
        }
        group.forEach(({ sequence }) => emit(['storefailed', String(sequence), String(error.name || error)]));
      }
    }
    writing = false;
  }

  async function writeGroup(group) {
    const { id, key } = vault;
    await openDatabase();
    const [snapshot] = group.filter(({ kind }) => kind === 'snapshot').slice(-1);
    // What came before a snapshot stands in it.
    const added = group.filter(({ kind, sequence }) => kind === 'journal' && !(snapshot && sequence < snapshot.sequence));
    let batch;
    let blob;
    askToStay();
    if (added.length) {
      const first = added[0].sequence;
      const last = added[added.length - 1].sequence;
      const parts = [];
      for (const { sequence, bytes } of added) parts.push(f64(sequence), u32(bytes.length), bytes);
      batch = { account: id, page, first, last, ...await seal(key, join(parts), id, 'journal', first, last) };
    }
    if (snapshot) {
      const { sequence, bytes } = snapshot;
      blob = { sequence, ...await seal(key, bytes, id, 'snapshot', sequence) };
    }
    const change = transaction(['blobs', 'journal'], 'readwrite');
    const mine = vault;
    let isOvertaken = false;
    let through = 0;
    const append = () => batch && change.objectStore('journal').add(batch);
    if (!blob) append();
    else {
      pack(change, id, snapshot, blob, last => {
        through = last;
        append();
      }, () => {
        isOvertaken = true;
        change.abort();
      });
    }
    await done(change).catch(error => { throw isOvertaken ? overtaken : error; });
    commits += 1;
    if (through > mine.read) {
      mine.read = through;
      emit(['shared', String(through)]);
    }
  }

  /**
   * Puts a snapshot in place of the journal. It holds what this page wrote, and what others wrote up to `through`; if
   * one of them wrote more since, or packed more, then this page reads that first and the snapshot is made anew: what
   * is in it must not be replayed over it.
   */
  function pack(change, id, { through }, blob, packed, overtake) {
    const blobs = change.objectStore('blobs');
    let last = through;
    blobs.get(`${id} through`).onsuccess = ({ target: { result: before } }) => {
      if (before && before.through > through) {
        overtake();
        return;
      }
      change.objectStore('journal').index('account').openCursor(id).onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) {
          blobs.put(blob, id);
          blobs.put({ through: last }, `${id} through`);
          packed(last);
        } else if (cursor.primaryKey > through && cursor.value.page !== page) {
          overtake();
        } else {
          last = Math.max(last, cursor.primaryKey);
          cursor.delete();
          cursor.continue();
        }
      };
    };
  }

  let hasAsked = false;

  /** There is something to lose now: the browser is asked not to drop it when it runs out of space. */
  function askToStay() {
    if (hasAsked || !navigator.storage || !navigator.storage.persist) return;
    hasAsked = true;
    navigator.storage.persist().catch(() => {});
  }

  /** The open vault for what else is sealed by it, or null when none is open. */
  async function opened() {
    const mine = vault;
    if (!mine) return null;
    await openDatabase();
    return { id: mine.id, key: mine.key, transaction, isOpen: () => vault === mine };
  }

  /** Takes or renews the lease that makes a page the one that talks to the server, where there are no locks. */
  async function lease(tab, span) {
    await openDatabase();
    const change = transaction(['keys'], 'readwrite');
    const keys = change.objectStore('keys');
    let held = false;
    keys.get('lease').onsuccess = ({ target: { result } }) => {
      held = !result || result.tab === tab || result.until < Date.now() || result.until > Date.now() + 2 * span;
      if (held) keys.put({ tab, until: Date.now() + span }, 'lease');
    };
    await done(change);
    return held;
  }

  /** Everything that waited is written. */
  async function settled() {
    while (writing) await new Promise(resolve => setTimeout(resolve, 10));
  }

  /**
   * Somebody leaves: what is sealed stays, the key goes, and a mark stays that somebody left. Waiting writes come
   * first. A deleted account takes its vault along. @param {string} unsent how many changes are not synced
   */
  async function leave(reason, unsent) {
    await settled();
    const id = vault && vault.id;
    vault = null;
    try {
      await openDatabase();
      const change = transaction(['vaults', 'keys', 'blobs', 'journal', 'photos'], 'readwrite');
      const keys = change.objectStore('keys');
      keys.get('current').onsuccess = ({ target: { result } }) => {
        // Somebody else may have signed in in another tab: that is not ours to end.
        if (!result || !id || result.account === id) keys.put({}, 'current');
      };
      const vaults = change.objectStore('vaults');
      if (id && reason === 'deleted') {
        vaults.delete(id);
        empty(change, id);
      } else if (id) {
        vaults.get(id).onsuccess = ({ target: { result } }) => {
          if (result) vaults.put(Object.assign(result, { unsent: Number(unsent) }), id);
        };
      }
      await done(change);
    } catch (_) { /* no disk: nothing to forget */ }
    return id;
  }

  return {
    look,
    write,
    lease,
    catchUp,
    reread,
    opened,
    /** Whose vault is open; empty when none is. */
    whose: () => vault ? vault.id : '',
    leave,
    settled,
    relock,
    open: onDisk(open),
    remake: onDisk(make),
    recover: onDisk(recover),
    find: onDisk(find),
    keep: account => keep(account).catch(() => {}), // the next sign-in brings it again
  };
}
