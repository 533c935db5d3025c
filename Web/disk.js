/**
 * The disk: sealed bytes in IndexedDB. Each account that signed in on this device has a vault; its data key is
 * random and stored there, wrapped by the password. While a person is signed in, the data key is also in
 * `keys`, so that a relaunch asks for nothing; `leave` removes it.
 *
 * vaults   {id, salt, iterations, iv, wrapped, accountIV, account, unsent}; `unsent` is the number of changes that were
 *          not synced when the person left, by the tab that knew of the most
 * keys     {account id, key} under "current"; {} after the person left
 * blobs    {sequence, iv, bytes} under the account id: the snapshot. {through} under `<account id> through`: the
 *          journal's key up to which the snapshot holds everything
 * journal  {account, first, last, iv, bytes}: a batch of entries that were written together, each
 *          f64 sequence, u32 length, bytes. All tabs append to it and read it, in the order of its keys
 * photos   described in photostore.js
 */

import { done, makeDatabase, twice, waitingPhotos } from './database.js';
import { makeJournal } from './journal.js';
import { ITERATIONS, freshKey, importKey, lock, seal, text, unlock, unseal, utf8 } from './seal.js';
import { tell } from './tell.js';

/**
 * @param {(event, bytes?: Uint8Array) => void} emit sends an event to Swift.
 * @param {() => void} grew tells other tabs that the journal has grown.
 */
export function makeDisk(emit, grew) {
  /**
   * The open vault: `{id, key, account, read}`; `account` is the text from Swift, `read` the last journal key read, or
   * undefined while its contents cannot be read.
   */
  let vault = null;
  const database = makeDatabase();
  const { open: openDatabase, transaction, save } = database;
  const { content, catchUp, reread, write, settled } = makeJournal(database, () => vault, emit, grew);

  const get = (store, key) => done(transaction([store], 'readonly').objectStore(store).get(key));

  /** The event with the contents of the open vault. */
  async function report() {
    try {
      const { sequence, through, bytes } = await twice(content);
      vault.read = through;
      return [[tell.diskOpen, vault.account, String(sequence), String(through)], bytes];
    } catch (_) {
      return [[tell.diskBroken, vault.account]];
    }
  }

  /** Finds the account that is signed in. @returns the disk's contents, as arguments of `emit` */
  async function resume() {
    await openDatabase();
    const current = await get('keys', 'current');
    if (!current || !current.account) return [[current ? tell.diskLeft : tell.diskNone]];
    const key = current.key instanceof Uint8Array ? await importKey(current.key) : current.key;
    const { accountIV, account } = await get('vaults', current.account);
    const words = await unseal(key, { iv: accountIV, bytes: account }, current.account, 'account');
    vault = { id: current.account, key, account: text(words) };
    return report();
  }

  /** At the start. */
  const look = () => twice(resume).catch(() => [[database.isOpen() ? tell.diskBroken : tell.diskNone]]);

  const idOf = account => String(JSON.parse(account).id);
  /** Runs `work` with the disk open. An error means that this device can store nothing. */
  const onDisk = work => async (...given) => {
    try {
      await openDatabase();
      await work(...given);
    } catch (_) {
      emit([tell.vaultUnavailable]);
    }
  };

  /** Starts using a vault that is unlocked. A relaunch opens this vault. */
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
    // Some engines cannot store a CryptoKey (WebKitGTK has no keyring for it), so its bytes are stored.
    await store(key).catch(() => store(raw));
    vault = { id, key, account, read: isFresh && 0 };
    if (isFresh) emit([tell.vaultFresh]);
    else emit(...await report());
  }

  /** Makes a new vault, in place of any earlier vault of the account. */
  async function make(account, password) {
    const raw = freshKey();
    await take(await lock(idOf(account), raw, password), raw, account, true);
  }

  /** Opens the vault of `account` (JSON with an `id`), or makes it. */
  async function open(account, password) {
    const sealed = await get('vaults', idOf(account));
    if (!sealed) return make(account, password);
    const raw = await unlock(sealed, password);
    if (!raw) return emit([tell.vaultWrong, await unsynced(sealed)]);
    const isOld = sealed.iterations < ITERATIONS;
    return take(isOld ? await lock(sealed.id, raw, password) : sealed, raw, account);
  }

  /** The number of unsynced changes and photos in a vault, as text; empty if the number of changes is not known. */
  async function unsynced({ id, unsent }) {
    if (unsent === undefined) return '';
    return String(unsent + (await waitingPhotos(id, transaction)).length);
  }

  /** Opens a vault with an earlier password, and wraps its key with the present one. */
  async function recover(account, password, earlier) {
    const sealed = await get('vaults', idOf(account));
    const raw = sealed && await unlock(sealed, earlier);
    if (!raw) return emit([tell.vaultWrong]);
    return take(await lock(sealed.id, raw, password), raw, account);
  }

  /**
   * Opens, without a server, the vault that the password unlocks and whose account has the login among its
   * members. Nothing on the disk tells whose a vault is, so all of them are tried.
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

  /** Wraps the vault's key with another password from now on. */
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

  /** Seals the account's text again. */
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

  /** The open vault, for other data that its key seals; null when no vault is open. */
  async function opened() {
    const mine = vault;
    if (!mine) return null;
    await openDatabase();
    return { id: mine.id, key: mine.key, transaction, save, isOpen: () => vault === mine };
  }

  /** Takes or renews the lease of the leader, in engines without locks. */
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
   * The account is left, by a log-out for example: the sealed data stays, the key is removed, and its row records it.
   * Pending writes are finished first. The vault of a deleted account is deleted.
   * @param {string} unsent the number of changes that are not synced
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
        // Another account may have signed in in another tab. Its key must stay.
        if (!result || !id || result.account === id) keys.put({}, 'current');
      };
      const vaults = change.objectStore('vaults');
      if (id && reason === 'deleted') {
        vaults.delete(id);
        empty(change, id);
      } else if (id) {
        vaults.get(id).onsuccess = ({ target: { result } }) => {
          // Another tab that was left at the same time may have known of more. The next sign-in removes the number.
          if (result) vaults.put(Object.assign(result, { unsent: Math.max(result.unsent || 0, unsent) }), id);
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
    /** The id of the open vault's account; empty when no vault is open, or its contents cannot be read. */
    whose: () => !vault || vault.read === undefined ? '' : vault.id,
    leave,
    settled,
    relock,
    open: onDisk(open),
    remake: onDisk(make),
    recover: onDisk(recover),
    find: onDisk(find),
    keep: account => keep(account).catch(() => {}), // the next sign-in writes it again
  };
}
