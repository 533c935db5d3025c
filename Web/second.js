/** The second part of the host, which comes after the first frame: gestures, layers, photos. It gets all state of the first part. */

import { refreshed, watchGestures } from './gestures.js';
import { makeLayers } from './overlay.js';
import { makePhotos } from './photos.js';

export function makeSecond(host) {
  watchGestures(host);
  const layers = makeLayers(host); // after the gestures: a press outside a layer swallows the click that they would allow
  return { layers, photos: makePhotos(host, layers.top), refreshed };
}
