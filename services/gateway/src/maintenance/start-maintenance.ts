import { type Db, isDatabaseUnavailable } from "@polls/db/connection";
import { levelRounds } from "@polls/db/outbox";
import { HOME_SHARD, type Shards } from "@polls/db/shards";
import { inTransaction, tryLockMaintenance } from "@polls/db/sql";
import type { WebhookKeys } from "@polls/db/tokens";
import { onEachShard, type Repetition, runEvery } from "@polls/runtime";
import type { Logger } from "@polls/telemetry";
import type { Config } from "../config";
import type { LoadStoredKeys, MailSettings } from "../stored-keys";
import { deleteClosedPolls, tellDeletions } from "./closed-polls";
import { oldRows } from "./delete-old-rows";
import { finishAdminHashes } from "./finish-admin-hashes";
import type { MaintenanceTask } from "./maintenance-task";
import { noteClosedPolls, tellMovedUp, tellOwners, tellParticipants } from "./poll-notices";
import { purgePolls } from "./purge-polls";
import { sealWebhookSecrets } from "./seal-webhook-secrets";

const EVERY_MS = 30_000;
/** The maximum number of batches of a task before the next task. */
const BATCHES_OF_ROUND = 500;
/** Rows that are kept for hours or days may stay some minutes longer. */
const REST_MS = 5 * 60_000;

const tasksOf = (
  { keys, config }: Pick<MaintenanceDeps, "keys" | "config">,
  mails: MailSettings,
): readonly MaintenanceTask[] => [
  finishAdminHashes,
  tellDeletions(config),
  deleteClosedPolls(config),
  purgePolls,
  ...[...Object.values(oldRows), sealWebhookSecrets(keys)].map((task) => ({
    ...task,
    restMs: REST_MS,
  })),
  tellOwners(mails),
  noteClosedPolls,
  tellParticipants(mails),
  tellMovedUp(mails),
];

export interface MaintenanceDeps {
  readonly db: Db;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly keys: WebhookKeys;
  readonly config: Pick<Config, "keys" | "mailQuotas" | "keepClosedPollsDays">;
  readonly storedKeys: LoadStoredKeys;
  /** The tasks of each shard that found nothing, and when they look again, by `performance.now()`. */
  readonly rests?: Map<string, number>;
}

/** The number of rows; 0 also while another gateway does maintenance. */
export async function runBatch(
  task: MaintenanceTask,
  { db, clock }: Pick<MaintenanceDeps, "db" | "clock">,
): Promise<number> {
  const { shard } = db;
  if ("batch" in task) {
    return inTransaction(db.statements, async (tx) =>
      (await tryLockMaintenance(tx)) ? task.batch(tx, clock(), shard) : 0,
    );
  }
  if (!(await task.hasWork(db, shard, clock()))) return 0;
  return inTransaction(db, async (tx) =>
    (await tryLockMaintenance(tx)) ? task.modelBatch(tx, clock(), shard) : 0,
  );
}

/**
 * Runs all tasks batch by batch until nothing is left or the signal aborts. A task that fails, or has very much to do,
 * does not keep the others waiting. Rejects if the database does not answer.
 */
export async function runTasks(deps: MaintenanceDeps, signal?: AbortSignal): Promise<void> {
  // Loaded first, because it takes another connection.
  const mails = { ...deps.config, storedKeys: await deps.storedKeys() };
  for (const task of tasksOf(deps, mails)) {
    if (task.ofCommonTables && deps.db.shard !== HOME_SHARD) continue;
    const rest = `${deps.db.shard} ${task.name}`;
    if ((deps.rests?.get(rest) ?? 0) > performance.now()) continue;
    try {
      const rows = await runTask(task, deps, signal);
      if (rows === 0 && task.restMs !== undefined)
        deps.rests?.set(rest, performance.now() + task.restMs);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      deps.log.error({ err: error, task: task.name }, "maintenance failed and is tried again");
    }
  }
}

async function runTask(
  task: MaintenanceTask,
  deps: MaintenanceDeps,
  signal: AbortSignal | undefined,
): Promise<number> {
  let rows = 0;
  for (let batches = 0; batches < BATCHES_OF_ROUND && signal?.aborted !== true; batches++) {
    const done = await runBatch(task, deps);
    if (done === 0) break;
    rows += done;
  }
  if (rows > 0) deps.log.info({ task: task.name, rows }, "maintenance");
  return rows;
}

/** Now and every half minute. Only one gateway works at a time. With `runNow` no task rests. */
export function startMaintenance({
  shards,
  ...deps
}: Omit<MaintenanceDeps, "db"> & { readonly shards: Shards }): Repetition {
  const rests = new Map<string, number>();
  const work = onEachShard(shards, (db) => ({ ...deps, db, rests }), runTasks);
  const repetition = runEvery(
    EVERY_MS,
    async (signal) => {
      const all = shards.all();
      if (all.length > 1) await levelRounds(all);
      await work(signal);
    },
    (err) => deps.log.warn({ err }, "maintenance failed and is tried again"),
    { firstAfterMs: 0 },
  );
  return {
    ...repetition,
    runNow() {
      rests.clear();
      return repetition.runNow();
    },
  };
}
