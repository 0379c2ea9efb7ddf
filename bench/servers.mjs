// The servers of the benchmarks: PostgreSQL, Redis, the gateway, and bare ones to compare with.
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const devstack = require("@polls/devstack");
const { migrate } = require("@polls/db/migrations");
const { Client } = require("pg");
export const { freePort } = devstack;

/** Node's arguments before a program of the gateway: a benchmark that runs from source runs it from source too. */
export const loader = process.execArgv.includes(devstack.fromSource[0]) ? devstack.fromSource : [];
export const gatewayFile = (name) =>
  loader.length > 0 ? `services/gateway/src/${name}.ts` : `services/gateway/dist/${name}.js`;

/** The storage directory of the gateways of this process. */
export const storageDirectory = path.join(os.tmpdir(), `polls-bench-${process.pid}`);

const closing = [];

/** Records what a benchmark has opened, for `closeAll`. */
export function opened(thing, close = () => thing.stop()) {
  closing.unshift(close);
  return thing;
}

/** Closes what was opened, in reverse order. */
export async function closeAll() {
  for (const close of closing) await close();
}

/** A durable PostgreSQL with the tables of the service, until `closeAll`. */
export async function startDatabase(settings = {}) {
  const postgres = opened(
    await devstack.startPostgres({
      durable: true,
      settings: { max_connections: 200, ...settings },
    }),
  );
  await postgres.ensureDatabase("bench");
  const url = postgres.url("bench");
  await migrate(url, path.join(root, "prisma/migrations"));
  return { postgres, databaseUrl: url };
}

/** A connection to a database, until `closeAll`. */
export async function connect(databaseUrl) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return opened(client, () => client.end());
}

/** PostgreSQL, and Redis with production settings if this machine has one, until `closeAll`. */
export async function startServers(settings) {
  const database = await startDatabase(settings);
  const program = devstack.findRedis({ wanted: process.env.REDIS_SERVER_BIN, root });
  if (program === undefined) return database;
  const redis = opened(await devstack.startRedis({ program, args: ["--appendonly", "yes"] }));
  return { ...database, redisUrl: redis.url };
}

/** A server process of this checkout or another one that answers, until `closeAll`. */
export async function startServer(file, env, { nodeArguments = [], checkout = root } = {}) {
  const port = await devstack.freePort();
  const metricsPort = await devstack.freePort();
  const server = opened(
    await devstack.runProcess({
      name: file,
      command: process.execPath,
      args: [...nodeArguments, path.join(checkout, file)],
      cwd: checkout,
      env: {
        PATH: process.env.PATH,
        HOST: "127.0.0.1",
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        ...env,
      },
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  const answers = async () =>
    (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ? true : undefined;
  if ((await devstack.askUntil(answers, { deadlineMs: 30_000 })) === undefined) {
    throw new Error(`${file} does not answer: ${server.lastLines().join("\n")}`);
  }
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  return { url, metricsUrl, pid: server.pid, stop: () => server.stop() };
}

/** The built gateway as in production, without rate limits and without a log line for each request. */
export const startGateway = ({ databaseUrl, redisUrl, env = {}, nodeArguments = [], ...how }) =>
  startServer(
    gatewayFile("main"),
    {
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
      BASE_URL: "https://bench.example",
      STORAGE_DIR: storageDirectory,
      APP_SECRET: "a secret that only this benchmark has, and no deployment",
      STRIPE_WEBHOOK_SECRET: "whsec_nothingIsEverSentHere",
      RATE_LIMIT_REQUESTS: "100000000",
      RATE_LIMIT_CREATED_PARTICIPANTS: "100000000",
      LOG_LEVEL: "warn",
      ...env,
    },
    { ...how, nodeArguments: [...loader, ...nodeArguments] },
  );
