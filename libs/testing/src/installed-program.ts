import { existsSync } from "node:fs";
import path from "node:path";

/** The path of a program, also in Debian's directories of servers, which `PATH` lacks. */
export const installedProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? "").split(":"), "/usr/sbin"]
    .map((directory) => path.join(directory, name))
    .find((file) => existsSync(file));
