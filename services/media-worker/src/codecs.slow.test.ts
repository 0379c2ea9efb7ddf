// Covers docs/reference/media.md: codecs

import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runSync } from "@polls/devstack/children";
import { bytesInMemory, inspectMedia, supportedCodecs } from "@polls/media";
import { sampleCases } from "@polls/testing";
import { makeMedia, testPicture, testTone } from "../testing/make-media";
import { rareMedia } from "../testing/rare-media";
import { found, renderTools, taskIn } from "../testing/render-tools";
import { temporaryDirectory } from "../testing/temporary-directory";
import { askFfmpeg, namesIn } from "./ffmpeg/abilities";
import { probe } from "./ffmpeg/probe";
import { renderers } from "./processors/render-original";
import type { RenderTools } from "./rendering";

let tools: RenderTools;
let root: string;
beforeAll(async () => {
  tools = await renderTools();
  root = await temporaryDirectory();
});
afterAll(() => tools.pictures.close());

type Make = () => Buffer | Promise<Buffer>;

const film =
  (extension: string, encoder: string, ...args: readonly string[]): Make =>
  () =>
    makeMedia(testPicture("176x144", 0.2), ["-c:v", encoder, ...args], extension);
const sound =
  (extension: string, encoder: string, ...args: readonly string[]): Make =>
  () =>
    makeMedia(testTone(0.2), ["-c:a", encoder, ...args], extension);
const soundOfFilm =
  (extension: string, encoder: string, ...args: readonly string[]): Make =>
  () =>
    makeMedia(
      [...testPicture("176x144", 0.2), ...testTone(0.2)],
      ["-c:v", "mpeg2video", "-c:a", encoder, ...args],
      extension,
    );

const experimental = ["-strict", "-2"];
const pcm = (extension: string, ...forms: readonly string[]) =>
  Object.fromEntries(
    forms.map((form) => [`pcm_${form}`, sound(extension, `pcm_${form}`)] as const),
  );

/** A file of each codec, as programs write it. */
const files: Readonly<Record<string, Make>> = {
  h264: film("mp4", "libx264"),
  hevc: film("mp4", "libx265", "-x265-params", "log-level=none"),
  vp8: film("webm", "libvpx"),
  vp9: film("webm", "libvpx-vp9", "-deadline", "realtime"),
  av1: film("mkv", "libaom-av1", "-cpu-used", "8", ...experimental),
  mpeg1video: film("mkv", "mpeg1video"),
  mpeg2video: film("ts", "mpeg2video"),
  mpeg4: film("avi", "mpeg4"),
  msmpeg4v2: film("avi", "msmpeg4v2"),
  msmpeg4v3: film("avi", "msmpeg4"),
  h263: film("3gp", "h263"),
  prores: film("mov", "prores_ks"),
  dnxhd: film("mov", "dnxhd", "-profile:v", "dnxhr_sq", "-pix_fmt", "yuv422p", "-s", "256x144"),
  cfhd: film("mov", "cfhd", "-pix_fmt", "yuv422p10le"),
  dvvideo: film("avi", "dvvideo", "-pix_fmt", "yuv420p", "-s", "720x576"),
  mjpeg: film("avi", "mjpeg"),
  theora: film("mkv", "libtheora"),
  ffv1: film("mkv", "ffv1"),
  huffyuv: film("avi", "huffyuv", "-pix_fmt", "yuv422p"),
  ffvhuff: film("avi", "ffvhuff"),
  wmv1: film("avi", "wmv1"),
  wmv2: film("avi", "wmv2"),
  svq1: film("mov", "svq1"),
  cinepak: film("avi", "cinepak"),
  qtrle: film("mov", "qtrle"),
  rawvideo: film("avi", "rawvideo"),
  aac: sound("m4a", "aac"),
  mp2: sound("mka", "mp2"),
  mp3: sound("mp3", "libmp3lame"),
  opus: sound("ogg", "libopus"),
  vorbis: sound("ogg", "libvorbis"),
  flac: sound("flac", "flac"),
  alac: sound("m4a", "alac"),
  ac3: sound("mp4", "ac3"),
  eac3: sound("mp4", "eac3"),
  dts: sound("mka", "dca", ...experimental),
  truehd: sound("mka", "truehd", ...experimental),
  pcm_bluray: soundOfFilm("m2ts", "pcm_bluray", "-ar", "48000", "-ac", "2"),
  wmav1: soundOfFilm("avi", "wmav1"),
  wmav2: sound("wav", "wmav2"),
  adpcm_ms: sound("wav", "adpcm_ms"),
  adpcm_ima_wav: sound("wav", "adpcm_ima_wav"),
  adpcm_ima_qt: sound("mov", "adpcm_ima_qt"),
  ...pcm("wav", "mulaw", "alaw", "s16le", "s24le", "s32le", "f32le", "f64le", "u8"),
  ...pcm("aiff", "s16be", "s24be", "s32be", "f32be", "f64be", "s8"),
  ...rareMedia,
};

const names = supportedCodecs.map(({ codec }) => codec);

/** The codecs that only ffmpeg 4.3 or newer can write. Older ones read them. */
const writtenLately = ["cfhd", "pcm_bluray"];
const encoders = namesIn(runSync(found?.ffmpeg ?? "ffmpeg", ["-hide_banner", "-encoders"]));
const written = names.filter((codec) => !writtenLately.includes(codec) || encoders.has(codec));

test("each codec of the table has a file here, and a decoder in this ffmpeg", async () => {
  expect(Object.keys(files).sort()).toEqual([...names].sort());
  const { signal } = new AbortController();
  const { programs, confinement } = tools;
  const able = await askFfmpeg(programs.ffmpeg, confinement, { wallMs: 60_000, signal });
  const without = supportedCodecs
    .filter(({ decoders }) => !decoders.some((decoder) => able?.decoders.has(decoder)))
    .map(({ codec }) => codec);
  expect(without).toEqual([]);
});

test.each(sampleCases(written, 3, 0))("%s is accepted and plays", async (codec) => {
  const content = await files[codec]?.();
  if (content === undefined) throw new Error("There is no file");
  const directory = await mkdtemp(join(root, "job-"));
  await writeFile(join(directory, "original"), content);
  const inspection = await inspectMedia(bytesInMemory(content));
  if (!inspection.ok) throw new Error(inspection.detail);
  const { media } = inspection;
  const task = taskIn(tools, directory);
  try {
    const probed = await probe(tools, task, media.format);
    expect(probed?.streams.map((stream) => stream.codec)).toContain(codec);
    const rendering = await renderers[media.kind]?.(tools, media, task);
    const name = media.kind === "audio" ? "sound" : "large";
    const files = expect.arrayContaining([expect.objectContaining({ name })]);
    expect(rendering).toMatchObject({ ok: true, files });
    expect(Number(rendering?.ok && rendering.metadata?.duration)).toBeGreaterThan(0.1);
  } finally {
    task.pictures.release();
  }
});
