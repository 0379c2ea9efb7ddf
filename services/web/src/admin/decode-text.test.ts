import { decodeText } from "./decode-text";

const text = "Müller Straße";
const utf16 = Buffer.from(text, "utf16le");

test.each<[string, Uint8Array, boolean]>([
  ["UTF-8", Buffer.from(text), true],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`), true],
  ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), true],
  [
    "UTF-16 of the other order",
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
    true,
  ],
  ["Windows-1252", Buffer.from(text, "latin1"), false],
])("%s is read as it was written", (_case, bytes, isCertain) => {
  expect(decodeText(bytes)).toEqual({ text, isCertain });
});
