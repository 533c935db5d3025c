/**
 * The whole WebAssembly module, made of its first part and of `daybook.rest`, in which the instructions that the first part lacks stand
 * in streams. scripts/WasmCut writes these (`Streams`) and can do the same (`Joined`). The service worker loads this file as a script,
 * rest.js loads it as a module, so it sets a global.
 */
{
  const HEADER = 8; // the bytes before the first section
  const WIDE = 5; // the bytes of a size, which is known when what it counts has been written
  const FIRST_PAIR = 0xC0;
  const TURN = 4; // milliseconds of work after which others have their turn
  const [SECTIONS, ADDED, LONGS, CONSTANTS, CUTS, DECLARATIONS, OTHERS, OPCODES, LABELS, LOCALS, OFFSETS, CALLS] = Array(12).keys();
  const [SAME, , REPLACED, FUNCTIONS] = Array(4).keys(); // what becomes of a section of the first part
  const CODE = 10; // the section of the functions
  const [UNREACHABLE, BLOCK, IF, ELSE, END, TABLE, F32, F64] = [0, 2, 4, 5, 0x0B, 0x0E, 0x43, 0x44];

  /** For each opcode the streams of the numbers that follow it. */
  const numbers = Array.from({ length: 256 }, () => []);
  const follow = (from, to, streams) => numbers.fill(streams, from, to + 1);
  follow(BLOCK, IF, [OTHERS]);
  follow(0x0C, 0x0D, [LABELS]);
  follow(0x10, 0x10, [CALLS]);
  follow(0x11, 0x11, [OTHERS, OTHERS]);
  follow(0x20, 0x22, [LOCALS]);
  follow(0x23, 0x24, [OTHERS]);
  follow(0x28, 0x3E, [OTHERS, OFFSETS]);
  follow(0x3F, 0x40, [OTHERS]);
  follow(0x41, 0x41, [CONSTANTS]);
  follow(0x42, 0x42, [LONGS]);

  /** Reads a part of a file. */
  class Reader {
    constructor(bytes, at, end) {
      Object.assign(this, { bytes, at, end });
    }

    byte() {
      if (this.at >= this.end) throw new Error('the file ends early');
      this.at += 1;
      return this.bytes[this.at - 1];
    }

    /** An unsigned number of at most 32 bits. */
    number() {
      for (let value = 0, shift = 0; ; shift += 7) {
        const byte = this.byte();
        value |= (byte & 127) << shift;
        if (byte < 128) return value;
      }
    }

    skipNumber() {
      while (this.byte() > 127);
    }

    part(length) {
      this.at += length;
      return new Reader(this.bytes, this.at - length, this.at);
    }

    /** What follows an opcode in a module. */
    skipRest(opcode) {
      for (let left = numbers[opcode].length; left > 0; left -= 1) this.skipNumber();
      this.skipOthers(opcode);
    }

    /** What follows an opcode and is no single number. */
    skipOthers(opcode) {
      if (opcode === TABLE) {
        for (let left = this.number(); left >= 0; left -= 1) this.skipNumber();
      } else if (opcode === F32) {
        this.at += 4;
      } else if (opcode === F64) {
        this.at += 8;
      }
    }
  }

  /** Writes the whole module. */
  class Writer {
    constructor(size) {
      Object.assign(this, { bytes: new Uint8Array(size), at: 0 });
    }

    byte(byte) {
      this.bytes[this.at] = byte;
      this.at += 1;
    }

    copy(bytes, from, end) {
      if (end - from < 32) { // `set` takes longer
        for (let at = from; at < end; at += 1) this.byte(bytes[at]);
      } else {
        this.bytes.set(bytes.subarray(from, end), this.at);
        this.at += end - from;
      }
    }

    /** A reader's next number, whatever its sign and size. */
    number(reader) {
      let byte;
      do {
        byte = reader.byte();
        this.byte(byte);
      } while (byte > 127);
    }

    /** What a reader reads in `read`. */
    take(reader, read) {
      const { at } = reader;
      read(reader);
      this.copy(reader.bytes, at, reader.at);
    }

    /** A place for the size of what follows. */
    begin() {
      this.at += WIDE;
      return this.at;
    }

    /** Writes the size of what has been written since `begin`. */
    end(start) {
      const size = this.at - start;
      for (let index = 0; index < WIDE; index += 1) {
        this.bytes[start - WIDE + index] = (size >>> (7 * index)) & 127 | (index < WIDE - 1 ? 128 : 0);
      }
    }
  }

  /** Lets others have their turn. A timer would be late in a tab that does not show. */
  const pause = () => new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

  /**
   * @param {Uint8Array} first the first part
   * @param {Uint8Array} second `daybook.rest`
   * @returns {Promise<Uint8Array>} the whole module; of parts of two builds no module, or an error
   */
  self.joined = async (first, second) => {
    const head = new Reader(second, 0, second.length);
    const whole = new Writer(head.number());
    const pairs = head.part(2 * head.number()).at;
    const lengths = Array.from({ length: CALLS + 1 }, () => head.number());
    const streams = lengths.map(length => head.part(length));
    const added = streams[ADDED];

    /** Instructions up to the one that ends their block. */
    function putInstructions() {
      for (let depth = 0; ;) {
        const code = streams[OPCODES].byte();
        const isPair = code >= FIRST_PAIR;
        const pair = pairs + 2 * (code - FIRST_PAIR);
        const opcode = isPair ? second[pair] : code;
        whole.byte(opcode);
        if (isPair) whole.byte(second[pair + 1]);
        const follows = numbers[opcode];
        for (let index = isPair ? 1 : 0; index < follows.length; index += 1) whole.number(streams[follows[index]]);
        if (opcode === TABLE || opcode === F32 || opcode === F64) whole.take(streams[OTHERS], reader => reader.skipOthers(opcode));
        if (opcode === END || opcode === ELSE) {
          if (!depth) return;
          if (opcode === END) depth -= 1;
        } else if (opcode >= BLOCK && opcode <= IF) {
          depth += 1;
        }
      }
    }

    /** Writes a function. `body` is what the first part has of it, or null if the first part does not have the function. */
    function putFunction(body) {
      const size = whole.begin();
      const locals = reader => {
        for (let left = 2 * reader.number(); left > 0; left -= 1) reader.skipNumber();
      };
      if (!body || (body.end - body.at === 3 && !first[body.at] && first[body.at + 1] === UNREACHABLE)) {
        whole.take(streams[DECLARATIONS], locals);
        putInstructions();
      } else {
        let done = body.at;
        locals(body);
        while (body.at < body.end) {
          const opcode = body.byte();
          if (opcode === UNREACHABLE && streams[CUTS].byte()) {
            whole.copy(first, done, body.at - 1);
            putInstructions();
            done = body.at + 1; // the end of the block has come with what was left out
            body.at = done;
          } else {
            body.skipRest(opcode);
          }
        }
        whole.copy(first, done, body.end);
      }
      whole.end(size);
    }

    async function putCode(section) {
      whole.byte(CODE);
      const size = whole.begin();
      const known = section.number();
      let count;
      whole.take(added, reader => { count = reader.number(); });
      let turn = performance.now() + TURN;
      for (let index = 0; index < count; index += 1) {
        putFunction(index < known ? section.part(section.number()) : null);
        if (performance.now() > turn) {
          await pause();
          turn = performance.now() + TURN;
        }
      }
      whole.end(size);
    }

    const old = new Reader(first, HEADER, first.length);
    whole.copy(first, 0, HEADER);
    while (streams[SECTIONS].at < streams[SECTIONS].end) {
      const start = old.at;
      old.at += 1;
      const section = old.part(old.number());
      const kind = streams[SECTIONS].byte();
      if (kind === SAME) {
        whole.copy(first, start, old.at);
      } else if (kind === REPLACED) {
        const { at, end } = added.part(added.number());
        whole.copy(second, at, end);
      } else if (kind === FUNCTIONS) {
        await putCode(section);
      }
    }
    return whole.bytes;
  };
}
