"""A photo of 12 megapixels: what adding it to a note costs the web app."""

import statistics
import tempfile
from pathlib import Path

import pictures
from notes import Notes
from pages import DESKTOP, Person
from tracing import Trace

LARGE = (4_000, 3_000)
ROUNDS = 7

# From the choice until the frame that shows the photo, marked for the trace.
UNTIL_SHOWN = """place => {
  window.shownAfter = new Promise((resolve) => {
    let start;
    document.addEventListener('change', () => {
      start = performance.now();
      performance.mark(`bench:chosen ${place}`);
    }, { capture: true, once: true });
    const look = () => {
      if (document.querySelectorAll('.photo img[host-loaded]').length <= place) {
        requestAnimationFrame(look);
        return;
      }
      requestAnimationFrame(() => setTimeout(() => {
        performance.mark(`bench:shown ${place}`);
        resolve(performance.now() - start);
      }, 0));
    };
    look();
  });
}"""

# The steps that every web app needs: decode, draw smaller, encode, show.
BY_HAND = """<!doctype html><input type=file><p></p><script>
  document.querySelector('input').addEventListener('change', ({ target }) => {
    const start = performance.now();
    const place = document.images.length;
    performance.mark(`bench:chosen ${place}`);
    window.shownAfter = (async () => {
      const bitmap = await createImageBitmap(target.files[0], { imageOrientation: 'from-image' });
      const scale = Math.min(1, 2048 / Math.max(bitmap.width, bitmap.height));
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(bitmap.width * scale);
      canvas.height = Math.round(bitmap.height * scale);
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      bitmap.close();
      const blob = await new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.86));
      const image = document.querySelector('p').appendChild(new Image(128));
      image.src = URL.createObjectURL(blob);
      await new Promise((resolve) => { image.onload = resolve; });
      await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)));
      performance.mark(`bench:shown ${place}`);
      return performance.now() - start;
    })();
  });
</script>"""


def add_photo(page, field, path, place, script=None):
    """Milliseconds until a photo shows, and of the main thread's longest task meanwhile."""
    with Trace(page) as trace:
        if script:
            page.evaluate(script, place)
        trace.mark("begin")
        page.set_input_files(field, path)
        took = page.evaluate("() => window.shownAfter")
    start, end = trace.time_of(f"chosen {place}"), trace.time_of(f"shown {place}")
    return took, trace.longest_task(start, end)


def measure(table, browser, server):
    width, height = LARGE
    table.section(f"A photo of {width * height // 1_000_000} megapixels, from choosing it until it shows (medians of {ROUNDS})")
    context = browser.new_context(viewport=DESKTOP)
    page, plain = context.new_page(), context.new_page()
    Notes(Person(page, server, touch=False).sign_up()).go().new()
    plain.set_content(BY_HAND)
    own, peer = [], []
    with tempfile.TemporaryDirectory() as folder:
        for place in range(ROUNDS + 1):
            path = Path(folder) / f"{place}.jpg"
            path.write_bytes(pictures.photo(place, width, height))
            page.bring_to_front()
            own.append(add_photo(page, ".photo-add input", path, place, UNTIL_SHOWN))
            page.wait_for_timeout(2000)  # for the upload
            plain.bring_to_front()
            peer.append(add_photo(plain, "input", path, place))
    context.close()
    (took, longest), (bare, bare_longest) = ([statistics.median(values) for values in zip(*all[1:])] for all in (own, peer))
    table.add("Daybook, with a thumbnail", took, "ms")
    table.add("createImageBitmap, canvas and toBlob alone", bare, "ms")
    table.add("Daybook to that", took / bare, "×")
    table.add("longest task of the main thread", longest, "ms", 50)
    table.add("the same with createImageBitmap, canvas and toBlob", bare_longest, "ms")
