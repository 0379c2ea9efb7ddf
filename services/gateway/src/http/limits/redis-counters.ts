import { createHmac } from "node:crypto";
import { openRedis } from "@polls/jobs";
import type { Counts, SharedCounters } from "./rate-limiter";

/** Adds to many counters in one call. Returns the count of each window and of the previous one. */
const ADD = `
local counts = {}
for i = 1, #KEYS, 2 do
  local current = redis.call('INCRBY', KEYS[i], ARGV[i])
  redis.call('PEXPIRE', KEYS[i], ARGV[i + 1])
  counts[i] = current
  counts[i + 1] = tonumber(redis.call('GET', KEYS[i + 1]) or '0')
end
return counts
`;

const COMMAND_TIMEOUT_MS = 1_000;
const RETRY_MAX_MS = 1_000;

/**
 * The hash tag puts all counters on one node of a Redis cluster, because one script may only use
 * keys of one node. The key is an HMAC, because it may contain the address of a client.
 */
const keyOf = (prefix: string, key: string, window: number, secret: string): string =>
  `{${prefix}}:rate:${createHmac("sha256", secret).update(key).digest("base64url").slice(0, 22)}:${window}`;

export interface RedisCounters extends SharedCounters {
  /** Rejects while Redis does not answer. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Counters in Redis. Reconnects after an outage. A call takes at most `COMMAND_TIMEOUT_MS`. */
export function openRedisCounters(
  { url, prefix }: { readonly url: string; readonly prefix: string },
  secret: string,
  onError: (error: Error) => void,
): RedisCounters {
  const redis = openRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), RETRY_MAX_MS),
  });
  redis.on("error", onError);

  return {
    async add(increments) {
      const keys = increments.flatMap(({ key, window }) => [
        keyOf(prefix, key, window, secret),
        keyOf(prefix, key, window - 1, secret),
      ]);
      const values = increments.flatMap(({ count, windowMs }) => [count, windowMs * 2]);
      const counts = (await redis.eval(ADD, keys.length, ...keys, ...values)) as number[];
      return increments.map(
        (_, index): Counts => ({
          current: Number(counts[index * 2] ?? 0),
          previous: Number(counts[index * 2 + 1] ?? 0),
        }),
      );
    },
    async check() {
      await redis.ping();
    },
    async close() {
      redis.disconnect();
    },
  };
}
