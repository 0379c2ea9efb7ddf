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
])("with the configuration %j, the backend is %j", (config, backend) => {
  expect(chooseBackend(config)).toEqual(backend);
});

test("behind a transaction pooler, queues in PostgreSQL are refused", () => {
  expect(() => chooseBackend({ databaseUrl, databasePooler: "transaction" })).toThrow(
    "REDIS_URL is needed with DATABASE_POOLER=transaction",
  );
});
