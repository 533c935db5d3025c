/** The server's events, as a stream over fetch: EventSource cannot send headers and gives no reason when it ends. */

import { tell } from './tell.js';

const SILENCE_MS = 45000; // the server sends an event at least every 20 seconds

let control = null; // the abort controller of the open stream

/** A stream that begins while the document loads makes WebKit show the tab as loading until the stream ends. */
const loaded = new Promise(resolve => {
  const soon = () => setTimeout(resolve, 500);
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon);
});

/**
 * Carries out the command `listen`: tells Swift of each movement of the server's cursor, and once of the stream's end, unless it
 * is stopped here.
 */
export async function listen([, id, , path, ...headers], emit) {
  stopListening();
  const mine = window.AbortController && new AbortController();
  control = mine || {};
  const current = control;
  let status = 0;
  let silence;
  const wait = () => {
    clearTimeout(silence);
    silence = setTimeout(() => mine && mine.abort(), SILENCE_MS);
  };
  try {
    const options = { credentials: 'same-origin', cache: 'no-store', headers: { accept: 'text/event-stream' } };
    for (let index = 0; index + 1 < headers.length; index += 2) options.headers[headers[index]] = headers[index + 1];
    if (mine) options.signal = mine.signal;
    await loaded;
    if (control !== current) return;
    wait();
    const answer = await fetch(path, options);
    status = answer.status;
    if (answer.ok && mine && answer.body && answer.body.getReader) {
      await read(answer.body.getReader(), wait, cursor => emit(tell.moved, cursor), current);
    }
  } catch (_) { /* it ended */ }
  clearTimeout(silence);
  if (control !== current) return;
  control = null;
  emit(tell.fetched, id, String(status), '');
}

async function read(reader, wait, moved, current) {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done || control !== current) return;
    wait();
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const found = /^data: *\{"cursor": *(\d+)/.exec(line);
      if (found) moved(found[1]);
    }
  }
}

export function stopListening() {
  const open = control;
  control = null;
  if (open && open.abort) open.abort();
}

// An engine may wait for open requests before it leaves the document. A tab that is shown again opens a new stream.
for (const type of ['beforeunload', 'pagehide']) {
  window.addEventListener(type, () => control && control.abort && control.abort());
}
