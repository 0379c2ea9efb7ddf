/** Redis has settings with which it may lose jobs. Operators see this message without a stack. */
export class WrongSetting extends Error {
  constructor(problems: readonly string[]) {
    super(`Redis has settings with which it may lose jobs: ${problems.join("; ")}`);
    this.name = "WrongSetting";
  }
}

/**
 * Problems in the response to `INFO`, which managed servers allow, unlike `CONFIG`. With an
 * eviction policy Redis deletes jobs; without the append-only file a crash loses them
 * (docs/reliability.md#wrong-redis-settings).
 */
export function redisProblems(info: string): readonly string[] {
  const value = infoReader(info);
  const problems: string[] = [];
  const policy = value("maxmemory_policy");
  if (policy !== undefined && policy !== "noeviction")
    problems.push(`maxmemory-policy is ${policy} and must be noeviction`);
  if (value("aof_enabled") === "0") problems.push("appendonly is off and must be on");
  return problems;
}

/** Whether a response to `INFO` is of a primary, not of a replica. */
export const isOfPrimary = (info: string): boolean => infoReader(info)("role") !== "slave";

export interface RedisFacts {
  readonly version: string;
  readonly usedBytes: number;
  /** 0 means no limit. */
  readonly maxBytes: number;
  /** Settings that lose jobs, or a memory that is nearly full. */
  readonly problems: readonly string[];
}

/** Above this share of its memory, a Redis is nearly full. A full Redis accepts no jobs. */
const NEARLY_FULL = 0.9;

/** The facts of a Redis from its response to `INFO`. */
export function redisFacts(info: string): RedisFacts {
  const value = infoReader(info);
  const number = (name: string) => Number(value(name) ?? 0);
  const [usedBytes, maxBytes] = [number("used_memory"), number("maxmemory")];
  return {
    version: value("redis_version") ?? "of an unknown version",
    usedBytes,
    maxBytes,
    problems: [
      ...redisProblems(info),
      ...(value("aof_last_write_status") === "err" ? ["its append-only file is not written"] : []),
      ...(value("rdb_last_bgsave_status") === "err" ? ["its last save failed"] : []),
      ...(maxBytes > 0 && usedBytes > maxBytes * NEARLY_FULL ? ["its memory is nearly full"] : []),
    ],
  };
}

const infoReader = (info: string) => (name: string) =>
  new RegExp(`^${name}:(.*?)\\s*$`, "m").exec(info)?.[1];
