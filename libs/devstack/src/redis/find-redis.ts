import fs from "node:fs";
import path from "node:path";
import { spawnSync } from "../../children.cjs";
import { UserError } from "../user-error";

export interface RedisProgram {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Where `npm test` unpacks Redis for a user without root rights, below the project's root. */
const privateRedisDir = ".dev/redis-deb";

export interface FindRedisOptions {
  /** The program of `REDIS_SERVER_BIN`. It takes precedence. */
  readonly wanted?: string | undefined;
  readonly root?: string | undefined;
}

/**
 * Finds the first program that runs: the configured one, `redis-server`, `valkey-server`, or the
 * unpacked one. Throws `UserError` if the configured one does not.
 */
export function findRedis({ wanted, root }: FindRedisOptions = {}): RedisProgram | undefined {
  if (wanted !== undefined && wanted !== "") {
    if (runs({ command: wanted, env: {} })) return { command: wanted, env: {} };
    throw new UserError(`The program ${wanted} of REDIS_SERVER_BIN does not run.`);
  }
  const installed = ["redis-server", "valkey-server"].map((command) => ({ command, env: {} }));
  return [...installed, ...(root === undefined ? [] : unpacked(root))].find(runs);
}

/** Programs whose libraries are beside them, not in a system path. */
function unpacked(root: string): readonly RedisProgram[] {
  const usr = path.join(root, privateRedisDir, "root/usr");
  const command = path.join(usr, "bin/redis-server");
  if (!fs.existsSync(command)) return [];
  const libraries = fs
    .readdirSync(path.join(usr, "lib"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(usr, "lib", name));
  return [{ command, env: { LD_LIBRARY_PATH: libraries.join(":") } }];
}

const runs = ({ command, env }: RedisProgram): boolean =>
  spawnSync(command, ["--version"], { stdio: "ignore", env: { ...process.env, ...env } }).status ===
  0;
