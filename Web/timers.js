/**
 * Swift's timers, by their numbers. The browser has one for all of them, set after the frame: setting and clearing one takes as long
 * as removing four rows, and each typed letter starts a timer anew.
 *
 * @param {(id: string) => void} fire a timer is due
 * @param {(work: () => void) => void} later does the work after the frame
 */
export function makeTimers(fire, later) {
  const dues = new Map(); // when each is due, by performance.now()
  let alarm = 0; // the browser's timer, for the first of them

  function wind() {
    clearTimeout(alarm);
    const now = performance.now();
    if (dues.size) alarm = setTimeout(ring, Math.min(...dues.values(), now + 1e9) - now); // a browser counts to 2^31
  }

  function ring() {
    const now = performance.now();
    dues.forEach((due, id) => {
      if (due <= now && dues.delete(id)) fire(id);
    });
    wind();
  }

  return {
    /** Starts a timer, or starts it again. */
    start(id, ms) {
      dues.set(id, performance.now() + ms);
      later(wind);
    },
    stop: id => dues.delete(id),
    clear: () => dues.clear(),
  };
}
