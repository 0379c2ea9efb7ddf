// Covers docs/reference/pages.md: links-to-a-poll

import { pictureDataProblem } from "./picture-data";

const url = (type: string, bytes: string) => `data:${type};base64,${btoa(bytes)}`;
const png = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

test.each([
  ["image/png", png],
  ["image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
  ["image/webp", "RIFF\x24\0\0\0WEBPVP8 "],
  ["image/gif", "GIF89a\x01\0\x01\0"],
  ["image/avif", "\0\0\0\x20ftypavif"],
])("%s is taken", (type, bytes) => {
  expect(pictureDataProblem(url(type, bytes))).toBeUndefined();
});

const otherKind = expect.stringMatching(/^must be one of image\/jpeg, /);

test.each<[string, unknown, unknown]>([
  ["a number", 1, "must be a string"],
  ["an address", "https://example.org/a.png", "must be a data: URI in base64"],
  ["a text that is not base64", "data:image/png;base64,a b=", "must be a data: URI in base64"],
  ["no byte", "data:image/png;base64,", "is empty"],
  ["a picture without base64", `data:image/png,${png}`, "must be a data: URI in base64"],
  ["a script", url("text/html", "<script>"), otherKind],
  ["a drawing with scripts", url("image/svg+xml", "<svg/>"), otherKind],
  ["other bytes than the type says", url("image/png", "GIF89a\x01\0\x01\0"), otherKind],
  [
    "more than 1 MB",
    url("image/png", png.padEnd(1_100_000, "x")),
    "must have at most 1400000 characters",
  ],
])("%s is refused", (_what, value, problem) => {
  expect(pictureDataProblem(value)).toEqual(problem);
});
