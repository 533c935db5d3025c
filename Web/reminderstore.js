/**
 * The common code of a tab and the service worker: two small databases, and the look of a notification. The worker
 * loads this file as a script, reminders.js and shared.js load it as a module, so it sets a global.
 *
 * shown    [to-do, due] to the time at which this browser showed the reminder
 * answers  {todo, reply}: buttons that were pressed while the server could not be reached
 * shared   {at, query, file}: a photo that another app has shared, with the text beside it, for a day at most, in a
 *          database of its own
 */
self.reminderStore = {
  /**
   * Runs `work` on a store in a transaction, with requests that need no answer for a next one.
   * @returns the result of the request that `work` returns
   */
  use: (name, work) => new Promise((resolve, reject) => {
    const opening = indexedDB.open(name === 'shared' ? 'daybook-shared' : 'daybook-reminders', 1);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => {
      if (name !== 'shared') opening.result.createObjectStore('shown');
      opening.result.createObjectStore(name === 'shared' ? name : 'answers', { autoIncrement: true });
    };
    opening.onsuccess = () => {
      const database = opening.result;
      try {
        const transaction = database.transaction(name, 'readwrite');
        const request = work(transaction.objectStore(name));
        // A frozen tab would keep all other tabs from this store.
        if (transaction.commit) transaction.commit();
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
      } catch (error) {
        reject(error); // the disk refuses
      }
      database.close(); // after the transaction
    };
  }),

  /**
   * Runs `work`, which shows notifications or asks for them, when no other tab and not the worker does so: Chrome forgets a
   * notification that appears while others are asked for. It can be read, but no longer answered or removed.
   */
  alone: work => navigator.locks ? navigator.locks.request('daybook-notifications', work) : work(),

  DAY: 86400000,

  tag: todo => `reminder ${todo}`,

  notification: (todo, due, body) => ({
    body,
    tag: self.reminderStore.tag(todo),
    timestamp: due,
    icon: '/icon-192.png',
    data: { todo, due },
    actions: [{ action: 'done', title: 'Done' }, { action: 'later', title: 'Snooze 10 min' }],
  }),
};
