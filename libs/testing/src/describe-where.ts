import { existsSync } from "node:fs";
import path from "node:path";

/** Groups tests, as `describe` does. */
export type Describe = (name: string, define: () => void) => void;

/** `describe` where a prerequisite is present; else skips, and says what is missing. */
export const describeWhere = (isThere: boolean, lacks: string): Describe =>
  // Each test file has its own `describe`, and the process keeps this function for all of them.
  isThere
    ? (name, define) => describe(name, define)
    : (name, define) => describe.skip(`skipped: ${lacks}`, () => describe(name, define));

/** The path of a program, also in Debian's directories of servers, which `PATH` lacks. */
export const installedProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? "").split(":"), "/usr/sbin"]
    .map((directory) => path.join(directory, name))
    .find((file) => existsSync(file));
