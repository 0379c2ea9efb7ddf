import { Cluster } from "ioredis";
import { openRedis } from "./open-redis";

/** The time limit to connect, and of the command. */
const timeoutMs = 3_000;

/**
 * The `INFO` responses of all Redis servers that hold queues: the single server, or the primaries
 * of a cluster. Rejects within seconds if they are unavailable.
 */
export async function redisInfos(url: string): Promise<readonly string[]> {
  const redis = openRedis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // Failures reject the calls below. Without a listener they would also be printed.
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    const servers = redis instanceof Cluster ? redis.nodes("master") : [redis];
    return await Promise.all(servers.map((server) => server.info()));
  } finally {
    redis.disconnect();
  }
}
