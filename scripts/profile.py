"""Writes scripts/launch.profile: what of the WebAssembly module runs at a launch, by which scripts/WasmCut cuts it in two.

    .venv/bin/python scripts/profile.py          after scripts/build-browser.sh, and then that again

The module runs in Chromium, with marks that tell what has run, through the launches of Tests/Browser/launches.py.
"""

import itertools
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))

from conftest import CHROMIUM, SHELL, SIZES, chromium_path  # noqa: E402
from launches import LAUNCHES, everyday, few  # noqa: E402
from person import Person  # noqa: E402
from server import Server  # noqa: E402

MODULE = ROOT / ".build-wasm/whole.wasm"
PROFILE = ROOT / "scripts/launch.profile"
CUTTER = ROOT / ".build-wasm/wasm-cut/release/WasmCut"
MARKS = 1024  # `Marks.address` in scripts/WasmCut
SERVERS = [{"samples": "/api/v1/samples/todos"}, {}]
WALKS = [partial(walk, seeds=range(3, 9)) for walk in (everyday, few)]  # other ways than those of the tests
RATES = (1, 4)  # of a processor so many times slower: what runs depends on times, and a little on random ids

WATCH = """
  delete Navigator.prototype.serviceWorker;
  const instances = [];
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const real = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await real.apply(WebAssembly, given);
      const { exports } = made.instance || made;
      if (exports.memory) instances.push(exports);
      return made;
    };
  }
  const told = new Uint8Array(COUNT);
  const tell = () => {
    const ran = [];
    for (const { memory } of instances) {
      new Uint8Array(memory.buffer, START, COUNT).forEach((mark, at) => {
        if (mark > told[at]) ran.push(at);
        told[at] |= mark;
      });
    }
    if (ran.length) window.ran(ran);
  };
  setInterval(tell, 25);
  addEventListener('pagehide', tell);
"""

HEADER = """\
# What of the WebAssembly module launches run; scripts/profile.py writes this file. A line for each function: the hash of its name,
# and, if it runs, the hash of its shape and a digit for each four stretches of its instructions (scripts/WasmCut).
"""


def cutter(*arguments):
    """What WasmCut prints."""
    done = subprocess.run([CUTTER, *arguments], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def marks_of_launches():
    """Lives through the launches with a module that marks what runs. Brings the numbers of the marks, and how many there are."""
    ran = set()
    with tempfile.TemporaryDirectory() as folder:
        web = Path(folder) / "web"
        shutil.copytree(ROOT / ".build-wasm/daybook-web", web, ignore=shutil.ignore_patterns("*.br", "*.gz"))
        count = cutter("mark", MODULE, web / "daybook.wasm").strip()
        (web / "daybook.rest").unlink()  # the marked module is whole
        watch = WATCH.replace("START", str(MARKS)).replace("COUNT", count)
        with sync_playwright() as playwright:
            options = {"executable_path": chromium_path(SHELL, *CHROMIUM), "args": ["--no-sandbox"]}
            browser = playwright.chromium.launch(**options)
            for settings, rate in itertools.product(SERVERS, RATES):
                server = Server(web=web, **settings).start()
                for size, launch in itertools.product(SIZES.values(), LAUNCHES + WALKS):
                    context = browser.new_context(locale="en-GB", timezone_id="Asia/Kolkata", **size)
                    context.expose_function("ran", lambda marks: ran.update(marks))
                    context.add_init_script(watch)
                    person = Person(context.new_page(), server, touch=size.get("has_touch", False))
                    person.slow_down(rate)
                    launch(person)
                    person.page.wait_for_timeout(1500)  # what is stored and synced after the last step
                    context.close()
                server.remove()
    return ran, count


def main():
    ran, count = marks_of_launches()
    with tempfile.NamedTemporaryFile("w") as numbers:
        numbers.write("".join(f"{number}\n" for number in sorted(ran)))
        numbers.flush()
        profile = cutter("profile", MODULE, numbers.name)
    PROFILE.write_text(HEADER + profile)
    print(f"{len(ran)} of {count} stretches ran")


if __name__ == "__main__":
    main()
