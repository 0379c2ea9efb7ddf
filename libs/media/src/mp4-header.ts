// Hand-written: `music-metadata` does not read the displayed size, and reads whole boxes into
// memory.
import { type Box, boxesIn, boxWithin } from "./boxes";
import { BrokenFile, type ByteSource, readExactly, textAt } from "./byte-source";
import type { Track } from "./codecs";
import type { VideoFacts } from "./video-facts";

const TRACKS_MAX = 64;

/** Reads duration, tracks and size from `moov`, which may be anywhere in the file. */
export async function readMp4Header(source: ByteSource): Promise<VideoFacts> {
  const moov = await boxWithin(source, { start: 0, end: source.byteSize }, "moov");
  if (moov === undefined) throw new BrokenFile("The video has no index");
  const children = await boxesIn(source, moov.start, moov.end);
  const header = children.find(({ type }) => type === "mvhd");
  if (header === undefined) throw new BrokenFile("The video has no header");

  const tracks: Mp4Track[] = [];
  for (const box of children.filter(({ type }) => type === "trak").slice(0, TRACKS_MAX)) {
    tracks.push(await readTrack(source, box));
  }
  const video = tracks.find(({ handler }) => handler === "vide");
  const durationMs = await movieDuration(source, header);
  return {
    tracks: tracks.flatMap(({ handler, fourcc }) => {
      const kind = kinds[handler];
      if (kind === undefined) return [];
      return fourcc === undefined ? [{ kind }] : [{ kind, codec: { of: "fourcc", id: fourcc } }];
    }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(video === undefined || video.width === 0
      ? {}
      : { width: video.width, height: video.height }),
  };
}

const kinds: Readonly<Record<string, Track["kind"]>> = { vide: "video", soun: "audio" };

/** The codec of the first sample description of a track. */
async function fourccIn(source: ByteSource, media: Box): Promise<string | undefined> {
  const information = await boxWithin(source, media, "minf");
  const table = information && (await boxWithin(source, information, "stbl"));
  const descriptions = table && (await boxWithin(source, table, "stsd"));
  if (descriptions === undefined || descriptions.end - descriptions.start < 16) return undefined;
  return textAt(await readExactly(source, descriptions.start + 12, 4), 0, 4);
}

async function movieDuration(source: ByteSource, { start }: Box): Promise<number | undefined> {
  const long = (await readExactly(source, start, 1)).getUint8(0) === 1;
  const view = await readExactly(source, start + (long ? 20 : 12), long ? 12 : 8);
  const ticksPerSecond = view.getUint32(0);
  const ticks = long ? Number(view.getBigUint64(4)) : view.getUint32(4);
  const unknown = ticks === 0 || ticks === (long ? 2 ** 64 : 2 ** 32 - 1);
  return ticksPerSecond === 0 || unknown ? undefined : Math.round((ticks * 1_000) / ticksPerSecond);
}

type Mp4Track = Awaited<ReturnType<typeof readTrack>>;

async function readTrack(source: ByteSource, track: Box) {
  const children = await boxesIn(source, track.start, track.end);
  const media = children.find(({ type }) => type === "mdia");
  const header = children.find(({ type }) => type === "tkhd");
  const named = media && (await boxWithin(source, media, "hdlr"));
  const handler = named ? textAt(await readExactly(source, named.start + 8, 4), 0, 4) : "";
  const fourcc = media && (await fourccIn(source, media));
  const known = fourcc === undefined ? { handler } : { handler, fourcc };
  if (header === undefined) return { ...known, width: 0, height: 0 };

  const long = (await readExactly(source, header.start, 1)).getUint8(0) === 1;
  const geometry = await readExactly(source, header.start + (long ? 52 : 40), 44);
  const size = { width: geometry.getUint32(36) >>> 16, height: geometry.getUint32(40) >>> 16 };
  // The first two numbers of the matrix show a quarter turn: the scale is then in the second
  // number.
  const turned = geometry.getInt32(0) === 0 && geometry.getInt32(4) !== 0;
  return turned
    ? { ...known, width: size.height, height: size.width }
    : { ...known, width: size.width, height: size.height };
}
