import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort, type RunningRedis } from "@polls/devstack";
import { atFileEnd } from "../at-file-end";
import { createTestDatabase } from "../database/create-test-database";
import { startPgBouncer } from "../database/start-pgbouncer";
import { redisIsHere, startTestRedis } from "../redis/start-test-redis";
import { type ServiceName, type ServiceProcess, startServiceProcess } from "./service-process";

export interface JourneyOptions<Name extends ServiceName> {
  /** The services that the journey needs, in the order of their starts. */
  readonly services: readonly Name[];
  /** Told to all of them, over what the journey tells them itself: links through a fault proxy, for example. */
  readonly env?: Readonly<Record<string, string>>;
  /** Without it sources run as they are; built files must have been built. */
  readonly from?: "source" | "dist";
  /** Queues in PostgreSQL even where there is a Redis. */
  readonly withoutRedis?: boolean;
  /** So many connections to the server, which PgBouncer lends to the transactions of all services. */
  readonly pooledConnections?: number;
}

export interface Journey<Name extends ServiceName> {
  /** Where the gateway answers, if the journey has one. */
  readonly baseUrl: string;
  /** The address of the server itself. */
  readonly databaseUrl: string;
  /** Absent where the queues live in PostgreSQL. */
  readonly redis: RunningRedis | undefined;
  readonly storageDir: string;
  readonly services: Readonly<Record<Name, ServiceProcess>>;
}

/** Starts real services on a database, a Redis and a directory of the test file alone; all end with it. */
export async function startJourney<Name extends ServiceName>(
  options: JourneyOptions<Name>,
): Promise<Journey<Name>> {
  const database = await createTestDatabase();
  const redis = redisIsHere && options.withoutRedis !== true ? await startTestRedis() : undefined;
  const storageDir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-storage-"));
  atFileEnd("storage", async () => fs.rmSync(storageDir, { recursive: true, force: true }));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const pooled =
    options.pooledConnections === undefined
      ? { DATABASE_URL: database.url }
      : {
          DATABASE_URL: await startPgBouncer(database.url, options.pooledConnections),
          DATABASE_POOLER: "transaction",
        };
  const env = {
    ...pooled,
    REDIS_URL: redis?.url,
    STORAGE_DIR: storageDir,
    DATA_DIR: storageDir,
    BASE_URL: baseUrl,
    APP_SECRET: "a secret of a journey, of no use elsewhere",
    ...options.env,
  };
  const started: Partial<Record<Name, ServiceProcess>> = {};
  for (const name of options.services) {
    started[name] = await startServiceProcess(name, {
      env,
      ...(options.from === undefined ? {} : { from: options.from }),
      ...(name === "gateway" ? { port } : {}),
    });
  }
  return {
    ...{ baseUrl, databaseUrl: database.url, redis, storageDir },
    services: started as Record<Name, ServiceProcess>,
  };
}
