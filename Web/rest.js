/**
 * The two parts of the WebAssembly module. The first has what launches run, and traps where something else is needed. The
 * second is fetched after it and makes the whole module of it (join.js), which goes on in the memory of the first. At later visits the
 * service worker has the whole module.
 *
 * A call that needs more than the first part traps and is abandoned, and later events wait. Once the whole module is there, a
 * new instance repeats all calls of the abandoned one. Swift knows no clock and no chance but what it is given, so the
 * new instance comes to the same state by the same commands, which are not carried out twice; then it ends the call that was
 * abandoned.
 */

import { persist, script } from './persist.js';
import { wait } from './wait.js';

const WAITING = 'host-waiting'; // shows that the app waits, if that takes long
const WHOLE = 'host-whole'; // the whole module runs
const SHORT = 'daybook-short'; // the build whose first part was not enough for a launch on this device
const root = document.documentElement;

let options; // what the module imports
let first; // the compiled first part
let bytes; // of the first part
let build; // the name under which the first part exports its table, which no other build has
let arriving; // the answer with the second part
let loading; // until the whole module is compiled
let whole = null; // the compiled whole module; null until it is there
let calls = null; // the calls of the instance, while it is one of the first part
let rolled = []; // the random bytes that it was given in them
let sent = 0; // the commands that they sent
let sentBefore = 0; // those before the last call
let frame = null; // the commands of the frame that Swift draws now; null outside of one
let repeated = []; // the random bytes that are given again
let skipped = 0; // how many of the next commands were carried out already
let traps = false; // whether a call was abandoned
let joining = null; // the calls of an instance while the whole module takes its memory

/** A new instance begins. */
export function begun(exports) {
  calls = build in exports ? [] : null;
  root.toggleAttribute(WHOLE, !calls);
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

/** Whether the whole module runs from the start, as where a launch needed more than the first part before. */
export const isWhole = () => !!whole;

/** Whether no call may be made: one was abandoned, or another instance is about to go on. */
export const waits = () => traps || (calls && joining === calls);

/** Makes a call into the instance. The commands of a call that draws are carried out when it has returned. */
export function make(call, draws) {
  if (calls) calls.push(call);
  sentBefore = sent;
  frame = draws ? [] : null;
  call();
  if (!draws) return;
  const commands = frame;
  frame = null;
  commands.forEach(command => command());
}

/** Carries out a command, or keeps it until the frame is complete. */
export function carryOut(command) {
  if (frame) frame.push(command);
  else command();
}

/** Whether an error in a call means that it needs more than the first part. */
export function lacks(error) {
  if (!calls || !(error instanceof WebAssembly.RuntimeError)) return false;
  if (frame) { // it has changed nothing and is not repeated: the events that wait are of what shows, and another frame follows them
    frame = null;
    calls.pop();
    sent = sentBefore;
  }
  abandon(true);
  try { localStorage.setItem(SHORT, build); } catch (_) { /* no storage: the next launch may wait too */ }
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

/** An instance of the whole module, with the memory and the table of one of the first part. */
const grown = async base => (await WebAssembly.instantiate(whole, { ...options, a: base })).exports;

/** The exports of a new instance: of the whole module if that is there, else of the first part. */
export async function open() {
  const { exports } = await WebAssembly.instantiate(first, options);
  return whole ? grown(exports) : exports;
}

/**
 * Goes on with the whole module, if that is there: in the memory of the running instance, or, if a call of that was abandoned, in a
 * new one.
 * @param {() => Object} running the exports of the instance that runs now; null when none does
 * @param {(exports: Object, repeat: () => void) => void} replace goes on with another instance
 */
export async function join(running, replace) {
  const mine = running();
  if (!whole || !mine || !calls || joining === calls) return;
  const given = calls;
  joining = given;
  const exports = await (traps ? open() : grown(mine));
  if (joining === given) joining = null; // calls hold what was typed
  if (running() !== mine) return;
  const again = traps ? given : [];
  if (traps) {
    repeated = rolled;
    skipped = sent;
  }
  calls = null;
  root.setAttribute(WHOLE, '');
  rolled = []; // ids come from them: they end with the memory
  abandon(false);
  replace(exports, () => again.forEach(call => call()));
}

/** Loads the first part, and begins to fetch the second once it is there. @returns {Object} the exports of an instance */
export async function load(imports) {
  options = { host: imports };
  const answer = await fetch('/daybook.wasm');
  const copy = answer.clone();
  bytes = answer.arrayBuffer();
  const { instance, module } = await instantiate(copy);
  first = module;
  build = Object.keys(instance.exports).find(name => /^[\da-f]{8}$/.test(name));
  if (!hasWorker()) {
    arriving = fetchRest();
    arriving.catch(() => {}); // it is awaited later
  }
  let isShort = false;
  try { isShort = localStorage.getItem(SHORT) === build; } catch (_) { /* no storage */ }
  if (isShort) await Promise.race([loadRest().catch(() => {}), wait(1000)]);
  return whole ? grown(instance.exports) : instance.exports;
}

async function instantiate(answer) {
  if (WebAssembly.instantiateStreaming) {
    try {
      return await WebAssembly.instantiateStreaming(answer, options);
    } catch (error) {
      if (error instanceof WebAssembly.LinkError) throw error; // other errors may come from the file's type
    }
  }
  return WebAssembly.instantiate(await bytes, options);
}

/** Whether a service worker answers, which has the whole module. */
const hasWorker = () => !!navigator.serviceWorker && !!navigator.serviceWorker.controller;
const fetchRest = () => fetch('/daybook.rest', { priority: 'low' });

/** Compiles the whole module. */
export function loadRest() {
  loading = loading || compile();
  return loading;
}

const isOfBuild = module => WebAssembly.Module.imports(module).some(({ name }) => name === build);

/** The whole module that the service worker has made of both parts; null if it has none. The browser keeps its compiled code. */
async function ofWorker() {
  if (!hasWorker()) return null;
  const answer = await fetch('/daybook.whole', { priority: 'low' });
  if (!answer.ok) return null;
  const compiling = WebAssembly.compileStreaming ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
  const module = await compiling;
  return isOfBuild(module) ? module : null;
}

/** The whole module, made of both parts. */
async function ofParts() {
  const [rest] = await Promise.all([persist(async () => {
    const coming = arriving || fetchRest();
    arriving = null;
    const answer = await coming;
    return answer.ok && answer.arrayBuffer();
  }), script('/join.js')]);
  const module = await WebAssembly.compile(await self.joined(new Uint8Array(await bytes), new Uint8Array(rest)));
  if (!isOfBuild(module)) throw new Error('two builds');
  return module;
}

async function compile() {
  whole = await ofWorker().catch(() => null) || await ofParts();
  bytes = null;
}
