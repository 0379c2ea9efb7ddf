import { isCutOff } from "./cut-off";

const start = [0xff, 0xd8];
const header = [0xff, 0xe0, 0, 4, 1, 2];
/** A scan with an escaped byte and a restart marker. */
const scan = [0xff, 0xda, 0, 3, 1, 9, 0xff, 0, 9, 0xff, 0xd0, 9];
const end = [0xff, 0xd9];

test.each([
  ["a whole picture", [...start, ...header, ...scan, ...end], false],
  ["a picture in two scans", [...start, ...scan, ...header, ...scan, ...end], false],
  ["a picture with a film behind it", [...start, ...scan, ...end, 1, 2, 0xff, 0xda], false],
  ["a scan that breaks off", [...start, ...header, ...scan], true],
  ["a scan that breaks off within a marker", [...start, ...scan, 0xff], true],
  ["a header that breaks off", [...start, 0xff, 0xe0, 0, 200, 1], true],
  [
    "a header with a small picture, and a scan that breaks off",
    [...start, 0xff, 0xe1, 0, 8, ...start, 9, 9, ...end, ...scan],
    true,
  ],
  ["a picture of another format", [0x89, 0x50, 0x4e, 0x47], false],
  ["an empty file", [], false],
])("%s", (_what, bytes, expected) => {
  expect(isCutOff(Uint8Array.from(bytes))).toBe(expected);
});
