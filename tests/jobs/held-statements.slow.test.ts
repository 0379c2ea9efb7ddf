import { connectDatabase, type Db, isDatabaseUnavailable, type Transaction } from "@polls/db";
import { createLogger } from "@polls/telemetry";
import {
  atFileEnd,
  buildDelivery,
  buildOption,
  buildParticipant,
  buildPoll,
  buildWebhook,
  type FaultProxy,
  holdStatement,
  startFaultProxy,
  startScriptedSmtp,
  waitFor,
} from "@polls/testing";
import { signUp } from "../../services/gateway/src/testing/sign-up";
import { openMailFixture } from "../../services/mail-worker/src/testing/mail-fixture";
import { makePicture } from "../../services/media-worker/src/testing/make-media";
import { openMediaFixture } from "../../services/media-worker/src/testing/media-fixture";
import { handlers as paymentHandlers } from "../../services/payment-worker/src/handlers";
import { createPacer } from "../../services/webhook-worker/src/delivery/pacer";
import { createPost } from "../../services/webhook-worker/src/delivery/post";
import { createShares } from "../../services/webhook-worker/src/delivery/shares";
import { handlers as webhookHandlers } from "../../services/webhook-worker/src/handlers";
import { sweepDeliveries } from "../../services/webhook-worker/src/sweep";
import { startReceiver } from "../../services/webhook-worker/src/testing/start-receiver";
import { openWebhookFixture } from "../../services/webhook-worker/src/testing/webhook-fixture";
import { openPaymentFixture } from "../payments/payment-fixture";

const LIMIT_MS = 1_000;
const ARRIVES_AFTER_MS = LIMIT_MS + 150;
const STATEMENTS_MAX = 40;
const TEST_MS = 5 * 60_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const log = createLogger("test", { level: "silent" });
const run = {
  signal: new AbortController().signal,
  attempt: 1,
  log,
  done: async (_: Transaction) => undefined,
};

/** A job that is ready to run, on any connection to its database. */
interface Job {
  readonly run: (db: Db) => Promise<unknown>;
  /** What the job has done, once it has. */
  readonly done: () => Promise<unknown>;
}

/** The database of a fixture, through a link that holds statements. */
async function heldDatabase(db: Db): Promise<{ readonly link: FaultProxy; readonly held: Db }> {
  const link = await startFaultProxy(db.pool.options.connectionString ?? "");
  const held = connectDatabase(link.url, {
    max: 2,
    limits: { connectMs: 2 * LIMIT_MS, answerMs: 2 * LIMIT_MS, transactionMs: LIMIT_MS },
  });
  atFileEnd("the held connections", () => held.close());
  return { link, held };
}

/** Runs the job once for each statement, which is held; the retry must do what an undisturbed run does. */
async function holdEach(db: Db, prepare: () => Promise<Job>): Promise<void> {
  const { link, held } = await heldDatabase(db);
  const undisturbed = await prepare();
  await undisturbed.run(held);
  const done = await undisturbed.done();
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
    if (wasHeld) await pause(ARRIVES_AFTER_MS);
    await link.set({ mode: "pass" });
    const error = await outcome;
    expect([number, error, isDatabaseUnavailable(error)]).toEqual([number, error, wasHeld]);
    if (wasHeld) await job.run(held);
    expect([number, await job.done()]).toEqual([number, done]);
    if (!wasHeld) return expect(number).toBeGreaterThan(2);
  }
}

test(
  "a mail",
  async () => {
    const smtp = await startScriptedSmtp();
    const fixture = await openMailFixture(smtp.url);
    await holdEach(fixture.db, async () => {
      const { id } = await fixture.buildOptInMail();
      return {
        run: (db) => fixture.run(id, undefined, db),
        done: () => fixture.stateOf(id),
      };
    });
    await fixture.close();
  },
  TEST_MS,
);

test(
  "a delivery of a webhook, and the sweep for due ones",
  async () => {
    const fixture = await openWebhookFixture();
    const receiver = await startReceiver();
    const { config, clock } = fixture;
    const deps = {
      post: createPost(config),
      shares: createShares(config.concurrency),
      pacer: createPacer(config.rates.ofOwnerToSite),
      settings: config,
      clock: clock.now,
      metrics: fixture.metrics,
    };
    const prepare = async (facts: object) => {
      const webhook = await buildWebhook(fixture.db, { url: receiver.url });
      return buildDelivery(fixture.db, webhook, { createdAt: clock.now(), ...facts });
    };
    const stateOf = async (id: bigint) => {
      const { state, attempts, asked } = await fixture.db.prisma.webhookDelivery.findUniqueOrThrow({
        where: { id },
      });
      return { state, attempts, asked };
    };
    await holdEach(fixture.db, async () => {
      const { id } = await prepare({});
      const payload = { deliveryId: String(id), attempt: 1 };
      return {
        run: (db) => webhookHandlers["webhook.deliver"](payload, { ...deps, db }, run),
        done: () => stateOf(id),
      };
    });
    await holdEach(fixture.db, async () => {
      await fixture.db.prisma.webhookDelivery.deleteMany();
      await fixture.db.prisma.outbox.deleteMany();
      const due = { attempts: 1, nextAttemptAt: new Date(clock.now().getTime() - 1_000) };
      const { id } = await prepare(due);
      return {
        run: (db) => sweepDeliveries({ db, clock: clock.now }),
        done: async () => ({
          ...(await stateOf(id)),
          jobs: await fixture.db.prisma.outbox.count(),
        }),
      };
    });
  },
  TEST_MS,
);

test(
  "derivatives of a picture, and the deletion of its files",
  async () => {
    const fixture = await openMediaFixture();
    const { db } = fixture.deps;
    const content = await makePicture();
    await holdEach(db, async () => {
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
    await holdEach(db, async () => {
      const { id } = await fixture.upload(content, { orphaned: true });
      return {
        run: (held) => fixture.run("media.delete-attachment", id, { deps: { db: held } }),
        done: async () => ({ row: await fixture.attachment(id) }),
      };
    });
  },
  TEST_MS,
);

test(
  "the checkout of bought votes, and its settlement",
  async () => {
    const fixture = await openPaymentFixture();
    const { gateway, standIn, deps } = fixture;
    const owner = await signUp(gateway.db);
    const buy = async () => {
      await gateway.db.prisma.outbox.deleteMany();
      const poll = await buildPoll(gateway.db, {
        ownerAccountId: owner.id,
        settings: { voting_fee: 100, voting_fee_type: "voting_sell_votes" },
      });
      const option = await buildOption(gateway.db, poll);
      const voter = await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
      const { status } = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
        token: owner.privateToken,
        body: { voter_id: voter.publicId, option_id: option.publicId, vote: { vote: 1 } },
      });
      expect(status).toBe(200);
      const { id } = await gateway.db.prisma.payment.findFirstOrThrow({
        where: { pollId: poll.id },
      });
      return id;
    };
    const stateOf = async (id: bigint) => {
      const row = await gateway.db.prisma.payment.findUniqueOrThrow({
        where: { id },
        include: { checkouts: true, entries: true },
      });
      const { state, credited, received } = row;
      const checkouts = row.checkouts.map((one) => one.state);
      return { state, credited, received, checkouts, entries: row.entries.length };
    };
    await holdEach(gateway.db, async () => {
      const id = await buy();
      const payload = { paymentId: String(id) };
      return {
        run: (db) => paymentHandlers["payment.open-checkout"](payload, { ...deps, db }, run),
        done: async () => (await stateOf(id)).state,
      };
    });
    await holdEach(gateway.db, async () => {
      const id = await buy();
      await fixture.work();
      const { sessionId } = await gateway.db.prisma.checkout.findFirstOrThrow({
        where: { paymentId: id },
      });
      standIn.provider.complete(String(sessionId), "paid");
      const payload = { paymentId: String(id) };
      return {
        run: (db) => paymentHandlers["payment.settle-payment"](payload, { ...deps, db }, run),
        done: () => stateOf(id),
      };
    });
    await fixture.close();
  },
  TEST_MS,
);
