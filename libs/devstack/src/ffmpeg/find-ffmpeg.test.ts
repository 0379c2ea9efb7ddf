import { spawnSync } from "node:child_process";
import { findFfmpeg } from "./find-ffmpeg";

test("what is named wins", () => {
  expect(findFfmpeg({ ffmpeg: "/opt/ffmpeg", ffprobe: "/opt/ffprobe" })).toEqual({
    ffmpeg: "/opt/ffmpeg",
    ffprobe: "/opt/ffprobe",
    source: "environment",
  });
});

test("what is found runs, both of them", () => {
  const found = findFfmpeg();
  for (const program of [found?.ffmpeg, found?.ffprobe]) {
    expect(spawnSync(String(program), ["-version"]).status).toBe(0);
  }
});

test("where the system has none, the ones from npm run", () => {
  const found = findFfmpeg({ searchPath: "/nowhere" });
  expect(found?.source).toBe("npm");
  for (const program of [found?.ffmpeg, found?.ffprobe]) {
    expect(spawnSync(String(program), ["-version"]).status).toBe(0);
  }
});
