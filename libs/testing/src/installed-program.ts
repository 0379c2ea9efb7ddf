import { existsSync } from "node:fs";
import path from "node:path";

/** The file of a program that this machine has; also where Debian has those of servers, which no `PATH` names. */
export const installedProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? "").split(":"), "/usr/sbin"]
    .map((directory) => path.join(directory, name))
    .find((file) => existsSync(file));
