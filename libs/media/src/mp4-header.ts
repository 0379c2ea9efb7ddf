// Hand-written: `music-metadata` tells no displayed size, and reads whole boxes into memory.
import { type Box, boxesIn, boxWithin } from "./boxes";
import { BrokenFile, type ByteSource, readExactly, textAt } from "./byte-source";
import type { VideoFacts } from "./video-facts";

const TRACKS_MAX = 64;

interface Track {
  readonly handler: string;
  readonly width: number;
  readonly height: number;
}

/** Reads duration, tracks and size of an mp4, mov or m4a from its `moov` box, at any place. */
export async function readMp4Header(source: ByteSource): Promise<VideoFacts> {
  const moov = await boxWithin(source, { start: 0, end: source.byteSize }, "moov");
  if (moov === undefined) throw new BrokenFile("The video has no index");
  const children = await boxesIn(source, moov.start, moov.end);
  const header = children.find(({ type }) => type === "mvhd");
  if (header === undefined) throw new BrokenFile("The video has no header");

  const tracks: Track[] = [];
  for (const box of children.filter(({ type }) => type === "trak").slice(0, TRACKS_MAX)) {
    tracks.push(await readTrack(source, box));
  }
  const video = tracks.find(({ handler }) => handler === "vide");
  const durationMs = await movieDuration(source, header);
  return {
    hasVideo: video !== undefined,
    hasAudio: tracks.some(({ handler }) => handler === "soun"),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(video === undefined || video.width === 0
      ? {}
      : { width: video.width, height: video.height }),
  };
}

async function movieDuration(source: ByteSource, { start }: Box): Promise<number | undefined> {
  const long = (await readExactly(source, start, 1)).getUint8(0) === 1;
  const view = await readExactly(source, start + (long ? 20 : 12), long ? 12 : 8);
  const ticksPerSecond = view.getUint32(0);
  const ticks = long ? Number(view.getBigUint64(4)) : view.getUint32(4);
  const unknown = ticks === 0 || ticks === (long ? 2 ** 64 : 2 ** 32 - 1);
  return ticksPerSecond === 0 || unknown ? undefined : Math.round((ticks * 1_000) / ticksPerSecond);
}

async function readTrack(source: ByteSource, track: Box): Promise<Track> {
  const children = await boxesIn(source, track.start, track.end);
  const media = children.find(({ type }) => type === "mdia");
  const header = children.find(({ type }) => type === "tkhd");
  const named = media && (await boxWithin(source, media, "hdlr"));
  const handler = named ? textAt(await readExactly(source, named.start + 8, 4), 0, 4) : "";
  if (header === undefined) return { handler, width: 0, height: 0 };

  const long = (await readExactly(source, header.start, 1)).getUint8(0) === 1;
  const geometry = await readExactly(source, header.start + (long ? 52 : 40), 44);
  const size = { width: geometry.getUint32(36) >>> 16, height: geometry.getUint32(40) >>> 16 };
  // In the first two numbers of the matrix, a quarter turn has its scale in the second one.
  const turned = geometry.getInt32(0) === 0 && geometry.getInt32(4) !== 0;
  return turned
    ? { handler, width: size.height, height: size.width }
    : { handler, width: size.width, height: size.height };
}
