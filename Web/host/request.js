/** Calls of the server. */

import { tell } from '../tell.js';
import { deliver, emit } from './module.js';

const isInstalled = navigator.standalone || window.matchMedia('(display-mode: standalone)').matches;
export let answering = false; // Swift is handling an answer of the server
export const newest = new Map(); // the newest call of each id: only its answer is used

/** Sends a request, and its answer to Swift. */
export async function request(id, method, path, headers, body, patience = 20000) {
  const call = {};
  newest.set(id, call);
  const control = window.AbortController && new AbortController();
  const limit = setTimeout(() => control && control.abort(), patience);
  try {
    // Only the samples may come from another origin, which the policy names. The request sends no credentials there.
    const isOwn = /^\/(?!\/)/.test(path);
    if (!isOwn && method !== 'GET') throw new Error('not ours');
    const options = { method, credentials: isOwn ? 'same-origin' : 'omit', headers: {} };
    if (isOwn && isInstalled) options.headers['daybook-app'] = '1';
    for (let index = 0; index + 1 < headers.length; index += 2) options.headers[headers[index]] = headers[index + 1];
    if (body.length || body.size) options.body = body;
    if (control) options.signal = control.signal;
    const answer = await fetch(path, options);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const header = name => answer.headers.get(name) || '';
    if (newest.get(id) !== call) return;
    answering = true;
    deliver([tell.fetched, id, String(answer.status), header('retry-after')], bytes);
  } catch (_) {
    if (newest.get(id) === call) emit(tell.fetched, id, '0', '');
  } finally {
    answering = false;
    clearTimeout(limit);
  }
}
