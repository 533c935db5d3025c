"""Writes scripts/seams.txt: the functions at which split-wasm.py cuts the WebAssembly module in two.

    .venv/bin/python scripts/seams.py          after scripts/build-browser.sh

The module runs in Chromium, with a mark for each of its functions, through the launches of Tests/Browser/launches.py. A
function that ran belongs to the first part. Of the others, those that it names are where the module could be cut; this keeps
as few of them as leave the first part small.
"""

import importlib.util
import re
import shutil
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
OURS = re.compile(r"(static |outlined [a-z ]+ of )?[A-Z]\w*[.\w(:)?]*$|(static )?[A-Z]\w*\.|_[sS]tring\w*|repairUTF8")
SPARED = 120  # the bytes that a seam keeps out of the first part at least, before wasm-opt

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


def splitter():
    spec = importlib.util.spec_from_file_location("split_wasm", ROOT / "scripts/split-wasm.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def functions_that_run(split, module):
    """Lives through the launches with a module that marks each function that runs."""
    ran = set()
    with tempfile.TemporaryDirectory() as folder:
        web = Path(folder) / "web"
        shutil.copytree(ROOT / ".build-wasm/daybook-web", web, ignore=shutil.ignore_patterns("*.br", "*.gz"))
        cut = split.Cut(module, lambda _: False)
        split.mark(cut)
        (web / "daybook.wasm").write_bytes(cut.write_first())
        (web / "rest.wasm").write_bytes(cut.write_second())
        server = Server(web=web, samples="/api/v1/samples/todos").start()
        watch = WATCH.replace("START", str(split.MARKS)).replace("COUNT", str(len(module.bodies)))
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
    return {index + len(module.imports) for index in ran}


def choose(split, module, ran):
    """The names of the seams."""
    roots = [index for _, kind, index in module.exports if kind == 0]
    everything = split.reached(module, roots, lambda _: False)
    first = (ran & everything) | set(roots)
    plain, full = split.plain_names(module), split.full_names(module)
    names = {index: name for index, name in plain.items() if index in everything}
    hot = {name for index in first for name in (plain.get(index), full.get(index))}
    # Functions of the source, whose names last, and those for texts of unusual form. Whether others of the standard library and
    # copies of generic functions run depends on the data: an array that has no more room, for example.
    name_of = {
        index: next(name for name in (names[index], full[index]) if name not in hot)
        for index in names
        if index not in first and OURS.match(names[index]) and {names[index], full[index]} - hot
    }
    seams = set(name_of.values())
    first |= split.reached(module, first, lambda index: index in first or name_of.get(index) in seams)

    def border():
        return {other for index in first for other in module.functions_used_by(index)} - first

    def behind(name):
        """What the first part would get without this seam."""
        starts = [index for index in border() if name_of.get(index) == name]
        return split.reached(module, starts, lambda index: index in first or name_of.get(index) in seams - {name})

    size = lambda found: sum(len(module.bodies[index - len(module.imports)]) for index in found if index in names)  # noqa: E731
    dropped = True
    while dropped:
        dropped = False
        for name in sorted({name_of[index] for index in border() if index in name_of}):
            found = behind(name)
            if size(found) < SPARED:
                seams.discard(name)
                first |= found
                dropped = True
    seams &= {name_of[index] for index in border() if index in name_of}
    return with_wildcards(seams, {names[index] for index in first if index in names}, set(names.values()))


def with_wildcards(seams, first, names):
    """`Type.*` in place of its functions, where no function of the type is in the first part."""
    short = set()
    for name in seams:
        kind, dot, _ = name.partition(".")
        is_type = dot and kind.isidentifier() and kind[0].isupper()
        short.add(f"{kind}.*" if is_type and not any(one.startswith(f"{kind}.") for one in first) else name)
    return sorted(short)


def main():
    split = splitter()
    module = split.read(LINKED)
    ran = functions_that_run(split, split.read(LINKED))
    seams = choose(split, module, ran)
    SEAMS.write_text(HEADER + "".join(f"{name}\n" for name in seams))
    print(f"{len(ran)} of {len(module.bodies)} functions ran; {len(seams)} seams")


if __name__ == "__main__":
    main()
