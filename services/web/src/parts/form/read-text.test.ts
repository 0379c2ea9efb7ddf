// Covers docs/reference/polls.md: import

import { textOf } from "./read-text";

const text = "content;Müller\r\n10 €;🎂\r\n";
const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");

test.each<[string, Uint8Array]>([
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${text}`)],
  ["UTF-16, little end first", utf16],
  ["UTF-16, big end first", Buffer.from(utf16).swap16()],
])("a file in %s is read", (_encoding, bytes) => {
  expect(textOf(bytes)).toEqual({ text, isGuess: false });
});

test("a file that is not UTF-8 is taken for Windows-1252, as a guess", () => {
  const bytes = Buffer.from("Müller Straße", "latin1");
  expect(textOf(bytes)).toEqual({ text: "Müller Straße", isGuess: true });
});

test.each<[string, Buffer]>([
  ["with one bad byte", Buffer.concat([Buffer.from("Müller 🎂 "), Buffer.from("\xff", "latin1")])],
  ["that is cut", Buffer.from("Müller Straße ß").subarray(0, -1)],
])("a file in UTF-8 %s is broken, and no text of another set", (_what, bytes) => {
  expect(textOf(bytes)).toMatchObject({ isGuess: true, isBroken: true });
});

test("an empty file has no text", () => {
  expect(textOf(new Uint8Array())).toEqual({ text: "", isGuess: false });
});
