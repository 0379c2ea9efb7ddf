import type { MediaFormat } from "../formats";

const bytes = (...parts: readonly (number | string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === "string"
        ? Buffer.from(part, "latin1")
        : typeof part === "number"
          ? Buffer.from([part])
          : part,
    ),
  );
const u16 = (value: number) => bytes(value >> 8, value & 255);
const u32 = (value: number) => bytes(u16(Math.floor(value / 65_536)), u16(value & 65_535));
const le16 = (value: number) => u16(value).slice().reverse();
const le32 = (value: number) => u32(value).slice().reverse();
const zeros = (count: number) => new Uint8Array(count);
export const box = (type: string, ...content: readonly (number | string | Uint8Array)[]) => {
  const body = bytes(...content);
  return bytes(u32(body.length + 8), type, body);
};

/** Exif data with an orientation only. */
const exif = (orientation: number) =>
  bytes("MM\0*", u32(8), u16(1), u16(0x0112), u16(3), u32(1), u16(orientation), u16(0), u32(0));

interface JpegFrame {
  /** The second byte of the frame marker: C0 is baseline, C2 progressive. */
  readonly marker?: number;
  /** The sampling of each component: 0x22 has all samples where 0x11 has a quarter. */
  readonly factors?: readonly number[];
  /** Number of components in the first scan. Absent means all. */
  readonly inScan?: number;
  readonly depth?: number;
}

/** A JPEG up to its first scan. Padding before the frame simulates a preview or a profile. */
export function tinyJpeg(
  width: number,
  height: number,
  orientation?: number,
  padding = 0,
  { marker = 0xc0, factors = [0x11], inScan = factors.length, depth = 8 }: JpegFrame = {},
) {
  const app1 = orientation === undefined ? "" : bytes("Exif\0\0", exif(orientation));
  const components = bytes(...factors.map((factor, n) => bytes(n + 1, factor, 0)));
  return bytes(
    "\xff\xd8",
    app1 === "" ? "" : bytes("\xff\xe1", u16(app1.length + 2), app1),
    ...Array.from({ length: padding }, () => bytes("\xff\xe2", u16(60_002), zeros(60_000))),
    bytes("\xff\xff", marker, u16(8 + components.length), depth, u16(height), u16(width)),
    bytes(factors.length, components),
    bytes("\xff\xda", u16(6 + 2 * inScan), inScan, zeros(3 + 2 * inScan)),
  );
}

const pngChunk = (type: string, content: Uint8Array) =>
  bytes(u32(content.length), type, content, zeros(4));

interface PngKind {
  readonly depth?: number;
  readonly colorType?: number;
  readonly interlaced?: boolean;
  /** Whether it has a transparent color. */
  readonly keyed?: boolean;
}

export const tinyPng = (
  width: number,
  height: number,
  orientation?: number,
  { depth = 8, colorType = 2, interlaced = false, keyed = false }: PngKind = {},
) =>
  bytes(
    "\x89PNG\r\n\x1a\n",
    pngChunk(
      "IHDR",
      bytes(u32(width), u32(height), depth, colorType, zeros(2), interlaced ? 1 : 0),
    ),
    keyed ? pngChunk("tRNS", zeros(6)) : "",
    orientation === undefined ? "" : pngChunk("eXIf", exif(orientation)),
    pngChunk("IDAT", zeros(1)),
  );

/** `disposal`: what its first frame does with the canvas. Without one the file ends before a frame. */
export const tinyGif = (width: number, height: number, disposal?: number) =>
  disposal === undefined
    ? bytes("GIF89a", le16(width), le16(height), zeros(20))
    : bytes(
        ...["GIF89a", le16(width), le16(height), 0x80, zeros(8)],
        ...[0x21, 0xfe, 2, "hi", 0, 0x21, 0xf9, 4, disposal << 2, zeros(4), 0x2c, zeros(20)],
      );

const riff = (form: string, ...chunks: readonly Uint8Array[]) => {
  const body = bytes(form, ...chunks);
  return bytes("RIFF", le32(body.length), body);
};
const riffChunk = (type: string, content: Uint8Array) =>
  bytes(type, le32(content.length), content, zeros(content.length % 2));

/** The flags in the feature header of a WebP. */
export const webpFlags = { exif: 0x08, alpha: 0x10, animated: 0x02 } as const;

export const tinyWebp = (width: number, height: number, orientation?: number, flags = 0) => {
  const u24 = (value: number) => le32(value).slice(0, 3);
  const features = flags | (orientation === undefined ? 0 : webpFlags.exif);
  return riff(
    "WEBP",
    riffChunk("VP8X", bytes(features, zeros(3), u24(width - 1), u24(height - 1))),
    riffChunk("VP8L", zeros(7)),
    ...(orientation === undefined ? [] : [riffChunk("EXIF", exif(orientation))]),
  );
};

/** A lossy WebP without a feature header. */
export const plainWebp = (width: number, height: number) =>
  riff("WEBP", riffChunk("VP8 ", bytes(zeros(6), le16(width), le16(height), zeros(10))));

/** A lossless WebP without a feature header. */
export const losslessWebp = (width: number, height: number, transparent = false) =>
  riff(
    "WEBP",
    riffChunk(
      "VP8L",
      bytes(
        0x2f,
        le32((width - 1) | ((height - 1) << 14) | (transparent ? 1 << 28 : 0)),
        zeros(15),
      ),
    ),
  );

type Fields = Readonly<Record<number, number | readonly number[]>>;

/** A TIFF with further fields by number. The values of lists are stored after the fields. */
export const tinyTiff = (width: number, height: number, orientation = 1, others: Fields = {}) => {
  const values = { 256: width, 257: height, 274: orientation, ...others };
  const entries: [string, Fields[number]][] = Object.entries(values);
  const lists: Uint8Array[] = [];
  let end = 8 + 2 + entries.length * 12 + 4;
  const fields = entries.map(([tag, value]) => {
    if (typeof value === "number") return bytes(le16(Number(tag)), le16(3), le32(1), le32(value));
    const list = bytes(...value.map(le16));
    lists.push(list);
    const field = bytes(le16(Number(tag)), le16(3), le32(value.length), le32(end));
    end += list.length;
    return field;
  });
  return bytes("II*\0", le32(8), le16(fields.length), ...fields, le32(0), ...lists);
};

/** A camera RAW file: its sensor in a nested directory, and optionally a JPEG. */
export const tinyRaw = (
  jpeg: Uint8Array | undefined,
  {
    sensor = [400, 300],
    orientation = 1,
    magic = "II*\0",
    maker = "",
    photometric = 32_803,
    compression = 1,
  } = {},
) => {
  const fields = (...list: readonly (readonly [number, number])[]) =>
    bytes(
      le16(list.length),
      ...list.map(([tag, value]) => bytes(le16(tag), le16(4), le32(1), le32(value))),
      le32(0),
    );
  const first = (start: number, length: number, below: number) =>
    fields([274, orientation], [330, below], [513, start], [514, length]);
  const head = 8 + maker.length;
  const below = head + first(0, 0, 0).length;
  const [width = 0, height = 0] = sensor;
  const sensorOf = fields([256, width], [257, height], [259, compression], [262, photometric]);
  const start = below + sensorOf.length;
  const length = jpeg?.length ?? 0;
  return bytes(
    magic,
    le32(head),
    maker,
    first(length === 0 ? 0 : start, length, below),
    sensorOf,
    jpeg ?? "",
  );
};

interface HeifFacts {
  /** The third byte of `av1C`: 0x0c halves chroma, 0x40 means more than 8 bits. */
  readonly av1?: number;
  /** The size of its tiles. Absent if it has no tiles. */
  readonly tile?: readonly [width: number, height: number];
  /** Types of further boxes that describe it. */
  readonly others?: readonly string[];
}

export const tinyHeif = (
  brand: string,
  width: number,
  height: number,
  quarterTurns = 0,
  { av1 = 0x0c, tile, others = [] }: HeifFacts = {},
) => {
  const extent = (across: number, down: number) => box("ispe", u32(0), u32(across), u32(down));
  const configuration = brand === "avif" ? box("av1C", 0x81, 0, av1, 0) : box("hvcC", zeros(23));
  const properties = [
    extent(width, height),
    box("irot", quarterTurns),
    configuration,
    ...(tile === undefined ? [] : [extent(...tile)]),
    ...others.map((type) => box(type, zeros(8))),
  ];
  const items =
    tile === undefined
      ? bytes(u32(1), u16(7), 3, 1, 2, 3)
      : bytes(u32(2), u16(7), 2, 1, 2, u16(8), 2, 3, 4);
  return bytes(
    box("ftyp", brand, u32(0), "mif1", brand),
    box(
      "meta",
      u32(0),
      box("pitm", u32(0), u16(7)),
      box("iprp", box("ipco", ...properties), box("ipma", u32(0), items)),
    ),
  );
};

/** A CR3: an index with the camera, tracks of a JPEG and of the sensor, and the JPEG. */
export const tinyCr3 = (
  jpeg: Uint8Array,
  {
    sensor = [400, 300],
    orientation = 1,
  }: { sensor?: readonly number[]; orientation?: number } = {},
) => {
  const track = (start: number, length: number, [width = 0, height = 0]: readonly number[]) =>
    box(
      "trak",
      box(
        "mdia",
        box(
          "minf",
          box(
            "stbl",
            box("stsd", u32(0), u32(1), box("CRAW", zeros(24), u16(width), u16(height), zeros(60))),
            box("stsz", u32(0), u32(length), u32(1)),
            box("co64", u32(0), u32(1), u32(0), u32(start)),
          ),
        ),
      ),
    );
  const type = box("ftyp", "crx ", u32(1), "crx isom");
  const index = (start: number) =>
    box(
      "moov",
      box("uuid", zeros(16), box("CNCV", "CanonCR3"), box("CMT1", exif(orientation))),
      track(start, jpeg.length, [400, 300]),
      track(start, 9, sensor),
    );
  const start = type.length + index(0).length + 8;
  return bytes(type, index(start), box("mdat", jpeg));
};

interface X3fFacts {
  readonly sensor?: readonly number[];
  readonly rotation?: number;
  readonly version?: number;
}

/** An X3F: the sensor, a JPEG, and a directory of both at the end. */
export const tinyX3f = (
  jpeg: Uint8Array,
  { sensor = [400, 300], rotation = 0, version = 2 }: X3fFacts = {},
) => {
  const header = bytes("FOVb", le16(0), le16(version), zeros(28), le32(rotation));
  const image = (format: number, [width = 0, height = 0]: readonly number[], content: Uint8Array) =>
    bytes("SECi", le32(0), le32(2), le32(format), le32(width), le32(height), le32(0), content);
  const raw = image(30, sensor, zeros(50));
  const picture = image(18, [400, 300], jpeg);
  const directory = header.length + raw.length + picture.length;
  const entry = (start: number, length: number, type: string) =>
    bytes(le32(start), le32(length), type);
  return bytes(
    ...[header, raw, picture, "SECd", le32(0), le32(3)],
    entry(header.length, raw.length, "IMAG"),
    entry(header.length + raw.length, picture.length, "IMA2"),
    entry(0, 0, "PROP"),
    le32(directory),
  );
};

interface JxlFacts {
  readonly orientation?: number;
  readonly depth?: 8 | 10 | 12 | 24;
  /** Whether samples are floating-point numbers of 32 bits. */
  readonly float?: boolean;
  readonly channels?: 0 | 1;
  /** The extra channel: 0 is transparency, 2 a spot color, 4 black, 5 a color filter. */
  readonly channelKind?: number;
  readonly gray?: boolean;
  /** Whether its header has an animation, a preview and an intrinsic size. */
  readonly moves?: boolean;
}

/** The header of a JPEG XL: numbers of several bits each, lowest bit first. */
export const tinyJxl = (
  width: number,
  height: number,
  {
    orientation = 1,
    depth = 8,
    float = false,
    channels = 0,
    channelKind,
    gray = false,
    moves = false,
  }: JxlFacts = {},
) => {
  const number = (count: number, value: number) =>
    Array.from({ length: count }, (_, n) => Math.floor(value / 2 ** n) % 2).join("");
  const side = (length: number) => number(2, 2) + number(18, length - 1);
  const ownSize = `1${number(8, 1 << 5)}`;
  const preview = `1${number(5, 1 << 2)}`;
  const rate = number(2, 2) + number(10, 24) + number(2, 0);
  const loops = number(2, 1) + number(3, 5);
  const depthOf = (count: number) =>
    count === 24 ? number(2, 3) + number(6, 23) : number(2, [8, 10, 12].indexOf(count));
  const name = number(2, 1) + number(4, 3) + number(24, 0x6b6579);
  /** An extra channel with a name of three bytes and the fields of its kind. */
  const channelOf = (kind: number | undefined) =>
    kind === undefined
      ? "1"
      : `0${kind < 2 ? number(2, kind) : number(2, 2) + number(4, kind - 2)}0${number(2, 0)}${number(2, 0)}${name}${
          { 0: "0", 2: number(64, 7), 5: number(2, 0) }[kind] ?? ""
        }`;
  const bits = [
    ...["0", side(height), number(3, 0), side(width)],
    ...["01", number(3, orientation - 1)],
    ...(moves ? [`1${ownSize}`, `1${preview}`, `1${rate}${loops}0`] : ["000"]),
    ...(float ? ["1", number(2, 0), number(4, 7)] : ["0", depthOf(depth)]),
    ...["1", number(2, channels)],
    ...(channels === 0 ? [] : [channelOf(channelKind)]),
    ...["100", number(2, gray ? 1 : 0)],
    // White, primaries and transfer of sRGB, and the fields after the colors.
    ...[number(2, 1), gray ? "" : number(2, 1), "0", number(2, 2), number(4, 11), number(2, 1)],
    ...["1", number(2, 0), "1"],
  ].join("");
  const octets = bits.match(/.{1,8}/g) ?? [];
  return bytes(
    ...[0xff, 0x0a],
    ...octets.map((octet) => Number.parseInt([...octet].reverse().join(""), 2)),
    zeros(20),
  );
};

/** The codestream in boxes, split into parts of `partBytes` bytes. */
export const boxedJxl = (codestream: Uint8Array, partBytes = codestream.length) => {
  const count = Math.ceil(codestream.length / partBytes);
  const parts = Array.from({ length: count }, (_, n) =>
    box("jxlp", u32(n), codestream.subarray(n * partBytes, (n + 1) * partBytes)),
  );
  return bytes(
    box("JXL ", 0x0d, 0x0a, 0x87, 0x0a),
    box("ftyp", "jxl ", u32(0), "jxl "),
    ...(count === 1 ? [box("jxlc", codestream)] : parts),
  );
};

interface TinyVideoOptions {
  readonly brand?: string;
  readonly seconds?: number;
  readonly handlers?: readonly string[];
  readonly turned?: boolean;
  readonly codecs?: readonly string[];
}

/** An mp4 with its index at the end, as cameras write it. */
export function tinyMp4({
  brand = "isom",
  seconds = 3,
  handlers = ["vide", "soun"],
  turned = false,
  codecs = [],
}: TinyVideoOptions = {}) {
  const one = 65_536;
  const matrix = turned ? [0, one, 0, one, 0] : [one, 0, 0, 0, one];
  const description = (codec: string) =>
    box("minf", box("stbl", box("stsd", u32(0), u32(1), u32(16), codec, zeros(8))));
  const track = (handler: string, n: number) =>
    box(
      "trak",
      box(
        "tkhd",
        zeros(40),
        ...matrix.map(u32),
        zeros(16),
        ...(handler === "vide" ? [u32(640 * one), u32(360 * one)] : [zeros(8)]),
      ),
      box(
        "mdia",
        box("hdlr", zeros(8), handler, zeros(12)),
        codecs[n] === undefined ? "" : description(codecs[n]),
      ),
    );
  return bytes(
    brand === "" ? "" : box("ftyp", brand, u32(0), "isom"),
    box("mdat", zeros(100_000)),
    box(
      "moov",
      box("mvhd", zeros(12), u32(1_000), u32(seconds * 1_000), zeros(80)),
      ...handlers.map(track),
    ),
  );
}

/** An element of Matroska. Its size takes four bytes. */
const element = (id: number, ...content: readonly (number | string | Uint8Array)[]) => {
  const body = bytes(...content);
  const name = u32(id);
  return bytes(
    name.subarray(name.findIndex((byte) => byte !== 0)),
    u32(0x10000000 + body.length),
    body,
  );
};

interface MatroskaFacts {
  readonly seconds?: number;
  readonly types?: readonly number[];
  readonly codecs?: readonly string[];
  readonly descriptions?: readonly Uint8Array[];
}

export function tinyMatroska(
  docType: "webm" | "matroska",
  { seconds = 2, types = [1, 2], codecs = [], descriptions = [] }: MatroskaFacts = {},
) {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1_000);
  const tracks = types.map((type, n) =>
    element(
      0xae,
      element(0x83, type),
      codecs[n] === undefined ? "" : element(0x86, codecs[n]),
      descriptions[n] === undefined ? "" : element(0x63a2, descriptions[n]),
      type === 1 ? element(0xe0, element(0xb0, u16(320)), element(0xba, u16(240))) : "",
    ),
  );
  return bytes(
    element(0x1a45dfa3, element(0x4282, docType)),
    u32(0x18538067),
    "\x01\xff\xff\xff\xff\xff\xff\xff",
    element(0x1549a966, element(0x4489, duration)),
    element(0x1654ae6b, ...tracks),
  );
}

/** A `WAVEFORMATEX` of the extensible form, which has its codec after the other fields. */
export const extensibleFormat = (tag: number) =>
  bytes(le16(0xfffe), le16(2), le32(44_100), zeros(16), le16(tag), zeros(14));

interface AviFacts {
  readonly video?: string;
  readonly tag?: number;
  readonly streams?: readonly ("vids" | "auds")[];
}

/** An AVI with video of 320 by 240, audio, and 50 frames of 40 ms. */
export const tinyAvi = ({ video = "MJPG", tag = 1, streams = ["vids", "auds"] }: AviFacts = {}) => {
  const list = (type: string, ...chunks: readonly Uint8Array[]) =>
    riffChunk("LIST", bytes(type, ...chunks));
  const main = bytes(le32(40_000), zeros(12), le32(50), zeros(12), le32(320), le32(240), zeros(16));
  const picture = bytes(zeros(16), video.padEnd(4, "\0"), zeros(20));
  const sound = bytes(le16(tag), le16(1), le32(8_000), zeros(10));
  return riff(
    "AVI ",
    list(
      "hdrl",
      riffChunk("avih", main),
      ...streams.map((stream) =>
        list(
          "strl",
          riffChunk("strh", bytes(stream, zeros(52))),
          riffChunk("strf", stream === "vids" ? picture : sound),
        ),
      ),
    ),
    list("movi", zeros(16)),
  );
};

/** A transport stream with its tables. Its packets have 188 or 192 bytes. */
export const tinyTransport = ({ types = [0x1b, 0x0f], timed = false } = {}) => {
  const packet = (pid: number, content: Uint8Array) =>
    bytes(
      timed ? zeros(4) : "",
      0x47,
      u16(0x4000 | pid),
      0x10,
      content,
      zeros(184 - content.length),
    );
  const section = (table: number, content: Uint8Array) =>
    bytes(0, table, u16(0xb000 | (content.length + 9)), u16(1), 0xc1, 0, 0, content, zeros(4));
  const programs = section(0, bytes(u16(1), u16(0xe100)));
  const streams = types.map((type, n) => bytes(type, u16(0xe200 + n), u16(0xf000)));
  const program = section(2, bytes(u16(0xe200), u16(0xf000), ...streams));
  return bytes(
    packet(0, programs),
    packet(0x100, program),
    packet(0x200, zeros(9)),
    packet(0x200, zeros(9)),
  );
};

/** Two silent frames of 128 kbit/s at 44.1 kHz, with or without a tag. */
export const tinyMp3 = ({ tagged = true } = {}) => {
  const frame = bytes("\xff\xfb\x90\x00", zeros(413));
  return bytes(tagged ? tinyTag() : "", frame, frame);
};

/** Two silent AAC frames with ADTS headers. */
export const tinyAac = () => {
  const length = 20;
  const frame = bytes(0xff, 0xf1, 0x50, 0x80, length >> 3, (length & 7) << 5, 0xfc, zeros(13));
  return bytes(frame, frame);
};

/** An ID3 tag without content. */
export const tinyTag = () => bytes("ID3\x03\0\0", zeros(3), 20, zeros(20));

export const tinyFlac = () => bytes("fLaC", 0, 0, 0, 34, zeros(10), u32(44_100 << 12), zeros(20));

export const tinyWav = (tag = 1) =>
  riff(
    "WAVE",
    riffChunk("fmt ", bytes(le16(tag), le16(2), le32(44_100), zeros(8))),
    riffChunk("data", zeros(8)),
  );

/** A WAV whose sizes may exceed 4 GB. They are in a separate chunk. */
export const tinyRf64 = (id: "RF64" | "BW64" = "RF64") =>
  bytes(
    id,
    le32(0xffffffff),
    "WAVE",
    riffChunk("ds64", zeros(28)),
    riffChunk("fmt ", bytes(le16(1), le16(2), le32(44_100), zeros(8))),
    "data",
    le32(0xffffffff),
    zeros(8),
  );

const tinyAiff = () => {
  const chunk = (type: string, content: Uint8Array) => bytes(type, u32(content.length), content);
  const common = chunk("COMM", bytes(u16(1), u32(44_100), u16(16), zeros(10)));
  const content = bytes("AIFF", common, chunk("SSND", zeros(16)));
  return bytes("FORM", u32(content.length), content);
};

const oggPage = (packet: Uint8Array, flags = 0) =>
  bytes("OggS", 0, flags, zeros(20), 1, packet.length, packet);

/** An Ogg file with a stream for each codec. */
export const tinyOgg = (codec = "OpusHead", ...others: readonly string[]) =>
  bytes(
    ...[codec, ...others].map((magic) => oggPage(bytes(magic, zeros(20)), 2)),
    oggPage(zeros(30)),
  );

const tinyPdf = () => bytes("%PDF-1.7\n%%EOF");

export const tinyFiles: Readonly<Record<MediaFormat, Uint8Array>> = {
  jpeg: tinyJpeg(40, 30),
  png: tinyPng(40, 30),
  webp: tinyWebp(40, 30),
  gif: tinyGif(40, 30),
  avif: tinyHeif("avif", 40, 30),
  tiff: tinyTiff(40, 30),
  heic: tinyHeif("heic", 40, 30),
  jxl: boxedJxl(tinyJxl(40, 30)),
  raw: tinyRaw(tinyJpeg(400, 300, 1, 1)),
  mp4: tinyMp4(),
  mov: tinyMp4({ brand: "qt  " }),
  webm: tinyMatroska("webm"),
  mkv: tinyMatroska("matroska"),
  avi: tinyAvi(),
  mts: tinyTransport(),
  mp3: tinyMp3(),
  m4a: tinyMp4({ brand: "M4A ", handlers: ["soun"] }),
  ogg: tinyOgg(),
  flac: tinyFlac(),
  wav: tinyWav(),
  aiff: tinyAiff(),
  aac: tinyAac(),
  weba: tinyMatroska("webm", { types: [2] }),
  mka: tinyMatroska("matroska", { types: [2] }),
  pdf: tinyPdf(),
};
