import { type Db, inTransaction } from "@polls/db";
import type { Logger } from "@polls/telemetry";
import type { Chore } from "./chore";
import { forgetAnswers } from "./forget-answers";
import { forgetRatingChanges } from "./forget-rating-changes";
import { forgetWebhookEvents, forgetWebhooks } from "./forget-webhooks";
import { purgePolls } from "./purge-polls";

const EVERY_MS = 30_000;
/** The class of the advisory lock that lets one gateway do the chores; polls are class 1. */
const MAINTENANCE_LOCK_CLASS = 2;

const chores: readonly Chore[] = [
  purgePolls,
  forgetAnswers,
  forgetRatingChanges,
  forgetWebhookEvents,
  forgetWebhooks,
];

export interface MaintenanceDeps {
  readonly db: Db;
  readonly clock: () => Date;
  readonly log: Logger;
}

export interface Maintenance {
  /** Ends the timer and waits for the batch that runs. */
  readonly stop: () => Promise<void>;
}

/**
 * Does one batch of a chore, unless another gateway is at it. Returns how many rows went; 0 also
 * when somebody else does them.
 */
export const doBatch = (
  chore: Chore,
  { db, clock }: Pick<MaintenanceDeps, "db" | "clock">,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const [lock] = await tx.prisma.$queryRaw<{ free: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${MAINTENANCE_LOCK_CLASS}::int, 0) AS free`;
    return lock?.free === true ? chore.batch(tx, clock()) : 0;
  });

/** Does everything that is due, batch after batch, until told to stop. */
export async function doChores(
  deps: MaintenanceDeps,
  stopped: () => boolean = () => false,
): Promise<void> {
  for (const chore of chores) {
    let rows = 0;
    for (let done = -1; done !== 0 && !stopped(); rows += done) done = await doBatch(chore, deps);
    if (rows > 0) deps.log.info({ chore: chore.name, rows }, "tidied up");
  }
}

/** Tidies up now and every half minute; any number of gateways may run it, one at a time works. */
export function startMaintenance(deps: MaintenanceDeps): Maintenance {
  let stopping = false;
  let running: Promise<void> | undefined;

  const pass = () => {
    running ??= doChores(deps, () => stopping)
      .catch((error: unknown) => {
        deps.log.warn({ err: error }, "could not tidy up; it is tried again");
      })
      .finally(() => {
        running = undefined;
      });
  };

  pass();
  const timer = setInterval(pass, EVERY_MS);
  timer.unref();

  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
