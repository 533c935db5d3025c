/**
 * The gallery: photos side by side, a swipe or an arrow key from one to the next (by scroll snapping), zoom by pinch,
 * double tap, wheel or + and -, and closed by swiping down. Swift draws the element and its texts.
 */

import { used } from './tell.js';

const DECIDE = 8; // px before a movement counts
const CLOSE = 2.5; // scale after a double tap
const CLOSEST = 6;
const DOUBLE = 320; // ms between two taps
const SPRING = 'transform 220ms cubic-bezier(.2,.8,.3,1)';

const between = (least, value, most) => Math.max(least, Math.min(value, most));
let open = null;
let topLayer = () => null;

/**
 * After each frame: sets up a new gallery.
 * @param {(...event) => void} emit sends an event to Swift.
 * @param {() => Element} top the layer above all others.
 */
export function settleGallery(emit, top) {
  topLayer = top;
  const element = document.querySelector('[data-gallery]');
  if (open && open.element === element) return;
  open = element && element.querySelector('[data-slide]') ? begin(element, emit) : null;
}

window.addEventListener('resize', () => open && open.stay());
document.addEventListener('keydown', event => {
  if (open && topLayer() === open.element && !event.altKey && !event.ctrlKey && !event.metaKey) open.press(event);
});

function begin(element, emit) {
  const track = element.querySelector('[data-slide]').parentNode;
  const onward = getComputedStyle(track).direction === 'rtl' ? -1 : 1;
  const slides = () => Array.from(track.querySelectorAll('[data-slide]'));
  let index = Number(element.getAttribute('data-at')) || 0; // the index of the slide in the middle
  let aim = index; // the index of the slide to scroll to
  let resting = 0;
  let tries = 0; // attempts left to reach the slide of a key or a button

  function go(to, isSmooth) {
    aim = between(0, to, slides().length - 1);
    tries = 2;
    reset();
    scroll(isSmooth);
  }

  function scroll(isSmooth) {
    track.style.scrollBehavior = isSmooth ? 'smooth' : 'auto';
    track.scrollLeft = onward * aim * track.clientWidth;
  }

  /** Scrolling has ended. A browser that lays the document out meanwhile may snap back to the old slide. */
  function rest() {
    if (index !== aim && tries > 0) {
      tries -= 1;
      scroll(true);
    } else {
      aim = index;
      tries = 0;
    }
  }

  function showSteps() {
    element.querySelectorAll('[data-step]').forEach(button => {
      const to = index + Number(button.getAttribute('data-step'));
      button.toggleAttribute('host-off', to < 0 || to >= slides().length);
    });
  }

  track.addEventListener('scroll', () => {
    const now = between(0, Math.round(Math.abs(track.scrollLeft) / track.clientWidth), slides().length - 1);
    clearTimeout(resting);
    resting = setTimeout(rest, 150);
    if (now === index) return;
    reset();
    index = now;
    showSteps();
    emit(...used(element, 'turn', String(index)));
  }, { passive: true });

  element.addEventListener('click', event => {
    const step = event.target.closest('[data-step]');
    if (step) go(aim + Number(step.getAttribute('data-step')), true);
  });

  // MARK: zoom

  let zoom = { scale: 1, x: 0, y: 0 };
  const image = () => (slides()[index] || track).querySelector('img');

  function apply(spring) {
    const target = image();
    if (!target) return;
    const { scale, x, y } = zoom;
    const isNear = scale !== 1;
    track.toggleAttribute('host-zoomed', isNear);
    Object.assign(target.style, {
      transition: spring ? SPRING : 'none', transform: isNear ? `translate(${x}px, ${y}px) scale(${scale})` : '',
    });
  }

  function reset(spring) {
    if (zoom.scale === 1) return;
    zoom = { scale: 1, x: 0, y: 0 };
    apply(spring);
  }

  /** Keeps the photo's edges outside of the window, if the photo is large enough. */
  function bound() {
    const { naturalWidth, naturalHeight } = image();
    const { clientWidth, clientHeight } = track;
    const fit = Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight) || 0;
    const room = (natural, client) => Math.max(0, (natural * fit * zoom.scale - client) / 2);
    const [wide, high] = [room(naturalWidth, clientWidth), room(naturalHeight, clientHeight)];
    zoom.x = between(-wide, zoom.x, wide);
    zoom.y = between(-high, zoom.y, high);
  }

  /** Zooms the photo to `scale`; its point at `x`, `y` stays in place. */
  function closer(scale, x, y, spring) {
    const box = track.getBoundingClientRect();
    const [fromX, fromY] = [x - box.left - box.width / 2, y - box.top - box.height / 2];
    const ratio = scale / zoom.scale;
    zoom = { scale, x: fromX - (fromX - zoom.x) * ratio, y: fromY - (fromY - zoom.y) * ratio };
    bound();
    if (scale === 1) Object.assign(zoom, { x: 0, y: 0 });
    apply(spring);
  }

  function pan(x, y, spring) {
    zoom.x += x;
    zoom.y += y;
    bound();
    apply(spring);
  }

  const middle = () => {
    const { left, top, width, height } = track.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };

  function press(event) {
    const { key } = event;
    const isNear = zoom.scale > 1;
    const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] || [];
    if (across !== undefined) {
      if (isNear) pan(across * -80, down * -80, true);
      else if (across) go(aim + across * onward, true);
    } else if (key === 'Home' || key === 'End') {
      go(key === 'Home' ? 0 : slides().length, true);
    } else if (/^[-+=0]$/.test(key)) {
      closer(key === '0' ? 1 : between(1, zoom.scale * (key === '-' ? 1 / 1.5 : 1.5), CLOSEST), ...middle(), true);
    } else {
      return;
    }
    event.preventDefault();
  }

  track.addEventListener('wheel', event => { // with ctrl: a pinch on a trackpad
    if (!event.ctrlKey && zoom.scale === 1) return;
    event.preventDefault();
    if (!event.ctrlKey) pan(-event.deltaX, -event.deltaY);
    else closer(between(1, zoom.scale * Math.exp(-event.deltaY / 100), CLOSEST), event.clientX, event.clientY);
  }, { passive: false });

  // MARK: fingers

  const fingers = new Map(); // pointer id to position
  let pinch = null; // {scale, distance} at the start of a pinch
  let swipe = null; // {x, y, by, speed, time} of a finger's swipe that may close the gallery
  let tap = { time: 0, x: 0, y: 0 };
  let last = tap;

  const spread = () => {
    const [one, two] = Array.from(fingers.values());
    return { distance: Math.hypot(one.x - two.x, one.y - two.y) || 1, x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
  };

  element.addEventListener('pointerdown', () => { tries = 0; }, true); // a finger decides where to scroll

  track.addEventListener('pointerdown', event => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    last = { time: event.timeStamp, x: event.clientX, y: event.clientY };
    if (fingers.size === 2) {
      settle(false);
      pinch = { scale: zoom.scale, ...spread() };
      last.time = 0; // two fingers are not a tap
    } else if (fingers.size === 1 && zoom.scale === 1 && event.pointerType !== 'mouse') {
      swipe = { x: event.clientX, y: event.clientY, by: 0, speed: 0, time: event.timeStamp };
    }
    if (zoom.scale > 1) track.setPointerCapture(event.pointerId);
  });

  track.addEventListener('pointermove', event => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const [x, y] = [event.clientX - finger.x, event.clientY - finger.y];
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (Math.hypot(finger.x - last.x, finger.y - last.y) > DECIDE) last.time = 0;
    if (pinch && fingers.size === 2) {
      const now = spread();
      closer(between(0.7, pinch.scale * now.distance / pinch.distance, CLOSEST), now.x, now.y);
      pan(now.x - pinch.x, now.y - pinch.y);
      Object.assign(pinch, { x: now.x, y: now.y });
    } else if (zoom.scale > 1) {
      pan(x, y);
    } else if (swipe) {
      pull(event);
    }
  });

  /** Moves the photo down with one finger. */
  function pull(event) {
    const across = Math.abs(event.clientX - swipe.x);
    const by = event.clientY - swipe.y;
    if (!swipe.by && Math.hypot(across, by) < DECIDE) return;
    if (!swipe.by && across > Math.abs(by)) {
      swipe = null;
      return;
    }
    if (event.timeStamp > swipe.time) swipe.speed = (by - swipe.by) / (event.timeStamp - swipe.time);
    Object.assign(swipe, { by, time: event.timeStamp });
    const down = by < 0 ? by / 8 : by;
    element.style.setProperty('--shown', String(between(0.2, 1 - down / 400, 1)));
    Object.assign(image().style, { transition: 'none', transform: `translateY(${down}px) scale(${between(0.8, 1 - down / 1500, 1)})` });
  }

  /** The swipe ends: the gallery closes, or the photo springs back. */
  function settle(mayClose) {
    const ended = swipe;
    swipe = null;
    if (!ended || !ended.by) return;
    const closes = mayClose && (ended.by > 120 || (ended.by > 24 && ended.speed > 0.5));
    const back = () => {
      element.style.removeProperty('--shown');
      Object.assign(image().style, { transition: SPRING, transform: '' });
    };
    if (closes) {
      emit(...used(element, 'dismiss'));
      setTimeout(() => element.isConnected && back(), 300);
    } else {
      back();
    }
  }

  for (const type of ['pointerup', 'pointercancel']) {
    track.addEventListener(type, event => {
      if (!fingers.delete(event.pointerId)) return;
      const mayAct = type === 'pointerup';
      settle(mayAct);
      if (pinch && fingers.size < 2) {
        pinch = null;
        if (zoom.scale < 1.05) reset(true);
      }
      if (!mayAct || !last.time || fingers.size) return;
      const isDouble = last.time - tap.time < DOUBLE && Math.hypot(last.x - tap.x, last.y - tap.y) < 3 * DECIDE;
      tap = isDouble ? { time: 0, x: 0, y: 0 } : last;
      if (isDouble) closer(zoom.scale > 1 ? 1 : CLOSE, last.x, last.y, true);
    });
  }

  // Two fingers are handled here before the browser scrolls or zooms the document with them.
  track.addEventListener('touchmove', event => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  }, { passive: false });
  track.addEventListener('gesturestart', event => event.preventDefault());

  go(index, false);
  showSteps();
  return { element, press, stay: () => go(index, false) };
}
