import { aptInstall } from "./apt-install.mjs";
import { spawnSync } from "./children.mjs";
import { hasRedis } from "./redis.mjs";

const hasFfmpeg = (env) =>
  env.FFMPEG_PATH?.trim() || spawnSync("ffmpeg", ["-version"], { stdio: "ignore" }).status === 0;

/**
 * Installs Redis and ffmpeg from Debian or Ubuntu as root, if they are missing, beside what the
 * caller does. Never fails: what stands in for a program is used then.
 */
export async function installPrograms({ env = process.env, redis = true } = {}) {
  const missing = [
    ...(!redis || hasRedis(env) ? [] : ["redis-server"]),
    ...(hasFfmpeg(env) ? [] : ["ffmpeg"]),
  ];
  if (missing.length > 0) await aptInstall(missing);
}
