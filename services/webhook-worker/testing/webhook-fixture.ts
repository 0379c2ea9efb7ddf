import type { Db } from "@polls/db/connection";
import { inTransaction } from "@polls/db/sql";
import { createLogger, createMetrics, type Metrics } from "@polls/telemetry";
import { atFileEnd, connectPatiently, createTestDatabase, fakeClock } from "@polls/testing";
import { type Config, loadConfig } from "../src/config";
import { createPacer } from "../src/delivery/pacer";
import { createPost, type Post } from "../src/delivery/post";
import { createShares, type Shares } from "../src/delivery/shares";
import { handlers } from "../src/handlers";

const log = createLogger("webhook-worker", { level: "silent" });

export interface WebhookFixture {
  readonly db: Db;
  readonly config: Config;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly metrics: Metrics;
  readonly run: (deliveryId: bigint, attempt: number, options?: RunOptions) => Promise<void>;
}

interface RunOptions {
  /** Replaces the function that sends. */
  readonly post?: Post;
  readonly shares?: Shares;
  /** Whether to end the run within its transaction, like a killed process. */
  readonly killed?: boolean;
}

/** Opens a fixture that may call this machine. It ends with the test file. */
export async function openWebhookFixture(): Promise<WebhookFixture> {
  const database = await createTestDatabase();
  const config = loadConfig({
    NODE_ENV: "test",
    DATABASE_URL: database.url,
    BASE_URL: "https://polls.example",
    APP_SECRET: "a secret that only tests have, and no deployment",
    WEBHOOK_ALLOW_INSECURE: "1",
    WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
  });
  const db = connectPatiently(database.url, { max: 6 });
  atFileEnd("connections of the fixture", () => db.close());
  const clock = fakeClock(new Date());
  const usual = { post: createPost(config), shares: createShares(config.concurrency) };
  const pacer = createPacer(config.rates.ofOwnerToSite);
  const metrics = createMetrics("webhook-worker");
  return {
    db,
    config,
    clock,
    metrics,
    run: (deliveryId, attempt, { post, shares, killed = false } = {}) =>
      handlers["webhook.deliver"](
        { deliveryId: String(deliveryId), attempt },
        {
          db,
          paces: db,
          post: post ?? usual.post,
          shares: shares ?? usual.shares,
          pacer,
          settings: config,
          clock: clock.now,
          metrics,
        },
        {
          signal: new AbortController().signal,
          attempt: 1,
          isLast: false,
          log,
          done: async () => {
            if (killed) throw new Error("killed");
          },
        },
      ),
  };
}

/** Delivery jobs in the outbox, oldest first. */
export const jobsOf = async ({ db }: Pick<WebhookFixture, "db">) => {
  const rows = await inTransaction(db, (tx) =>
    tx.prisma.outbox.findMany({ where: { job: "webhook.deliver" }, orderBy: { id: "asc" } }),
  );
  return rows.map(({ payload }) => payload as { deliveryId: string; attempt: number });
};
