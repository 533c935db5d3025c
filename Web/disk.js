/**
 * The disk: sealed bytes in IndexedDB. Each account that signed in here has a vault; its data key is
 * random and lies there encrypted by a key made of the password. While somebody is signed in, the
 * data key stands in `keys`, so that a relaunch asks for nothing; `forget` takes it away.
 *
 * vaults   {id, salt, iterations, iv, wrapped, logins: [hash], accountIV, account}
 * keys     {account id, key} under "current"; {} after a log-out
 * blobs    {sequence, iv, bytes} under the account id: the snapshot
 * journal  {account, first, last, iv, bytes}: a batch of entries that came at once, each
 *          f64 sequence, u32 length, bytes
 */

/** OWASP's figure for PBKDF2-HMAC-SHA-256 (Password Storage Cheat Sheet); kept beside each vault. */
const ITERATIONS = 600000;

const utf8 = text => new TextEncoder().encode(text);
const random = length => crypto.getRandomValues(new Uint8Array(length));

/** The result of an IndexedDB request, or of a transaction when it is on disk. */
const done = request => new Promise((resolve, reject) => {
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
const f64 = number => new Uint8Array(new Float64Array([number]).buffer);
/** What is sealed is bound to its account and place: moving it elsewhere makes it unreadable. */
const aes = (iv, ...place) => ({ name: 'AES-GCM', iv, additionalData: utf8(place.join('\n')) });
const importKey = bytes => crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);

async function seal(key, bytes, ...place) {
  const iv = random(12);
  return { iv, bytes: new Uint8Array(await crypto.subtle.encrypt(aes(iv, ...place), key, bytes)) };
}

async function unseal(key, { iv, bytes }, ...place) {
  return new Uint8Array(await crypto.subtle.decrypt(aes(iv, ...place), key, bytes));
}

async function passwordKey(password, salt, iterations) {
  const base = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, base,
    { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

async function loginHash(login) {
  const hash = await crypto.subtle.digest('SHA-256', utf8(`daybook login\n${login.toLowerCase()}`));
  return Array.from(new Uint8Array(hash), byte => (byte + 256).toString(16).slice(1)).join('');
}

/** @param {(strings: string[], bytes?: Uint8Array) => void} emit sends an event to Swift. */
export function makeDisk(emit) {
  let database = null;
  /** The open vault: `{id, key, account}`; `account` is the text that Swift gave. */
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
    const request = indexedDB.open('daybook', 1);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const name of ['vaults', 'keys', 'blobs']) result.createObjectStore(name);
      result.createObjectStore('journal', { autoIncrement: true }).createIndex('account', 'account');
    };
    database = await done(request);
    database.onclose = database.onversionchange = () => {
      if (database) database.close();
      database = null;
    };
  }

  const get = (store, key) => done(transaction([store], 'readonly').objectStore(store).get(key));

  /** The newest sequence of the open vault, and all it holds as the bytes of the event `disk`. */
  async function content() {
    const { id, key } = vault;
    const stores = transaction(['blobs', 'journal'], 'readonly');
    const index = stores.objectStore('journal').index('account');
    const [blob, batches, keys] = await Promise.all([
      done(stores.objectStore('blobs').get(id)), done(index.getAll(id)), done(index.getAllKeys(id)),
    ]);
    vault.batches = keys;
    const snapshot = blob ? await unseal(key, blob, id, 'snapshot', blob.sequence) : new Uint8Array(0);
    const parts = [u32(snapshot.length), snapshot];
    let sequence = blob ? blob.sequence : 0;
    const opened = await Promise.all(batches.map(batch => unseal(key, batch, id, 'journal', batch.first, batch.last)));
    for (const { last } of batches) sequence = Math.max(sequence, last);
    for (const bytes of opened) {
      const view = new DataView(bytes.buffer);
      for (let place = 0; place < bytes.length;) {
        const length = view.getUint32(place + 8, true);
        parts.push(bytes.subarray(place + 8, place + 12 + length));
        place += 12 + length;
      }
    }
    return [sequence, join(parts)];
  }

  /** The event `disk` for the open vault. */
  async function report() {
    try {
      const [sequence, bytes] = await content();
      return [['disk', 'open', vault.account, String(sequence)], bytes];
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
      const text = await unseal(key, { iv: accountIV, bytes: account }, current.account, 'account');
      vault = { id: current.account, key, account: new TextDecoder().decode(text), batches: [] };
    } catch (_) {
      return [['disk', database ? 'broken' : 'none', '']];
    }
    return report();
  }

  /**
   * Opens the vault of `account` (JSON with an `id`; empty: the one that knows the login), or makes it.
   * @param {string} logins names a person may sign in by, separated by spaces
   * @param {boolean} reset sets aside what was sealed under a password that no longer holds
   */
  async function open(account, logins, password, reset) {
    try {
      await openDatabase();
      const hashes = await Promise.all(logins.split(' ').filter(Boolean).map(loginHash));
      let id = account && String(JSON.parse(account).id);
      let sealed;
      if (id) {
        sealed = await get('vaults', id);
      } else {
        const all = await done(transaction(['vaults'], 'readonly').objectStore('vaults').getAll());
        sealed = all.find(one => one.logins.some(login => hashes.includes(login)));
        if (!sealed) return emit(['vault', 'unknown']);
        ({ id } = sealed);
      }
      const fresh = !sealed || reset;
      const salt = fresh ? random(16) : sealed.salt;
      const iterations = fresh ? ITERATIONS : sealed.iterations;
      const wrapper = await passwordKey(password, salt, iterations);
      let raw = random(32);
      if (!fresh) {
        try {
          raw = await unseal(wrapper, { iv: sealed.iv, bytes: sealed.wrapped }, id, 'key');
        } catch (_) {
          return emit(['vault', 'wrong']);
        }
      }
      const key = await importKey(raw);
      const wrapped = fresh ? await seal(wrapper, raw, id, 'key') : { iv: sealed.iv, bytes: sealed.wrapped };
      let text = account;
      if (!text) {
        const bytes = await unseal(key, { iv: sealed.accountIV, bytes: sealed.account }, id, 'account');
        text = new TextDecoder().decode(bytes);
      }
      const words = await seal(key, utf8(text), id, 'account');
      const record = {
        id, salt, iterations, iv: wrapped.iv, wrapped: wrapped.bytes, accountIV: words.iv, account: words.bytes,
        logins: account || !sealed ? hashes : sealed.logins,
      };
      const save = async kept => {
        const change = transaction(['vaults', 'keys', 'blobs', 'journal'], 'readwrite');
        if (sealed && fresh) setAside(change, id);
        change.objectStore('keys').put({ account: id, key: kept }, 'current');
        change.objectStore('vaults').put(record, id);
        await done(change);
      };
      // Some engines cannot store a CryptoKey (WebKitGTK has no keyring for it): its bytes then.
      await save(key).catch(() => save(raw));
      vault = { id, key, account: text, batches: [] };
      emit(['vault', fresh ? 'fresh' : 'opened']);
      if (!fresh) emit(...await report());
      return undefined;
    } catch (error) {
      return emit(['vault', 'unavailable', String(error.name || error)]);
    }
  }

  /** Puts what an older password locks under another name, where it stays until that password is known. */
  function setAside(change, id) {
    const aside = `${id} ${Date.now()}`;
    for (const name of ['vaults', 'blobs']) {
      const store = change.objectStore(name);
      store.get(id).onsuccess = ({ target }) => target.result && store.put(target.result, aside);
      if (name === 'blobs') store.delete(id);
    }
    change.objectStore('journal').index('account').openCursor(id).onsuccess = ({ target: { result } }) => {
      if (!result) return;
      result.update(Object.assign(result.value, { account: aside }));
      result.continue();
    };
  }

  /** Queues a write; all that came meanwhile go into one transaction (group commit). */
  function write(kind, sequence, bytes) {
    waiting.push({ kind, sequence: Number(sequence), bytes });
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
      } catch (error) {
        group.forEach(({ sequence }) => emit(['storefailed', String(sequence), String(error.name || error)]));
      }
    }
    writing = false;
  }

  async function writeGroup(group) {
    const { id, key } = vault;
    await openDatabase();
    const entries = group.filter(({ kind }) => kind === 'journal');
    const [snapshot] = group.filter(({ kind }) => kind === 'snapshot').slice(-1);
    let batch;
    let blob;
    if (entries.length) {
      const first = entries[0].sequence;
      const last = entries[entries.length - 1].sequence;
      const parts = [];
      for (const { sequence, bytes } of entries) parts.push(f64(sequence), u32(bytes.length), bytes);
      batch = { account: id, first, last, ...await seal(key, join(parts), id, 'journal', first, last) };
    }
    if (snapshot) {
      const { sequence, bytes } = snapshot;
      blob = { sequence, ...await seal(key, bytes, id, 'snapshot', sequence) };
    }
    const change = transaction(['blobs', 'journal'], 'readwrite');
    const journal = change.objectStore('journal');
    if (blob) {
      // It holds what this page has read and written; what another tab wrote is not its to drop.
      change.objectStore('blobs').put(blob, id);
      vault.batches.forEach(batchKey => journal.delete(batchKey));
    }
    const added = batch && journal.add(batch);
    const mine = vault;
    await done(change);
    if (blob) mine.batches = [];
    if (added) mine.batches.push(added.result);
  }

  /** Log-out: what is sealed stays, the key goes, and a mark that somebody left. Waiting writes come first. */
  async function forget() {
    while (writing) await new Promise(resolve => setTimeout(resolve, 10));
    vault = null;
    try {
      await openDatabase();
      const change = transaction(['keys'], 'readwrite');
      change.objectStore('keys').put({}, 'current');
      await done(change);
    } catch (_) { /* no disk: nothing to forget */ }
    emit(['forgotten']);
  }

  return { look, open, write, forget };
}
