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
  /** The services that the journey needs, in start order. */
  readonly services: readonly Name[];
  /** For all services, above those of the journey, for example to use a fault proxy. */
  readonly env?: Readonly<Record<string, string>>;
  /** By default sources run without a build. Built files must have been built. */
  readonly from?: "source" | "dist";
  /** In place of a database of the test servers. */
  readonly databaseUrl?: string;
  /** Whether to keep queues in PostgreSQL even if Redis is available. */
  readonly withoutRedis?: boolean;
  /** The server connections of PgBouncer, which all services share. Absent: no PgBouncer. */
  readonly pooledConnections?: number;
}

export interface Journey<Name extends ServiceName> {
  /** The address of the gateway, if the journey has one. */
  readonly baseUrl: string;
  /** The address of the database server itself, not of PgBouncer. */
  readonly databaseUrl: string;
  /** Absent if the queues are in PostgreSQL. */
  readonly redis: RunningRedis | undefined;
  readonly storageDir: string;
  readonly services: Readonly<Record<Name, ServiceProcess>>;
}

/** Real services for the test file, with a database, Redis and directory of their own. */
export async function startJourney<Name extends ServiceName>(
  options: JourneyOptions<Name>,
): Promise<Journey<Name>> {
  const database =
    options.databaseUrl === undefined ? await createTestDatabase() : { url: options.databaseUrl };
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
    baseUrl,
    databaseUrl: database.url,
    redis,
    storageDir,
    services: started as Record<Name, ServiceProcess>,
  };
}
