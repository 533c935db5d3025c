/** The last pointer: its id and type, and where and on which element it was pressed. */
export const pointer = { id: -1, type: '', x: 0, y: 0, target: null };

document.addEventListener('pointerdown', event => {
  Object.assign(pointer, {
    id: event.pointerId, type: event.pointerType, x: event.clientX, y: event.clientY, target: event.target,
  });
}, true);
