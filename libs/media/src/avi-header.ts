// Hand-written: no library reads size, length and codecs of an AVI from its header alone.
import { BrokenFile, type ByteSource, readExactly, textAt } from "./byte-source";
import { type Chunk, walkChunks } from "./chunks";
import type { Track } from "./codecs";
import type { VideoFacts } from "./video-facts";
import { wavCodec } from "./wave-format";

/** Reads size, duration and codecs of an AVI from its header list. */
export async function readAviHeader(source: ByteSource): Promise<VideoFacts> {
  const header = (await chunksIn(source, 12, source.byteSize, "hdrl")).at(-1);
  if (header?.type !== "hdrl") throw new BrokenFile("The AVI has no header");
  const parts = await chunksIn(source, header.start, header.end);
  const main = parts.find(({ type }) => type === "avih");
  if (main === undefined) throw new BrokenFile("The AVI has no header");
  const facts = await readExactly(source, main.start, 40);
  const durationMs = Math.round((facts.getUint32(0, true) * facts.getUint32(16, true)) / 1_000);
  const [width, height] = [facts.getUint32(32, true), facts.getUint32(36, true)];
  const tracks: Track[] = [];
  for (const stream of parts.filter(({ type }) => type === "strl")) {
    const track = await trackIn(source, stream);
    if (track !== undefined) tracks.push(track);
  }
  return {
    tracks,
    ...(durationMs > 0 ? { durationMs } : {}),
    ...(width > 0 && height > 0 ? { width, height } : {}),
  };
}

async function trackIn(source: ByteSource, stream: Chunk): Promise<Track | undefined> {
  const parts = await chunksIn(source, stream.start, stream.end);
  const header = parts.find(({ type }) => type === "strh");
  const format = parts.find(({ type }) => type === "strf");
  if (header === undefined || format === undefined) return undefined;
  const kind = textAt(await readExactly(source, header.start, 4), 0, 4);
  if (kind === "vids") {
    const id = textAt(await readExactly(source, format.start + 16, 4), 0, 4);
    return { kind: "video", codec: { of: "fourcc", id } };
  }
  if (kind !== "auds") return undefined;
  return { kind: "audio", codec: await wavCodec(source, format) };
}

/** The chunks up to the first of a type. A list has the type of its content. */
async function chunksIn(
  source: ByteSource,
  start: number,
  end: number,
  until?: string,
): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const found of walkChunks(source, start, end)) {
    const isList = found.type === "LIST" && found.end - found.start >= 4;
    const type = isList ? textAt(await readExactly(source, found.start, 4), 0, 4) : found.type;
    const content = isList ? found.start + 4 : found.start;
    chunks.push({ type, start: content, end: Math.min(found.end, end) });
    if (type === until) break;
  }
  return chunks;
}
