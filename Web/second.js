/**
 * The second part of the host, which comes after the first frame: gestures, layers, photos, the server's events, newer versions. It
 * gets all state of the first part.
 */

import { listen, stopListening } from './events.js';
import { refreshed, watchGestures } from './gestures.js';
import { makeLayers } from './overlay.js';
import { makePhotos } from './photos.js';
import { takeUpdate, watchUpdates } from './update.js';

export function makeSecond(host) {
  watchGestures(host);
  const layers = makeLayers(host); // after the gestures: a press outside a layer swallows the click that they would allow
  setTimeout(() => watchUpdates(host), 1000); // the first list is more urgent
  const photos = makePhotos(host, layers.top);
  return { layers, photos, refreshed, listen: message => listen(message, host.emit), stopListening, takeUpdate };
}
