"""Cuts a linked WebAssembly module in two: what a launch runs, and the rest, which is fetched after the first frame.

    split-wasm.py LINKED SEAMS FIRST SECOND    cuts
    split-wasm.py --mark LINKED MARKED         makes each function leave a mark in memory when it runs, for seams.py

The linked module has its relocations and names (`--emit-relocs`). SEAMS names functions by the beginnings of their names;
what can be reached only through such a function is in the second part. Nothing else decides, so a new function that a
launch may need is in the first part.

Both parts have one memory and one table. The first part calls the second through places of the table that are empty until
the second part is there: such a call traps. The second part imports functions of the first. It reaches the stack pointer
through two functions, because a global that changes cannot cross modules in the first version of WebAssembly.
"""

import hashlib
import shutil
import subprocess
import sys
from bisect import bisect_right
from pathlib import Path

MARKS = 1024  # the address of the marks: the unused end of the stack, which grows down from 1 MB
FUNCTION, TABLE_SLEB, TABLE_I32, TYPE, GLOBAL = 0, 1, 2, 6, 7
TABLE_RELATIVE = 12
ADDRESSES = (3, 4, 5, 11)
STACK_POINTER = 0


def leb(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed_leb(value):
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value & 0x7F)
    return bytes(out)


class Reader:
    """Reads a part of the module."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def leb(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self):
        start = self.at
        value = self.leb()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def take(self, count):
        self.at += count
        return bytes(self.data[self.at - count : self.at])

    def name(self):
        return self.take(self.leb()).decode()

    def many(self, read):
        return [read() for _ in range(self.leb())]

    def constant(self):
        """An `i32.const` and the end of its expression."""
        assert self.take(1) == b"\x41"
        value = self.signed()
        assert self.take(1) == b"\x0b"
        return value


class Module:
    """What the cut needs of a linked module."""

    def __init__(self, data):
        assert data[:8] == b"\0asm\x01\0\0\0"
        sections, custom, reader = {}, {}, Reader(data, 8)
        while reader.at < len(data):
            kind, size = reader.take(1)[0], reader.leb()
            body = reader.take(size)
            if kind == 0:
                inner = Reader(body)
                name = inner.name()
                custom[name] = Reader(body, inner.at)
            else:
                sections[kind] = body
        self.types = sections[1]
        imports = Reader(sections[2])
        self.imports = imports.many(lambda: (imports.name(), imports.name(), imports.take(1)[0], imports.leb()))
        assert all(kind == 0 for _, _, kind, _ in self.imports), "only functions are imported"
        functions = Reader(sections[3])
        self.type_of = [kind for *_, kind in self.imports] + functions.many(functions.leb)
        self.memory = sections[5]
        globals = Reader(sections[6])
        self.globals = globals.many(lambda: [globals.take(1), globals.take(1)[0], globals.constant()])
        exports = Reader(sections[7])
        self.exports = exports.many(lambda: (exports.name(), exports.take(1)[0], exports.leb()))
        self.table = self._elements(Reader(sections[9]))
        self._code(sections[10])
        self._data(sections[11])
        self._names(custom["name"])
        self._symbols(custom["linking"])
        self._relocations(custom["reloc.CODE"], custom["reloc.DATA"])
        self._unwrap()

    def _elements(self, reader):
        segments = reader.many(lambda: (reader.leb(), reader.constant(), reader.many(reader.leb)))
        ((table, start, functions),) = segments
        assert table == 0 and start == 1, "the linker leaves the first place of the table empty"
        return functions

    def _code(self, body):
        reader = Reader(body)
        self.starts, self.bodies = [], []
        for _ in range(reader.leb()):
            size = reader.leb()
            self.starts.append(reader.at)
            self.bodies.append(reader.take(size))

    def _data(self, body):
        reader = Reader(body)
        self.segments = []  # (address, place in the section, bytes)
        for _ in range(reader.leb()):
            assert reader.leb() == 0
            address, size = reader.constant(), reader.leb()
            self.segments.append((address, reader.at, bytearray(reader.take(size))))

    def _names(self, reader):
        self.names = {}
        while reader.at < len(reader.data):
            kind, size = reader.take(1)[0], reader.leb()
            end = reader.at + size
            if kind == 1:
                self.names = dict(reader.many(lambda: (reader.leb(), reader.name())))
            elif kind == 9:
                self.segment_names = dict(reader.many(lambda: (reader.leb(), reader.name())))
            reader.at = end

    def _symbols(self, reader):
        assert reader.leb() == 2
        self.symbols = []
        while reader.at < len(reader.data):
            kind, size = reader.take(1)[0], reader.leb()
            end = reader.at + size
            if kind == 8:
                self.symbols = reader.many(lambda: self._symbol(reader))
            reader.at = end

    def _symbol(self, reader):
        """(kind, index) of a function, (1, segment, offset, size) of data."""
        kind, flags = reader.take(1)[0], reader.leb()
        is_undefined, has_name = flags & 0x10, flags & 0x40
        if kind == 1:
            reader.name()
            return (1,) if is_undefined else (1, reader.leb(), reader.leb(), reader.leb())
        index = reader.leb()
        if kind != 3 and (not is_undefined or has_name):
            reader.name()
        return (kind, index)

    def _relocations(self, code, data):
        """Those of each function, by place in its body: (place, type, symbol); those of data, by address."""
        self.relocations = [[] for _ in self.bodies]
        self.pointers = []  # (address, type, symbol)
        for reader, is_code in ((code, True), (data, False)):
            reader.leb()
            for _ in range(reader.leb()):
                kind, place, symbol = reader.leb(), reader.leb(), reader.leb()
                if kind in (*ADDRESSES, 8, 9):
                    reader.signed()
                if is_code:
                    index = bisect_right(self.starts, place) - 1
                    self.relocations[index].append((place - self.starts[index], kind, symbol))
                else:
                    address, start, _ = next(
                        one for one in self.segments if one[1] <= place < one[1] + len(one[2])
                    )
                    self.pointers.append((address + place - start, kind, symbol))

    def _unwrap(self):
        """The linker wraps each exported function in one that also ends a program of C, which this is not."""
        numbers = {name: index for index, name in self.names.items()}
        self.exports = [
            (name, kind, numbers[name] if kind == 0 and self.names[index] == f"{name}.command_export" else index)
            for name, kind, index in self.exports
        ]

    def functions_used_by(self, index):
        """The functions that a function calls, or of which it takes the place in the table, also through data."""
        return self._uses[index][0]

    def data_used_by(self, index):
        return self._uses[index][1]

    def look_up(self):
        """Finds out what each function uses."""
        self.data = sorted(
            {
                (self.segments[symbol[1]][0] + symbol[2], symbol[3], index)
                for index, symbol in enumerate(self.symbols)
                if symbol[0] == 1 and len(symbol) == 4
            }
        )
        inner = {index: [] for *_, index in self.data}
        starts = [address for address, *_ in self.data]
        for address, kind, symbol in self.pointers:
            place = bisect_right(starts, address) - 1
            while place >= 0 and starts[place] + self.data[place][1] > address:
                inner[self.data[place][2]].append(symbol)
                place -= 1
        first = len(self.imports)
        self._uses = [(set(), set())] * first
        for index in range(len(self.bodies)):
            functions, data = set(), set()
            waiting = [symbol for _, kind, symbol in self.relocations[index] if kind not in (TYPE,)]
            while waiting:
                symbol = waiting.pop()
                kind = self.symbols[symbol][0]
                if kind == 0:
                    functions.add(self.symbols[symbol][1])
                elif kind == 1 and symbol not in data and len(self.symbols[symbol]) == 4:
                    data.add(symbol)
                    waiting += inner.get(symbol, [])
            self._uses.append((functions, data))


def reached(module, roots, is_seam):
    """What can be reached from the roots without passing a seam."""
    found, waiting = set(roots), list(roots)
    while waiting:
        for other in module.functions_used_by(waiting.pop()):
            if other not in found and not is_seam(other):
                found.add(other)
                waiting.append(other)
    return found


def runs(owners, least=12):
    """Runs of bytes of one part; a short one of the second part joins those around it, because a segment takes bytes too."""
    found = []
    at = 0
    while at < len(owners):
        end = at + 1
        while end < len(owners) and (owners[end] == 2) == (owners[at] == 2):
            end += 1
        is_second = owners[at] == 2 and end - at >= least
        if found and found[-1][2] == is_second:
            found[-1] = (found[-1][0], end, is_second)
        else:
            found.append((at, end, is_second))
        at = end
    return found


def section(kind, *parts):
    body = b"".join(parts)
    return bytes([kind]) + leb(len(body)) + body


def vector(items):
    return leb(len(items)) + b"".join(items)


def text(name):
    name = name.encode()
    return leb(len(name)) + name


def constant(value):
    return b"\x41" + signed_leb(value) + b"\x0b"


def short_names():
    """a, b, …, aa, …"""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    length = 1
    while True:
        for number in range(len(letters) ** length):
            name = ""
            for _ in range(length):
                number, letter = divmod(number, len(letters))
                name += letters[letter]
            yield name
        length += 1


class Cut:
    """The two parts of a module."""

    def __init__(self, module, is_seam):
        self.module = module
        self.border = len(module.imports)
        roots = [index for _, kind, index in module.exports if kind == 0]
        first = reached(module, roots, is_seam)
        everything = sorted(reached(module, roots, lambda _: False))
        self.first = [index for index in everything if index in first and index >= self.border]
        self.second = [index for index in everything if index not in first]
        self.hash = hashlib.sha256(repr((module.bodies, self.first)).encode()).hexdigest()[:8]
        self._place()
        self._divide()
        self._share()

    def _place(self):
        """The table: the functions of the first part, then those of the second that the first calls or that it has already."""
        module, first = self.module, set(self.first)
        every = set(self.first) | set(self.second)
        there = [index for index in dict.fromkeys(module.table) if index in every or index < self.border]
        called = {
            self._target(symbol)
            for index in self.first
            for _, kind, symbol in module.relocations[index - self.border]
            if kind == FUNCTION
        }
        mine = [index for index in there if index in first or index < self.border]
        other = [index for index in there if index not in first and index >= self.border]
        other += sorted(called - first - set(other) - set(range(self.border)))
        self.places = {index: place for place, index in enumerate(mine + other, 1)}
        self.table = [mine, other]

    def _divide(self):
        """The constants: those that no function of the first part names, not even through others, are in the second."""
        module = self.module
        mine = set().union(*(module.data_used_by(index) for index in self.first))
        self.data = [[], []]
        for number, (address, data) in enumerate(self._moved_segments()):
            name = module.segment_names[number]
            if name == ".swift_modhash":  # hashes of the modules, which nothing reads
                continue
            owners = bytearray(len(data))  # 1: the first part's, 2: of some symbol that is not
            for start, size, symbol in module.data:
                if name == ".rodata" and symbol not in mine and 0 <= start - address < len(data):
                    owners[start - address : start - address + size] = b"\2" * size
            for start, size, symbol in module.data:
                if symbol in mine and 0 <= start - address < len(data):
                    owners[start - address : start - address + size] = b"\1" * size
            for at, end, is_second in runs(owners):
                if any(data[at:end]):
                    self.data[is_second].append(b"\0" + constant(address + at) + leb(end - at) + data[at:end])

    def _target(self, symbol):
        return self.module.symbols[symbol][1]

    def _share(self):
        """What the second part imports of the first, with the name of each."""
        second = set(self.second)
        called = {}
        for index in self.second:
            for _, kind, symbol in self.module.relocations[index - self.border]:
                if kind == FUNCTION and self._target(symbol) not in second:
                    called[self._target(symbol)] = called.get(self._target(symbol), 0) + 1
        names = short_names()
        taken = {name for name, *_ in self.module.exports}
        order = sorted(called, key=lambda index: (-called[index], index))
        self.shared = {index: next(name for name in names if name not in taken) for index in order}
        self.stack = [next(name for name in names if name not in taken) for _ in range(2)]

    def _body(self, index, number_of, is_first, own):
        """A body with the numbers of its part. `number_of` has its functions, `own` those that are called directly."""
        module = self.module
        body, out, at = module.bodies[index - self.border], bytearray(), 0
        for place, kind, symbol in sorted(module.relocations[index - self.border]):
            if kind == FUNCTION and self._target(symbol) not in own:
                target = self._target(symbol)
                assert body[place - 1] == 0x10
                out += body[at : place - 1]
                out += b"\x41" + signed_leb(self.places[target]) + b"\x11" + leb(module.type_of[target]) + b"\0"
            elif kind == FUNCTION:
                out += body[at:place] + leb(number_of[self._target(symbol)])
            elif kind in (TABLE_SLEB, TABLE_RELATIVE):
                base = 1 if kind == TABLE_RELATIVE else 0
                out += body[at:place] + signed_leb(self.places[self._target(symbol)] - base)
            elif kind == GLOBAL and module.symbols[symbol][0] == 2 and not is_first:
                assert self._target(symbol) == STACK_POINTER and body[place - 1] in (0x23, 0x24)
                out += body[at : place - 1] + b"\x10" + leb(number_of["get" if body[place - 1] == 0x23 else "set"])
            else:
                continue
            at = place + 5
        return bytes(out + body[at:])

    def _globals(self):
        """A function's place in the table that the linker keeps in a global moves with the table."""
        module = self.module
        moved = {}
        for relocations, body in zip(module.relocations, module.bodies):
            for place, kind, symbol in relocations:
                if kind == GLOBAL and module.symbols[symbol][0] == 0:
                    moved[Reader(body, place).leb()] = self.places[self._target(symbol)]
        return [
            kind + bytes([changes]) + constant(moved.get(index, value))
            for index, (kind, changes, value) in enumerate(module.globals)
        ]

    def _moved_segments(self):
        """The data, in which places of the table are those of the new table."""
        module = self.module
        segments = [(address, bytearray(data)) for address, _, data in module.segments]
        for address, kind, symbol in module.pointers:
            if kind != TABLE_I32:
                continue
            start, data = next(one for one in segments if one[0] <= address < one[0] + len(one[1]))
            place = self.places.get(self._target(symbol), 0)  # 0 where nothing can be called
            data[address - start : address - start + 4] = place.to_bytes(4, "little")
        return segments

    def _names(self, numbers, extra=()):
        names = [(number, self.module.names[index]) for index, number in numbers.items() if index in self.module.names]
        body = vector([leb(number) + text(name) for number, name in sorted([*names, *extra])])
        return section(0, text("name"), b"\x01" + leb(len(body)) + body)

    def write_first(self):
        module = self.module
        numbers = {index: number for number, index in enumerate([*range(self.border), *self.first])}
        own = set(numbers)
        getter = len(numbers)
        types = Types(module.types)
        get, put = types.index(b"\x60\0\x01\x7f"), types.index(b"\x60\x01\x7f\0")
        exports = [(name, kind, numbers[index] if kind == 0 else index) for name, kind, index in module.exports]
        shared = [(name, 0, numbers[index]) for index, name in self.shared.items()]
        shared += [(self.stack[0], 0, getter), (self.stack[1], 0, getter + 1)]
        exports += shared
        exports.append((self.hash, 1, 0))
        count = 1 + len(self.table[0]) + len(self.table[1])
        bodies = [self._body(index, numbers, True, own) for index in self.first]
        bodies += [b"\0\x23\0\x0b", b"\0\x20\0\x24\0\x0b"]
        return b"".join(
            [
                b"\0asm\x01\0\0\0",
                section(1, types.written()),
                section(2, vector([text(a) + text(b) + bytes([c]) + leb(d) for a, b, c, d in module.imports])),
                section(3, vector([leb(module.type_of[index]) for index in self.first] + [leb(get), leb(put)])),
                section(4, b"\x01\x70\x01" + leb(count) + leb(count)),
                section(5, module.memory),
                section(6, vector(self._globals())),
                section(7, vector([text(name) + bytes([kind]) + leb(index) for name, kind, index in exports])),
                section(9, vector([self._elements(1, self.table[0], numbers)])),
                section(10, vector([leb(len(body)) + body for body in bodies])),
                section(11, vector(self.data[0])),
                self._names(numbers, [(getter, "get_stack"), (getter + 1, "set_stack")]),
            ]
        )

    def _elements(self, start, functions, numbers):
        return b"\0" + constant(start) + vector([leb(numbers[index]) for index in functions])

    def write_second(self):
        module = self.module
        imported = [*self.shared, "get", "set"]
        numbers = {index: number for number, index in enumerate([*imported, *self.second])}
        types = Types(module.types)
        get, put = types.index(b"\x60\0\x01\x7f"), types.index(b"\x60\x01\x7f\0")
        imports = [text("a") + text(name) + b"\0" + leb(module.type_of[index]) for index, name in self.shared.items()]
        imports += [text("a") + text(name) + b"\0" + leb(kind) for name, kind in zip(self.stack, (get, put))]
        count = 1 + len(self.table[0]) + len(self.table[1])
        imports.append(text("a") + text(self.hash) + b"\x01\x70\x01" + leb(count) + leb(count))
        memory = Reader(module.memory, 1)
        imports.append(text("a") + text("memory") + b"\x02" + module.memory[memory.at :])
        bodies = [self._body(index, numbers, False, set(numbers)) for index in self.second]
        return b"".join(
            [
                b"\0asm\x01\0\0\0",
                section(1, types.written()),
                section(2, vector(imports)),
                section(3, vector([leb(module.type_of[index]) for index in self.second])),
                section(6, vector(self._globals())),
                section(9, vector([self._elements(1 + len(self.table[0]), self.table[1], numbers)])),
                section(10, vector([leb(len(body)) + body for body in bodies])),
                section(11, vector(self.data[1])),
                self._names(numbers),
            ]
        )


class Types:
    """The types of functions, to which two may have to be added."""

    def __init__(self, body):
        reader = Reader(body)
        self.all = reader.many(lambda: self._read(reader))

    def _read(self, reader):
        start = reader.at
        reader.take(1), reader.take(reader.leb()), reader.take(reader.leb())
        return reader.data[start : reader.at]

    def index(self, kind):
        if kind not in self.all:
            self.all.append(kind)
        return self.all.index(kind)

    def written(self):
        return vector(self.all)



def mark(cut):
    """Makes each function store a 1 at a place of its own when it begins."""
    for index, body in enumerate(cut.module.bodies):
        reader = Reader(body)
        for _ in range(reader.leb()):
            reader.leb(), reader.take(1)
        store = b"\x41\0\x41\x01\x3a\0" + leb(MARKS + index)
        cut.module.bodies[index] = body[: reader.at] + store + body[reader.at :]
        cut.module.relocations[index] = [
            (place + (len(store) if place > reader.at else 0), kind, symbol)
            for place, kind, symbol in cut.module.relocations[index]
        ]


def is_seam_of(module, path):
    """Whether a function is one of the seams. A line of the file is a name, or the beginning of names with a `*`."""
    with open(path) as file:
        lines = [line.strip() for line in file]
    lines = [line for line in lines if line and not line.startswith("#")]
    exact = {line for line in lines if not line.endswith("*")}
    beginnings = tuple(line[:-1] for line in lines if line.endswith("*"))
    names, full = plain_names(module), full_names(module)
    there = {*names.values(), *full.values()}
    unused = [line for line in exact if line not in there]
    unused += [line + "*" for line in beginnings if not any(name.startswith(line) for name in there)]
    for line in sorted(unused):
        print(f"{path}: no function is named {line}; scripts/seams.py writes the file again", file=sys.stderr)
    return {
        index
        for index, name in names.items()
        if name in exact or name.startswith(beginnings) or full[index] in exact
    }.__contains__


def plain_names(module):
    """The names of the functions as in the source, with the names of arguments but without types."""
    return demangled(module, "-simplified")


def full_names(module):
    """The same with types, which tell functions of one name apart."""
    return demangled(module)


def demangled(module, *options):
    mangled = "\n".join(module.names.values())
    tool = shutil.which("swift-demangle") or Path(shutil.which("swiftc")).resolve().with_name("swift-demangle")
    command = [tool, "-compact", *options]
    plain = subprocess.run(command, input=mangled, capture_output=True, text=True, check=True).stdout.splitlines()
    return dict(zip(module.names, plain))


def main(arguments):
    if arguments[0] == "--mark":
        module = read(arguments[1])
        cut = Cut(module, lambda _: False)
        mark(cut)
        write(arguments[2], cut.write_first())
        return
    linked, seams, first, second = arguments
    module = read(linked)
    cut = Cut(module, is_seam_of(module, seams))
    write(first, cut.write_first())
    write(second, cut.write_second())


def read(path):
    with open(path, "rb") as file:
        module = Module(file.read())
    module.look_up()
    return module


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


if __name__ == "__main__":
    main(sys.argv[1:])
