// Files of codecs for which ffmpeg has a decoder and no encoder.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeMedia } from "./make-media";

const bits = (...fields: readonly string[]): Buffer =>
  Buffer.from(
    fields
      .join("")
      .replaceAll(" ", "")
      .match(/.{1,8}/g)
      ?.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)) ?? [],
  );
const number = (value: number, length: number) => value.toString(2).padStart(length, "0");

const le16 = (value: number) => Buffer.from([value & 255, value >> 8]);
const le32 = (...values: readonly number[]) =>
  Buffer.concat(values.flatMap((value) => [le16(value & 0xffff), le16(value >>> 16)]));

function chunk(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(type), le32(body.length), body, Buffer.alloc(body.length % 2)]);
}
const list = (type: string, ...content: readonly Buffer[]) =>
  chunk("LIST", Buffer.from(type), ...content);

const SIDE = 16;
const FRAMES = 3;

/** An AVI that repeats one frame of 16 × 16 pixels. */
function aviOf(fourcc: string, frame: Buffer, setup: Buffer = Buffer.of()): Buffer {
  const main = le32(40_000, 0, 0, 0x10, FRAMES, 0, 1, frame.length, SIDE, SIDE, 0, 0, 0, 0);
  const id = Buffer.from(fourcc);
  const stream = [Buffer.from("vids"), id, le32(0, 0, 0, 1, 25, 0, FRAMES, frame.length, 0, 0)];
  const format = [le32(40 + setup.length, SIDE, SIDE), le16(1), le16(24), id, le32(0, 0, 0, 0, 0)];
  return chunk(
    "RIFF",
    Buffer.from("AVI "),
    list(
      "hdrl",
      chunk("avih", main),
      list("strl", chunk("strh", ...stream, Buffer.alloc(8)), chunk("strf", ...format, setup)),
    ),
    list("movi", ...Array.from({ length: FRAMES }, () => chunk("00dc", frame))),
  );
}

/** The differences of the six blocks of a gray macroblock, in Microsoft's codecs. */
const GRAY = "1111 0000";

/** A key frame of one gray macroblock: header, type, quantizer, slice, macroblock. */
const msmpeg4v1 = () =>
  aviOf("MPG4", bits(number(0x100, 32), "00000 00 00001 00001", "1 0011", "100".repeat(4), "0000"));

const wmv3 = () =>
  aviOf(
    "WMV3",
    bits("00 0 0000000 00100 0 0 0 0", "1 0", GRAY),
    bits("0000 000 00000 0001 1 0 00 00000 000 00 0 1"),
  );

/** The advanced profile needs a sequence header and an entry point. */
const vc1 = () =>
  aviOf(
    "WVC1",
    bits("110 0 00100 0", "0 0000", "0 0 0", "1 0", GRAY),
    Buffer.concat([
      Buffer.from([0, 0, 1, 0x0f]),
      bits("11 000 01 000 00000 0", number(7, 12), number(7, 12), "0000 1000 1"),
      Buffer.from([0, 0, 1, 0x0e]),
      bits("01000 00 000 00 0 0 0 1"),
    ]),
  );

function svq3(): Buffer {
  const slice = bits("011 0", number(0, 8), "10000 0 0 0 00 0", "001 1 1 1 1", "0".repeat(40));
  return aviOf(
    "SVQ3",
    Buffer.concat([Buffer.from([0x21, slice.length]), slice]),
    Buffer.concat([
      Buffer.from("SEQH\0\0\0\x08"),
      bits("111", number(SIDE, 12), number(SIDE, 12), "0 0 0000 1 0 0 0 0"),
      Buffer.alloc(4),
    ]),
  );
}

/** A JPEG with a table of offsets in place of its markers, in a video of raw pixels. */
async function mjpegb(): Promise<Buffer> {
  const jpeg = await makeMedia(
    ["-f", "lavfi", "-i", `color=red:size=${SIDE}x${SIDE}`],
    ["-frames:v", "1", "-pix_fmt", "yuvj420p", "-huffman", "default"],
    "jpg",
  );
  const START_OF_SCAN = 0xda;
  const segments = new Map<number, Buffer>();
  let at = 2;
  while (!segments.has(START_OF_SCAN)) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    segments.set(jpeg[at + 1] ?? 0, jpeg.subarray(at + 2, end));
    at = end;
  }
  const parts = [0xdb, 0xc4, 0xc0, START_OF_SCAN].map((type) => segments.get(type) ?? Buffer.of());
  parts.push(jpeg.subarray(at, -2));
  const head = Buffer.alloc(44);
  head.write("mjpg", 4);
  let end = head.length;
  for (const [n, part] of parts.entries()) {
    head.writeUInt32BE(end, 20 + 4 * n);
    end += part.length;
  }
  head.writeUInt32BE(end, 8);
  head.writeUInt32BE(end, 12);
  const frame = Buffer.alloc(32 * 8 * 3);
  Buffer.concat([head, ...parts]).copy(frame);
  const pixels = Buffer.concat(Array.from({ length: FRAMES }, () => frame));
  const input = ["-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", "32x8", "-i"];
  const video = await withFile(pixels, (path) =>
    makeMedia([...input, path], ["-c:v", "rawvideo"], "mov"),
  );
  video.write("mjpb", video.indexOf("stsd") + 16);
  return video;
}

/** A sound of a phone. Any bits of a frame can be decoded. */
async function amr(magic: string, type: number, bytes: number): Promise<Buffer> {
  const frame = Buffer.concat([Buffer.from([type]), Buffer.alloc(bytes, 0x55)]);
  const sound = Buffer.concat([Buffer.from(magic), ...Array.from({ length: 10 }, () => frame)]);
  return withFile(sound, (path) => makeMedia(["-f", "amr", "-i", path], ["-c", "copy"], "3gp"));
}

async function withFile<Result>(
  content: Buffer,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), "rare-media-"));
  try {
    const path = join(directory, "made");
    await writeFile(path, content);
    return await use(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A file of each codec that ffmpeg cannot write, by the name of the codec. */
export const rareMedia: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  msmpeg4v1,
  wmv3,
  vc1,
  svq3,
  mjpegb,
  amr_nb: () => amr("#!AMR\n", 0x3c, 31),
  amr_wb: () => amr("#!AMR-WB\n", 0x44, 60),
};
