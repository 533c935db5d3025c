/**
 * The photos and texts that another app shares with the installed app (the manifest's `share_target`). The service
 * worker loads this file as a script; shared.js is the tab's half.
 */
(() => {
  const { use, DAY } = self.reminderStore;
  const MOST_FILES = 11; // one more than a note may have, so that the web app notices that there are too many
  const MOST_BYTES = 100e6;
  const MOST_LETTERS = 100000; // of each text, as in the app's fields

  /** Text goes into an address. Photos wait with their text: any site can send this request, so the web app asks first. */
  self.takeShared = async request => {
    const form = await request.formData().catch(() => new FormData());
    const query = new URLSearchParams();
    for (const name of ['title', 'text', 'url']) {
      const text = String(form.get(name) || '').slice(0, MOST_LETTERS);
      if (text) query.set(name, text);
    }
    const files = form.getAll('photos').filter(({ size }) => size);
    const isKept = files.length && await keep(files, query.toString()).then(() => true, () => false);
    if (files.length && !isKept) query.set('photos', '0');
    return Response.redirect(isKept ? '/notes?photos=1' : `/new?${query}`, 303);
  };

  /**
   * Keeps the photos, as far as there is room. The photos that wait longest make room for them, and photos that wait for more
   * than a day are deleted.
   */
  async function keep(files, query) {
    let room = MOST_BYTES;
    const kept = files.filter(({ size }) => size <= room && (room -= size) >= 0).slice(0, MOST_FILES);
    if (!kept.length) throw new Error('too large');
    const at = Date.now();
    // Another share may be stored at the same time, so each share only adds photos, and removes the oldest.
    await use('shared', store => kept.map((file, place) => store.add({ at, query: place ? '' : query, file })).pop());
    const keys = await use('shared', store => store.getAllKeys());
    const waiting = await use('shared', store => store.getAll());
    const last = Math.min(keys.length, waiting.length) - 1;
    let place = last;
    room = MOST_BYTES;
    const isKept = ({ at: since, file }) => since > at - DAY && (room -= file.size) >= 0;
    while (place >= 0 && last - place < MOST_FILES && isKept(waiting[place])) place -= 1;
    if (place >= 0) await use('shared', store => store.delete(IDBKeyRange.upperBound(keys[place])));
  }
})();
