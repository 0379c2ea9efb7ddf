import { parseRedisAddress, type RedisAddress } from "@polls/config";
import { Cluster, Redis, type RedisOptions } from "ioredis";

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
  server: ({ url }, options) => new Redis(url, options),
  sentinel: (address, { retryStrategy, ...options }) =>
    new Redis({
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

/** Opens Redis at an address of `parseRedisAddress`, and follows its primary. */
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
