/** The events of the web app for Swift, by number: the cases of Event.Kind in DaybookBrowser, in order. A test checks it. */
export const tell = {};
`
  used key start timer network visible route zone scrolled measured resized fetched moved diskNone
  diskLeft diskOpen diskBroken vaultFresh vaultWrong vaultUnknown vaultRefused vaultUnavailable stored
  storeFailed overtaken shared absorbed lead ask left update photoStarted photoReady photoFailed
  photoKept photoLost photosWaiting photoRead uploading uploaded notifying subscribed notSubscribed
  remindersShown reminderAnswered reminderOpened tabEnded sharedWaiting
`.trim().split(/\s+/).forEach((name, number) => { tell[name] = number; });

/**
 * The event of an element that was used: the number of its drawing, and its place in the drawing. An element that is
 * being removed belongs to no drawing, and its event does nothing.
 */
export function usedAt(element, place, ...values) {
  const part = element.closest('[host-part],[data-height],[data-region]');
  return [tell.used, String((part && part.hostDrawing) || ''), place, ...values];
}

/** `way` is how the element was used: the attribute's name without `data-` */
export const used = (element, way, ...values) => usedAt(element, element.getAttribute(`data-${way}`) || '', ...values);
