// Covers docs/reference/mails.md: texts-of-users
// Covers docs/reliability.md: mail-injection

import { plainLine, userText } from "./user-text";

describe("a text of a user becomes one line", () => {
  test.each([
    ["a\r\nBcc: b", "a Bcc: b"],
    ["\u202eabc\u202c", "abc"],
    ["a\u200bb\u2066c\u2069\u00add\u3164", "abcd"],
    ["  a   b ", "a b"],
    ["half \ud83d a character", "half a character"],
    ["👨‍👩‍👧 ❤️ 1️⃣ می‌خواهم", "👨‍👩‍👧 ❤️ 1️⃣ می‌خواهم"],
    [
      "👩🏽‍🦰 🏳️‍🌈 \u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
      "👩🏽‍🦰 🏳️‍🌈 \u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
    ],
    ["葛\u{E0100}城 \u06DD1", "葛\u{E0100}城 \u06DD1"],
    ["a\u{E0067}b\u{E0100}c", "abc"],
  ])("%j becomes %j", (text, line) => {
    expect(plainLine(text)).toBe(line);
  });
});

describe("links in a text of a user", () => {
  test.each([
    ["https://evil.example/x", "https: // evil. example/x"],
    ["HTTPS://EVIL.EXAMPLE", "HTTPS: // EVIL. EXAMPLE"],
    ["http://192.0.2.1/x", "http: // 192. 0.2.1/x"],
    ["192.0.2.1", "192. 0.2.1"],
    ["evil.example", "evil. example"],
    ["ev.il.co.uk/p?a=b.cc", "ev. il. co. uk/p?a=b. cc"],
    ["3.evil.example", "3. evil. example"],
    ["evil.भारत", "evil. भारत"],
    ["evil。example", "evil。 example"],
    ["ｅｖｉｌ．ｅｘａｍｐｌｅ", "ｅｖｉｌ． ｅｘａｍｐｌｅ"],
    ["ev\u00adil\u2060.\u200bexample", "evil. example"],
    ["a@evil.example", "a@ evil. example"],
    ["a＠evil", "a＠ evil"],
    ["www.x", "www. x"],
    ["mailto:a", "mailto: a"],
    ["tel:+49900", "tel: +49900"],
    ["javascript:alert(1)", "javascript: alert(1)"],
    ["\\\\evil\\share", "\\\\ evil\\share"],
    ["//evil", "// evil"],
  ])("%s is not a link: %s", (text, line) => {
    expect(plainLine(text)).toBe(line);
    expect(plainLine(line)).toBe(line);
  });

  test.each(["1.5 hours", "Version 2.10", "Mr. Smith", "10:30", "1.1.2026", "z.B. 3/4", "x:)"])(
    "%s stays as it is",
    (text) => {
      expect(plainLine(text)).toBe(text);
    },
  );
});

describe("the length of a text of a user", () => {
  const family = "👨‍👩‍👧";
  test.each([
    ["300 characters stay", "a".repeat(300), "a".repeat(300)],
    ["one more is cut", "a".repeat(301), `${"a".repeat(299)}…`],
    ["a character of several parts is one", family.repeat(301), `${family.repeat(299)}…`],
    [
      "accents are counted with their letter, and are few",
      `a${"\u0301".repeat(5_000)}`,
      `a${"\u0301".repeat(11)}`,
    ],
  ])("%s", (_case, text, cut) => {
    expect(userText(text)).toBe(cut);
  });

  test("a long hostile text is processed quickly", () => {
    const texts = [".a", "/", "@", "a.bc", "\u200d", "1.1."].map((part) => part.repeat(20_000));
    const began = performance.now();
    for (const text of texts) userText(text);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
