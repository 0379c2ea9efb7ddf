// Covers docs/reliability.md: slow-database

import { connectDatabase, type Db, isDatabaseUnavailable } from "@polls/db/connection";
import type { Transaction } from "@polls/db/sql";
import { createLogger } from "@polls/telemetry";
import {
  atFileEnd,
  buildDelivery,
  buildWebhook,
  type FaultProxy,
  holdStatement,
  startFaultProxy,
  startScriptedSmtp,
  waitFor,
} from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";
import { openMailFixture } from "../../services/mail-worker/testing/mail-fixture";
import { makePicture } from "../../services/media-worker/testing/make-media";
import { openMediaFixture } from "../../services/media-worker/testing/media-fixture";
import { handlers as paymentHandlers } from "../../services/payment-worker/testing";
import {
  createPacer,
  createPost,
  createShares,
  sweepDeliveries,
  handlers as webhookHandlers,
} from "../../services/webhook-worker/testing";
import { startReceiver } from "../../services/webhook-worker/testing/start-receiver";
import { openWebhookFixture } from "../../services/webhook-worker/testing/webhook-fixture";
import { buildSale } from "../payments/build-sale";
import { openPaymentFixture } from "../payments/payment-fixture";

/** Long enough for a job on a busy machine: a job without held statements must not time out. */
const LIMIT_MS = 2_000;
const STATEMENTS_MAX = 40;
/** How often a statement may be late although it was not held, because the machine is busy. It is then tried again. */
const BUSY_MAX = 5;
const TEST_MS = 5 * 60_000;

const log = createLogger("test", { level: "silent" });
const run = {
  signal: new AbortController().signal,
  attempt: 1,
  isLast: false,
  log,
  done: async (_: Transaction) => undefined,
};

/** A job that is ready to run on any connection. */
interface Job {
  readonly run: (db: Db) => Promise<unknown>;
  /** The effect of the job. */
  readonly done: () => Promise<unknown>;
}

/** The database of a fixture, through a proxy that holds statements. */
async function heldDatabase(db: Db): Promise<{ readonly link: FaultProxy; readonly held: Db }> {
  const link = await startFaultProxy(db.pool.options.connectionString ?? "");
  const held = connectDatabase(link.url, {
    max: 2,
    // Opening connections is not delayed, but takes long on a busy machine.
    limits: { connectMs: 5 * LIMIT_MS, answerMs: 2 * LIMIT_MS, transactionMs: LIMIT_MS },
  });
  atFileEnd("the held connections", () => held.close());
  return { link, held };
}

/**
 * Runs the job undisturbed. Returns a function that runs it once per statement and holds this statement. The
 * retry must have the same effect as the undisturbed run.
 */
async function holdEach(db: Db, prepare: () => Promise<Job>): Promise<() => Promise<void>> {
  const { link, held } = await heldDatabase(db);
  const undisturbed = await prepare();
  await undisturbed.run(db);
  const done = await undisturbed.done();
  return async () => {
    let busy = 0;
    for (let number = 1; ; number++) {
      expect(number).toBeLessThan(STATEMENTS_MAX);
      const job = await prepare();
      const before = link.holds();
      await link.set(holdStatement(number));
      const outcome = job.run(held).then(
        () => undefined,
        (error: unknown) => error,
      );
      let over = false;
      void outcome.then(() => {
        over = true;
      });
      const isHeld = () => link.holds() > before;
      await waitFor(() => over || isHeld(), { what: "a held statement, or the end" });
      const wasHeld = isHeld();
      // The statement arrives after the job has given up. A busy process gives up later.
      if (wasHeld) await waitFor(() => over, { what: "the end of the job" });
      await link.set({ mode: "pass" });
      const error = await outcome;
      if (!wasHeld && isDatabaseUnavailable(error) && busy < BUSY_MAX) {
        busy += 1;
        number -= 1;
        continue;
      }
      expect([number, error, isDatabaseUnavailable(error)]).toEqual([number, error, wasHeld]);
      if (wasHeld) {
        // A sweep skips rows that it still locks.
        await waitFor(() => isIdle(db), { what: "the end of the held transaction" });
        await runAgain(() => job.run(held));
      }
      expect([number, await job.done()]).toEqual([number, done]);
      if (!wasHeld) return expect(number).toBeGreaterThan(2);
    }
  };
}

/** Whether no other connection to the database has a transaction. */
async function isIdle({ pool }: Db): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
       AND backend_type = 'client backend'`,
  );
  return rows.length === 0;
}

/** Runs a job after its held statement. On a busy machine this run may time out too, and is tried again. */
async function runAgain(run: () => Promise<unknown>): Promise<void> {
  for (let busy = 0; ; busy++) {
    try {
      await run();
      return;
    } catch (error) {
      if (busy >= BUSY_MAX || !isDatabaseUnavailable(error)) throw error;
    }
  }
}

async function openWebhooks() {
  const fixture = await openWebhookFixture();
  const { db, config, clock, metrics } = fixture;
  const { url } = await startReceiver();
  return {
    db,
    clock,
    deps: {
      post: createPost(config),
      shares: createShares(config.concurrency),
      pacer: createPacer(config.rates.ofOwnerToSite),
      settings: config,
      clock: clock.now,
      metrics,
    },
    async prepare(facts: object = {}) {
      const webhook = await buildWebhook(db, { url, keys: config.keys });
      return buildDelivery(db, webhook, { createdAt: clock.now(), ...facts });
    },
    async stateOf(id: bigint) {
      const row = await db.prisma.webhookDelivery.findUniqueOrThrow({ where: { id } });
      return { state: row.state, attempts: row.attempts, asked: row.asked };
    },
  };
}

async function openPayments() {
  const fixture = await openPaymentFixture();
  atFileEnd("the fixture of payments", fixture.close);
  const { db, request } = fixture.gateway;
  const owner = await signUp(db);
  return {
    fixture,
    db,
    /** Buys a vote, and returns the payment. */
    async buy(): Promise<bigint> {
      await db.prisma.outbox.deleteMany();
      const { poll, option, participant: voter } = await buildSale(db, owner, owner, {});
      const { status } = await request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
        token: owner.privateToken,
        body: { voter_id: voter.publicId, option_id: option.publicId, vote: { vote: 1 } },
      });
      expect(status).toBe(200);
      const { id } = await db.prisma.payment.findFirstOrThrow({ where: { pollId: poll.id } });
      return id;
    },
    async stateOf(id: bigint) {
      const row = await db.prisma.payment.findUniqueOrThrow({
        where: { id },
        include: { checkouts: true, entries: true },
      });
      const { state, credited, received } = row;
      const checkouts = row.checkouts.map((one) => one.state);
      return { state, credited, received, checkouts, entries: row.entries.length };
    },
  };
}

/** Each has a separate database. */
const jobs: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  async "a mail"() {
    const smtp = await startScriptedSmtp();
    const fixture = await openMailFixture(smtp.url);
    atFileEnd("the fixture of mails", fixture.close);
    return holdEach(fixture.db, async () => {
      const { id } = await fixture.buildOptInMail();
      return {
        run: (db) => fixture.run(id, { db }),
        done: () => fixture.stateOf(id),
      };
    });
  },

  async "a delivery of a webhook"() {
    const { db, deps, prepare, stateOf } = await openWebhooks();
    return holdEach(db, async () => {
      const { id } = await prepare();
      const payload = { deliveryId: String(id), attempt: 1 };
      return {
        run: (held) =>
          webhookHandlers["webhook.deliver"](payload, { ...deps, db: held, paces: held }, run),
        done: () => stateOf(id),
      };
    });
  },

  async "the sweep for due deliveries"() {
    const { db, clock, prepare, stateOf } = await openWebhooks();
    return holdEach(db, async () => {
      await db.prisma.webhookDelivery.deleteMany();
      await db.prisma.outbox.deleteMany();
      const due = { attempts: 1, nextAttemptAt: new Date(clock.now().getTime() - 1_000) };
      const { id } = await prepare(due);
      return {
        run: (held) => sweepDeliveries({ db: held, clock: clock.now }),
        done: async () => ({ ...(await stateOf(id)), jobs: await db.prisma.outbox.count() }),
      };
    });
  },

  async "derivatives of a picture"() {
    const fixture = await openMediaFixture();
    const content = await makePicture();
    return holdEach(fixture.deps.db, async () => {
      const { id } = await fixture.upload(content);
      return {
        run: (held) => fixture.run("media.render-attachment", id, { deps: { db: held } }),
        done: async () => {
          const row = await fixture.attachment(id);
          const names = row?.derivatives.map(({ name }) => name);
          return { names, error: row?.processingError, processed: row?.processedAt != null };
        },
      };
    });
  },

  async "the deletion of a picture's files"() {
    const fixture = await openMediaFixture();
    const content = await makePicture();
    return holdEach(fixture.deps.db, async () => {
      const { id } = await fixture.upload(content, { orphaned: true });
      return {
        run: (held) => fixture.run("media.delete-attachment", id, { deps: { db: held } }),
        done: async () => ({ row: await fixture.attachment(id) }),
      };
    });
  },

  async "the checkout of bought votes"() {
    const { fixture, db, buy, stateOf } = await openPayments();
    return holdEach(db, async () => {
      const id = await buy();
      const payload = { paymentId: String(id) };
      return {
        run: (held) =>
          paymentHandlers["payment.open-checkout"](payload, { ...fixture.deps, db: held }, run),
        done: async () => (await stateOf(id)).state,
      };
    });
  },

  async "the settlement of bought votes"() {
    const { fixture, db, buy, stateOf } = await openPayments();
    return holdEach(db, async () => {
      const id = await buy();
      await fixture.work();
      const { sessionId } = await db.prisma.checkout.findFirstOrThrow({
        where: { paymentId: id },
      });
      fixture.provider.complete(String(sessionId), "paid");
      const payload = { paymentId: String(id) };
      return {
        run: (held) =>
          paymentHandlers["payment.settle-payment"](payload, { ...fixture.deps, db: held }, run),
        done: () => stateOf(id),
      };
    });
  },
};

const running = new Map<string, Promise<void>>();
// The jobs run concurrently, because they spend nearly all the time waiting.
beforeAll(async () => {
  for (const [name, open] of Object.entries(jobs)) {
    const hold = await open();
    const held = hold();
    // A failure is reported by the test of the job.
    held.catch(() => undefined);
    running.set(name, held);
  }
}, TEST_MS);

test.each(Object.keys(jobs))("%s", (name) => running.get(name), TEST_MS);
