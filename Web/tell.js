/**
 * What the page tells Swift, by number. The same list is Event.Kind in DaybookBrowser, where the words say more; a test
 * compares both.
 */
export const tell = Object.freeze({
  used: 0,
  key: 1,
  start: 2,
  timer: 3,
  network: 4,
  visible: 5,
  route: 6,
  zone: 7,
  scrolled: 8,
  measured: 9,
  resized: 10,
  fetched: 11,
  moved: 12,
  diskNone: 13,
  diskLeft: 14,
  diskOpen: 15,
  diskBroken: 16,
  vaultFresh: 17,
  vaultWrong: 18,
  vaultUnknown: 19,
  vaultRefused: 20,
  vaultUnavailable: 21,
  stored: 22,
  storeFailed: 23,
  overtaken: 24,
  shared: 25,
  absorbed: 26,
  lead: 27,
  ask: 28,
  left: 29,
  update: 30,
  photoStarted: 31,
  photoReady: 32,
  photoFailed: 33,
  photoKept: 34,
  photoLost: 35,
  photosWaiting: 36,
  uploading: 37,
  uploaded: 38,
  notifying: 39,
  subscribed: 40,
  notSubscribed: 41,
  remindersShown: 42,
  reminderAnswered: 43,
  reminderOpened: 44,
});

/**
 * The event of an element that was used. Swift knows what it does by the number of the drawing that it is of, and its place
 * in it. An element on its way out belongs to no drawing, and does nothing.
 */
export function usedAt(element, place, ...values) {
  const part = element.closest('[host-part],[data-row],[data-region]');
  return [tell.used, String((part && part.hostDrawing) || ''), place, ...values];
}

/**
 * @param {Element} element
 * @param {string} way how it was used: `press`, `input`, …, the attribute's name without `data-`
 * @param {...string} values what it gives
 */
export const used = (element, way, ...values) => usedAt(element, element.getAttribute(`data-${way}`) || '', ...values);
