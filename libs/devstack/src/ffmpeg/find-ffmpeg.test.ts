import { spawnSync } from "../../children.cjs";
import { findFfmpeg } from "./find-ffmpeg";

test("configured programs take precedence", () => {
  expect(findFfmpeg({ ffmpeg: "/opt/ffmpeg", ffprobe: "/opt/ffprobe" })).toEqual({
    ffmpeg: "/opt/ffmpeg",
    ffprobe: "/opt/ffprobe",
    source: "environment",
  });
});

test("both programs that were found can run", () => {
  const found = findFfmpeg();
  for (const program of [found?.ffmpeg, found?.ffprobe]) {
    expect(spawnSync(String(program), ["-version"]).status).toBe(0);
  }
});

test("if the system has no programs, those from npm can run", () => {
  const found = findFfmpeg({ searchPath: "/nowhere" });
  expect(found?.source).toBe("npm");
  for (const program of [found?.ffmpeg, found?.ffprobe]) {
    expect(spawnSync(String(program), ["-version"]).status).toBe(0);
  }
});
