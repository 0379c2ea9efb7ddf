// Hand-written: `music-metadata` fails on incomplete headers, and reads whole elements into memory.
import { BrokenFile, type ByteSource, readExactly, textAt } from "./byte-source";
import type { Track } from "./codecs";
import type { VideoFacts } from "./video-facts";
import { wavCodec } from "./wave-format";

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TICK_NANOSECONDS = 0x2ad7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_TYPE = 0x83;
const CODEC_ID = 0x86;
const CODEC_PRIVATE = 0x63a2;
const VIDEO = 0xe0;
const WIDTH = 0xb0;
const HEIGHT = 0xba;
const ELEMENTS_MAX = 4_096;

interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** Reads duration, tracks and size of a webm or mkv. */
export async function readMatroskaHeader(source: ByteSource): Promise<VideoFacts> {
  const top = await elementsIn(source, 0, source.byteSize, [SEGMENT]);
  const segment = top.find(({ id }) => id === SEGMENT);
  if (segment === undefined) throw new BrokenFile("The video has no content");
  const parts = await elementsIn(source, segment.start, segment.end, [INFO, TRACKS]);
  const tracks = parts.find(({ id }) => id === TRACKS);
  if (tracks === undefined) throw new BrokenFile("The video has no tracks");

  const info = parts.find(({ id }) => id === INFO);
  const durationMs = info && (await readDuration(source, info));
  const found = await readTracks(source, tracks);
  return { ...found, ...(durationMs === undefined ? {} : { durationMs }) };
}

/** Lists the elements between two offsets, until all wanted elements are found. */
async function elementsIn(
  source: ByteSource,
  start: number,
  end: number,
  wanted: readonly number[] = [],
): Promise<readonly Element[]> {
  const elements: Element[] = [];
  for (let at = start; at < end; ) {
    if (elements.length === ELEMENTS_MAX) break;
    const id = await variableNumber(source, at, true);
    const size = await variableNumber(source, at + id.length, false);
    const content = at + id.length + size.length;
    const element = { id: id.value, start: content, end: Math.min(content + size.value, end) };
    elements.push(element);
    if (wanted.length > 0 && wanted.every((one) => elements.some((e) => e.id === one))) break;
    at = element.end;
  }
  return elements;
}

/** A number of variable length. A size of all ones means "until the end". */
async function variableNumber(source: ByteSource, at: number, keepMarker: boolean) {
  const first = (await readExactly(source, at, 1)).getUint8(0);
  const length = Math.clz32(first) - 23;
  if (length > 8) throw new BrokenFile("A number of the video's header is too long");
  const view = await readExactly(source, at, length);
  let value = keepMarker ? first : first & (0xff >> length);
  let allOnes = value === 0xff >> length;
  for (let index = 1; index < length; index += 1) {
    value = value * 256 + view.getUint8(index);
    allOnes &&= view.getUint8(index) === 0xff;
  }
  return { length, value: allOnes && !keepMarker ? Number.POSITIVE_INFINITY : value };
}

async function readDuration(source: ByteSource, info: Element): Promise<number | undefined> {
  let nanoseconds = 1_000_000;
  let ticks: number | undefined;
  for (const element of await elementsIn(source, info.start, info.end)) {
    if (element.id === TICK_NANOSECONDS) nanoseconds = await unsigned(source, element);
    if (element.id === DURATION) ticks = await float(source, element);
  }
  const duration = ticks === undefined ? Number.NaN : (ticks * nanoseconds) / 1_000_000;
  return Number.isFinite(duration) && duration > 0 ? Math.round(duration) : undefined;
}

async function readTracks(source: ByteSource, tracks: Element): Promise<VideoFacts> {
  let facts: VideoFacts = { tracks: [] };
  let sized = false;
  for (const track of await elementsIn(source, tracks.start, tracks.end)) {
    if (track.id !== TRACK) continue;
    const fields = await elementsIn(source, track.start, track.end);
    const type = fields.find(({ id }) => id === TRACK_TYPE);
    const kind = type && (await unsigned(source, type));
    if (kind !== 1 && kind !== 2) continue;
    const codec = await codecOf(source, fields);
    const found: Track = { kind: kind === 1 ? "video" : "audio", ...(codec && { codec }) };
    facts = { ...facts, tracks: [...facts.tracks, found] };
    if (kind !== 1 || sized) continue;
    sized = true;
    const video = fields.find(({ id }) => id === VIDEO);
    const geometry = video ? await elementsIn(source, video.start, video.end) : [];
    const width = geometry.find(({ id }) => id === WIDTH);
    const height = geometry.find(({ id }) => id === HEIGHT);
    if (width === undefined || height === undefined) continue;
    facts = {
      ...facts,
      width: await unsigned(source, width),
      height: await unsigned(source, height),
    };
  }
  return facts;
}

/** The codec of a track. Some refer to a Windows or QuickTime codec, described after it. */
async function codecOf(
  source: ByteSource,
  fields: readonly Element[],
): Promise<Track["codec"] | undefined> {
  const named = fields.find(({ id }) => id === CODEC_ID);
  if (named === undefined) return undefined;
  const length = Math.min(named.end - named.start, 64);
  const id = textAt(await readExactly(source, named.start, length), 0, length).replace(/\0+$/, "");
  const description = fields.find((field) => field.id === CODEC_PRIVATE);
  const part = async (at: number, size: number) => {
    if (description === undefined || description.end - description.start < at + size)
      return undefined;
    return readExactly(source, description.start + at, size);
  };
  if (id === "V_MS/VFW/FOURCC") return fourccAt(await part(16, 4));
  if (id === "V_QUICKTIME") return fourccAt(await part(4, 4));
  if (id === "A_MS/ACM") {
    const isFormat = description !== undefined && description.end - description.start >= 2;
    return isFormat ? wavCodec(source, description) : undefined;
  }
  return { of: "matroska", id };
}

const fourccAt = (view: DataView | undefined): Track["codec"] =>
  view && { of: "fourcc", id: textAt(view, 0, 4) };

async function unsigned(source: ByteSource, { start, end }: Element): Promise<number> {
  if (end - start > 8) throw new BrokenFile("A number of the video's header is too long");
  const view = await readExactly(source, start, end - start);
  let value = 0;
  for (let at = 0; at < view.byteLength; at += 1) value = value * 256 + view.getUint8(at);
  return value;
}

async function float(source: ByteSource, { start, end }: Element): Promise<number | undefined> {
  const view = await readExactly(source, start, Math.min(end - start, 8));
  if (view.byteLength === 4) return view.getFloat32(0);
  return view.byteLength === 8 ? view.getFloat64(0) : undefined;
}
