import { makeMedia } from "./make-media";

/** A picture coded as HEVC: the configuration of its decoder and its frame. */
interface Coded {
  readonly configuration: Buffer;
  readonly frame: Buffer;
}

const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};
const bytes = (...values: readonly number[]) => Buffer.from(values);
const longs = (...values: readonly number[]) => {
  const content = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) content.writeInt32BE(value, n * 4);
  return content;
};
const text = (value: string) => Buffer.from(value, "latin1");
/** Primaries, transfer, and the matrix of ffmpeg for colors of a limited range. */
const codePoints = ({ primaries, transfer }: { primaries: number; transfer: number }) =>
  bytes(0, primaries, 0, transfer, 0, 6, 0);
const VERSION = bytes(0, 0, 0, 0);

/** Encodes the picture of a filter of ffmpeg. */
async function encoded(picture: string, pixels = "yuv420p"): Promise<Coded> {
  const film = await makeMedia(
    ["-f", "lavfi", "-i", picture],
    ["-frames:v", "1", "-pix_fmt", pixels, "-c:v", "libx265", "-x265-params", "log-level=none"],
    "mp4",
  );
  const boxAt = (type: string) => {
    const at = film.indexOf(type) - 4;
    return film.subarray(at, at + film.readUInt32BE(at));
  };
  return { configuration: boxAt("hvcC"), frame: boxAt("mdat").subarray(8) };
}

/** A HEIC: red on the left half, blue on the right half by default, of 64 by 64 pixels. */
export async function makeHeic({
  leftHalf = false,
  alpha = false,
  colors: [left, right] = ["red", "blue"],
  deep,
}: {
  /** Whether its crop leaves only the left half. */
  readonly leftHalf?: boolean;
  /** Whether its upper half is transparent. */
  readonly alpha?: boolean;
  readonly colors?: readonly [left: string, right: string];
  /** Makes samples of 10 bits, whose colors are told by these code points. */
  readonly deep?: { readonly primaries: number; readonly transfer: number };
}): Promise<Buffer> {
  const half = (background: string, color: string, place: string) =>
    `color=${background}:size=64x64,drawbox=${place}:color=${color}:t=fill`;
  const picture = await encoded(
    half(left, right, "x=32:w=32:h=64"),
    deep === undefined ? "yuv420p" : "yuv420p10le",
  );
  const mask = await encoded(half("black", "white", "y=32:w=64:h=32"));
  const items = alpha ? [picture, mask] : [picture];

  const crop = box("clap", longs(32, 1, 64, 1, -16, 1, 0, 1));
  const auxiliary = text("urn:mpeg:hevc:2015:auxid:1\0");
  const properties = [
    box("ispe", VERSION, longs(64, 64)),
    picture.configuration,
    ...(leftHalf ? [crop] : []),
    ...(deep === undefined ? [] : [box("colr", text("nclx"), codePoints(deep))]),
    ...(alpha ? [mask.configuration, box("auxC", VERSION, auxiliary)] : []),
  ];
  const last = properties.length;
  const own = leftHalf || deep !== undefined ? [1, 2, 3] : [1, 2];
  const associations = [
    bytes(0, 1, own.length, ...own),
    ...(alpha ? [bytes(0, 2, 3, 1, last - 1, last)] : []),
  ];
  const entries = items.map((_, n) =>
    box("infe", bytes(2, 0, 0, 0, 0, n + 1, 0, 0), text("hvc1\0")),
  );
  const meta = (start: number) =>
    box(
      "meta",
      VERSION,
      box("hdlr", VERSION, longs(0), text("pict"), longs(0, 0, 0), bytes(0)),
      box("pitm", VERSION, bytes(0, 1)),
      box(
        "iloc",
        VERSION,
        bytes(0x44, 0, 0, items.length),
        ...items.map(({ frame }, n) => {
          const before = items.slice(0, n).reduce((sum, item) => sum + item.frame.length, 0);
          return Buffer.concat([bytes(0, n + 1, 0, 0, 0, 1), longs(start + before, frame.length)]);
        }),
      ),
      box("iinf", VERSION, bytes(0, items.length), ...entries),
      ...(alpha ? [box("iref", VERSION, box("auxl", bytes(0, 2, 0, 1, 0, 1)))] : []),
      box(
        "iprp",
        box("ipco", ...properties),
        box("ipma", VERSION, longs(associations.length), ...associations),
      ),
    );
  const head = box("ftyp", text("heic"), longs(0), text("mif1heic"));
  const start = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(start), box("mdat", ...items.map(({ frame }) => frame))]);
}
