import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const FOLDER = resolve(__dirname, "../src/ffmpeg/recorded");

/** The recorded versions of ffmpeg: npm's build of 2018, Debian 11, 12, 13 and 14, and Ubuntu. */
export const recordedVersions = ["2018", "4.3", "5.1", "6.1", "7.1", "8.0", "9.0"] as const;

/** What a version of ffmpeg wrote about a file, with the options of the worker. */
export function recording(version: (typeof recordedVersions)[number]) {
  const text = readFileSync(resolve(FOLDER, `${version}.txt`), "utf8");
  return (section: string): string => {
    const [, found] = text.split(`== ${section}\n`);
    if (found === undefined) throw new Error(`${version} has no section ${section}`);
    return found.split(/^== /m)[0] ?? "";
  };
}
