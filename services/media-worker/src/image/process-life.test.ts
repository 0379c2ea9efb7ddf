import type { PictureAnswer } from "./picture-answer";
import { mayStay } from "./picture-processes";
import type { PictureFormat } from "./picture-task";

const shown = (width: number, height: number): PictureAnswer => ({
  ok: true,
  width,
  height,
  thumbhash: "AAAA",
  pictures: [],
});
const photo = shown(6_000, 4_000);
const fresh = { pictures: 1, busyMs: 900 };

test.each<[string, boolean, typeof fresh, PictureFormat, PictureAnswer]>([
  ["a camera's photo", true, fresh, "jpeg", photo],
  [
    "a file that cannot be shown",
    false,
    fresh,
    "jpeg",
    { ok: false, problem: "broken", detail: "" },
  ],
  ["a large picture", false, fresh, "jpeg", shown(10_000, 10_000)],
  ["a telephone's photo, whose decoder keeps memory", false, fresh, "heic", photo],
  ["the maximum number of pictures", false, { pictures: 50, busyMs: 900 }, "jpeg", photo],
  ["much work", false, { pictures: 2, busyMs: 30_000 }, "jpeg", photo],
])("after %s a process stays: %s", (_what, stays, served, format, answer) => {
  expect(mayStay(served, format, answer)).toBe(stays);
});
