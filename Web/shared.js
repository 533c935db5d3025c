/**
 * Photos that another app has shared. The service worker puts them beside the database (sharing.js) until the person has
 * answered a question about them.
 */

import './reminderstore.js';
import { tell } from './tell.js';

const { use, DAY } = self.reminderStore;

/** `wish`: `look` for them, `drop` them, or the key of the note that takes them. */
export async function shared(wish, emit, take) {
  try {
    const keys = await use('shared', store => store.getAllKeys());
    const waiting = (await use('shared', store => store.getAll())).slice(0, keys.length);
    const fresh = waiting.filter(({ at }) => at > Date.now() - DAY);
    if (wish === 'look' && fresh.length) {
      emit(tell.sharedWaiting, String(fresh.length), fresh.map(({ query }) => query).filter(Boolean).join('&'));
      return;
    }
    // They are forgotten once they are stored. If the tab ends before that, the next launch asks again. Photos that are
    // shared meanwhile stay.
    if (wish !== 'look' && wish !== 'drop') await take(wish, fresh.map(({ file }) => file));
    if (keys.length) await use('shared', store => store.delete(IDBKeyRange.upperBound(keys.pop())));
  } catch (_) { /* a browser that keeps nothing was given nothing */ }
}
