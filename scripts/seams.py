"""Writes scripts/seams.txt: the functions at which scripts/WasmCut cuts the WebAssembly module in two.

    .venv/bin/python scripts/seams.py          after scripts/build-browser.sh

The module runs in Chromium, with a mark for each of its functions, through the launches of Tests/Browser/launches.py. WasmCut
chooses the seams among the functions that did not run.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))

from conftest import CHROMIUM, SHELL, SIZES, chromium_path  # noqa: E402
from launches import LAUNCHES  # noqa: E402
from person import Person  # noqa: E402
from server import Server  # noqa: E402

LINKED = ROOT / ".build-wasm/release/DaybookBrowser.wasm"
SEAMS = ROOT / "scripts/seams.txt"
CUTTER = ROOT / ".build-wasm/wasm-cut/release/WasmCut"
MARKS = 1024  # `Marks.address` in scripts/WasmCut

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
  const tell = () => {
    const ran = new Set();
    for (const { memory } of instances) new Uint8Array(memory.buffer, START, COUNT).forEach((mark, at) => mark && ran.add(at));
    window.ran(Array.from(ran));
  };
  setInterval(tell, 25);
  addEventListener('pagehide', tell);
"""

HEADER = """\
# The functions at which the WebAssembly module is cut in two; what only they reach is in the second part, rest.wasm. A `*`
# stands for the end of any name. scripts/seams.py writes this file; Tests/Browser/test_rest.py proves that it fits.
"""


def cutter(*arguments):
    """What WasmCut prints."""
    done = subprocess.run([CUTTER, *arguments], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def functions_that_run():
    """Lives through the launches with a module that marks each function that runs. Brings the numbers of the marks, and how many
    there are."""
    ran = set()
    with tempfile.TemporaryDirectory() as folder:
        web = Path(folder) / "web"
        shutil.copytree(ROOT / ".build-wasm/daybook-web", web, ignore=shutil.ignore_patterns("*.br", "*.gz"))
        count = cutter("mark", LINKED, web / "daybook.wasm", web / "rest.wasm").strip()
        server = Server(web=web, samples="/api/v1/samples/todos").start()
        watch = WATCH.replace("START", str(MARKS)).replace("COUNT", count)
        with sync_playwright() as playwright:
            options = {"executable_path": chromium_path(SHELL, *CHROMIUM), "args": ["--no-sandbox"]}
            browser = playwright.chromium.launch(**options)
            for size in SIZES.values():
                for launch in LAUNCHES:
                    context = browser.new_context(locale="en-GB", timezone_id="Asia/Kolkata", **size)
                    context.expose_function("ran", lambda marks: ran.update(marks))
                    context.add_init_script(watch)
                    person = launch(Person(context.new_page(), server, touch=size.get("has_touch", False)))
                    person.page.wait_for_timeout(1500)  # what is stored and synced after the last step
                    context.close()
        server.remove()
    return ran, count


def main():
    ran, count = functions_that_run()
    with tempfile.NamedTemporaryFile("w") as numbers:
        numbers.write("".join(f"{number}\n" for number in sorted(ran)))
        numbers.flush()
        seams = cutter("choose", LINKED, numbers.name)
    SEAMS.write_text(HEADER + seams)
    print(f"{len(ran)} of {count} functions ran; {len(seams.splitlines())} seams")


if __name__ == "__main__":
    main()
