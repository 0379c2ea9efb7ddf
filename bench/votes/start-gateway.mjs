import os from "node:os";
import path from "node:path";
import { startServer } from "./stack.mjs";

export const storageDirectory = path.join(os.tmpdir(), `polls-bench-${process.pid}`);

/**
 * The gateway as operators run it, but for the limits on one token, which would end a benchmark, and for
 * the log line of each request, unless asked for.
 */
export const startGateway = ({ databaseUrl, redisUrl, logLevel = "warn", nodeArguments = [] }) =>
  startServer(
    "services/gateway/dist/main.js",
    {
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
      BASE_URL: "http://bench.example",
      STORAGE_DIR: storageDirectory,
      APP_SECRET: "a secret that only this benchmark has, and nobody else",
      STRIPE_WEBHOOK_SECRET: "whsec_nothingIsEverSentHere",
      RATE_LIMIT_REQUESTS: "100000000",
      LOG_LEVEL: logLevel,
    },
    "/readyz",
    nodeArguments,
  );
