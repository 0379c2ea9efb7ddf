import { existsSync } from "node:fs";
import path from "node:path";

/**
 * The path of an installed program. Also searches the directories of Debian's server programs,
 * which are not in `PATH`.
 */
export const installedProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? "").split(":"), "/usr/sbin"]
    .map((directory) => path.join(directory, name))
    .find((file) => existsSync(file));
