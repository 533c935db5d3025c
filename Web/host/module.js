/**
 * Calls into the WebAssembly module and out of it: messages, which are strings joined by U+001F, with bytes beside them.
 * Events that arrive while Swift runs wait.
 */

import { used } from '../tell.js';
import { commands } from './commands.js';
import { root } from './dom.js';
import { drawing, settleFocus } from './frames.js';

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const nothing = new Uint8Array(0);

export let swift = null; // the module's exports
let running = false;
const queue = []; // waiting events: [event, bytes]

const slice = (start, length) => new Uint8Array(swift.memory.buffer, start, length);

/** Makes one call into Swift, then handles the events that waited for it. */
export function enter(call) {
  running = true;
  try {
    call();
    while (queue.length) receive(...queue.shift());
  } catch (error) {
    stop(error); // after a trap the memory cannot be trusted any more, but the disk can
  } finally {
    running = false;
  }
}

function receive([kind, ...strings], bytes) {
  const clean = strings.map(text => text.includes('\x1f') ? text.replace(/\x1f/g, '') : text);
  const message = encoder.encode(clean.join('\x1f'));
  const place = swift.buffer(message.length + bytes.length);
  const buffer = slice(place, message.length + bytes.length);
  buffer.set(message);
  buffer.set(bytes, message.length);
  swift.receive(kind, message.length, bytes.length, Date.now());
}

/** Sends an event to Swift, now or when Swift has returned. */
export function deliver(event, bytes = nothing) {
  if (!swift) return;
  queue.push([event, bytes]);
  if (running) return;
  enter(() => {});
  if (!drawing) settleFocus();
}

// Functions, because modules that this one imports name them while they load.
export function emit(...event) {
  deliver(event);
}

export function use(...given) {
  deliver(used(...given));
}

// Each event gets an id that it may need. The browser's random bytes are fetched for many of them at once.
const random = new Uint8Array(2048);
let unused = 0;

export const imports = {
  send(start, length, bytesStart, bytesLength) {
    const message = decoder.decode(slice(start, length)).split('\x1f');
    const command = commands[message[0]];
    if (command) command(message, bytesLength ? slice(bytesStart, bytesLength).slice() : nothing);
    else console.error('unknown command', message[0]);
  },
  random(start, length) {
    if (length > random.length) {
      crypto.getRandomValues(slice(start, length));
      return;
    }
    if (unused < length) {
      crypto.getRandomValues(random);
      unused = random.length;
    }
    unused -= length;
    slice(start, length).set(random.subarray(unused, unused + length));
  },
};

/** Begins to call an instance of the module. */
export function connect(instance) {
  swift = instance.exports;
}

/** Drops the instance with its whole memory, and the events that waited for it. */
export function disconnect() {
  swift = null;
  queue.length = 0;
}

/** Shows that the app cannot go on. */
export function stop(error) {
  disconnect();
  root.setAttribute('host-stopped', '');
  throw error;
}
