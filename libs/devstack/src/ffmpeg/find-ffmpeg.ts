import fs from "node:fs";
import path from "node:path";
import { spawnSync } from "../../children.cjs";
import { UserError } from "../user-error";

export interface FoundFfmpeg {
  readonly ffmpeg: string;
  readonly version: string;
  /** The one from npm is of 2018; it is used in development and tests only. */
  readonly source: "environment" | "system" | "npm";
}

export interface FindFfmpegOptions {
  /** The program of `FFMPEG_PATH`. It takes precedence. */
  readonly ffmpeg?: string | undefined;
  /** The directories to search, by default `PATH`. */
  readonly searchPath?: string;
}

/**
 * Finds ffmpeg: the configured program, else that of the system, else that from npm. Throws
 * `UserError` if the configured one does not run.
 */
export function findFfmpeg({
  ffmpeg,
  searchPath,
}: FindFfmpegOptions = {}): FoundFfmpeg | undefined {
  if (ffmpeg) {
    const found = ifRuns("environment", ffmpeg);
    if (found !== undefined) return found;
    throw new UserError(`The program ${ffmpeg} of FFMPEG_PATH does not run.`);
  }
  return ifRuns("system", "ffmpeg", searchPath) ?? fromNpm();
}

function fromNpm(): FoundFfmpeg | undefined {
  const platform = `@ffmpeg-installer/${process.platform}-${process.arch}`;
  try {
    const file = path.join(path.dirname(require.resolve(`${platform}/package.json`)), "ffmpeg");
    if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
    return ifRuns("npm", file);
  } catch {
    return undefined;
  }
}

function ifRuns(
  source: FoundFfmpeg["source"],
  ffmpeg: string,
  searchPath = process.env.PATH,
): FoundFfmpeg | undefined {
  const { status, stdout } = spawnSync(ffmpeg, ["-version"], {
    encoding: "utf8",
    env: { ...process.env, PATH: searchPath },
  });
  if (status !== 0) return undefined;
  return { ffmpeg, version: /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? "of no version", source };
}
