// Covers docs/reference/media.md: accepted-files
// Covers docs/reliability.md: hostile-files, served-files

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describeWhere, sampleCases } from "@polls/testing";
import sharp from "sharp";
import { shareMedia, type UploadFacts } from "../testing/media-fixture";

const FOLDER = resolve(__dirname, "../../../../shared/data/media");
const describeWithFiles = describeWhere(existsSync(FOLDER), `there are no real files in ${FOLDER}`);

type Row = readonly [
  file: string,
  kind: NonNullable<UploadFacts["kind"]>,
  size: string,
  derivatives: string,
];

const shown = "large medium social thumb";
const filmed = "large social thumb";
/** Files of cameras, phones and encoders, with their upright size and derivatives. */
const rows: readonly Row[] = [
  ["photo-2725x2225.jpg", "image", "2725×2225", shown],
  ["photo-gps.jpg", "image", "640×480", shown],
  ["photo-orientation-3.jpg", "image", "600×450", shown],
  ["photo-orientation-6.jpg", "image", "450×600", shown],
  ["photo-small-100x68.jpg", "image", "100×68", shown],
  ["broken-truncated.jpg", "image", "2725×2225", shown],
  ["photo.heic", "image", "2566×3313", shown],
  ["image-alpha.png", "image", "1024×768", shown],
  ["image-animated.gif", "image", "80×80", shown],
  ["image-cmyk.jpg", "image", "500×333", shown],
  ["image.avif", "image", "4096×800", shown],
  ["image.webp", "image", "1024×772", shown],
  ["video-h264-rotated.mp4", "video", "1080×1920", filmed],
  ["video-hevc.mp4", "video", "1920×1080", filmed],
  ["video.mkv", "video", "1920×1080", filmed],
  ["video.webm", "video", "1080×1080", filmed],
  ["audio-id3v23.mp3", "audio", "", "cover sound"],
  ["audio-opus.ogg", "audio", "", "cover sound"],
  ["broken-join.mp3", "audio", "", "cover sound"],
  ["audio-no-cover.mp3", "audio", "", "sound"],
  ["audio.flac", "audio", "", "sound"],
  ["audio.m4a", "audio", "", "sound"],
];

describeWithFiles("real files", () => {
  const fixture = shareMedia();

  async function process(file: string, kind: NonNullable<UploadFacts["kind"]>) {
    const { id } = await fixture.upload(await readFile(resolve(FOLDER, file)), { kind });
    await fixture.run(
      kind === "video" ? "media-slow.transcode-video" : "media.render-attachment",
      id,
    );
    return fixture.attachment(id);
  }

  test.each(sampleCases(rows, 2, 0))("%s", async (file, kind, size, derivatives) => {
    const attachment = await process(file, kind);
    expect(attachment?.processingError).toBeNull();
    expect(attachment?.width ? `${attachment.width}×${attachment.height}` : "").toBe(size);
    expect(attachment?.derivatives.map(({ name }) => name).join(" ")).toBe(derivatives);
    for (const { storageKey, contentType, width } of attachment?.derivatives ?? []) {
      const stored = await readStored(storageKey);
      if (contentType.startsWith("image/")) {
        const metadata = await sharp(stored).metadata();
        expect(metadata).toMatchObject({ width, space: "srgb" });
        expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
      }
      expect(stored.length).toBeGreaterThan(50);
    }
  });

  test.each([["refused.svg", "unsupported_codec"]])(
    "%s gets no derivatives",
    async (file, problem) => {
      expect(await process(file, "image")).toMatchObject({
        processingError: problem,
        derivatives: [],
      });
    },
  );

  test.each([90, 180, 270])(
    "a phone's picture whose tiles are rotated by %i° is shown upright",
    async (turn) => {
      const photo = await readFile(resolve(FOLDER, "photo.heic"));
      const upright = await thumbOf(photo);
      // The box counts quarter turns counterclockwise.
      photo[photo.indexOf("irot") + 4] = (360 - turn) / 90;
      const turned = await grayOf(sharp(await thumbOf(photo)));
      const expected = await grayOf(sharp(await sharp(upright).rotate(turn).png().toBuffer()));
      const apart = turned.reduce((sum, value, n) => sum + Math.abs(value - (expected[n] ?? 0)), 0);
      expect(apart / turned.length).toBeLessThan(3);
    },
  );

  async function thumbOf(content: Buffer): Promise<Buffer> {
    const { id } = await fixture.upload(content, { kind: "image" });
    await fixture.run("media.render-attachment", id);
    const attachment = await fixture.attachment(id);
    const thumb = attachment?.derivatives.find(({ name }) => name === "thumb");
    return readStored(thumb?.storageKey ?? "");
  }

  const grayOf = (image: sharp.Sharp) =>
    image.resize(100, 100, { fit: "fill" }).toColourspace("b-w").raw().toBuffer();

  test("no derivative and no row contains the position in a photo", async () => {
    const attachment = await process("photo-gps.jpg", "image");
    expect(attachment?.metadata).toMatchObject({ camera_make: "NIKON" });
    expect(JSON.stringify(attachment?.metadata)).not.toMatch(/gps|lat|lon/i);
  });

  async function readStored(key: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of await fixture.deps.storage.open(key)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
});
