import { Cluster } from "ioredis";
import { openRedis } from "./open-redis";

/** The time limit to connect, and of the command. */
const timeoutMs = 3_000;

/** A connection that reads the `INFO` responses of servers. It does not reconnect. */
export interface RedisInfos {
  /** Rejects within seconds if a server is unavailable. */
  readonly read: () => Promise<readonly string[]>;
  readonly close: () => void;
}

/** Connects to the Redis servers that hold queues. Rejects within seconds if unavailable. */
export async function openRedisInfos(url: string): Promise<RedisInfos> {
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
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  return {
    async read() {
      const servers = redis instanceof Cluster ? redis.nodes("master") : [redis];
      return Promise.all(servers.map((server) => server.info()));
    },
    close: () => redis.disconnect(),
  };
}

/** The `INFO` responses of all Redis servers that hold queues. Rejects within seconds if they are unavailable. */
export async function redisInfos(url: string): Promise<readonly string[]> {
  const infos = await openRedisInfos(url);
  try {
    return await infos.read();
  } finally {
    infos.close();
  }
}
