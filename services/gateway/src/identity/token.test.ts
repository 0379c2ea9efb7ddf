// Covers docs/reference/access.md: tokens
// Covers docs/reliability.md: tokens-and-ids

import { createHash } from "node:crypto";
import { isWellFormed, lastFourOf, newToken, tokenDigest, tokenKinds } from "./token";

describe("tokens", () => {
  test.each([
    ["private", /^psk_[0-9A-Za-z]{36}$/],
    ["public", /^ppk_[0-9A-Za-z]{36}$/],
  ] as const)(
    "a %s token has its prefix, 30 random characters and a checksum of 6",
    (kind, form) => {
      expect(newToken(kind)).toMatch(form);
    },
  );

  test.each(tokenKinds)("a new %s token is well formed, and unique", (kind) => {
    const tokens = Array.from({ length: 500 }, () => newToken(kind));
    expect(tokens.filter((token) => !isWellFormed(token))).toEqual([]);
    expect(new Set(tokens).size).toBe(500);
  });

  test("all base62 characters are equally frequent", () => {
    const seen = new Map<string, number>();
    for (let round = 0; round < 700; round++) {
      for (const letter of newToken("private").slice(4, 34)) {
        seen.set(letter, (seen.get(letter) ?? 0) + 1);
      }
    }
    // 21,000 characters: each of the 62 is expected 339 times, with a standard deviation of 18.
    expect(seen.size).toBe(62);
    for (const count of seen.values()) expect(Math.abs(count - 339)).toBeLessThan(6 * 18);
  });

  test("the checksum is CRC-32 of the characters before it, as six base62 digits", () => {
    const token = newToken("public");
    expect(isWellFormedByHand(token.slice(0, -6), token.slice(-6))).toBe(true);
  });

  test("a mistyped token is refused: with one changed character, or with two swapped neighbors", () => {
    const token = newToken("private");
    for (let at = 4; at < token.length; at++) {
      const other = token[at] === "A" ? "B" : "A";
      expect(isWellFormed(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
      const [left, right] = [token[at - 1] ?? "", token[at] ?? ""];
      if (at > 4 && left !== right) {
        expect(isWellFormed(token.slice(0, at - 1) + right + left + token.slice(at + 1))).toBe(
          false,
        );
      }
    }
  });

  test.each(["", "psk_", "abc", `${newToken("private")} `, newToken("public").slice(1), "psk_é"])(
    "%j is not a token",
    (text) => {
      expect(isWellFormed(text)).toBe(false);
    },
  );

  test("only the SHA-256 and the last four characters are stored", () => {
    const token = newToken("private");
    expect(tokenDigest(token).equals(createHash("sha256").update(token).digest())).toBe(true);
    expect(lastFourOf(token)).toBe(token.slice(36));
  });
});

/** A second implementation of the checksum, bit by bit. */
function isWellFormedByHand(text: string, checksum: string): boolean {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const value = [...checksum].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
  return value === (crc ^ 0xffffffff) >>> 0;
}
