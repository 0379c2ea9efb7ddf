// Covers docs/reliability.md: redis-outages

import { parseRedisAddress } from "./redis-address";

test.each(["redis://queue:6379", "rediss://user:secret@queue", "redis://queue/2"])(
  "%s is one server",
  (url) => expect(parseRedisAddress(url)).toEqual({ kind: "server", url }),
);

test("the address of sentinels contains the name of the primary", () => {
  expect(parseRedisAddress("redis+sentinel://a:26380,b,[::1]:7/polls")).toEqual({
    kind: "sentinel",
    nodes: [
      { host: "a", port: 26_380 },
      { host: "b", port: 26_379 },
      { host: "::1", port: 7 },
    ],
    name: "polls",
    tls: false,
    username: undefined,
    password: undefined,
    sentinelPassword: undefined,
  });
});

test("sentinels and servers may have different passwords", () => {
  const text = "rediss+sentinel://polls:p%40ss@a/my%20name?sentinel_password=of%26the";
  expect(parseRedisAddress(text)).toMatchObject({
    tls: true,
    username: "polls",
    password: "p@ss",
    name: "my name",
    sentinelPassword: "of&the",
  });
});

test("a cluster is found through any of its nodes", () => {
  expect(parseRedisAddress("redis+cluster://:secret@a:7000,b:7001")).toEqual({
    kind: "cluster",
    nodes: [
      { host: "a", port: 7_000 },
      { host: "b", port: 7_001 },
    ],
    tls: false,
    username: undefined,
    password: "secret",
  });
  expect(parseRedisAddress("redis+cluster://a")).toMatchObject({
    nodes: [{ host: "a", port: 6_379 }],
  });
});

test.each([
  "",
  "queue:6379",
  "http://queue",
  "redis://",
  "redis+sentinel://a:26379",
  "redis+sentinel://a,/polls",
  "redis+sentinel://a:port/polls",
  "redis+cluster://a/0",
  "redis+cluster://",
  "redis+cluster://:%zz@a",
])("%j is not a valid address", (text) => expect(parseRedisAddress(text)).toBeUndefined());
