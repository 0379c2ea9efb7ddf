import type { StackPart } from "./part";
import { startParts } from "./start-stack";

const settings = {
  root: "/",
  from: "dist" as const,
  dataDir: "/data",
  port: 3_000,
  host: "127.0.0.1",
  metricsPort: 9_095,
  baseUrl: "http://localhost:3000",
};

function parts(log: string[]): readonly StackPart[] {
  const part = (name: string, unless: string): StackPart => ({
    name,
    unless: [unless],
    start: async ({ env }) => {
      log.push(`${name} sees ${Object.keys(env).join() || "nothing"}`);
      return {
        env: { [unless]: name },
        says: `${name} is up`,
        stop: async () => log.push(`${name} down`),
      };
    },
  });
  return [part("database", "DATABASE_URL"), part("queue", "REDIS_URL")];
}

async function start(env: Record<string, string>) {
  const log: string[] = [];
  const said: string[] = [];
  const stops: string[] = [];
  const result = await startParts(parts(log), {
    settings,
    env,
    say: (line: string) => said.push(line),
    onStarted: (name) => stops.push(name),
    onEnded: () => undefined,
  });
  return { result, log, said, stops };
}

test("each part gets the variables of earlier parts, and services get all variables", async () => {
  const { result, log, said, stops } = await start({});
  expect(log).toEqual(["database sees nothing", "queue sees DATABASE_URL"]);
  expect(result).toEqual({ DATABASE_URL: "database", REDIS_URL: "queue" });
  expect(said).toEqual(["database is up", "queue is up"]);
  expect(stops).toEqual(["database", "queue"]);
});

test("a configured variable takes precedence over the part", async () => {
  const { result, log } = await start({ DATABASE_URL: "given" });
  expect(log).toEqual(["queue sees DATABASE_URL"]);
  expect(result).toEqual({ DATABASE_URL: "given", REDIS_URL: "queue" });
});

test("an empty variable counts as missing", async () => {
  expect((await start({ DATABASE_URL: " " })).result).toMatchObject({ DATABASE_URL: "database" });
});

test("a part that ends unexpectedly is reported with its reason", async () => {
  const ended: string[] = [];
  const part: StackPart = {
    name: "queue",
    start: async () => ({ ended: Promise.resolve("signal SIGKILL") }),
  };
  await startParts([part], {
    settings,
    env: {},
    say: () => undefined,
    onStarted: () => undefined,
    onEnded: (name, reason) => ended.push(`${name}: ${reason}`),
  });
  await new Promise(setImmediate);
  expect(ended).toEqual(["queue: signal SIGKILL"]);
});
