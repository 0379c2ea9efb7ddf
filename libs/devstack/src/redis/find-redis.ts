import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Trouble } from "../trouble";

/** A Redis server program and its environment variables. */
export interface RedisProgram {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Where `npm test` unpacks Redis for an ordinary user, below the project's root. */
const privateRedisDir = ".dev/redis-deb";

export interface FindRedisOptions {
  /** The program of `REDIS_SERVER_BIN`; it wins. */
  readonly wanted?: string | undefined;
  /** The project's root. */
  readonly root?: string | undefined;
}

/**
 * Finds the first program that runs: the wanted one, `redis-server`, `valkey-server`, the unpacked one.
 * npm has no package with Redis. Throws `Trouble` if the wanted program does not run.
 */
export function findRedis({ wanted, root }: FindRedisOptions = {}): RedisProgram | undefined {
  if (wanted !== undefined && wanted !== "") {
    if (runs({ command: wanted, env: {} })) return { command: wanted, env: {} };
    throw new Trouble(`REDIS_SERVER_BIN names ${wanted}, which does not run.`);
  }
  const installed = ["redis-server", "valkey-server"].map((command) => ({ command, env: {} }));
  return [...installed, ...(root === undefined ? [] : unpacked(root))].find(runs);
}

/** Its libraries are beside it, not in a system path. */
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
