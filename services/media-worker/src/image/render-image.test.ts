import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { picturesOf } from "@polls/media/derivatives";
import { atFileEnd } from "@polls/testing";
import sharp from "sharp";
import type { RenderTools } from "../rendering";
import { renderTools } from "../testing/render-tools";
import { temporaryDirectory } from "../testing/temporary-directory";
import { renderImage, renderWithinMemory } from "./render-image";

let tools: RenderTools;
let directory: string;
beforeAll(async () => {
  tools = await toolsWith();
  directory = await temporaryDirectory();
  const canvas = sharp({ create: { width: 600, height: 400, channels: 3, background: "#808080" } });
  await writeFile(join(directory, "original"), await canvas.png().toBuffer());
});

/** Tools whose picture processes end with this file. */
async function toolsWith(changes?: Parameters<typeof renderTools>[0]) {
  const own = await renderTools(changes);
  atFileEnd("picture processes", () => own.pictures.close());
  return own;
}

async function render({ caps, pictures }: RenderTools = tools, input = "original") {
  const job = pictures.of({ poll: "1", directory, fresh: false });
  const what = { input, format: "png", names: picturesOf.image, rotation: 90 } as const;
  const { signal } = new AbortController();
  try {
    return await renderImage({ caps }, { ...what, directory, pictures: job, signal });
  } finally {
    job.release();
  }
}

it("makes the pictures in a process of its own", async () => {
  expect(await render()).toEqual({
    ok: true,
    width: 400,
    height: 600,
    thumbhash: expect.any(String),
    files: [
      ["large", "image/webp", "webp", 400, 600],
      ["medium", "image/webp", "webp", 400, 600],
      ["thumb", "image/webp", "webp", 267, 400],
      ["social", "image/jpeg", "jpg", 400, 210],
    ].map(([name, contentType, extension, width, height]) => ({
      name,
      contentType,
      extension,
      width,
      height,
      path: join(directory, `picture-${name}`),
    })),
  });
});

it.each([
  [1, 640, 400],
  [6, 400, 640],
] as const)(
  "shows the JPEG in a camera RAW file, turned as the camera was held (%i)",
  async (orientation, width, height) => {
    const red = { width: 640, height: 400, channels: 3, background: "#c02020" } as const;
    const jpeg = await sharp({ create: red }).jpeg().toBuffer();
    const content = Buffer.concat([Buffer.alloc(1_000, 7), jpeg, Buffer.alloc(500, 7)]);
    await writeFile(join(directory, "raw"), content);
    const media = {
      kind: "image",
      format: "raw",
      contentType: "image/x-dcraw",
      width,
      height,
      embedded: { start: 1_000, length: jpeg.length, orientation },
    } as const;
    const pictures = tools.pictures.of({ poll: "1", directory, fresh: false });
    const signal = new AbortController().signal;
    const source = { directory, pictures, signal, input: "raw", names: picturesOf.image } as const;
    const rendering = await renderWithinMemory(tools, media, { ...source, rotation: 0 });
    pictures.release();
    expect(rendering).toMatchObject({ ok: true, width, height });
    const { dominant } = await sharp(join(directory, "picture-large")).stats();
    expect(dominant.r).toBeGreaterThan(150);
  },
);

it("reports a picture that cannot be decoded", async () => {
  await writeFile(join(directory, "broken"), "this is no PNG");
  expect(await render(tools, "broken")).toMatchObject({ ok: false, problem: "broken" });
});

describe("a decoder that dies is reported, for a retry", () => {
  it("out of time", async () => {
    const pictureLimits = { ...tools.pictureLimits, wallMs: 20 };
    await expect(render(await toolsWith({ pictureLimits }))).rejects.toMatchObject({
      name: "DecoderDied",
      message: "the picture took too long",
    });
  });

  it("out of memory", async () => {
    const pictureLimits = { ...tools.pictureLimits, memoryBytes: 60 * 1024 * 1024 };
    await expect(render(await toolsWith({ pictureLimits }))).rejects.toMatchObject({
      name: "DecoderDied",
    });
  });
});
