// Covers docs/reference/media.md: links
// Covers docs/reliability.md: served-files

import { derivativeKey, derivativesPrefix, newOriginalKey, requireKey } from "./keys";

const sha256 = "0123456789abcdef".repeat(4);

test("keys of uploads cannot be guessed by clients", () => {
  const keys = new Set(Array.from({ length: 1_000 }, newOriginalKey));
  expect(keys.size).toBe(1_000);
  for (const key of keys) expect(key).toMatch(/^originals\/[0-9a-f]{2}\/[0-9a-f]{48}$/);
});

test("a derivative has the same key in every run, and another key for other content", () => {
  const original = newOriginalKey();
  const key = derivativeKey(original, { name: "thumb", sha256, extension: "webp" });

  expect(key).toBe(derivativeKey(original, { name: "thumb", sha256, extension: "webp" }));
  expect(key).toMatch(/^derivatives\/[0-9a-f]{2}\/[0-9a-f]{40}\/thumb-[0-9a-f]{20}\.webp$/);
  expect(key.startsWith(derivativesPrefix(original))).toBe(true);
  expect(key).not.toContain(original.slice(-48));
  expect(key).not.toBe(
    derivativeKey(original, { name: "thumb", sha256: "f".repeat(64), extension: "webp" }),
  );
  expect(derivativesPrefix(newOriginalKey())).not.toBe(derivativesPrefix(original));
});

test("refuses a name that no derivative has", () => {
  expect(() =>
    derivativeKey(newOriginalKey(), { name: "../x", sha256, extension: "webp" }),
  ).toThrow(TypeError);
  expect(() => requireKey("a/../b")).toThrow(TypeError);
});
