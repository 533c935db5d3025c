/**
 * The second part of the host, which comes after the first frame: gestures, layers, the focus of what has left, photos,
 * announcements, files, the server's events, newer versions. It gets all state of the first part.
 */

import { makeAnnouncer } from './announce.js';
import { listen, stopListening } from './events.js';
import { makeFiles } from './files.js';
import { makeHeirs } from './heirs.js';
import { refreshed, watchGestures } from './gestures.js';
import { followFields } from './highlights.js';
import { makeLayers } from './overlay.js';
import { makePhotos } from './photos.js';
import { retype } from './retype.js';
import { takeUpdate, watchUpdates } from './update.js';

export function makeSecond(host) {
  watchGestures(host);
  const announcer = makeAnnouncer(host.later);
  // After the gestures: a press outside a layer swallows the click that they would allow.
  const layers = makeLayers(host, announcer.sayIn);
  setTimeout(() => watchUpdates(host), 1000); // the first list is more urgent
  const photos = makePhotos(host, layers.top);
  const files = makeFiles(host, photos.lastRead);
  const events = { listen: message => listen(message, host.emit), stopListening };
  const settleHeir = makeHeirs(host);
  const look = patched => {
    settleHeir();
    photos.look();
    patched.forEach(followFields);
  };
  return { announcer, events, files, layers, look, photos, refreshed, retype: keys => retype(keys, host.tick), takeUpdate };
}
