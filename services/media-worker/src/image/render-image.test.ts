// Covers docs/reference/media.md: camera-raw, jpeg-xl
// Covers docs/reliability.md: confined-decoders

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFfmpeg } from "@polls/devstack";
import { spawnSync } from "@polls/devstack/children";
import { bytesInMemory, inspectMedia } from "@polls/media";
import { picturesOf } from "@polls/media/derivatives";
import { atFileEnd, describeWhere } from "@polls/testing";
import sharp from "sharp";
import { found, renderTools } from "../../testing/render-tools";
import { temporaryDirectory } from "../../testing/temporary-directory";
import { turnedJxl } from "../../testing/turned-jxl";
import type { RenderTools } from "../rendering";
import { decodeJxl } from "./jxl";
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

/** The large picture. Read as a buffer, because sharp caches files by name. */
const shownPicture = async () => sharp(await readFile(join(directory, "picture-large")));

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

test("creates the pictures in a separate process", async () => {
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

test.each([
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
    const { dominant } = await (await shownPicture()).stats();
    expect(dominant.r).toBeGreaterThan(150);
  },
);

/**
 * A JPEG XL in boxes, with its picture split into parts of some bytes. The size field of a long box
 * has eight bytes.
 */
function boxed(codestream: Buffer, partBytes: number, isLong = false): Buffer {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(isLong ? 16 : 8);
    head.writeUInt32BE(isLong ? 1 : content.length + 8);
    head.write(type, 4, "latin1");
    if (isLong) head.writeBigUInt64BE(BigInt(content.length + 16), 8);
    return Buffer.concat([head, content]);
  };
  const count = Math.ceil(codestream.length / partBytes);
  const parts = Array.from({ length: count }, (_, n) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(n === count - 1 ? n + 2 ** 31 : n);
    return Buffer.concat([number, codestream.subarray(n * partBytes, (n + 1) * partBytes)]);
  });
  return Buffer.concat([
    Buffer.from("\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl \0\0\0\0jxl ", "latin1"),
    ...(count === 1 ? [box("jxlc", codestream)] : parts.map((part) => box("jxlp", part))),
  ]);
}

async function renderJxl(content: Buffer, own: RenderTools = tools) {
  await writeFile(join(directory, "jxl"), content);
  const inspection = await inspectMedia(bytesInMemory(content));
  if (!inspection.ok) throw new Error(inspection.detail);
  const pictures = own.pictures.of({ poll: "1", directory, fresh: false });
  const signal = new AbortController().signal;
  const source = { directory, pictures, signal, input: "jxl", names: picturesOf.image } as const;
  try {
    return await renderWithinMemory(own, inspection.media, { ...source, rotation: 0 });
  } finally {
    pictures.release();
  }
}

const { stdout: decoders } = spawnSync(found?.ffmpeg ?? "ffmpeg", ["-hide_banner", "-decoders"]);
const describeWithJxl = describeWhere(decoders.includes("libjxl"), "ffmpeg decodes no JPEG XL");

describeWithJxl("a JPEG XL", () => {
  test.each([
    ["bare", turnedJxl],
    ["in boxes", boxed(turnedJxl, 1_000)],
    ["in parts", boxed(turnedJxl, 100)],
    ["in a box with a long size", boxed(turnedJxl, 1_000, true)],
    ["in parts with long sizes", boxed(turnedJxl, 100, true)],
  ])("%s is shown upright", async (_what, content) => {
    expect(await renderJxl(content)).toMatchObject({ ok: true, width: 200, height: 400 });
    const { data, info } = await (await shownPicture()).raw().toBuffer({ resolveWithObject: true });
    const greenAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] ?? 0;
    expect(greenAt(190, 10)).toBeLessThan(100);
    expect(greenAt(10, 10)).toBeGreaterThan(200);
  });

  test.each([
    [
      "of a wide gamut, in its own colors",
      "/wrLQEAeNwIIAgEAZABLGIsVANQfYzD+LxABACBBvwAggWOP4J0A",
      { red: 220, green: 30 },
    ],
    [
      "of high dynamic range, mapped",
      "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAyanhsY/8KywT8AOTRIw4HAAAAgAgCAQBUAEsYiwMAAZbh/xeIACAQVQAAR8icHw==",
      { red: 200, green: 150 },
    ],
    [
      "of colors that cannot be converted, as it is",
      "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAuanhsY/8KywT8AEWPOBwAAAAAAggCAQBEAEsYixWAZfj/BKIKABCJ6PcD",
      { red: 200, green: 255 },
    ],
  ])("%s", async (_what, base64, { red, green }) => {
    expect(await renderJxl(Buffer.from(base64, "base64"))).toMatchObject({ ok: true, width: 64 });
    const { channels } = await (await shownPicture()).toColourspace("srgb").stats();
    expect(channels[0]?.mean).toBeGreaterThan(red);
    expect(channels[1]?.mean).toBeLessThanOrEqual(green);
  });

  test("an incomplete picture is broken, or shown as far as this ffmpeg decodes it", async () => {
    const half = turnedJxl.subarray(0, turnedJxl.length / 2);
    const bare = await renderJxl(half);
    expect(bare).toMatchObject(bare.ok ? { width: 200 } : { problem: "broken" });
    for (const isLong of [false, true]) {
      expect(await renderJxl(boxed(half, 100, isLong))).toMatchObject({ ok: bare.ok });
    }
  });

  test("a picture whose boxes are incomplete after the header is broken", async () => {
    // Its header is in the first part.
    const whole = boxed(Buffer.concat([turnedJxl, Buffer.alloc(9_000)]), 5_000);
    expect(await renderJxl(whole.subarray(0, -100))).toMatchObject({ problem: "broken" });
  });

  test.each([
    [
      "with floating-point numbers, in gray and transparent",
      "/wrsAACeACCQ2xS3BAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      // A later ffmpeg supports them, and finds no pixels here.
      /^(?:unsupported_codec|broken)$/,
    ],
    [
      "with a channel of an unknown kind",
      "/wrsAACeACCAsUGTV7YWilsCAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      /^unsupported_codec$/,
    ],
  ])(
    "%s is of an unsupported codec, also where its header is not read before",
    async (_what, base64, problem) => {
      await writeFile(join(directory, "jxl"), base64, "base64");
      const { signal } = new AbortController();
      expect(await decodeJxl(tools, { directory, input: "jxl", signal })).toMatchObject({
        ok: false,
        problem: expect.stringMatching(problem),
      });
    },
  );
});

test("a JPEG XL has an unsupported codec if ffmpeg lacks its decoder", async () => {
  // The ffmpeg of npm is from 2018.
  const old = { ffmpeg: findFfmpeg({ searchPath: "" })?.ffmpeg ?? "" };
  expect(await renderJxl(turnedJxl, await toolsWith({ programs: old }))).toMatchObject({
    ok: false,
    problem: "unsupported_codec",
  });
});

test("reports a picture that cannot be decoded", async () => {
  await writeFile(join(directory, "broken"), "this is no PNG");
  expect(await render(tools, "broken")).toMatchObject({ ok: false, problem: "broken" });
});

describe("a dead decoder is reported, so that the job is retried", () => {
  test("when it had used its processor time at the wall-clock limit", async () => {
    const pictureLimits = { ...tools.pictureLimits, wallMs: 20, cpuSeconds: 0 };
    await expect(render(await toolsWith({ pictureLimits }))).rejects.toMatchObject({
      name: "DecoderDied",
      message: "the picture took too long",
    });
  });

  test("when the machine was busy", async () => {
    const pictureLimits = { ...tools.pictureLimits, wallMs: 20 };
    await expect(render(await toolsWith({ pictureLimits }))).rejects.toMatchObject({
      name: "DecoderStarved",
      message: "the picture got too little processor time",
    });
  });

  test("when it exceeds its memory", async () => {
    const pictureLimits = { ...tools.pictureLimits, memoryBytes: 60 * 1024 * 1024 };
    await expect(render(await toolsWith({ pictureLimits }))).rejects.toMatchObject({
      name: "DecoderDied",
    });
  });
});
