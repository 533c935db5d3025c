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

import { done, makeDatabase } from './database.js';
import { makeJournal } from './journal.js';
import { ITERATIONS, freshKey, importKey, lock, seal, text, unlock, unseal, utf8 } from './seal.js';
import { tell } from './tell.js';

/**
 * @param {(event, bytes?: Uint8Array) => void} emit sends an event to Swift.
 * @param {() => void} grew tells other pages that the journal has grown.
 */
export function makeDisk(emit, grew) {
  /** The open vault: `{id, key, account, read}`; `account` is the text that Swift gave, `read` the journal's last key. */
  let vault = null;
  const database = makeDatabase();
  const { open: openDatabase, transaction, save } = database;
  const { content, catchUp, reread, write, settled } = makeJournal(database, () => vault, emit, grew);

  const get = (store, key) => done(transaction([store], 'readonly').objectStore(store).get(key));

  /** The event that says what the open vault holds. */
  async function report() {
    try {
      const { sequence, through, bytes } = await content();
      vault.read = through;
      return [[tell.diskOpen, vault.account, String(sequence), String(through)], bytes];
    } catch (_) {
      return [[tell.diskBroken, vault.account]];
    }
  }

  /** At the start: is somebody signed in here? @returns what the disk holds, as arguments of `emit` */
  async function look() {
    try {
      await openDatabase();
      const current = await get('keys', 'current');
      if (!current || !current.account) return [[current ? tell.diskLeft : tell.diskNone]];
      const key = current.key instanceof Uint8Array ? await importKey(current.key) : current.key;
      const { accountIV, account } = await get('vaults', current.account);
      const words = await unseal(key, { iv: accountIV, bytes: account }, current.account, 'account');
      vault = { id: current.account, key, account: text(words), read: 0 };
    } catch (_) {
      return [[database.isOpen() ? tell.diskBroken : tell.diskNone]];
    }
    return report();
  }

  const idOf = account => String(JSON.parse(account).id);
  /** Runs `work` with the disk open; what goes wrong below means that this device can keep nothing. */
  const onDisk = work => async (...given) => {
    try {
      await openDatabase();
      await work(...given);
    } catch (_) {
      emit([tell.vaultUnavailable]);
    }
  };

  /** Puts a vault that is unlocked into use: it is the one that a relaunch opens. */
  async function take(sealed, raw, account, isFresh) {
    const { id } = sealed;
    const key = await importKey(raw);
    const { iv, bytes } = await seal(key, utf8(account), id, 'account');
    const record = Object.assign({}, sealed, { accountIV: iv, account: bytes, unsent: undefined });
    const store = async kept => {
      const change = transaction(['vaults', 'keys', 'blobs', 'journal', 'photos'], 'readwrite');
      if (isFresh) empty(change, id);
      change.objectStore('keys').put({ account: id, key: kept }, 'current');
      change.objectStore('vaults').put(record, id);
      await done(change);
    };
    // Some engines cannot store a CryptoKey (WebKitGTK has no keyring for it): its bytes then.
    await store(key).catch(() => store(raw));
    vault = { id, key, account, read: 0 };
    if (isFresh) emit([tell.vaultFresh]);
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
    if (!raw) return emit([tell.vaultWrong, sealed.unsent === undefined ? '' : String(sealed.unsent)]);
    const isOld = sealed.iterations < ITERATIONS;
    return take(isOld ? await lock(sealed.id, raw, password) : sealed, raw, account);
  }

  /** Opens a vault with an earlier password, and locks it with the present one. */
  async function recover(account, password, earlier) {
    const sealed = await get('vaults', idOf(account));
    const raw = sealed && await unlock(sealed, earlier);
    if (!raw) return emit([tell.vaultWrong]);
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
    return emit([tell.vaultUnknown]);
  }

  /** Locks the vault with another password from now on. */
  async function relock(account, password, earlier) {
    try {
      await openDatabase();
      const sealed = await get('vaults', idOf(account));
      const locked = await lock(sealed.id, await unlock(sealed, earlier), password);
      await put(Object.assign({}, sealed, locked));
    } catch (_) {
      emit([tell.vaultRefused]);
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

  const put = record => save(['vaults'], vaults => vaults.put(record, record.id));

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

  /** The open vault for what else is sealed by it, or null when none is open. */
  async function opened() {
    const mine = vault;
    if (!mine) return null;
    await openDatabase();
    return { id: mine.id, key: mine.key, transaction, save, isOpen: () => vault === mine };
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
