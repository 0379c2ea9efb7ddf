// Covers docs/reference/media.md: codecs, derivatives, kind-by-content, playback, privacy, video-and-audio-streams

import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { bytesInMemory, inspectMedia } from "@polls/media";
import { makeMedia, testPicture, testTone } from "../../testing/make-media";
import { renderTools, taskIn } from "../../testing/render-tools";
import { temporaryDirectory } from "../../testing/temporary-directory";
import { DecoderDied } from "../confined/spawn-confined";
import { probe } from "../ffmpeg/probe";
import { runFfmpeg } from "../ffmpeg/run-ffmpeg";
import type { Rendering, RenderTask, RenderTools } from "../rendering";
import { renderAudio } from "./render-audio";

let tools: RenderTools;
let root: string;
beforeAll(async () => {
  tools = await renderTools();
  root = await temporaryDirectory();
});
afterAll(() => tools.pictures.close());

async function render(content: Buffer, changes: Partial<RenderTask> = {}, own = tools) {
  const directory = await mkdtemp(join(root, "job-"));
  await writeFile(join(directory, "original"), content);
  const inspection = await inspectMedia(bytesInMemory(content));
  if (!inspection.ok) throw new Error(inspection.detail);
  const { media } = inspection;
  const task = taskIn(own, directory, changes);
  try {
    return { kind: media.kind, format: media.format, ...(await renderAudio(own, media, task)) };
  } finally {
    task.pictures.release();
  }
}

/** What ffmpeg and the header say of the sound to play. */
async function soundIn(rendering: Rendering) {
  const { path = "", ...file } =
    (rendering.ok && rendering.files.find(({ name }) => name === "sound")) || {};
  expect(file).toEqual({ name: "sound", contentType: "audio/mp4", extension: "m4a" });
  const { signal } = new AbortController();
  const task = { directory: dirname(path), input: basename(path), signal };
  const { streams = [], durationMs = 0 } = (await probe(tools, task, "m4a")) ?? {};
  const content = await readFile(path);
  const inspection = await inspectMedia(bytesInMemory(content));
  return {
    codecs: streams.map(({ codec }) => codec),
    seconds: durationMs / 1_000,
    format: inspection.ok ? inspection.media.format : inspection.detail,
    content,
  };
}
const playable = { codecs: ["aac"], format: "m4a" };

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
])("%s has its length and waveform, and can be played", async (_what, format, make) => {
  const rendering = await render(await make());
  expect(rendering).toMatchObject({ ok: true, kind: "audio", format });
  const { duration, peaks } = rendering.ok ? (rendering.metadata ?? {}) : {};
  expect(Math.abs(Number(duration) - 0.5)).toBeLessThan(0.1);
  expect(Math.max(...(peaks as number[]))).toBe(100);
  const sound = await soundIn(rendering);
  expect(sound).toMatchObject(playable);
  expect(Math.abs(sound.seconds - 0.5)).toBeLessThan(0.1);
});

test.each(["wav", "flac", "aiff", "mp3"])(
  "a sound of a millisecond plays, in %s",
  async (extension) => {
    const SAMPLES = 48;
    const input = ["-f", "lavfi", "-i", "sine=frequency=4000:sample_rate=48000"];
    const sound = await makeMedia(input, ["-af", `atrim=end_sample=${SAMPLES}`], extension);
    const rendering = await render(sound);
    expect(rendering).toMatchObject({ ok: true, metadata: { peaks: [100] } });
    expect(await soundIn(rendering)).toMatchObject(playable);
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
  const rendering = await render(sound);
  expect(rendering).toMatchObject({ ok: true, metadata: { duration: 0.001, peaks: [100] } });
  expect(await soundIn(rendering)).toMatchObject(playable);
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
    expect(shown).toEqual(type === "bmp" ? ["sound"] : ["cover", "sound"]);
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
    files: [{ name: "sound" }],
    metadata: { duration: expect.anything() },
  });
});

test.each(["mp3", "ogg", "flac", "mka", "m4a"])(
  "the sound to play of a file in %s tells nothing of its author",
  async (extension) => {
    const SECRET = "a secret line";
    const tags = ["title", "artist", "comment"].flatMap((tag) => [
      ...["-metadata", `${tag}=${SECRET}`, "-metadata:s:a", `${tag}=${SECRET}`],
    ]);
    const codec = extension === "ogg" ? ["-c:a", "libopus"] : [];
    const content = await makeMedia(testTone(0.5), [...tags, ...codec], extension);
    expect(content.includes(SECRET)).toBe(true);
    const { content: made } = await soundIn(await render(content));
    for (const secret of [SECRET, "Lav"]) expect(made.includes(secret)).toBe(false);
  },
);

test("the sound to play has no picture, and starts before it is loaded", async () => {
  const { codecs, content } = await soundIn(await render(await toneWithCover("png")));
  expect(codecs).toEqual(["aac"]);
  expect(content.indexOf("moov")).toBeLessThan(content.indexOf("mdat"));
});

test.each([
  ["8000", "1", "44100 Hz, mono"],
  ["44100", "2", "44100 Hz, stereo"],
  ["96000", "6", "48000 Hz, stereo"],
])("a sound of %s Hz and channels: %s becomes %s", async (rate, channels, expected) => {
  const content = await makeMedia(testTone(0.5), ["-ar", rate, "-ac", channels], "wav");
  const { content: made } = await soundIn(await render(content));
  const directory = await mkdtemp(join(root, "made-"));
  await writeFile(join(directory, "original"), made);
  const log: Buffer[] = [];
  await runFfmpeg(tools, taskIn(tools, directory), {
    args: ["-loglevel", "info", "-i", "original"],
    limits: tools.pictureLimits,
    onOutput: (chunk) => log.push(chunk),
    logAsOutput: true,
  });
  expect(Buffer.concat(log).toString()).toContain(expected);
});

test("a sound of more than three hours has a waveform, but no sound to play", async () => {
  const silence = ["-f", "lavfi", "-i", "anullsrc=sample_rate=8000:channel_layout=mono"];
  const content = await makeMedia(silence, ["-t", "10801"], "flac");
  const rendering = await render(content);
  expect(rendering).toMatchObject({ ok: true, files: [], metadata: { duration: 10_801 } });
});

test("a sound to play that exceeds a limit is left out in the last run, and not before", async () => {
  const content = await tone("mp3");
  const small = await renderTools({ soundLimits: { ...tools.soundLimits, fileBytes: 1_024 } });
  try {
    await expect(render(content, {}, small)).rejects.toMatchObject({ name: "DecoderDied" });
    const rendering = await render(content, { isFinal: () => true }, small);
    expect(rendering).toMatchObject({
      ok: true,
      files: [],
      metadata: { peaks: expect.anything() },
    });
  } finally {
    await small.pictures.close();
  }
});
