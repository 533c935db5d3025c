/**
 * Shows photos: each `img[data-photo]` gets an object URL of the photo's bytes when it comes near the window, from
 * memory, from the device or from the server. The URL is revoked when no element shows the photo any more.
 */

const IDLE_BYTES = 24e6; // bytes of photos that no element shows at present
const NEAR = '300px';
const FAST = 0.004; // heights of the window in a millisecond: nobody sees what passes faster
const SELDOM = 60000; // the longest ms between two requests for a missing photo

/** A photo's address on the server. */
export const path = sha => `/api/v1/photos/${sha}`;

const hex = buffer => Array.from(new Uint8Array(buffer), byte => (byte + 256).toString(16).slice(1)).join('');

/**
 * the photos on the device
 * the account that is signed in, or an empty text
 */
export function makePictures(store, whose) {
  let person = {}; // the present account; work for an earlier account is dropped
  const shown = new Map(); // element to {sha it is to show, sha it shows}
  const urls = new Map(); // SHA-256 to {url, size, users}; of those without users, the last one released is last
  const coming = new Map(); // source and SHA-256 to the promise of the photo
  const missing = new Map(); // SHA-256 to {wait, next}: milliseconds, and when to ask the server again

  const passing = new Set(); // elements near the window, which scrolls too fast
  let isFast = false;
  let last = {}; // the last scroll event

  const near = window.IntersectionObserver && new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) passing.add(target);
      else passing.delete(target);
    }
    if (!isFast) settle();
  }, { rootMargin: NEAR, scrollMargin: NEAR });

  /** Loads the photos that have stayed near the window, those in it first. */
  function settle() {
    isFast = false;
    const isSeen = image => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    Array.from(passing).sort((left, right) => isSeen(right) - isSeen(left)).forEach(image => {
      near.unobserve(image);
      load(image);
    });
    passing.clear();
  }

  // Reading, decoding and showing photos that pass would cost frames.
  if (near) {
    document.addEventListener('scroll', ({ target }) => {
      const [at, top] = [Date.now(), (target.scrollingElement || target).scrollTop];
      const passed = at - last.at;
      // After a pause, an event may be a jump to another place.
      isFast = passed < 250 && Math.abs(top - last.top) > FAST * innerHeight * passed;
      last = { at, top };
      if (isFast) awaitEnd(last, 3);
      else settle();
    }, { capture: true, passive: true });
  }

  /** A fast scroll has ended when frames come without an event of it. The first frame is the event's own. */
  function awaitEnd(event, frames) {
    requestAnimationFrame(() => {
      if (event !== last) return;
      if (frames > 1) awaitEnd(event, frames - 1);
      else settle();
    });
  }

  /** Gives a photo an object URL, as long as an element shows it or there is room. */
  function hold(sha, { type, bytes }) {
    if (!urls.has(sha)) {
      urls.set(sha, { url: URL.createObjectURL(new Blob([bytes], { type })), size: bytes.length, users: 0 });
    }
    missing.delete(sha);
    trim();
  }

  function trim() {
    let idle = 0;
    urls.forEach(({ users, size }) => { idle += users ? 0 : size; });
    urls.forEach(({ url, users, size }, sha) => {
      if (users || idle <= IDLE_BYTES) return;
      URL.revokeObjectURL(url);
      urls.delete(sha);
      idle -= size;
    });
  }

  /** Makes sure that a photo has an object URL, from the result of `get`. @returns {Promise<boolean>} whether it has */
  function find(sha, from, get) {
    if (urls.has(sha)) return Promise.resolve(true);
    const name = from + sha;
    if (!coming.has(name)) {
      const mine = person;
      const search = get(sha).then(found => mine === person && found && hold(sha, found), () => {}).then(() => {
        if (coming.get(name) === search) coming.delete(name);
        return urls.has(sha);
      });
      coming.set(name, search);
    }
    return coming.get(name);
  }

  const findHere = sha => find(sha, 'here ', store.get);
  const findThere = sha => find(sha, 'there ', ask);

  /** Asks the server, unless it was asked a moment ago and did not have the photo. */
  async function ask(sha) {
    const last = missing.get(sha) || { wait: 1000, next: 0 };
    if (last.next > Date.now()) return undefined;
    try {
      return await download(sha);
    } catch (_) {
      const wait = Math.min(2 * last.wait, SELDOM);
      missing.set(sha, { wait, next: Date.now() + wait });
      return undefined;
    }
  }

  async function download(sha) {
    const mine = person;
    const headers = whose() ? { 'daybook-account': whose() } : {};
    // The browser's own cache would not be sealed.
    const answer = await fetch(path(sha), { headers, credentials: 'same-origin', cache: 'no-store' });
    if (!answer.ok) throw new Error(answer.status);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const isWhole = !window.crypto.subtle || hex(await crypto.subtle.digest('SHA-256', bytes)) === sha;
    if (!isWhole) throw new Error('not this photo');
    const found = { sha, type: answer.headers.get('content-type') || '', bytes };
    if (mine === person) store.put([found], 1).catch(() => {}); // the photo is shown even if this fails
    return found;
  }

  async function load(image) {
    const state = shown.get(image);
    if (!state) return;
    const fallback = image.getAttribute('data-fallback');
    const isCurrent = () => shown.get(image) === state;
    if (!await findHere(state.sha)) {
      // Another size of the photo on the device is shown until this size arrives, or instead of it.
      if (fallback && await findHere(fallback) && isCurrent()) show(image, state, fallback);
      if (!isCurrent()) return;
      if (!await findThere(state.sha)) {
        if (fallback && isCurrent() && !state.shows && await findThere(fallback) && isCurrent()) show(image, state, fallback);
        if (isCurrent()) lookLater(image, state);
        return;
      }
    }
    if (isCurrent()) show(image, state, state.sha);
  }

  /** Another device's upload may arrive at any moment, without notice: looks for the photo while the image is near. */
  function lookLater(image, state) {
    image.toggleAttribute('host-missing', !state.shows);
    const { next = 0 } = missing.get(state.sha) || {};
    setTimeout(() => {
      if (shown.get(image) !== state || state.shows === state.sha) return;
      if (near) near.observe(image);
      else load(image);
    }, Math.max(next - Date.now(), 1000));
  }

  function show(image, state, sha) {
    const held = urls.get(sha);
    if (!held || state.shows === sha || !image.isConnected) return;
    release(state);
    state.shows = sha;
    held.users += 1;
    image.onload = () => image.setAttribute('host-loaded', '');
    image.onerror = () => image.setAttribute('host-missing', '');
    image.removeAttribute('host-missing');
    image.src = held.url;
  }

  function release(state) {
    const held = urls.get(state.shows);
    if (!held) return;
    held.users -= 1;
    urls.delete(state.shows);
    urls.set(state.shows, held);
    state.shows = '';
  }

  function letGo(image) {
    release(shown.get(image));
    shown.delete(image);
    if (near) near.unobserve(image);
    passing.delete(image);
    // Blink keeps an image whose source changes outside of the document, to choose its source again when the window resizes.
    if (!image.isConnected) return;
    for (const name of ['src', 'host-loaded', 'host-missing']) image.removeAttribute(name);
  }

  /** After each frame that Swift drew. @returns {boolean} whether there are any photos */
  function look() {
    let isTrimDue = false;
    shown.forEach((state, image) => {
      if (image.isConnected && image.getAttribute('data-photo') === state.sha) return;
      letGo(image);
      isTrimDue = true;
    });
    document.querySelectorAll('img[data-photo]').forEach(image => {
      if (shown.has(image)) return;
      const state = { sha: image.getAttribute('data-photo'), shows: '' };
      shown.set(image, state);
      if (urls.has(state.sha) && !isFast) show(image, state, state.sha);
      else if (near) near.observe(image);
      else load(image);
    });
    if (isTrimDue) trim();
    return shown.size > 0;
  }

  /** Looks at once for missing photos. */
  function retry() {
    missing.clear();
    shown.forEach(({ sha, shows }, image) => shows !== sha && (image.hasAttribute('host-missing') || shows) && load(image));
  }
  window.addEventListener('online', retry);

  /** Removes all photos from memory. */
  function clear() {
    person = {};
    shown.forEach((_, image) => letGo(image));
    urls.forEach(({ url }) => URL.revokeObjectURL(url));
    for (const held of [urls, coming, missing]) held.clear();
  }

  return { look, hold, download, retry, clear };
}
