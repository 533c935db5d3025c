"""Checks of any screen for people who hear it, need contrast, or have no mouse.

Each answers a list of complaints in words; a test compares it with `[]`.
"""

INTERACTIVE = {
    "button", "checkbox", "combobox", "link", "listbox", "menuitem", "menuitemradio", "menuitemcheckbox",
    "option", "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "dialog", "alertdialog",
}  # fmt: skip

CONTRAST = """() => {
  const parse = (text) => {
    const part = (text.match(/[\\d.]+/g) || []).map(Number);
    return part.length < 3 ? [0, 0, 0, 0] : [part[0], part[1], part[2], part[3] === undefined ? 1 : part[3]];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat([1]);
  const light = (c) => {
    const [r, g, b] = c.slice(0, 3).map((v) => {
      v /= 255;
      return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      layers.push(parse(style.backgroundColor));
      if (layers[layers.length - 1][3] === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]);
  };
  const complaints = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const element = node.parentElement;
    if (!text || !element || element.closest('[inert],[aria-hidden=true],[disabled],script,style,template')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (!box.width || !box.height || style.visibility !== 'visible') continue;
    let opacity = 1;
    for (let e = element; e; e = e.parentElement) opacity *= Number(getComputedStyle(e).opacity);
    if (opacity === 0) continue;
    const clipped = box.width <= 2 || element.closest('.visually-hidden');
    if (clipped) continue;
    const under = ground(element);
    const ink = parse(style.color);
    const shown = over([ink[0], ink[1], ink[2], ink[3] * opacity], under);
    const [a, b] = [light(shown), light(under)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 600);
    const needed = large ? 3 : 4.5;
    if (ratio < needed - 0.005) {
      complaints.push(`"${text.slice(0, 30)}" ${style.color} on rgb(${under.slice(0, 3)}): ${ratio.toFixed(2)}`);
    }
  }
  return complaints;
}"""

TARGETS = """([least, within]) => {
  const complaints = [];
  const half = least / 2 - 1;
  for (const element of document.querySelectorAll('button,[role=button],[role=checkbox],input,select,textarea,summary')) {
    if (element.closest('[inert]') || element.disabled || element.type === 'hidden' || !element.closest(within)) continue;
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || getComputedStyle(element).visibility !== 'visible') continue;
    if (element.classList.contains('visually-hidden') || box.width <= 2) continue;
    const own = (e) => e && (element.contains(e) || e.contains(element) && e.closest('label'));
    const middle = () => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const isReached = () => {
      const [x, y] = middle();
      return [[-half, 0], [half, 0], [0, -half], [0, half]].every(([dx, dy]) => {
        const px = x + dx, py = y + dy;
        return px < 0 || py < 0 || px >= innerWidth || py >= innerHeight || own(document.elementFromPoint(px, py));
      });
    };
    const [x, y] = middle();
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
    if (!own(document.elementFromPoint(x, y)) || isReached()) continue;
    // It may only be scrolled half under a bar that stays.
    const scrolled = [];
    for (let e = element.parentElement; e; e = e.parentElement) scrolled.push([e, e.scrollLeft, e.scrollTop]);
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    if (!isReached()) complaints.push(`${element.outerHTML.slice(0, 90)}: ${box.width.toFixed()}×${box.height.toFixed()}`);
    scrolled.forEach(([e, left, top]) => e.scrollTo({ left, top, behavior: 'instant' }));
  }
  return complaints;
}"""

MARKUP = """() => {
  const complaints = [];
  if (!document.documentElement.lang) complaints.push('the document names no language');
  if (!document.title.trim()) complaints.push('the document has no title');
  const seen = new Set();
  for (const element of document.querySelectorAll('[id]')) {
    if (seen.has(element.id)) complaints.push(`id ${element.id} stands twice`);
    seen.add(element.id);
  }
  for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (element.closest('.leaving')) continue; // what is being removed has no ids any more
      for (const id of element.getAttribute(name).split(/\\s+/)) {
        if (id && !seen.has(id)) complaints.push(`${name}="${id}" points nowhere`);
      }
    }
  }
  for (const image of document.querySelectorAll('img:not([alt])')) complaints.push(`no alt: ${image.outerHTML}`);
  for (const element of document.querySelectorAll('[tabindex]')) {
    if (element.tabIndex > 0) complaints.push(`tabindex above 0: ${element.outerHTML.slice(0, 80)}`);
  }
  const heads = [...document.querySelectorAll('h1')].filter((h) => h.offsetParent);
  if (heads.length !== 1) complaints.push(`${heads.length} first-level headings`);
  return complaints;
}"""

FOCUSED = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--indigo)';
  const dye = getComputedStyle(probe).color;
  probe.remove();
  const ring = (s) => (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0) || s.boxShadow !== 'none'
    || (s.borderBottomStyle !== 'none' && parseFloat(s.borderBottomWidth) > 0 && s.borderBottomColor === dye);
  const rings = (e) => [null, '::before', '::after'].some((part) => {
    const s = getComputedStyle(e, part);
    return s.opacity !== '0' && (!part || s.content !== 'none') && ring(s);
  });
  let ringed = false;
  for (let e = element, n = 0; e && n < 3; e = e.parentElement, n += 1) ringed = ringed || rings(e);
  return {
    name: element.outerHTML.slice(0, 90),
    seen: box.width > 0 && box.height > 0 && style.visibility === 'visible',
    ringed,
    inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
}"""

WIDE_SCREEN = "() => { const l = document.querySelector('dialog.screen[open]'); return l ? l.scrollWidth - l.clientWidth : 0 }"
# A colour that fades in has no contrast yet, and a sheet that grows is smaller than it will be. A change that was asked
# for just now begins its motion with the next frame, which may be late; a tab that does not show gets no frames. Motion
# without end, as of a clock, is not waited for.
# Looks again and again: the promise of an animation in a row that the browser skips, because it is out of sight, is not
# kept.
STILL = """async () => {
  const ends = (animation) => animation.effect.getComputedTiming().iterations !== Infinity;
  const moves = () => document.getAnimations().some((one) => ends(one) && one.playState === 'running');
  await new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
    setTimeout(done, 2000);
  });
  do await new Promise((done) => setTimeout(done, 16)); while (moves());
}"""
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def wait_until_still(page):
    """Waits until nothing moves in the document."""
    page.evaluate(STILL)


def names(page):
    """Controls that have no name for a screen reader."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    complaints = []
    for node in nodes:
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in INTERACTIVE:
            continue
        if not node.get("name", {}).get("value", "").strip():
            complaints.append(f"a {role} without a name")
    return complaints


def contrast(page):
    """Texts that do not stand out enough from their ground (WCAG 2.2, 1.4.3)."""
    wait_until_still(page)
    return page.evaluate(CONTRAST)


def targets(page, least=44, within="body"):
    """Controls that a thumb can miss: taps within `least` pixels must reach them."""
    wait_until_still(page)
    return page.evaluate(TARGETS, [least, within])


def markup(page):
    """Faults of the document's markup."""
    return page.evaluate(MARKUP)


def sideways(page):
    """The pixels by which the document can be scrolled sideways: 0 when it fits."""
    return page.evaluate("() => Math.max(0, document.scrollingElement.scrollWidth - innerWidth)")


def focus_walk(page, most=80):
    """Tabs through the document: the focused element must be visible, in the view, and have a ring."""
    complaints, walked = [], []
    page.evaluate("() => document.activeElement && document.activeElement.blur()")
    for _ in range(most):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused is None or focused["name"] in walked[:1]:
            break
        walked.append(focused["name"])
        for fault, word in (("seen", "is not visible"), ("inside", "is outside the view"), ("ringed", "has no ring")):
            if not focused[fault]:
                complaints.append(f"{focused['name']} {word} when focused")
    return complaints


def everything(page, touch=False, within="body"):
    """All checks of a screen that press no key. `within` is the part of the document whose touch targets are measured."""
    return names(page) + contrast(page) + markup(page) + (targets(page, within=within) if touch else [])


CUT_OFF = """() => {
  const complaints = [];
  const layers = document.querySelectorAll('dialog[open],.menu:not(.leaving)');
  const within = layers.length ? layers[layers.length - 1] : document.body;
  for (const element of within.querySelectorAll('button,input,select,textarea,label,h1,h2,p,dd,kbd')) {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (box.width <= 2 || box.height <= 2 || style.visibility !== 'visible' || Number(style.opacity) === 0) continue;
    if (element.closest('.unseen,[inert],[aria-hidden=true],.chips,[host-part]')) continue;
    const name = element.outerHTML.slice(0, 100);
    if (box.left < -1 || box.right > innerWidth + 1) complaints.push(`${name} reaches outside the document`);
    if (!/^(BUTTON|LABEL|H1|H2|P|DD|KBD)$/.test(element.nodeName) || style.display === 'inline') continue;
    if (!element.textContent.trim()) continue; // a sign has no words to lose
    // A row's second line may end in dots; every other word must be there.
    const words = [...element.querySelectorAll('*')].filter(e => !e.closest('.row-detail,.unseen,svg'));
    for (const part of [element, ...words]) {
      const hides = getComputedStyle(part).overflowX !== 'visible' || part === element;
      if (hides && part.clientWidth && part.scrollWidth > part.clientWidth + 1 && !part.matches('.unseen')) {
        complaints.push(`${name} is cut off: ${part.scrollWidth} in ${part.clientWidth}`);
      }
    }
  }
  return complaints;
}"""

PLACE = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const box = element.getBoundingClientRect();
  const part = element.closest('.sidebar,.pane,.sheet,.bottom-bar,.form,dialog,.toast');
  let scrolled = 0; // taking the focus scrolls, but for what sticks
  for (let e = element; e && getComputedStyle(e).position !== 'sticky'; e = e.parentElement) {
    if (e !== element) scrolled += e.scrollTop;
  }
  return { name: element.outerHTML.slice(0, 90), part: part ? part.className : '',
    left: box.left, top: box.top + scrolled, bottom: box.bottom + scrolled };
}"""


def cut_off(page):
    """Controls and texts that reach outside the document or lose some of their words."""
    return page.evaluate(CUT_OFF)


def narrow_or_large(person):
    """Faults at widths from 320 pixels on and with text up to 200 %: sideways scrolling, and words that are cut off."""
    complaints = []
    page = person.page
    settings = page.context.new_cdp_session(page)
    sizes = ((320, 568, 100), (320, 568, 200), (390, 844, 200), (844, 390, 100), (820, 1180, 200), (1440, 900, 200))
    for width, height, size in sizes:
        page.set_viewport_size({"width": width, "height": height})
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * size // 100}})
        page.evaluate("() => window.dispatchEvent(new Event('resize'))")
        page.evaluate(TWO_FRAMES)
        person.settle()
        found = cut_off(page)
        if sideways(page) != 0 or page.evaluate(WIDE_SCREEN) > 0:
            found.append("it scrolls sideways")
        complaints += [f"{width} x {height}, text at {size} %: {what}" for what in found]
    return complaints


def focus_order(page, most=80):
    """Stops of the Tab key that go back up within one part of the document."""
    complaints, first, before = [], None, None
    page.evaluate("() => document.activeElement && document.activeElement.blur()")
    for _ in range(most):
        page.keyboard.press("Tab")
        place = page.evaluate(PLACE)
        if place is None or place["name"] == first:
            break
        first = first or place["name"]
        if before and before["part"] == place["part"] and place["bottom"] <= before["top"]:
            complaints.append(f"{place['name']} comes after {before['name']}, which stands below it")
        before = place
    return complaints
