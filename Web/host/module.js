/**
 * Calls into the WebAssembly module and out of it: messages, which are strings joined by U+001F, with bytes beside them.
 * Events that arrive while Swift runs wait.
 */

import { begun, carryOut, chance, isNew, join, lacks, make, waits } from '../rest.js';
import { used } from '../tell.js';
import { commands } from './commands.js';
import { root } from './dom.js';
import { arm, catchUp, draw, drawing, settleFocus } from './frames.js';
import { second } from './parts.js';

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const nothing = new Uint8Array(0);

export let swift = null; // the module's exports
export let running = false;
const queue = []; // waiting events: [event, bytes, time]
export const kept = []; // keys that were pressed while the second part of the module was not there

const slice = (start, length) => new Uint8Array(swift.memory.buffer, start, length);

/** Makes one call into Swift, then handles the events that waited for it. `draws`: it draws a frame. */
export function enter(call, draws) {
  if (waits()) return;
  running = true;
  try {
    make(call, draws);
    while (queue.length) receive(...queue.shift());
  } catch (error) {
    if (!lacks(error)) stop(error); // after a trap the memory cannot be trusted any more, but the disk can
  } finally {
    running = false;
  }
}

function receive([kind, ...strings], bytes, now) {
  const clean = strings.map(text => text.includes('\x1f') ? text.replace(/\x1f/g, '') : text);
  const message = encoder.encode(clean.join('\x1f'));
  make(() => {
    const place = swift.buffer(message.length + bytes.length);
    const buffer = slice(place, message.length + bytes.length);
    buffer.set(message);
    buffer.set(bytes, message.length);
    swift.receive(kind, message.length, bytes.length, now);
  });
}

/** Sends an event to Swift, now or when Swift has returned. */
export function deliver(event, bytes = nothing) {
  if (!swift) return;
  queue.push([event, bytes, Date.now()]);
  if (running) return;
  enter(() => {});
  arm();
  if (!drawing) settleFocus();
}

// Functions, because modules that this one imports name them while they load.
export function emit(...event) {
  deliver(event);
}

export function use(...given) {
  deliver(used(...given));
}

export const imports = {
  send(start, length, bytesStart, bytesLength) {
    if (!isNew()) return;
    const message = decoder.decode(slice(start, length)).split('\x1f');
    const command = commands[message[0]];
    const bytes = bytesLength ? slice(bytesStart, bytesLength).slice() : nothing;
    if (command) carryOut(() => command(message, bytes));
    else console.error('unknown command', message[0]);
  },
  random: (start, length) => slice(start, length).set(chance(length)),
};

/** Begins to call a new instance. */
export function connect(exports) {
  swift = exports;
  begun(exports);
}

/** The whole module is there. */
export const complete = () => join(() => swift, (exports, repeat) => {
  swift = exports;
  enter(repeat);
  draw(); // what follows a frame has not followed the one that was abandoned
  second.retype(kept.splice(0));
});

/** Drops the instance with its whole memory, and the events and keys that waited for it. */
export function disconnect() {
  swift = null;
  queue.length = kept.length = 0;
}

/** Shows that the app cannot go on. */
export function stop(error) {
  setTimeout(catchUp, 0);
  disconnect();
  root.setAttribute('host-stopped', '');
  throw error;
}
