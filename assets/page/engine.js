// The engine: unpacks the program that is part of the page, and passes requests to it. Knows no drawing.

/**
 * Unpacks LZMA, as its specification describes it: browsers themselves know only Deflate, which makes the page larger than a mail
 * may be. The file begins with the settings, the size of the dictionary and the size of the content.
 */
function fromLzma(packed) {
  const settings = packed[0];
  const [lc, lp, pb] = [settings % 9, Math.floor(settings / 9) % 5, Math.floor(settings / 45)];
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(5, true);
  const out = new Uint8Array(size);
  const halves = (count) => new Uint16Array(count).fill(1024);
  let [range, code, at] = [0xffffffff, 0, 14];
  for (let byte = 0; byte < 4; byte += 1) {
    code = ((code << 8) | packed[at++]) >>> 0;
  }
  const normalize = () => {
    if (range < 0x1000000) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | packed[at++]) >>> 0;
    }
  };
  const bit = (chances, index) => {
    const chance = chances[index];
    const bound = (range >>> 11) * chance;
    const isZero = code < bound;
    if (isZero) {
      range = bound;
      chances[index] = chance + ((2048 - chance) >>> 5);
    } else {
      range -= bound;
      code = (code - bound) >>> 0;
      chances[index] = chance - (chance >>> 5);
    }
    normalize();
    return isZero ? 0 : 1;
  };
  const directBits = (count) => {
    let result = 0;
    for (let left = count; left > 0; left -= 1) {
      range >>>= 1;
      const isOne = code >= range;
      if (isOne) {
        code -= range;
      }
      result = result * 2 + (isOne ? 1 : 0);
      normalize();
    }
    return result;
  };
  const tree = (chances, bits, base = 0) => {
    let node = 1;
    for (let left = bits; left > 0; left -= 1) {
      node = (node << 1) | bit(chances, base + node);
    }
    return node - (1 << bits);
  };
  const reverseTree = (chances, bits, base = 0) => {
    let [node, result] = [1, 0];
    for (let place = 0; place < bits; place += 1) {
      const next = bit(chances, base + node);
      node = (node << 1) | next;
      result |= next << place;
    }
    return result;
  };
  const lengths = () => {
    const [choice, low, middle, high] = [halves(2), halves(16 << 3), halves(16 << 3), halves(256)];
    return (place) => {
      if (bit(choice, 0) === 0) {
        return tree(low, 3, place << 3);
      }
      return bit(choice, 1) === 0 ? 8 + tree(middle, 3, place << 3) : 16 + tree(high, 8);
    };
  };
  const [matchLength, repeatLength] = [lengths(), lengths()];
  const literals = halves(0x300 << (lc + lp));
  const [isMatch, isLong, slots] = [halves(12 << 4), halves(12 << 4), halves(4 << 6)];
  const [isRepeat, isRepeat0, isRepeat1, isRepeat2] = [halves(12), halves(12), halves(12), halves(12)];
  const [special, align] = [halves(128), halves(16)];
  let [state, length] = [0, 0];
  let distances = [0, 0, 0, 0];
  const literal = () => {
    const before = length > 0 ? out[length - 1] : 0;
    const base = 0x300 * (((length & ((1 << lp) - 1)) << lc) + (before >>> (8 - lc)));
    let symbol = 1;
    if (state >= 7) {
      let matched = out[length - distances[0] - 1];
      while (symbol < 0x100) {
        const expected = (matched >>> 7) & 1;
        matched <<= 1;
        const next = bit(literals, base + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | next;
        if (expected !== next) {
          break;
        }
      }
    }
    while (symbol < 0x100) {
      symbol = (symbol << 1) | bit(literals, base + symbol);
    }
    out[length++] = symbol & 255;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  const distance = (matched) => {
    const slot = tree(slots, 6, Math.min(matched, 3) << 6);
    if (slot < 4) {
      return slot;
    }
    const bits = (slot >>> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) {
      return base + reverseTree(special, bits, base - slot);
    }
    return base + directBits(bits - 4) * 16 + reverseTree(align, 4);
  };
  const copy = (count) => {
    for (let left = count; left > 0 && length < size; left -= 1) {
      out[length] = out[length - distances[0] - 1];
      length += 1;
    }
  };
  while (length < size) {
    const place = length & ((1 << pb) - 1);
    if (bit(isMatch, (state << 4) + place) === 0) {
      literal();
      continue;
    }
    if (bit(isRepeat, state) === 0) {
      const matched = matchLength(place);
      state = state < 7 ? 7 : 10;
      distances = [distance(matched), distances[0], distances[1], distances[2]];
      if (distances[0] >= length) {
        throw new RangeError("the engine of this page is damaged");
      }
      copy(matched + 2);
      continue;
    }
    if (bit(isRepeat0, state) === 0) {
      if (bit(isLong, (state << 4) + place) === 0) {
        state = state < 7 ? 9 : 11;
        copy(1);
        continue;
      }
    } else {
      const [first, second, third, fourth] = distances;
      if (bit(isRepeat1, state) === 0) {
        distances = [second, first, third, fourth];
      } else if (bit(isRepeat2, state) === 0) {
        distances = [third, first, second, fourth];
      } else {
        distances = [fourth, first, second, third];
      }
    }
    const matched = repeatLength(place);
    state = state < 7 ? 8 : 11;
    copy(matched + 2);
  }
  return out;
}

/** Starts the engine. Returns a function that answers requests, which are JSON as text, since numbers of trees are not those of scripts; see `engines/web/src/page_run.rs`. */
async function startEngine() {
  const program = fromLzma(fromText(byId("engine")));
  if (!WebAssembly.validate(program)) {
    throw new RangeError("the engine of this page is damaged");
  }
  const module = await WebAssembly.compile(program);
  // The engine calls nothing: what it names is for tools that write bindings.
  const imports = {};
  for (const wanted of WebAssembly.Module.imports(module)) {
    imports[wanted.module] ??= {};
    imports[wanted.module][wanted.name] = () => {
      throw new Error(`the engine has called ${wanted.name}`);
    };
  }
  const instance = await WebAssembly.instantiate(module, imports);
  // The names of functions end with a hash of the program.
  const functions = Object.entries(instance.exports).map(([name, value]) => [name.replace(/_[0-9a-f]{16}$/, ""), value]);
  const { put, answer, take } = Object.fromEntries(functions);
  return (request) => {
    for (const character of request) {
      put(character.codePointAt(0));
    }
    const parts = [];
    let characters = [];
    for (let left = answer(); left > 0; left -= 1) {
      characters.push(take());
      if (characters.length === 4096) {
        parts.push(String.fromCodePoint(...characters));
        characters = [];
      }
    }
    parts.push(String.fromCodePoint(...characters));
    return JSON.parse(parts.join(""));
  };
}
