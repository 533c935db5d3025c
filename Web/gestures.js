/**
 * The gestures of fingers, pens and mice beyond a click: swipe a row, long press, pull to refresh, drag a
 * sheet down or a card up. An element follows the finger; released, it springs back or flies on. Everything uses
 * Pointer Events, except pulling: a browser that scrolls reports its progress to touch events only.
 */

import { used } from './tell.js';

const DECIDE = 8; // px before a movement counts
const REST = 84; // px by which a row stays open
const SPRING = 'transform 220ms cubic-bezier(.2,.8,.3,1)';

/** Elements that disappear without the person: a press in them counts, even if it also closes another element. */
export const LIVE = '[data-region=toast],[data-region=ringing]';

/** Stops the click that the browser makes of the present gesture. */
let swallowing = false;
export function swallowClick() {
  swallowing = true;
}

const moveTo = (element, transform, transition = 'none') => Object.assign(element.style, { transition, transform });

/** @param {Object} host what this part gets from the first one (`secondpart.js`) */
export function watchGestures({ emit, parse, pointer }) {
  /** The present gesture: has `move(event)`, `end(event, cancelled)`. */
  let gesture = null;
  /** The row that is open, as `{row, front, under, side}`. */
  let open = null;
  let press = 0;
  let pressed = null; // the element whose menu the present touch has opened

  const on = (type, handler, options = true) => document.addEventListener(type, handler, options);

  on('pointerdown', event => {
    swallowing = false;
    pressed = null;
    if (!event.isPrimary || event.button !== 0) return;
    clearTimeout(press);
    gesture = null;
    if (open && !event.target.closest('.swipe')) { // a press elsewhere closes the row and does nothing else
      if (!event.target.closest(LIVE)) swallowClick();
      close();
    }
    if (event.target.closest('[data-grip]')) return;
    const grab = event.target.closest('[data-grab]');
    const row = event.target.closest('[data-swipe-left],[data-swipe-right]');
    const card = event.target.closest('[data-card]');
    if (grab) gesture = drag(grab.closest('[data-sheet]'), event, 1, 120);
    else if (card) gesture = drag(card, event, -1, 56);
    else if (row && !event.target.closest('.swipe')) gesture = swipe(row, event);
    const menu = event.pointerType !== 'mouse' && event.target.closest('[data-menu]');
    if (menu) press = setTimeout(() => longPress(menu), 500);
  });
  on('pointermove', event => {
    if (!event.isPrimary || event.pointerId !== pointer.id) return;
    if (Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y) > DECIDE) clearTimeout(press);
    if (gesture && gesture.move(event) === false) gesture = null;
  });
  for (const type of ['pointerup', 'pointercancel']) {
    on(type, event => {
      clearTimeout(press);
      if (event.pointerId === pointer.id) {
        if (gesture) gesture.end(event, type === 'pointercancel');
        gesture = null;
      }
      setTimeout(() => { swallowing = false; }, 350); // the click comes now or not at all
    });
  }
  // The focus, and the keyboard of a phone, stay where they are.
  on('mousedown', event => (swallowing || event.target.closest('[data-keep]')) && event.preventDefault());
  // The browser gives no click to a button that moves while it is pressed, as on a sheet that rises. Its click goes to the element that
  // holds both ends of the press, or, for a touch, to the one under its end.
  window.addEventListener('click', event => {
    const button = event.isTrusted && event.detail && pointer.target && pointer.target.closest('button,a');
    if (!button || !button.isConnected || button.contains(event.target) || button.closest('[inert]')) return;
    if (!event.target.contains(button) && pointer.type !== 'touch') return;
    if (Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y) > DECIDE) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    button.click();
  }, true);
  on('dragstart', event => gesture && event.preventDefault());
  on('scroll', () => open && close(), { capture: true, passive: true });

  // MARK: swipe

  function swipe(row, start) {
    const front = row.querySelector('.row-front') || row;
    const width = row.offsetWidth;
    const act = Math.max(112, Math.min(width * 0.38, 220));
    const far = row.hasAttribute('data-swipe-far') ? act + Math.max(72, Math.min(width * 0.22, 140)) : Infinity;
    let under = null;
    let side = '';
    let x = 0;
    let locked = false;

    const show = next => {
      if (side === next) return;
      if (under) under.remove();
      side = next;
      under = underLayer(row, side);
    };
    return {
      move(event) {
        const dx = event.clientX - start.clientX;
        const dy = event.clientY - start.clientY;
        if (!locked) {
          if (Math.hypot(dx, dy) < DECIDE) return true;
          if (Math.abs(dx) < Math.abs(dy) * 1.2) return false;
          locked = true;
          row.setAttribute('host-swiping', '');
          try { row.setPointerCapture(event.pointerId); } catch (_) { /* it is gone already */ }
          window.getSelection().removeAllRanges();
        }
        const next = dx > far ? 'far' : dx > 0 ? 'right' : 'left';
        const can = row.hasAttribute(`data-swipe-${next}`);
        x = can ? dx : dx * 0.15; // there is no action on that side: the row moves a little
        if (can) show(next);
        if (under) {
          const acts = can && Math.abs(x) > act;
          if (acts !== under.hasAttribute('host-act') && acts && navigator.vibrate) navigator.vibrate(side === 'far' ? 10 : 5);
          under.toggleAttribute('host-act', acts);
          moveTo(under.firstElementChild, `scale(${Math.min(1, 0.6 + Math.abs(x) / 200)})`);
        }
        moveTo(front, `translateX(${x}px)`);
        return true;
      },
      end(event, cancelled) {
        if (!locked) return;
        swallowClick();
        const item = { row, front, under, side };
        row.removeAttribute('host-swiping');
        if (cancelled || !under || Math.abs(x) < REST / 2) settle(item);
        else if (Math.abs(x) > act) perform(item);
        else rest(item);
      },
    };
  }

  /** The coloured layer below a row: a button that grows out of the edge. */
  function underLayer(row, side) {
    const icon = row.getAttribute(`data-icon-${side}`) || { right: 'i-check', far: 'i-calendar', left: 'i-bin' }[side];
    row.insertBefore(parse(`<div class="swipe swipe-${side}" host-part><button type="button" class="swipe-action" ` +
      'tabindex="-1"><svg class="icon"><use href="#"></use></svg></button></div>').firstChild, row.firstChild);
    const under = row.firstElementChild;
    under.querySelector('use').setAttribute('href', `#${icon}`);
    const label = row.getAttribute(`data-label-${side}`);
    if (label) under.firstElementChild.setAttribute('aria-label', label);
    under.firstElementChild.addEventListener('click', event => {
      event.stopPropagation();
      if (open) perform(open);
    });
    return under;
  }

  function rest(item) {
    open = item;
    item.row.setAttribute('host-open', item.side);
    moveTo(item.under.firstElementChild, 'none', SPRING);
    moveTo(item.front, `translateX(${item.side === 'right' ? REST : -REST}px)`, SPRING);
  }

  /** Performs the row's action: left, the row flies off the screen and waits for its removal; right, it returns. */
  function perform(item) {
    const { row, front, side } = item;
    open = null;
    row.removeAttribute('host-open');
    if (side === 'left') moveTo(front, `translateX(${-row.offsetWidth}px)`, 'transform 160ms ease-in');
    setTimeout(() => row.isConnected && !row.hasAttribute('host-part') && settle(item), side === 'left' ? 700 : 60);
    emit(...used(row, `swipe-${side}`));
  }

  function settle({ row, front, under }) {
    row.removeAttribute('host-open');
    moveTo(front, 'none', SPRING);
    setTimeout(() => {
      if (under) under.remove();
      if (!row.querySelector('.swipe')) moveTo(front, '', '');
    }, 240);
  }

  function close() {
    const item = open;
    open = null;
    settle(item);
  }

  // MARK: menus

  function longPress(element) {
    gesture = null;
    pressed = element;
    swallowClick();
    if (navigator.vibrate) navigator.vibrate(10);
    emit(...used(element, 'menu', String(pointer.x), String(pointer.y)));
  }

  on('contextmenu', event => {
    const element = event.target.closest('[data-menu]');
    if (!element || event.target.closest('input,textarea')) return;
    event.preventDefault();
    if (pressed === element) return; // Android reports the same press again
    clearTimeout(press);
    const box = element.getBoundingClientRect();
    const byKey = event.clientX === 0 && event.clientY === 0;
    const x = byKey ? box.left + 48 : event.clientX;
    const y = byKey ? box.top + box.height / 2 : event.clientY;
    if (pointer.type === 'touch') swallowClick();
    emit(...used(element, 'menu', String(x), String(y)));
  });

  // MARK: a sheet and a card

  /** Drags an element down (`way` 1) or up (-1), so many pixels until letting go closes it. */
  function drag(element, start, way, far) {
    let y = 0;
    let speed = 0;
    let last = start;
    return {
      move(event) {
        if (event.timeStamp > last.timeStamp) {
          speed = way * (event.clientY - last.clientY) / (event.timeStamp - last.timeStamp);
        }
        last = event;
        y = way * (event.clientY - start.clientY);
        if (y < 0) y /= 8;
        moveTo(element, `translateY(${way * y}px)`);
        return true;
      },
      end(event, cancelled) {
        if (y > DECIDE) swallowClick();
        const closes = !cancelled && (y > far || (y > 24 && speed > 0.5));
        if (closes) emit(...used(element, 'dismiss'));
        const back = () => element.classList.contains('leaving') || moveTo(element, '', SPRING);
        if (closes) setTimeout(back, 120); // unless it leaves: Swift may keep it and ask
        else back();
      },
    };
  }

  // MARK: pull to refresh

  let pull = null;
  on('touchstart', event => {
    const scroller = event.touches.length === 1 && !event.target.closest('[data-grip]') && event.target.closest('[data-refresh]');
    pull = scroller && scroller.scrollTop <= 0 && !scroller.hasAttribute('host-refreshing')
      ? { scroller, from: event.touches[0].clientY, by: 0 } : null;
  }, { passive: true });
  on('touchmove', event => {
    if (!pull || (gesture && document.querySelector('[host-swiping]'))) return;
    const by = (event.touches[0].clientY - pull.from) / 2;
    if (pull.scroller.scrollTop > 0 || (by < DECIDE && !pull.disc)) {
      if (by < -DECIDE || pull.scroller.scrollTop > 0) endPull(false);
      return;
    }
    pull.by = Math.min(by, 96);
    if (!pull.disc) pull.disc = disc(pull.scroller);
    pull.disc.toggleAttribute('host-act', pull.by > 64);
    pull.disc.style.opacity = String(Math.min(1, pull.by / 48));
    moveTo(pull.disc, `translateY(${pull.by}px) rotate(${pull.by * 4}deg)`);
  }, { passive: true });
  on('touchend', () => endPull(true), { passive: true });
  on('touchcancel', () => endPull(false), { passive: true });

  function disc(scroller) {
    const old = scroller.parentNode.querySelector('.pull');
    if (old) old.remove();
    scroller.parentNode.insertBefore(parse('<div class="pull" host-part aria-hidden="true"><svg class="icon">' +
      '<use href="#i-refresh"></use></svg></div>').firstChild, scroller);
    return scroller.previousElementSibling;
  }

  function endPull(mayAct) {
    if (!pull) return;
    const { scroller, by, disc: sign } = pull;
    pull = null;
    if (mayAct && by > 64) {
      scroller.setAttribute('host-refreshing', '');
      moveTo(sign, 'translateY(64px)', SPRING);
      sign.setAttribute('host-spin', '');
      emit(...used(scroller, 'refresh'));
      setTimeout(refreshed, 20000);
    } else if (sign) {
      vanish(sign);
    }
  }
}

function vanish(sign) {
  moveTo(sign, 'translateY(0)', `${SPRING}, opacity 200ms`);
  sign.style.opacity = '0';
  setTimeout(() => sign.remove(), 240);
}

/** The command `refreshed`: stops the spinner. */
export function refreshed() {
  document.querySelectorAll('[host-refreshing]').forEach(item => item.removeAttribute('host-refreshing'));
  document.querySelectorAll('.pull[host-spin]').forEach(vanish);
}

window.addEventListener('click', event => {
  if (!swallowing) return;
  swallowing = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
