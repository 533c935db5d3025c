/**
 * Gestures, layers, photos, announcements, files and the server's events, which come after the first frame, in files of their own.
 * Until then nothing on the screen needs them, and what Swift wants of them waits.
 */

import { focus } from './focus.js';
import { holdFocus, parse, scriptURL } from './patch.js';
import { pointer } from './pointer.js';
import { persist, script } from './persist.js';

const root = document.documentElement;

/** When the first frames are painted: a style sheet that comes before makes them take longer. */
const idle = () => new Promise(resolve => {
  if (window.requestIdleCallback) window.requestIdleCallback(resolve, { timeout: 1000 });
  else setTimeout(resolve, 200);
});

/** A style sheet after the first one. */
const style = path => new Promise((resolve, reject) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = path;
  link.onload = resolve;
  link.onerror = () => {
    link.remove();
    reject();
  };
  document.head.append(link);
});

/**
 * @param {Object} host what the second part gets: `deliver` sends an event with its bytes to Swift, `emit` one without, `later` does
 *   work after the frame, `request` calls the server, `tick` draws what is due
 */
export function makeSecondPart(host) {
  let second = null;
  let waiting = []; // for the present account
  const soon = work => { second ? work() : waiting.push(work); };

  // Without this, a file that is dropped meanwhile would replace the page.
  const refuse = event => {
    if (!second && event.dataTransfer && Array.from(event.dataTransfer.types).includes('Files')) event.preventDefault();
  };
  for (const type of ['dragover', 'drop']) document.addEventListener(type, refuse);

  async function load() {
    await idle();
    const [{ makeSecond }] = await Promise.all([script('/second.js'), persist(() => style('/second.css'))]);
    second = makeSecond({ ...host, focus, holdFocus, parse, pointer, scriptURL });
    for (const work of waiting.splice(0)) work();
    second.layers.settle();
    second.look([document]);
    root.setAttribute('host-second', '');
  }

  let loading = null;
  return {
    /** Loads the second part; without a network, again and again. */
    load() {
      loading = loading || load();
      return loading;
    },
    /** The layer that gets the keyboard; null if none is open. */
    topLayer: () => second && second.layers.top(),
    settleLayers: () => second && second.layers.settle(),
    refreshed: () => second && second.refreshed(),
    /** After each frame that Swift drew, with the regions in which something changed. */
    look: patched => second && second.look(patched),
    /** Writes a piece of a file for the person; the last piece. */
    write: (...given) => soon(() => second.files.write(...given)),
    save: (...given) => soon(() => second.files.save(...given)),
    /** Tells a screen reader. */
    announce: text => soon(() => second.announcer.say(text)),
    /** An account's disk is open. */
    opened: () => soon(() => second.photos.opened()),
    /** A command about photos. */
    obey: (command, bytes) => soon(() => second.photos.commands[command[0]](command, bytes)),
    /** Presses keys that waited. */
    retype: keys => soon(() => second.retype(keys)),
    /** Follows the server's events. */
    listen: message => soon(() => second.events.listen(message)),
    stopListening: () => soon(() => second.events.stopListening()),
    /** Continues with the newer version of the app. */
    takeUpdate: () => soon(() => second.takeUpdate()),
    /** The account is left. Resolves when unfinished writes are on the disk. */
    async leave() {
      waiting = [];
      if (!second) return;
      second.files.forget();
      second.announcer.forget();
      await second.photos.leave();
    },
  };
}
