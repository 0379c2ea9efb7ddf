import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "../../children.cjs";
import { findFfmpeg } from "./find-ffmpeg";

test("the program that was found can run", () => {
  const found = findFfmpeg();
  expect(spawnSync(String(found?.ffmpeg), ["-version"], { encoding: "utf8" }).stdout).toContain(
    `ffmpeg version ${found?.version} `,
  );
});

test("if the system has no program, the one from npm can run", () => {
  const found = findFfmpeg({ searchPath: "/nowhere" });
  expect(found?.source).toBe("npm");
  expect(spawnSync(String(found?.ffmpeg), ["-version"]).status).toBe(0);
});

test("a configured program takes precedence, and must run", () => {
  const directory = mkdtempSync(join(tmpdir(), "ffmpeg-"));
  try {
    const ffmpeg = join(directory, "ffmpeg");
    writeFileSync(ffmpeg, "#!/bin/sh\necho ffmpeg version 99.1-own Copyright\n");
    chmodSync(ffmpeg, 0o755);
    expect(findFfmpeg({ ffmpeg })).toEqual({ ffmpeg, version: "99.1-own", source: "environment" });
    expect(findFfmpeg({ searchPath: directory })).toMatchObject({ source: "system" });
  } finally {
    rmSync(directory, { recursive: true });
  }
  expect(() => findFfmpeg({ ffmpeg: "/nowhere/ffmpeg" })).toThrow(
    "The program /nowhere/ffmpeg of FFMPEG_PATH does not run.",
  );
});
