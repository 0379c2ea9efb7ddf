import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hasApt } from "./apt-install.mjs";
import { spawnSync } from "./children.mjs";
import { root } from "./root.mjs";
import { say } from "./say.mjs";

// The same path as in libs/devstack/src/redis/find-redis.ts.
const dir = path.join(root, ".dev/redis-deb");
const minutes = 60_000;

const works = (command, args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

const quiet = (command, args, options = {}) =>
  spawnSync(command, args, { stdio: "ignore", timeout: 5 * minutes, ...options }).status === 0;

/** Whether a Redis server is here, or one is named. */
export const hasRedis = (env) =>
  env.REDIS_SERVER_BIN?.trim() ||
  works("redis-server", ["--version"]) ||
  works("valkey-server", ["--version"]) ||
  existsSync(path.join(dir, "root/usr/bin/redis-server"));

/**
 * Unpacks a Redis below the project, on Debian or Ubuntu, for tests of a user who cannot install
 * it; else tests that need it are skipped with a message.
 */
export function ensureRedis(env = process.env) {
  if (hasRedis(env) || (process.getuid?.() !== 0 && hasApt() && unpack())) return;
  say(
    "There is no Redis here: the tests that need it are SKIPPED. Install redis-server or valkey-server, or name one with REDIS_SERVER_BIN.",
  );
}

/** Runs apt with a separate state directory, so that it changes nothing in the system and needs no root. */
function unpack() {
  say("Fetching Redis for the tests …");
  const user = spawnSync("id", ["-un"], { encoding: "utf8" }).stdout.trim();
  rmSync(dir, { recursive: true, force: true });
  for (const each of ["state/lists/partial", "cache/archives/partial", "root"]) {
    mkdirSync(path.join(dir, each), { recursive: true });
  }
  writeFileSync(path.join(dir, "status"), "");
  const options = [
    `Dir::State=${dir}/state`,
    `Dir::Cache=${dir}/cache`,
    `Dir::State::status=${dir}/status`,
    "Debug::NoLocking=1",
    `APT::Sandbox::User=${user}`,
    "Acquire::Languages=none",
  ].flatMap((option) => ["-o", option]);
  const apt = (...args) => quiet("apt-get", [...options, ...args], { cwd: dir });
  const packages = ["redis-tools", "libjemalloc2", "liblzf1", "libatomic1"];
  const fetched = apt("update", "-qq") && apt("download", "-q", ...packages);
  const unpacked =
    fetched &&
    readdirSync(dir)
      .filter((name) => name.endsWith(".deb"))
      .every((name) => quiet("dpkg", ["-x", name, "root"], { cwd: dir }));
  if (!unpacked) {
    rmSync(dir, { recursive: true, force: true });
    return false;
  }
  // The server and its checker are one program, which acts by the name of its file.
  symlinkSync("redis-check-rdb", path.join(dir, "root/usr/bin/redis-server"));
  return true;
}
