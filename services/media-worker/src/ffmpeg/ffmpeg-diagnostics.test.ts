// Covers docs/reference/media.md: codecs

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { supportedCodecs } from "@polls/media";
import { diagnose } from "@polls/runtime";
import { recordedVersions, recording } from "../../testing/recordings";
import { found } from "../../testing/render-tools";
import { type FfmpegAbilities, frameTimesOption, namesIn } from "./abilities";
import { findingOfFfmpeg, mediaDiagnostics } from "./ffmpeg-diagnostics";

const environment = { PATH: "/usr/local/bin:/usr/bin:/bin" };
const confined = {
  prefix: [],
  measures: ["no network", "dies with the worker"],
  missing: [],
  environment,
};
const required = { confinementRequired: true };

const all: FfmpegAbilities = {
  build: "ffmpeg version 7.1 of all\n",
  version: "7.1",
  frameTimes: "-fps_mode",
  decoders: new Set([...supportedCodecs.flatMap(({ decoders }) => decoders), "libjxl"]),
  encoders: new Set(["libx264", "aac", "tiff", "rawvideo", "png"]),
  filters: new Set(
    "scale fps transpose hflip vflip split select setsar format zscale tonemap".split(" "),
  ),
};
const without = (names: ReadonlySet<string>, ...gone: readonly string[]) =>
  new Set([...names].filter((name) => !gone.includes(name)));

test.each([
  ["all", all, "ok", "writes H.264 and AAC"],
  ["no libx264", { ...all, encoders: without(all.encoders, "libx264") }, "failed", "libx264"],
  ["no decoder of AAC", { ...all, decoders: without(all.decoders, "aac") }, "failed", "AAC"],
  [
    "one of two decoders",
    { ...all, decoders: without(all.decoders, "libopus") },
    ...(["ok", "opens all"] as const),
  ],
  [
    "no decoder of a rare codec",
    { ...all, decoders: without(all.decoders, "svq1") },
    ...(["warning", "lacks Sorenson"] as const),
  ],
  [
    "no decoder of JPEG XL",
    { ...all, decoders: without(all.decoders, "libjxl") },
    ...(["warning", "lacks JPEG XL"] as const),
  ],
  ["no filter", { ...all, filters: new Set<string>() }, "failed", "scale (changes films)"],
  [
    "no filter of colors",
    { ...all, filters: without(all.filters, "zscale") },
    ...(["warning", "zscale (colors of HDR)"] as const),
  ],
])("reports an ffmpeg with %s", (_what, able, state, text) => {
  expect(findingOfFfmpeg(able)).toMatchObject({
    state,
    found: expect.stringContaining(text),
  });
});

test.each(recordedVersions)("reads the lists of ffmpeg %s", (version) => {
  const section = recording(version);
  expect(namesIn(section("decoders"))).toContain("4xm");
  expect(namesIn(section("encoders"))).toContain("amv");
  expect(namesIn(section("filters"))).toContain("acontrast");
  expect(frameTimesOption(section("frame options"))).toBe(
    ["2018", "4.3"].includes(version) ? "-vsync" : "-fps_mode",
  );
});

const withFfmpeg = found === undefined ? test.skip : test;
withFfmpeg("the program of this machine lists what it can do", async () => {
  const [program, confinement] = await diagnose(
    mediaDiagnostics(`${found?.ffmpeg}`, confined, required),
  );
  expect(program?.state).not.toBe("failed");
  expect(program?.found).toMatch(/^ffmpeg \S*\d/);
  expect(confinement).toMatchObject({ state: "ok", found: confined.measures.join("; ") });
});

test("reports a machine without ffmpeg, and one without confinement measures", async () => {
  const bare = { prefix: [], measures: [], missing: ["no network"], environment };
  expect(
    await diagnose(mediaDiagnostics("/nowhere/ffmpeg", bare, { confinementRequired: false })),
  ).toMatchObject([
    { state: "failed", found: "there is no ffmpeg" },
    { state: "warning", found: "decoders lack: no network" },
  ]);
  const [, confinement] = await diagnose(mediaDiagnostics("/nowhere/ffmpeg", bare, required));
  expect(confinement).toMatchObject({
    state: "failed",
    found: expect.stringContaining("MEDIA_CONFINEMENT is required"),
  });
});

describe("a program that", () => {
  let program: string;
  let directory: string;
  const write = (script: string) => writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "ffmpeg-"));
    program = join(directory, "ffmpeg");
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  test("hangs is ended at the deadline", async () => {
    await write("exec sleep 600");
    expect(await diagnose(mediaDiagnostics(program, confined, required), 200)).toMatchObject([
      { state: "failed", found: "no answer within 0.2 s" },
      { state: "ok" },
    ]);
  });

  test("gets too little processor time has not failed", async () => {
    await write("while :; do :; done");
    expect(
      await diagnose(mediaDiagnostics(program, confined, { ...required, answerMs: 300 })),
    ).toMatchObject([
      { state: "warning", found: "ffmpeg got too little processor time" },
      { state: "ok" },
    ]);
  });

  test("is still the same build is not asked again what it can do", async () => {
    await write('[ "$2" = -version ] && echo "ffmpeg version 7.1 of all"');
    const options = { ...required, known: all };
    expect(await diagnose(mediaDiagnostics(program, confined, options))).toMatchObject([
      { state: "ok", found: expect.stringContaining("opens all") },
      { state: "ok" },
    ]);
    const [other] = await diagnose(
      mediaDiagnostics(program, confined, { ...options, known: { ...all, build: "ffmpeg 6" } }),
    );
    expect(other).toMatchObject({ state: "failed" });
  });

  test("ends with an error has failed, with what it said", async () => {
    await write("echo no library >&2; exit 1");
    expect(await diagnose(mediaDiagnostics(program, confined, required))).toMatchObject([
      { state: "failed", found: "ffmpeg ended with 1: no library" },
      { state: "ok" },
    ]);
  });
});
