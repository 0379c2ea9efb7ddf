import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectOptions, connectDatabase, type Db } from "@polls/db/connection";
import { openShards } from "@polls/db/shards";
import { openStorage, storageTrouble } from "@polls/storage";
import { createLogger, createMetrics } from "@polls/telemetry";
import { longLimits, type RequestOptions, sendRequest, type TestResponse } from "@polls/testing";
import { createListener } from "../src/app";
import { type Config, loadConfig } from "../src/config";
import { createDeps } from "../src/create-deps";
import type { ServerDeps } from "../src/deps";
import type { NewAccount } from "../src/features/accounts/create-account";
import { BATCHER_CONNECTIONS } from "../src/features/votes/vote-batcher";
import { createRateLimiter } from "../src/http/limits/rate-limiter";
import type { Endpoint } from "../src/http/routing/endpoint";
import { listen } from "../src/http/server/listen";
import type { WebAssets } from "../src/pages/web-assets";

/**
 * The public URL of test gateways. `public_url`, links to files and `Link` headers begin with it.
 */
export const TEST_BASE_URL = "https://polls.example";

/** The secret with which tests sign webhook requests of the payment provider. */
export const TEST_WEBHOOK_SECRET = "whsec_of_tests_and_of_nothing_else";

/** An account, or the credentials and other options of a request. */
type Caller = Pick<NewAccount, "privateToken"> | RequestOptions;

export interface TestGateway {
  /** The URL at which the gateway listens. */
  readonly url: string;
  readonly port: number;
  readonly db: Db;
  readonly deps: ServerDeps;
  /**
   * Sends a request such as `"POST /api/v1/polls"`, or `"GET "` with a URL that the gateway
   * returned. Options are credentials, JSON bodies and forms.
   */
  readonly request: (line: string, options?: RequestOptions) => Promise<TestResponse>;
  /** Sends a request of an account with its private token. */
  readonly as: (by: Caller, line: string, body?: unknown) => Promise<TestResponse>;
  /** Sends a request for a poll, such as `"GET"`, or for a part of it, such as `"POST /votes"`. */
  readonly inPoll: (
    poll: { readonly memberHash: string },
    by: Caller,
    line: string,
    body?: unknown,
  ) => Promise<TestResponse>;
  readonly close: () => Promise<void>;
}

export interface TestGatewayOptions {
  /** Environment variables in addition to those of every test. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings that no environment variable has. */
  readonly config?: Partial<Config>;
  /** The clock of the service. Default: the clock of the system. */
  readonly clock?: () => Date;
  /** Also watches the clock and the connection of the database, as the service does. */
  readonly watch?: true;
  /** Time limits of the service, or other ones of the database. Default: `longLimits`. */
  readonly limits?: NonNullable<ConnectOptions["limits"]> | "service";
  /** The files of pages, if the test loads them. */
  readonly webAssets?: WebAssets;
  /** Dependencies that replace the real ones. */
  readonly deps?: Partial<ServerDeps>;
  /** Endpoints that replace the real ones. */
  readonly endpoints?: readonly Endpoint[];
}

const longLoad = { queueTimeoutMs: 40_000 };

/**
 * Runs the whole gateway with a test database, on a free port, and with its own storage directory.
 */
export async function startGateway(
  database: { readonly url: string },
  options: TestGatewayOptions = {},
): Promise<TestGateway> {
  const directory = await mkdtemp(join(tmpdir(), "gateway-"));
  const loaded = loadConfig({
    NODE_ENV: "test",
    PORT: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
    DATABASE_URL: database.url,
    DATABASE_CONNECTIONS: "10",
    BASE_URL: TEST_BASE_URL,
    STORAGE_DIR: directory,
    APP_SECRET: "a secret that only tests have, and no deployment",
    STRIPE_WEBHOOK_SECRET: TEST_WEBHOOK_SECRET,
    PAYMENT_CONNECT: "on",
    ...options.env,
  });
  const config: Config = {
    ...loaded,
    ...(options.limits !== "service" && { load: { ...loaded.load, ...longLoad } }),
    ...options.config,
  };
  const db = connectDatabase(config.databaseUrl, {
    max: config.databaseConnections,
    pooler: config.databasePooler,
    replica: config.databaseReplica,
    pipelined: BATCHER_CONNECTIONS,
    limits: options.limits === "service" ? {} : (options.limits ?? longLimits),
  });
  const watch = options.watch && db.watch();
  await watch?.started;
  const shards = openShards(db);
  const storage = await openStorage(config.storage);
  const rateLimiter = createRateLimiter({ clock: Date.now });
  const ending = new AbortController();
  const deps: ServerDeps = {
    ...createDeps({
      config,
      shards,
      storage,
      rateLimiter,
      webAssets: options.webAssets,
      wakeRelay: () => {},
      clock: options.clock ?? watch?.now ?? (() => new Date()),
      momentOf: options.clock ?? ((moment) => moment),
      log: createLogger("gateway", { level: config.logLevel }),
      metrics: createMetrics("gateway"),
      readiness: [
        { part: "database", needed: true, check: () => db.pool.query("SELECT 1") },
        { part: "storage", needed: false, check: () => storage.check(), trouble: storageTrouble },
      ],
      ending: ending.signal,
      closing: ending.signal,
    }),
    ...options.deps,
  };
  const http = await listen(createListener(deps, options.endpoints), config);
  const url = `http://127.0.0.1:${http.port}`;
  const request: TestGateway["request"] = (line, requestOptions) =>
    sendRequest(url, TEST_BASE_URL, line, requestOptions);
  const as: TestGateway["as"] = (by, line, body) =>
    request(line, {
      ...("privateToken" in by ? { token: by.privateToken } : by),
      ...(body !== undefined && { body }),
    });
  return {
    url,
    port: http.port,
    db,
    deps,
    request,
    as,
    inPoll({ memberHash }, by, line, body) {
      const [method = "", part = ""] = line.split(" ");
      return as(by, `${method} /api/v1/polls/${memberHash}${part}`, body);
    },
    async close() {
      ending.abort();
      await http.close(2_000);
      await rateLimiter.close();
      await storage.close();
      await shards.close();
      await db.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
