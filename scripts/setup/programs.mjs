import { aptInstall } from "./apt-install.mjs";
import { spawnSync } from "./children.mjs";
import { hasRedis } from "./redis.mjs";

const hasFfmpeg = (env) =>
  env.FFMPEG_PATH?.trim() || spawnSync("ffmpeg", ["-version"], { stdio: "ignore" }).status === 0;

/** Installs Redis and ffmpeg as root, if they are missing. Never fails. */
export async function installPrograms({ env = process.env, redis = true } = {}) {
  const missing = [
    ...(!redis || hasRedis(env) ? [] : ["redis-server"]),
    ...(hasFfmpeg(env) ? [] : ["ffmpeg"]),
  ];
  if (missing.length > 0) await aptInstall(missing);
}
