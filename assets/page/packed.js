// Bytes that are part of the page as text. Knows nothing of what they are.

/**
 * Returns the bytes of an element whose text has 13 bits in each two characters, and 6 in a single last one. There are 91 characters, from `#`
 * to `~` without `<`.
 */
function fromText(element) {
  const packed = element.textContent.trim();
  const digit = (at) => {
    const code = packed.charCodeAt(at) - 35;
    return code > 25 ? code - 1 : code;
  };
  const bytes = new Uint8Array(Math.floor((packed.length * 13) / 16));
  let [bits, count, length] = [0, 0, 0];
  for (let at = 0; at < packed.length; at += 2) {
    const isSingle = at + 1 === packed.length;
    bits = isSingle ? (bits << 6) | digit(at) : (bits << 13) | (digit(at) * 91 + digit(at + 1));
    count += isSingle ? 6 : 13;
    while (count >= 8) {
      count -= 8;
      bytes[length++] = (bits >>> count) & 255;
    }
    bits &= (1 << count) - 1;
  }
  return bytes.subarray(0, length);
}

/** Returns the content of such an element that is compressed as well, as a response with a text. */
function unpacked(element) {
  return new Response(new Blob([fromText(element)]).stream().pipeThrough(new DecompressionStream("deflate")));
}
