"""Looks for words everywhere a tab keeps anything: what the next person at a lent phone could find with its tools.

Words are looked for as UTF-8 and as UTF-16, so they should be of ASCII characters alone.
"""

import json
import os
import secrets
import string
import time

# Every WebAssembly memory the tab ever makes is noted, without keeping it alive.
WATCH_MEMORIES = """() => {
  window.memories = [];
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const real = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await real.apply(WebAssembly, given);
      const { memory } = (made.instance || made).exports;
      if (memory) window.memories.push(new WeakRef(memory)); // the module's second part has that of the first
      return made;
    };
  }
}"""

SEARCH = """async words => {
  const found = new Set();
  const look = (place, text) => {
    for (const word of words) if (String(text).includes(word)) found.add(`${place}: ${word}`);
  };
  const wide = words.map(word => [...word].join('\\0'));
  const lookInBytes = (place, bytes) => {
    const step = 1 << 24;
    for (let start = 0; start < bytes.length; start += step - 1024) {
      const text = new TextDecoder('latin1').decode(bytes.slice(start, start + step));
      words.forEach((word, index) => {
        if (text.includes(word) || text.includes(wide[index])) found.add(`${place}: ${word}`);
      });
    }
  };
  const lookInside = (place, value) => {
    if (value instanceof CryptoKey) found.add(`${place}: a key`);
    else if (ArrayBuffer.isView(value)) lookInBytes(place, new Uint8Array(value.buffer));
    else if (value instanceof ArrayBuffer) lookInBytes(place, new Uint8Array(value));
    else if (value && typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) {
        look(place, name);
        lookInside(place, inner);
      }
    } else look(place, value);
  };
  const done = request => new Promise((yes, no) => {
    request.onsuccess = () => yes(request.result);
    request.onerror = () => no(request.error);
  });

  look('the document', document.documentElement.outerHTML);
  look('the title', document.title);
  for (const field of document.querySelectorAll('input,textarea,select')) look('a field', field.value);
  look('the history', JSON.stringify(history.state));
  look('the address', location.href);
  look('the window name', window.name);
  for (const { name } of performance.getEntries()) look('the timings', name);
  look('a cookie', document.cookie);
  lookInside('localStorage', { ...localStorage });
  lookInside('sessionStorage', { ...sessionStorage });
  for (const name of await caches.keys()) {
    look('a cache', name);
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      look('a cache', request.url);
      lookInBytes('a cache', new Uint8Array(await (await cache.match(request)).arrayBuffer()));
    }
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store);
      const place = `IndexedDB ${name}.${store}`;
      lookInside(place, await done(all.getAllKeys()));
      lookInside(place, await done(database.transaction(store).objectStore(store).getAll()));
    }
    database.close();
  }
  const live = window.memories.map(memory => memory.deref()).filter(Boolean);
  for (const memory of live) {
    const place = memory === window.memories[window.memories.length - 1].deref() ? 'the newest memory' : 'an older memory';
    lookInBytes(place, new Uint8Array(memory.buffer));
  }
  return [...found].sort();
}"""

COUNT = """async () => {
  const done = request => new Promise(yes => { request.onsuccess = () => yes(request.result); });
  const database = await done(indexedDB.open('daybook'));
  const counts = {};
  for (const name of database.objectStoreNames) {
    counts[name] = await done(database.transaction(name).objectStore(name).count());
  }
  database.close();
  return counts;
}"""


def word(length, letters=string.ascii_letters):
    """Letters that no compression shortens and nobody else writes."""
    return "".join(secrets.choice(letters) for _ in range(length))


def search(page, words):
    """Where any of the words can be found from within the tab, and keys that IndexedDB holds."""
    return page.evaluate(SEARCH, list(words))


def stored(page):
    """The number of records in each store of IndexedDB."""
    return page.evaluate(COUNT)


def are_stored(page, **counts):
    """Waits until the named stores of IndexedDB hold so many records."""
    end = time.monotonic() + 60
    while not counts.items() <= (found := stored(page)).items():
        assert time.monotonic() < end, (found, counts)
        page.wait_for_timeout(50)


def collect_garbage(page):
    session = page.context.new_cdp_session(page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    session.detach()


def what_stays(page, look, seconds=60):
    """The traces that `look` still finds after the tab's garbage was collected.

    A tab lets go of some things a moment later, so this looks again until nothing is found or the time is over.
    """
    end = time.monotonic() + seconds
    while True:
        collect_garbage(page)
        found = look()
        if not found or time.monotonic() > end:
            return found
        page.wait_for_timeout(50)


def in_heap(page, words):
    """The words that some string in the tab's JavaScript memory holds, after garbage was collected."""
    session = page.context.new_cdp_session(page)
    chunks = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    strings = json.loads("".join(chunks))["strings"]
    return sorted({f"{word} in {text[:80]!r}" for text in strings for word in words if word in text})


def in_files(folder, words):
    """Files below a folder that hold any of the words, as UTF-8 or UTF-16."""
    found = []
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            if not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                data = file.read()
            for word in words:
                if word.encode() in data or word.encode("utf-16-le") in data:
                    found.append(f"{os.path.relpath(path, folder)}: {word}")
    return sorted(found)
