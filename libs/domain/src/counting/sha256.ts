const primes = (count: number): readonly number[] => {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
};
/** The first 32 bits of the fraction of a root. */
const bitsOf = (root: number): number => Math.floor((root % 1) * 2 ** 32) | 0;
const CONSTANTS = primes(64).map((prime) => bitsOf(Math.cbrt(prime)));
const START = primes(8).map((prime) => bitsOf(Math.sqrt(prime)));

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** SHA-256 of a text in UTF-8, in hexadecimal (FIPS 180-4). */
export function sha256(text: string): string {
  const bytes = utf8(text);
  const length = bytes.length;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) {
    bytes.push(Math.floor((length * 8) / 2 ** shift) % 256);
  }
  const hash = [...START];
  for (let at = 0; at < bytes.length; at += 64) addBlock(hash, bytes, at);
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes.push(point);
    else {
      const rest = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
      bytes.push(((0xff00 >> (rest + 1)) & 0xff) | (point >> (6 * rest)));
      for (let part = rest - 1; part >= 0; part--) bytes.push(0x80 | ((point >> (6 * part)) & 63));
    }
  }
  return bytes;
}

function addBlock(hash: number[], bytes: readonly number[], start: number): void {
  const words: number[] = [];
  const word = (at: number): number => words[at] ?? 0;
  let state = [...hash];
  for (const [round, constant] of CONSTANTS.entries()) {
    if (round < 16) {
      const at = start + 4 * round;
      words.push(bytes.slice(at, at + 4).reduce((sum, byte) => (sum << 8) | byte, 0));
    } else {
      const [early, late] = [word(round - 15), word(round - 2)];
      const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words.push((word(round - 16) + first + word(round - 7) + second) | 0);
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + constant + word(round)) | 0;
    const second =
      (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    state = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  for (const [at, value] of state.entries()) hash[at] = ((hash[at] ?? 0) + value) | 0;
}
