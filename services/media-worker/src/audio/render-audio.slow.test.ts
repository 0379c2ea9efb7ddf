// Covers docs/reference/media.md: codecs, kind-by-content, playback, video-and-audio-streams

import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bytesInMemory, inspectMedia } from "@polls/media";
import { makeMedia, testPicture, testTone } from "../../testing/make-media";
import { renderTools, taskIn } from "../../testing/render-tools";
import { temporaryDirectory } from "../../testing/temporary-directory";
import { DecoderDied } from "../confined/spawn-confined";
import type { RenderTask, RenderTools } from "../rendering";
import { renderAudio } from "./render-audio";

let tools: RenderTools;
let root: string;
beforeAll(async () => {
  tools = await renderTools();
  root = await temporaryDirectory();
});
afterAll(() => tools.pictures.close());

async function render(content: Buffer, changes: Partial<RenderTask> = {}) {
  const directory = await mkdtemp(join(root, "job-"));
  await writeFile(join(directory, "original"), content);
  const inspection = await inspectMedia(bytesInMemory(content));
  if (!inspection.ok) throw new Error(inspection.detail);
  const { media } = inspection;
  const task = taskIn(tools, directory, changes);
  try {
    return { kind: media.kind, format: media.format, ...(await renderAudio(tools, media, task)) };
  } finally {
    task.pictures.release();
  }
}

const tone = (extension: string, ...codec: readonly string[]) =>
  makeMedia(testTone(0.5), codec, extension);
const TAG = Buffer.from("ID3\x03\0\0\0\0\0\x14".padEnd(30, "\0"), "latin1");
const ZEROS = Buffer.alloc(4_096);

test.each<[string, string, () => Promise<Buffer>]>([
  ["an MP3", "mp3", () => tone("mp3")],
  ["an MP3 behind zeros", "mp3", async () => Buffer.concat([ZEROS, await tone("mp3")])],
  ["a FLAC behind a tag", "flac", async () => Buffer.concat([TAG, await tone("flac")])],
  ["an AAC", "aac", () => tone("aac")],
  ["an AAC behind a tag", "aac", async () => Buffer.concat([TAG, await tone("aac")])],
  ["a WAV", "wav", () => tone("wav")],
  ["a WAV of µ-law", "wav", () => tone("wav", "-c:a", "pcm_mulaw")],
  ["a WAV of A-law", "wav", () => tone("wav", "-c:a", "pcm_alaw")],
  ["a WAV of ADPCM", "wav", () => tone("wav", "-c:a", "adpcm_ms")],
  ["a WAV of IMA ADPCM", "wav", () => tone("wav", "-c:a", "adpcm_ima_wav")],
  ["an AIFF of µ-law", "aiff", () => tone("aiff", "-c:a", "pcm_mulaw")],
  ["a WAV of 64 bits", "wav", () => tone("wav", "-rf64", "always")],
  ["an AIFF", "aiff", () => tone("aiff")],
  ["an AIFF of 24 bits", "aiff", () => tone("aiff", "-c:a", "pcm_s24be")],
  ["a WebM with sound alone", "weba", () => tone("webm", "-c:a", "libopus")],
  ["a Matroska with sound alone", "mka", () => tone("mka", "-c:a", "flac")],
])("%s has its length and waveform", async (_what, format, make) => {
  const rendering = await render(await make());
  expect(rendering).toMatchObject({ ok: true, kind: "audio", format });
  const { duration, peaks } = rendering.ok ? (rendering.metadata ?? {}) : {};
  expect(Math.abs(Number(duration) - 0.5)).toBeLessThan(0.1);
  expect(Math.max(...(peaks as number[]))).toBe(100);
});

test.each(["wav", "flac", "aiff", "mp3"])(
  "a sound of a millisecond plays, in %s",
  async (extension) => {
    const SAMPLES = 48;
    const input = ["-f", "lavfi", "-i", "sine=frequency=4000:sample_rate=48000"];
    const sound = await makeMedia(input, ["-af", `atrim=end_sample=${SAMPLES}`], extension);
    const rendering = await render(sound);
    expect(rendering).toMatchObject({ ok: true, metadata: { peaks: [100] } });
    const { duration } = rendering.ok ? (rendering.metadata ?? {}) : {};
    expect(Math.abs(Number(duration) - 0.001)).toBeLessThan(0.0006);
  },
);

test.each([
  ["wav", 1],
  ["wav", 4],
  ["flac", 1],
  ["aiff", 1],
])("a sound in %s plays, of samples: %i", async (extension, samples) => {
  const input = ["-f", "lavfi", "-i", "aevalsrc=0.5:sample_rate=44100"];
  const sound = await makeMedia(input, ["-af", `atrim=end_sample=${samples}`], extension);
  expect(await render(sound)).toMatchObject({
    ok: true,
    metadata: { duration: 0.001, peaks: [100] },
  });
});

test("audio of a profile that ffmpeg does not support has an unsupported codec, damaged audio is broken", async () => {
  const sound = await tone("m4a", "-c:a", "aac");
  const kind = sound.indexOf("\x05\x80\x80\x80", sound.indexOf("esds"), "latin1") + 5;
  // The object type is 22, a profile with arithmetic coding.
  const arithmetic = Buffer.from(sound);
  arithmetic[kind] = 0b10110_000 | ((sound[kind] ?? 0) & 0b111);
  expect(await render(arithmetic)).toMatchObject({ ok: false, problem: "unsupported_codec" });

  const damaged = Buffer.from(sound);
  damaged.fill(0xff, damaged.indexOf("mdat") + 4, damaged.indexOf("moov") - 4);
  expect(await render(damaged)).toMatchObject({ ok: false, problem: "broken" });
});

async function toneWithCover(type: string) {
  const cover = join(await mkdtemp(join(root, "cover-")), `cover.${type}`);
  await writeFile(cover, await makeMedia(testPicture("32x32", 0.04), ["-frames:v", "1"], type));
  return makeMedia(
    [...testTone(0.5), "-i", cover],
    ["-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic"],
    "mp3",
  );
}

test.each(["bmp", "png", "jpg"])(
  "a cover of the format %s does not prevent rendering",
  async (type) => {
    const rendering = await render(await toneWithCover(type));
    expect(rendering).toMatchObject({ ok: true, kind: "audio" });
    // Covers that the image decoder supports are shown.
    const shown = rendering.ok ? rendering.files.map(({ name }) => name) : [];
    expect(shown).toEqual(type === "bmp" ? [] : ["cover"]);
  },
);

test("a cover whose decoder dies is left out in the last run, and not before", async () => {
  const content = await toneWithCover("png");
  const pictures = {
    prepare() {},
    async open() {
      throw new DecoderDied("the picture took too long", "");
    },
    release() {},
  };
  await expect(render(content, { pictures })).rejects.toMatchObject({ name: "DecoderDied" });
  const rendering = await render(content, { pictures, isFinal: () => true });
  expect(rendering).toMatchObject({
    ok: true,
    files: [],
    metadata: { duration: expect.anything() },
  });
});
