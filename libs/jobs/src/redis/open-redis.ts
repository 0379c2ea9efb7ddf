import { parseRedisAddress, type RedisAddress } from "@polls/config";
import { Cluster, Redis, type RedisOptions } from "ioredis";

/** Sends all commands of one iteration of the event loop in one write, which the driver does for pipelines only. */
class CoalescingRedis extends Redis {
  #corked = false;

  override sendCommand(...args: Parameters<Redis["sendCommand"]>): unknown {
    const { stream } = this;
    if (!this.#corked && stream?.writable) {
      this.#corked = true;
      stream.cork();
      process.nextTick(() => {
        this.#corked = false;
        stream.uncork();
      });
    }
    return super.sendCommand(...args);
  }
}

type RedisSettings = Omit<RedisOptions, "replyMapping">;

type AddressOf<Kind extends RedisAddress["kind"]> = Extract<RedisAddress, { readonly kind: Kind }>;

const tlsOf = ({ tls }: { readonly tls: boolean }) => (tls ? { tls: {} } : {});

const loginOf = ({ username, password }: AddressOf<"sentinel" | "cluster">) => ({
  ...(username === undefined ? {} : { username }),
  ...(password === undefined ? {} : { password }),
});

const openers: {
  readonly [Kind in RedisAddress["kind"]]: (
    address: AddressOf<Kind>,
    options: RedisSettings,
  ) => Redis | Cluster;
} = {
  server: ({ url }, options) => new CoalescingRedis(url, options),
  sentinel: (address, { retryStrategy, ...options }) =>
    new CoalescingRedis({
      ...options,
      ...loginOf(address),
      ...tlsOf(address),
      sentinels: [...address.nodes],
      name: address.name,
      enableTLSForSentinelMode: address.tls,
      ...(address.sentinelPassword === undefined
        ? {}
        : { sentinelPassword: address.sentinelPassword }),
      ...(retryStrategy == null ? {} : { retryStrategy, sentinelRetryStrategy: retryStrategy }),
    }),
  cluster: (
    address,
    { retryStrategy, lazyConnect = false, enableOfflineQueue = true, ...options },
  ) =>
    new Cluster([...address.nodes], {
      lazyConnect,
      enableOfflineQueue,
      ...(retryStrategy == null ? {} : { clusterRetryStrategy: retryStrategy }),
      redisOptions: { ...options, ...loginOf(address), ...tlsOf(address) },
    }),
};

/**
 * Opens Redis at an address of `parseRedisAddress`: a server, the primary of a group with
 * sentinels, or a cluster. Throws for any other. If a server becomes a replica, it connects to the
 * new primary (docs/operations.md#redis-that-survives-a-server).
 */
export function openRedis(url: string, options: RedisSettings): Redis | Cluster {
  const address = parseRedisAddress(url);
  if (address === undefined) throw new Error("the address of Redis is malformed");
  const open = openers[address.kind] as (
    address: RedisAddress,
    options: RedisSettings,
  ) => Redis | Cluster;
  return open(address, {
    ...options,
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  });
}

/** The time limit to connect, and of the command. */
const timeoutMs = 3_000;

/** A connection that reads the `INFO` responses of servers. It does not reconnect. */
export interface RedisInfos {
  /** Rejects within seconds if a server is unavailable. */
  readonly read: () => Promise<readonly string[]>;
  readonly close: () => void;
}

/**
 * Connects to the server, or the primaries of a cluster, that hold queues. Rejects within seconds
 * if one is unavailable.
 */
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
