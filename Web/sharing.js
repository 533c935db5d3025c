/**
 * What another app shares with the installed one (the manifest's `share_target`). The service worker loads this file as a
 * script; shared.js is the half of a tab.
 */
(() => {
  const { use, DAY } = self.reminderStore;
  const MOST_FILES = 11; // one more than a note may have, so that the web app says that there are too many
  const MOST_BYTES = 100e6;
  const MOST_LETTERS = 100000; // of each text, as in the app's fields

  /** Text goes into an address. Photos wait with theirs: any site can send this request, so the web app asks about them. */
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

  /** Keeps the newest photos, as far as there is room. */
  async function keep(files, query) {
    const now = Date.now();
    const waiting = await use('shared', store => store.getAll());
    const all = files.map(file => ({ at: now, query: '', file })).concat(waiting.filter(({ at }) => at > now - DAY));
    let room = MOST_BYTES;
    const kept = all.filter(({ file: { size } }) => size <= room && (room -= size) >= 0).slice(0, MOST_FILES);
    if (!kept.length) throw new Error('too large');
    kept[0].query = `${query}&${kept[0].query}`;
    await use('shared', store => {
      store.clear();
      return kept.map(entry => store.add(entry)).pop();
    });
  }
})();
