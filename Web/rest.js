/**
 * The second part of the WebAssembly module, which is fetched after the first, and what happens until it is there.
 *
 * Until then its functions are empty places in the table. A call that needs one of them traps and is abandoned, and later
 * events wait. Once the second part is there, a new instance repeats all calls of the abandoned one. Swift knows no clock
 * and no chance but what it is given, so the new instance comes to the same state by the same commands, which are not
 * carried out twice; then it ends the call that was abandoned.
 */

const WAITING = 'host-waiting'; // shows that the app waits, if that takes long
const root = document.documentElement;

let options; // what the first part imports
let first; // the compiled first part
let arriving; // the answer with the second part
let second = null; // the compiled second part; null until it is there
let calls = null; // the calls of the instance, while it lacks the second part
let rolled = []; // the random bytes that it was given in them
let sent = 0; // the commands that they sent
let repeated = []; // the random bytes that are given again
let skipped = 0; // how many of the next commands were carried out already
let traps = false; // whether a call was abandoned

/** A new instance of the first part begins. */
export function begun() {
  calls = [];
  rolled = [];
  sent = 0;
  abandon(false);
}

function abandon(now) {
  traps = now;
  if (!now) root.removeAttribute(WAITING);
  const mine = calls;
  if (now) setTimeout(() => traps && calls === mine && root.setAttribute(WAITING, ''), 1000);
}

/** Whether a call was abandoned, so that no other may be made. */
export const waits = () => traps;

/** Makes a call into the instance. */
export function make(call) {
  if (calls) calls.push(call);
  call();
}

/** Whether an error in a call means that it needs the second part. */
export function lacks(error) {
  if (!calls || !(error instanceof WebAssembly.RuntimeError)) return false;
  abandon(true);
  return true;
}

/** Whether a command is new, and was not carried out when its call was made first. */
export function isNew() {
  if (skipped) {
    skipped -= 1;
    return false;
  }
  sent += 1;
  return true;
}

// Each event gets an id that it may need. The browser's random bytes are fetched for many of them at once.
const random = new Uint8Array(2048);
let unused = 0;

function roll(length) {
  if (length > random.length) return crypto.getRandomValues(new Uint8Array(length));
  if (unused < length) {
    crypto.getRandomValues(random);
    unused = random.length;
  }
  unused -= length;
  return random.slice(unused, unused + length);
}

/** Random bytes: those of the first time if a call is repeated. */
export function chance(length) {
  const bytes = repeated.length ? repeated.shift() : roll(length);
  if (calls) rolled.push(bytes);
  return bytes;
}

/** The second part has the memory, the table and functions of the first, under names that only the same build has. */
const link = exports => WebAssembly.instantiate(second, { a: exports });

/**
 * Gives the running instance the second part, if that is there.
 * @param {() => Object} running the exports of the instance that runs now; null when none does
 * @param {(exports: Object, repeat: () => void) => void} replace goes on with another instance, which has both parts
 */
export async function join(running, replace) {
  const mine = running();
  if (!second || !mine || !calls) return;
  if (!traps) await link(mine);
  const other = traps && (await WebAssembly.instantiate(first, options)).exports;
  if (other) await link(other);
  if (running() !== mine) return;
  const [again, bytes] = [calls, rolled];
  calls = null;
  rolled = []; // ids come from them: they end with the memory
  if (!other) return;
  abandon(false);
  repeated = bytes;
  skipped = sent;
  replace(other, () => again.forEach(call => call()));
}

/** Loads the first part, and begins to fetch the second once it is there. @returns {{ instance, module }} */
export async function load(imports) {
  options = { host: imports };
  const answer = fetch('/daybook.wasm');
  const got = await instantiate(answer);
  first = got.module;
  arriving = fetchRest();
  return got;
}

async function instantiate(answer) {
  if (WebAssembly.instantiateStreaming) {
    try {
      return await WebAssembly.instantiateStreaming(await answer.then(got => got.clone()), options);
    } catch (error) {
      if (error instanceof WebAssembly.LinkError) throw error; // other errors may come from the file's type
    }
  }
  return WebAssembly.instantiate(await (await answer).arrayBuffer(), options);
}

const fetchRest = () => fetch('/rest.wasm', { priority: 'low' }).catch(() => ({ ok: false }));

/** Compiles the second part; without a network, it is fetched again and again. */
export async function loadRest() {
  for (let pause = 1000; !second; pause = Math.min(2 * pause, 30000)) {
    const answer = await arriving;
    try {
      if (answer.ok) second = await WebAssembly.compile(await answer.arrayBuffer());
    } catch (_) { /* the rest of it was lost */ }
    if (second) return;
    await new Promise(resolve => {
      setTimeout(resolve, pause);
      window.addEventListener('online', resolve, { once: true });
    });
    arriving = fetchRest();
  }
}
