// Covers docs/reference/media.md: animated-pictures, colors-of-pictures

import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bytesInMemory, inspectMedia } from "@polls/media";
import sharp from "sharp";
import { makeHeic } from "../../testing/make-heic";
import { temporaryDirectory } from "../../testing/temporary-directory";
import { pictureFile } from "./picture-task";
import { renderPictures } from "./render-pictures";

let root: string;
beforeAll(async () => {
  root = await temporaryDirectory();
});
const openAllLoaders = () => sharp.unblock({ operation: ["VipsForeignLoad"] });
afterAll(openAllLoaders);

/** The rendered picture, and what the header told about the original. */
async function shown(content: Buffer) {
  const inspection = await inspectMedia(bytesInMemory(content));
  const directory = await mkdtemp(join(root, "job-"));
  await writeFile(join(directory, "original"), content);
  const task = { directory, input: "original", format: "heic", rotation: 0 } as const;
  const answer = await renderPictures({ ...task, maxPixels: 1_000_000, names: ["large"] });
  openAllLoaders();
  if (!answer.ok || !inspection.ok) throw new Error("it is not shown");
  const picture = sharp(await readFile(join(directory, pictureFile("large"))));
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray((y * info.width + x) * 4);
    const color = red > 200 && blue < 60 ? "red" : blue > 200 && red < 60 ? "blue" : "other";
    return green < 60 ? `${alpha > 127 ? "" : "clear "}${color}` : "other";
  };
  const { width, height, transparent, heldBytes = 0 } = inspection.media;
  const gray = (x: number, y: number) => data[(y * info.width + x) * 4] ?? 0;
  return {
    gray,
    memory: heldBytes,
    pixel,
    sizes: { told: [width, height, transparent], size: [info.width, info.height] },
  };
}

test("a HEIC is shown", async () => {
  const { pixel, sizes } = await shown(await makeHeic({}));
  expect(sizes).toEqual({ told: [64, 64, false], size: [64, 64] });
  expect([pixel(16, 16), pixel(48, 16)]).toEqual(["red", "blue"]);
});

test("a HEIC is cropped, and not squeezed", async () => {
  const { pixel, sizes } = await shown(await makeHeic({ leftHalf: true }));
  expect(sizes).toEqual({ told: [32, 64, false], size: [32, 64] });
  expect([pixel(4, 32), pixel(27, 32)]).toEqual(["red", "red"]);
});

test("a HEIC keeps its transparency", async () => {
  const { pixel, sizes } = await shown(await makeHeic({ alpha: true }));
  expect(sizes).toEqual({ told: [64, 64, true], size: [64, 64] });
  expect([pixel(16, 8), pixel(16, 56), pixel(48, 56)]).toEqual(["clear red", "red", "blue"]);
});

test("a HEIC of 10 bits keeps its range until its colors are converted", async () => {
  // 203 candela per square meter in PQ are white, and a fifth of that is a dark gray.
  const deep = { primaries: 9, transfer: 16 };
  const picture = await makeHeic({ colors: ["#949494", "#6c6c6c"], deep });
  const { gray, memory } = await shown(picture);
  expect(gray(16, 32)).toBeGreaterThan(248);
  expect(gray(48, 32)).toBeGreaterThan(110);
  expect(gray(48, 32)).toBeLessThan(145);
  expect(memory).toBeGreaterThan((await shown(await makeHeic({}))).memory);
});

test("a sequence with a still picture is shown", async () => {
  const sequence = await makeHeic({});
  sequence.write("hevc", 8, "latin1");
  expect((await shown(sequence)).pixel(16, 16)).toBe("red");
});

test("a sequence without a still picture is refused before 201", async () => {
  const sequence = await makeHeic({});
  sequence.write("moov", sequence.indexOf("meta"), "latin1");
  expect(await inspectMedia(bytesInMemory(sequence))).toMatchObject({
    ok: false,
    problem: "unsupported",
    detail: "A HEIF sequence without a still picture",
  });
});
