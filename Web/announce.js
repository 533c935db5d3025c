/** Announcements for screen readers, in an element that is always in the document. */

const STAYS = 10000; // ms after which an announcement is removed, so that a screen reader does not find an old one

/** @param {(work: () => void) => void} later does the work after the frame */
export function makeAnnouncer(later) {
  const live = document.getElementById('polite');
  let next = null; // the announcement that comes
  let together = ''; // what has come at once, as of two reminders: it is read together
  let old = 0; // the timer that removes the one that is there
  return {
    say(text) {
      if (!together) Promise.resolve().then(() => { together = ''; });
      together = together && together !== text ? `${together} ${text}` : text;
      const isComing = next !== null;
      next = together; // of what comes one after the other, the last is read
      if (isComing) return;
      later(() => {
        live.textContent = '';
        setTimeout(() => { // the same text twice must be announced twice
          live.textContent = next || '';
          next = null;
          clearTimeout(old);
          old = setTimeout(() => { live.textContent = ''; }, STAYS);
        }, 60);
      });
    },
    /** Says it in this layer from now on: of what is outside a native dialog, browsers tell screen readers nothing. */
    sayIn(layer) {
      if (live.parentNode === layer) return;
      live.textContent = ''; // it was read
      layer.append(live);
    },
    forget() {
      next = null;
      live.textContent = '';
    },
  };
}
