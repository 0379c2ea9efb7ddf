import { deflateSync } from "node:zlib";
import type { MediaFormat, MediaKind } from "@polls/media";
import sharp from "sharp";
import { makeMedia, testPicture, testTone } from "./make-media";
import { turnedJxl } from "./turned-jxl";

export interface HostileFile {
  readonly name: string;
  readonly content: Buffer;
  /** If set, the renderer gets the file as this format, and its content is not checked. */
  readonly forcedAs?: { readonly kind: MediaKind; readonly format: MediaFormat };
  /** Whether it must not be rendered. */
  readonly refused?: true;
}

/** A reproducible sequence of random numbers from 0 to 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const cuts = (name: string, whole: Buffer, count: number): HostileFile[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `${name} cut at ${n + 1}/${count + 1}`,
    content: whole.subarray(0, Math.ceil((whole.length * (n + 1)) / (count + 1))),
  }));

function flips(name: string, whole: Buffer, count: number): HostileFile[] {
  return Array.from({ length: count }, (_, n) => {
    const next = chance(n * 7_919 + whole.length);
    const content = Buffer.from(whole);
    for (let change = 0; change < 1 + n * 3; change += 1) {
      // After the signature, and more often near the beginning, where the structure is.
      const at = 12 + Math.floor(next() ** 2 * (content.length - 12));
      content[at] = Math.floor(next() * 256);
    }
    return { name: `${name} with ${1 + n * 3} bytes changed`, content };
  });
}

/** Texts that no published file may contain. */
export const foreign = ["<script", "%PDF-1.4", "#EXTM3U", "PK\x03\x04payload", "<svg"];

const strangers = (name: string, whole: Buffer): HostileFile[] =>
  [
    "<script>alert(1)</script>",
    "%PDF-1.4 payload",
    "PK\x03\x04payload",
    "#EXTM3U\n",
    "<svg onload=x>",
  ].map((stranger) => ({
    name: `${name} followed by ${JSON.stringify(stranger)}`,
    content: Buffer.concat([whole, Buffer.from(stranger.repeat(20), "latin1")]),
  }));

const be32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  return Buffer.concat([be32(content.length), named, be32(crc32(named))]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A PNG with one bit per pixel, which fits into a few kilobytes. */
function flatPng(width: number, height: number, extra: readonly Buffer[] = []): Buffer {
  const header = Buffer.concat([be32(width), be32(height), Buffer.from([1, 0, 0, 0, 0])]);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...extra,
    pngChunk("IDAT", deflateSync(rows, { level: 1 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function claimedSize(whole: Buffer, at: number, bytes: Buffer): Buffer {
  const content = Buffer.from(whole);
  bytes.copy(content, at);
  return content;
}

/** Pictures that claim or contain too many pixels. */
async function floods(jpeg: Buffer, gif: Buffer): Promise<HostileFile[]> {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const bomb = deflateSync(Buffer.alloc(50_000_000));
  const frames = 3_000;
  const animation = await sharp(Buffer.alloc(8 * 8 * frames * 3, 120), {
    raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 },
  })
    .gif()
    .toBuffer();
  return [
    {
      name: "a PNG of 268 megapixels in kilobytes",
      content: flatPng(16_383, 16_383),
      refused: true,
    },
    {
      name: "a PNG that claims 4 million by 4 million",
      content: claimedSize(flatPng(8, 8), 16, Buffer.concat([be32(4e6), be32(4e6)])),
      refused: true,
    },
    {
      name: "a JPEG that claims 65,500 by 65,500",
      content: claimedSize(jpeg, frame + 5, Buffer.from([0xff, 0xdc, 0xff, 0xdc])),
      refused: true,
    },
    {
      name: "a GIF that claims 65,535 by 65,535",
      content: claimedSize(gif, 6, Buffer.from([0xff, 0xff, 0xff, 0xff])),
      refused: true,
    },
    { name: "a GIF of 3,000 frames", content: animation },
    { name: "a PNG of 1 by 90,000", content: flatPng(1, 90_000) },
    { name: "a PNG of 90,000 by 1", content: flatPng(90_000, 1) },
    {
      name: "a PNG with a text that unpacks to 50 MB",
      content: flatPng(8, 8, [pngChunk("zTXt", Buffer.concat([Buffer.from("k\0\0"), bomb]))]),
    },
    {
      name: "a PNG with a profile that unpacks to 50 MB",
      content: flatPng(8, 8, [pngChunk("iCCP", Buffer.concat([Buffer.from("k\0\0"), bomb]))]),
    },
    {
      name: "a JPEG with an Exif of nonsense",
      content: Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xe1, 0xff, 0xff]),
        Buffer.from("Exif\0\0MM\0*"),
        Buffer.alloc(65_523, 255),
        jpeg.subarray(2),
      ]),
    },
  ];
}

/** The beginning of a block of Matroska with a key frame: id, length, track 1, time, flags. */
const BLOCK = /\xa3(?:[\x80-\xff]|[\x40-\x7f].|[\x20-\x3f].{2})\x81.{2}\x80/gs;

/** Delays every other frame of a Matroska by ten seconds, so that time jumps back and forth. */
function zigzagOf(video: Buffer, frames: number): Buffer {
  const blocks = [...video.toString("latin1").matchAll(BLOCK)];
  if (blocks.length !== frames) throw new Error(`${blocks.length} of ${frames} frames found`);
  const made = Buffer.from(video);
  for (const [n, block] of blocks.entries()) {
    const at = block.index + block[0].length - 3;
    if (n % 2 === 1) made.writeInt16BE(made.readInt16BE(at) + 10_000, at);
  }
  return made;
}

const asVideo = { kind: "video", format: "mp4" } as const;
const asMatroska = { kind: "video", format: "mkv" } as const;
const asSound = { kind: "audio", format: "mp3" } as const;

/**
 * Texts with paths of other files, which a program that guesses formats would open as videos.
 * `decoy` is beside each file.
 */
function playlists(decoy: string, trap: string): HostileFile[] {
  const hls = (address: string) =>
    `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}\n#EXT-X-ENDLIST\n`;
  const texts = [
    ["a playlist of a neighbour's file", hls(decoy)],
    ["a playlist of a system file", hls("/etc/passwd")],
    ["a playlist of a web address", hls(`http://${trap}/a.ts`)],
    ["a playlist through concat", hls(`concat:${decoy}|/etc/passwd`)],
    ["a list of files to join", `ffconcat version 1.0\nfile ${decoy}\n`],
    [
      "a DASH manifest",
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet><Representation id="1" bandwidth="1"><BaseURL>http://${trap}/${decoy}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    ],
    [
      "a session description",
      `v=0\nc=IN IP4 127.0.0.1\nm=video ${trap.split(":")[1]} RTP/AVP 96\n`,
    ],
    ["subtitles that name a video", `[Script Info]\nVideo File: ${decoy}\n`],
  ] as const;
  return texts.flatMap(([name, text]) =>
    [asVideo, asMatroska, asSound].map((forcedAs) => ({
      name: `${name}, taken for ${forcedAs.format}`,
      content: Buffer.from(text),
      forcedAs,
      refused: true as const,
    })),
  );
}

const drawings: HostileFile[] = [
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
  '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg>&b;</svg>',
  "<html><script>alert(1)</script></html>",
  "push graphic-context\nimage over 0,0 1,1 'ephemeral:/tmp/x'\n",
  "%!PS\n(%pipe%id) (w) file\n",
].flatMap((text, n) =>
  (["jpeg", "png", "tiff"] as const).map((format) => ({
    name: `text ${n} taken for ${format}`,
    content: Buffer.from(text),
    forcedAs: { kind: "image", format } as const,
    refused: true as const,
  })),
);

/**
 * About 230 hostile files, the same in each run (docs/reliability.md#hostile-files). `decoy` is the
 * name of a video beside each; `trap` is an address that no decoder may call.
 */
export async function hostileFiles(decoy: string, trap: string): Promise<HostileFile[]> {
  const picture = sharp({
    create: {
      width: 96,
      height: 64,
      channels: 3,
      background: "#336699",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
  const pictures = {
    jpeg: await picture.clone().jpeg().toBuffer(),
    "progressive jpeg": await picture.clone().jpeg({ progressive: true }).toBuffer(),
    png: await picture.clone().png().toBuffer(),
    webp: await picture.clone().webp().toBuffer(),
    gif: await picture.clone().gif().toBuffer(),
    tiff: await picture.clone().tiff().toBuffer(),
    avif: await picture.clone().avif({ effort: 0 }).toBuffer(),
    "JPEG XL": turnedJxl,
  };
  const video = (extension: string, codec: readonly string[]) =>
    makeMedia([...testPicture("64x48", 0.3), ...testTone(0.3)], codec, extension);
  const videos = {
    mp4: await video("mp4", ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"]),
    webm: await video("webm", ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libvorbis"]),
    mkv: await video("mkv", ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "flac"]),
    avi: await video("avi", ["-c:v", "mjpeg", "-c:a", "adpcm_ms"]),
    mts: await video("mts", ["-c:v", "mpeg2video", "-c:a", "mp2"]),
    "ProRes mov": await video("mov", ["-c:v", "prores_ks", "-c:a", "pcm_s16le"]),
  };
  const steady = await makeMedia(
    testPicture("64x48", 8),
    ["-c:v", "libx264", "-preset", "ultrafast", "-g", "1", "-bf", "0"],
    "mkv",
  );
  const zigzag = zigzagOf(steady, 200);
  const sound = (extension: string) => makeMedia(testTone(0.5), [], extension);
  const sounds = {
    mp3: await sound("mp3"),
    m4a: await sound("m4a"),
    ogg: await sound("ogg"),
    flac: await sound("flac"),
    wav: await sound("wav"),
    aiff: await sound("aiff"),
    aac: await sound("aac"),
    mka: await sound("mka"),
  };
  return [
    ...Object.entries(pictures).flatMap(([name, whole]) => [
      ...cuts(name, whole, 4),
      ...flips(name, whole, 6),
      ...strangers(name, whole),
    ]),
    ...(await floods(pictures.jpeg, pictures.gif)),
    ...drawings,
    ...Object.entries(videos).flatMap(([name, whole]) => [
      ...cuts(name, whole, 4),
      ...flips(name, whole, 6),
    ]),
    { name: "a video whose time goes forth and back", content: zigzag },
    ...Object.entries(sounds).flatMap(([name, whole]) => [
      ...cuts(name, whole, 3),
      ...flips(name, whole, 4),
    ]),
    ...playlists(decoy, trap),
  ];
}
