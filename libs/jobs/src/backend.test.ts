import { describeWithRedis, startTestRedis } from "@polls/testing";
import { chooseBackend, connectQueue } from "./backend";

const databaseUrl = "postgresql://polls@db/polls";
const redisUrl = "redis://queues:6379";

test.each([
  [
    { databaseUrl, redisUrl },
    { kind: "redis", url: redisUrl, prefix: "polls" },
  ],
  [
    { databaseUrl, redisUrl, redisPrefix: "test" },
    { kind: "redis", url: redisUrl, prefix: "test" },
  ],
  [{ databaseUrl }, { kind: "postgres", url: databaseUrl }],
  [
    { databaseUrl, redisUrl, databasePooler: "transaction" as const },
    { kind: "redis", url: redisUrl, prefix: "polls" },
  ],
])("with the configuration %j, the backend is %j", (config, backend) => {
  expect(chooseBackend(config)).toEqual(backend);
});

test("behind a transaction pooler, queues in PostgreSQL are refused", () => {
  expect(() => chooseBackend({ databaseUrl, databasePooler: "transaction" })).toThrow(
    "REDIS_URL is needed with DATABASE_POOLER=transaction",
  );
});

describeWithRedis("two deployments on one Redis", () => {
  test("do not see the jobs of each other", async () => {
    const { url } = await startTestRedis();
    const queues = ["polls", "other"].map((prefix) =>
      connectQueue("mail", { kind: "redis", url, prefix }),
    );
    await queues[0]?.waitUntilReady();
    await queues[0]?.add("mail.send-mail", {});
    expect(await Promise.all(queues.map((queue) => queue.getWaitingCount()))).toEqual([1, 0]);
    await Promise.all(queues.map((queue) => queue.close()));
  });
});
