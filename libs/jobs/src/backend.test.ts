import { chooseBackend } from "./backend";

const databaseUrl = "postgresql://polls@db/polls";
const redisUrl = "redis://queues:6379";

test.each([
  [
    { databaseUrl, redisUrl },
    { kind: "redis", url: redisUrl },
  ],
  [{ databaseUrl }, { kind: "postgres", url: databaseUrl }],
  [
    { databaseUrl, redisUrl, databasePooler: "transaction" as const },
    { kind: "redis", url: redisUrl },
  ],
])("queues of %j are in %j", (config, backend) => {
  expect(chooseBackend(config)).toEqual(backend);
});

test("behind a pooler of transactions there is no queue in PostgreSQL", () => {
  expect(() => chooseBackend({ databaseUrl, databasePooler: "transaction" })).toThrow(
    "REDIS_URL is needed with DATABASE_POOLER=transaction",
  );
});
