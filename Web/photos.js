/**
 * Photos in the browser: files that are chosen, dropped or pasted are prepared and passed to Swift, stored, uploaded when
 * Swift asks for it, and shown by each `img[data-photo]` that names them.
 */

import { swallowClick } from './gestures.js';
import { makePhotoStore } from './photostore.js';
import { makePictures, path } from './pictures.js';
import { tell } from './tell.js';

const PATIENCE = 60000; // ms without progress of an upload or a decoder
const WAIT = 20000; // ms for a download that a file waits for
const AREA = '[data-photos]';

const keyOf = element => {
  const keyed = element.closest('[data-key]');
  return keyed ? keyed.getAttribute('data-key') : '';
};
const failure = reason => Object.assign(new Error(reason), { reason });

/**
 * @param {Object} host what this part gets from the first one (`secondpart.js`)
 * @param {() => ?Element} topLayer
 */
export function makePhotos({ deliver, disk, emit, holdFocus, later, scriptURL }, topLayer) {
  const store = makePhotoStore(disk);
  const pictures = makePictures(store, disk.whose);
  let person = {}; // the present account; work for an earlier account is dropped

  // MARK: Adding

  let tickets = 0;
  let files = []; // waiting files: {file, key, ticket}
  let isBusy = false;
  const ready = new Map(); // ticket to photos that Swift has not decided on yet

  let work = null; // makeReady's promise

  /** Resolves when no file waits any more and the photos are stored. */
  function take(key, chosen) {
    const all = Array.from(chosen).map(file => ({ file, key, ticket: String(tickets += 1) })); // the field is emptied
    for (const { ticket } of all) emit(tell.photoStarted, ticket, key);
    files.push(...all);
    if (!isBusy) work = makeReady();
    return work.then(() => Promise.all(keeping));
  }

  /** One at a time: a photo of 12 megapixels takes 48 MB while it is drawn. */
  async function makeReady() {
    isBusy = true;
    while (files.length) {
      const { file, key, ticket } = files.shift();
      const mine = person;
      try {
        const made = await shrunk(file);
        if (mine !== person) continue;
        const both = new Uint8Array(made.photo.length + made.thumbnail.length);
        both.set(made.photo);
        both.set(made.thumbnail, made.photo.length);
        ready.set(ticket, { key, ...made });
        setTimeout(() => ready.delete(ticket), PATIENCE);
        const size = [made.width, made.height, made.photo.length].map(String);
        deliver([tell.photoReady, ticket, made.type, ...size], both);
      } catch (error) {
        if (mine === person) emit(tell.photoFailed, ticket, error.reason || 'notImage');
      }
    }
    isBusy = false;
    stopWorker();
  }

  let worker = null;
  let hasWorkers = !!window.Worker;
  let abandon = () => {}; // ends the worker's present work

  function stopWorker() {
    if (worker) worker.terminate();
    worker = null;
    abandon();
  }

  /** In a worker if the browser can draw there, else in the document. */
  async function shrunk(file) {
    if (hasWorkers) {
      try {
        return await shrunkBeside(file);
      } catch (error) {
        if (error.reason) throw error;
      }
    }
    const { shrink } = await import('./shrink.js');
    return shrink(file);
  }

  function shrunkBeside(file) {
    return new Promise((resolve, reject) => {
      worker = worker || new Worker(scriptURL('/shrink.js'), { type: 'module' });
      const limit = setTimeout(stopWorker, PATIENCE);
      abandon = () => {
        clearTimeout(limit);
        reject(failure('memory'));
      };
      worker.onmessage = ({ data }) => {
        clearTimeout(limit);
        if (data.photo) resolve(data);
        else reject(failure(data.reason));
      };
      worker.onerror = () => { // it could not be loaded, or does not support modules
        hasWorkers = false;
        reject(failure(''));
        stopWorker();
      };
      worker.postMessage(file);
    });
  }

  document.addEventListener('change', ({ target }) => {
    if (target.type !== 'file' || !target.closest(AREA)) return;
    take(keyOf(target), target.files);
    target.value = ''; // the same photo may be chosen again
  });

  document.addEventListener('paste', event => {
    const { files: pasted, types } = event.clipboardData || {};
    if (!pasted || !pasted.length) return;
    const typing = event.target.closest('input,textarea');
    if (typing && Array.from(types).includes('text/plain')) return; // pasted text with a picture of itself
    const area = event.target.closest(AREA) || (!typing && document.querySelector(AREA));
    if (!area) return;
    event.preventDefault();
    take(keyOf(area), pasted);
  });

  let over = null; // the area that files are dragged over
  function drag(event) {
    if (!event.dataTransfer || !Array.from(event.dataTransfer.types).includes('Files')) return;
    event.preventDefault(); // also outside of an area: the browser would open the file in place of the web app
    const area = event.type === 'dragleave' && !event.relatedTarget ? null : event.target.closest(AREA);
    event.dataTransfer.dropEffect = area ? 'copy' : 'none';
    const now = event.type === 'drop' ? null : area;
    if (over !== now) {
      if (over) over.removeAttribute('host-drop');
      if (now) now.setAttribute('host-drop', '');
      over = now;
    }
    if (event.type === 'drop' && area) take(keyOf(area), event.dataTransfer.files);
  }
  for (const type of ['dragover', 'dragleave', 'drop']) document.addEventListener(type, drag);
  document.addEventListener('dragstart', event => { // a photo that is shown is not a file to add
    if (event.target.closest && event.target.closest('img[data-photo]')) event.preventDefault();
  });

  // MARK: Storing

  const keeping = new Set();

  async function keep(ticket, sha, thumbnailSha, type, bytes) {
    const { key = '', photo = bytes, thumbnail = '' } = ready.get(ticket) || {};
    ready.delete(ticket);
    const items = [{ sha, type, bytes: bytes.length ? bytes : photo }];
    if (thumbnailSha && thumbnail.length) items.push({ sha: thumbnailSha, type: 'image/jpeg', bytes: thumbnail });
    items.forEach(item => pictures.hold(item.sha, item)); // shown before it is on the disk
    try {
      if (!items[0].bytes.length) throw new Error('gone');
      await store.put(items, 0);
      emit(tell.photoKept, ticket);
    } catch (_) {
      emit(tell.photoLost, ticket);
    }
  }

  /** Reports the photos that are stored and not uploaded. */
  function list() {
    const mine = person;
    return store.waiting().then(shas => mine === person && emit(tell.photosWaiting, ...shas), () => {});
  }

  let last = {}; // the photo that Swift was given last: {sha, blob}

  /** Gives a photo's bytes to Swift: from the device, else from the server; no bytes if neither gives them now. */
  async function read(sha) {
    const mine = person;
    const found = await store.get(sha).catch(() => {}) || await Promise.race([
      pictures.download(sha).catch(() => {}),
      new Promise(resolve => setTimeout(resolve, WAIT)),
    ]);
    if (mine !== person) return;
    const bytes = found ? found.bytes : new Uint8Array(0);
    last = { sha, blob: new Blob([bytes]) };
    deliver([tell.photoRead, sha], bytes);
  }

  const calls = new Set(); // uploads in progress

  async function upload(sha, type, account, again) {
    const mine = person;
    let answer = [0, ''];
    try {
      const headers = { 'daybook-account': account };
      if (again === '1') {
        const head = await fetch(path(sha), { method: 'HEAD', headers, credentials: 'same-origin', cache: 'no-store' });
        answer = [head.status, head.headers.get('retry-after') || ''];
      }
      if (again !== '1' || answer[0] === 404) {
        const found = await store.get(sha);
        if (mine !== person) return;
        answer = found && found.bytes.length ? await send(sha, type || found.type, account, found.bytes) : [404, ''];
      }
      if (answer[0] === 200 || answer[0] === 201) await store.mark([sha], 1);
    } catch (_) { /* no network, or no disk: later */ }
    const [status, retryAfter, body] = answer;
    if (mine === person) deliver([tell.uploaded, sha, String(status), retryAfter], body);
  }

  /** @returns {Promise<[number, string, Uint8Array]>} status, `Retry-After`, and the server's answer */
  function send(sha, type, account, bytes) {
    return new Promise(resolve => {
      const call = new XMLHttpRequest();
      let told = 0;
      let silence;
      const wait = () => {
        clearTimeout(silence);
        silence = setTimeout(() => call.abort(), PATIENCE);
      };
      call.open('PUT', path(sha));
      call.responseType = 'arraybuffer';
      call.setRequestHeader('content-type', type);
      call.setRequestHeader('daybook-account', account);
      call.upload.onprogress = ({ loaded, total }) => {
        wait();
        if (Date.now() - told < 200 || !calls.has(call)) return;
        told = Date.now();
        emit(tell.uploading, sha, String(Math.floor(100 * loaded / total)));
      };
      call.onloadend = () => {
        clearTimeout(silence);
        calls.delete(call);
        const retryAfter = (call.status && call.getResponseHeader('retry-after')) || '';
        resolve([call.status, retryAfter, new Uint8Array(call.response || 0)]);
      };
      calls.add(call);
      wait();
      call.send(new Blob([bytes], { type }));
    });
  }

  // MARK: Showing

  // Modules that not every tab needs. They get the parts with a state from here.
  const load = {
    gallery: () => import('./gallery.js'),
    reorder: () => import('./reorder.js'),
    shared: () => import('./shared.js'),
    shrink: () => import('./shrink.js'),
  };
  const parts = {};
  function withPart(name, use) {
    parts[name] = parts[name] || load[name]();
    parts[name].then(use, () => { parts[name] = null; }); // no network: retried at the next look
  }

  /** After each frame that Swift drew. */
  function look() {
    if (pictures.look()) withPart('gallery', part => part.settleGallery(emit, topLayer));
    later(tend);
  }

  /** After that frame is painted. The parts are loaded before they are needed, because there may be no network by then. */
  function tend() {
    if (document.querySelector(AREA)) withPart('shrink', () => {});
    if (document.querySelector('[data-reorder] > [data-item]')) withPart('reorder', part => part.watchReorder(emit, { holdFocus, swallowClick }));
  }

  return {
    look,
    lastRead: sha => last.sha === sha ? last.blob : new Blob([]),
    commands: {
      'photos.keep'([, ticket, sha, thumbnail, type], bytes) {
        const kept = keep(ticket, sha, thumbnail, type, bytes);
        keeping.add(kept);
        kept.then(() => keeping.delete(kept));
      },
      'photos.upload': ([, sha, type, account, again]) => { upload(sha, type, account, again); },
      'photos.list': list,
      'photos.refused': ([, ...shas]) => { store.mark(shas, 0).catch(() => {}); }, // the next list reports them again
      'photos.read': ([, sha]) => { read(sha); },
      'photos.retry': pictures.retry,
      'photos.shared': ([, wish]) => withPart('shared', part => part.shared(wish, emit, take)),
    },
    /** An account's disk is open. */
    opened: list,
    /** The account is left: its photos leave the memory. Resolves when unfinished writes are on the disk. */
    leave() {
      person = {};
      last = {};
      files = [];
      calls.forEach(call => call.abort());
      stopWorker();
      pictures.clear();
      store.clear();
      for (const held of [ready, calls]) held.clear();
      return Promise.all(keeping);
    },
  };
}
