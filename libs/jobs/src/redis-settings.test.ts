import { redisProblems } from "./redis-settings";

const info = (policy: string, aof: string) =>
  `# Memory\r\nmaxmemory:0\r\nmaxmemory_policy:${policy}\r\n# Persistence\r\naof_enabled:${aof}\r\n`;

describe("redisProblems", () => {
  test.each([
    ["noeviction with an append-only file is right", info("noeviction", "1"), []],
    [
      "another policy loses jobs",
      info("allkeys-lru", "1"),
      ["maxmemory-policy is allkeys-lru and must be noeviction"],
    ],
    [
      "no append-only file loses jobs",
      info("noeviction", "0"),
      ["appendonly is off and must be on"],
    ],
    [
      "both are told",
      info("volatile-ttl", "0"),
      [
        "maxmemory-policy is volatile-ttl and must be noeviction",
        "appendonly is off and must be on",
      ],
    ],
    ["a server that does not tell is taken", "# Server\r\nredis_version:7.0.15\r\n", []],
  ])("%s", (_rule, text, problems) => {
    expect(redisProblems(text)).toEqual(problems);
  });
});
