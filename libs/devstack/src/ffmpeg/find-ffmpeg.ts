import fs from "node:fs";
import path from "node:path";
import { spawnSync } from "../../children.cjs";

export interface FfmpegPaths {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /**
   * Where the programs come from. Those from npm are old; they are used in development and tests
   * only.
   */
  readonly source: "environment" | "system" | "npm";
}

export interface FindFfmpegOptions {
  /** The programs of `FFMPEG_PATH` and `FFPROBE_PATH`. They take precedence if both are set. */
  readonly ffmpeg?: string | undefined;
  readonly ffprobe?: string | undefined;
  /** The directories to search, by default `PATH`. */
  readonly searchPath?: string;
}

/**
 * Finds ffmpeg and ffprobe: the configured programs, else those of the system, else those from npm.
 */
export function findFfmpeg(named: FindFfmpegOptions = {}): FfmpegPaths | undefined {
  const { ffmpeg, ffprobe, searchPath } = named;
  if (ffmpeg && ffprobe) return { ffmpeg, ffprobe, source: "environment" };
  if (runs("ffmpeg", searchPath) && runs("ffprobe", searchPath)) {
    return { ffmpeg: ffmpeg || "ffmpeg", ffprobe: ffprobe || "ffprobe", source: "system" };
  }
  const packaged = { ffmpeg: ffmpeg || fromNpm("ffmpeg"), ffprobe: ffprobe || fromNpm("ffprobe") };
  return packaged.ffmpeg === undefined || packaged.ffprobe === undefined
    ? undefined
    : { ffmpeg: packaged.ffmpeg, ffprobe: packaged.ffprobe, source: "npm" };
}

function fromNpm(name: "ffmpeg" | "ffprobe"): string | undefined {
  const platform = `@${name}-installer/${process.platform}-${process.arch}`;
  try {
    const file = path.join(path.dirname(require.resolve(`${platform}/package.json`)), name);
    if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
    return runs(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

const runs = (program: string, searchPath = process.env.PATH): boolean =>
  spawnSync(program, ["-version"], {
    stdio: "ignore",
    env: { ...process.env, PATH: searchPath },
  }).status === 0;
