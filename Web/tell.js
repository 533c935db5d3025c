/** What the page tells Swift, by number: the cases of Event.Kind in DaybookBrowser, in their order. A test compares both. */
export const tell = {};
`
  used key start timer network visible route zone scrolled measured resized fetched moved diskNone
  diskLeft diskOpen diskBroken vaultFresh vaultWrong vaultUnknown vaultRefused vaultUnavailable stored
  storeFailed overtaken shared absorbed lead ask left update photoStarted photoReady photoFailed
  photoKept photoLost photosWaiting uploading uploaded notifying subscribed notSubscribed
  remindersShown reminderAnswered reminderOpened
`.trim().split(/\s+/).forEach((name, number) => { tell[name] = number; });

/**
 * The event of an element that was used: the number of the drawing that it is of, and its place there. An element on its
 * way out belongs to none, and does nothing.
 */
export function usedAt(element, place, ...values) {
  const part = element.closest('[host-part],[data-row],[data-region]');
  return [tell.used, String((part && part.hostDrawing) || ''), place, ...values];
}

/** `way` is how it was used: the attribute's name without `data-` */
export const used = (element, way, ...values) => usedAt(element, element.getAttribute(`data-${way}`) || '', ...values);
