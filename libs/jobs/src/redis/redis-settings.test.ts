// Covers docs/reliability.md: wrong-redis-settings

import { redisFacts, redisProblems } from "./redis-settings";

const info = (policy: string, aof: string) =>
  `# Memory\r\nmaxmemory:0\r\nmaxmemory_policy:${policy}\r\n# Persistence\r\naof_enabled:${aof}\r\n`;

describe("redisProblems", () => {
  test.each([
    ["none with noeviction and an append-only file", info("noeviction", "1"), []],
    [
      "an eviction policy",
      info("allkeys-lru", "1"),
      ["maxmemory-policy is allkeys-lru and must be noeviction"],
    ],
    ["a missing append-only file", info("noeviction", "0"), ["appendonly is off and must be on"]],
    [
      "both at once",
      info("volatile-ttl", "0"),
      [
        "maxmemory-policy is volatile-ttl and must be noeviction",
        "appendonly is off and must be on",
      ],
    ],
    [
      "none for a server that does not report its settings",
      "# Server\r\nredis_version:7.0.15\r\n",
      [],
    ],
  ])("reports unsafe settings: %s", (_rule, text, problems) => {
    expect(redisProblems(text)).toEqual(problems);
  });
});

describe("redisFacts", () => {
  const full = (lines: readonly string[]) =>
    [info("noeviction", "1"), "redis_version:7.4.1", ...lines, ""].join("\r\n");

  test("reads version and memory", () => {
    expect(redisFacts(full(["used_memory:1000", "maxmemory_human:0B"]))).toEqual({
      version: "7.4.1",
      usedBytes: 1_000,
      maxBytes: 0,
      problems: [],
    });
  });

  test.each([
    ["aof_last_write_status:err", "its append-only file is not written"],
    ["rdb_last_bgsave_status:err", "its last save failed"],
  ])("with the line %s, the problem is %s", (line, problem) => {
    expect(redisFacts(full([line])).problems).toEqual([problem]);
    expect(redisFacts(full([line.replace("err", "ok")])).problems).toEqual([]);
  });

  test.each([
    [899, []],
    [901, ["its memory is nearly full"]],
  ])("with %i of 1,000 bytes used, the problems are %j", (used, problems) => {
    const text = `used_memory:${used}\r\nmaxmemory:1000\r\n`;
    expect(redisFacts(text).problems).toEqual(problems);
  });
});
