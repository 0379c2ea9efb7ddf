// Covers docs/reference/payments.md: sweep
// Covers docs/reliability.md: database-crashes, killed-processes, provider-events

import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "@polls/db/connection";
import { findPaymentDiscrepancies } from "@polls/db/counts";
import { type FakeProviderServer, freePort, startFakeProvider } from "@polls/devstack";
import type { Poll } from "@polls/domain/polls";
import {
  atFileEnd,
  buildOption,
  buildParticipant,
  buildPoll,
  type CrashingDatabase,
  connectPatiently,
  type Journey,
  startCrashingDatabase,
  startJourney,
  tallyDrift,
  waitFor,
} from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";

/** `npm run test:payments` does a thousand. */
const PAYMENTS = Number(process.env.PAYMENTS ?? 40);
const KILLS = Math.max(3, Math.round(PAYMENTS / 20));
/** PostgreSQL crashes once per this number of kills. */
const CRASH_EVERY = 3;
const BUYERS = 8;
const SECRET = "whsec_of_a_journey_through_kills";
const DEADLINE_MS = 60_000 + PAYMENTS * 1_000;

jest.setTimeout(2 * DEADLINE_MS + 60_000);

/** Each event one to four times, in any order; one in ten never. */
const deliveries = () =>
  randomInt(10) === 0 ? [] : Array.from({ length: 1 + randomInt(4) }, () => randomInt(400));

/** Occasional faults of the provider's API. */
const faults = ["500_after", "lost_answer", "429", "500"] as const;
const fault = () => (randomInt(25) === 0 ? faults[randomInt(faults.length)] : undefined);

interface Purchase {
  readonly votes: number;
  readonly participantPublicId: string;
}

describe(`${PAYMENTS} payments, with gateway, worker and PostgreSQL killed ${KILLS} times`, () => {
  let database: CrashingDatabase;
  let journey: Journey<"gateway" | "payment-worker">;
  let fakeServer: FakeProviderServer;
  let db: Db;
  let poll: Poll;
  let optionPublicId: string;
  let token: string;
  let purchases: readonly Purchase[];

  beforeAll(async () => {
    database = await startCrashingDatabase();
    const port = await freePort();
    let webhookUrl: string | undefined;
    fakeServer = await startFakeProvider({
      port,
      fault,
      webhooks: { address: () => webhookUrl, secret: SECRET, deliveries },
    });
    atFileEnd("the fake payment provider", () => fakeServer.stop());
    journey = await startJourney({
      services: ["gateway", "payment-worker"],
      env: {
        DATABASE_URL: database.url,
        STRIPE_SECRET_KEY: "sk_test_journey",
        STRIPE_API_URL: fakeServer.url,
        STRIPE_WEBHOOK_SECRET: SECRET,
        PAYMENT_SWEEP_EVERY_SECONDS: "1",
        PAYMENT_ASK_AFTER_SECONDS: "2",
        PAYMENT_CONCURRENCY: "8",
        RATE_LIMIT_REQUESTS: "1000000",
        LOG_LEVEL: "error",
      },
    });
    webhookUrl = `${journey.baseUrl}/webhooks/stripe`;
    db = connectPatiently(database.url, { max: 4, onError: () => undefined });
    atFileEnd("the database", () => db.close());
    const buyer = await signUp(db);
    token = buyer.privateToken;
    poll = await buildPoll(db, {
      settings: {
        voting_fee: 100,
        voting_fee_type: "voting_sell_votes",
        vote_type: "Votes::UpVote",
      },
    });
    optionPublicId = (await buildOption(db, poll)).publicId;
    const made: Purchase[] = [];
    for (let index = 0; index < PAYMENTS; index++) {
      const { publicId } = await buildParticipant(db, poll, { ownerKey: `user:${buyer.id}` });
      made.push({ votes: 1 + randomInt(9), participantPublicId: publicId });
    }
    purchases = made;
  });

  /** Repeats a purchase until a gateway answers: a killed gateway restarts. */
  async function buy({ votes, participantPublicId }: Purchase): Promise<void> {
    await waitFor(
      async () => {
        const answer = await fetch(`${journey.baseUrl}/api/v1/polls/${poll.memberHash}/votes`, {
          method: "POST",
          headers: {
            Authorization: `Bearer ${token}`,
            "Content-Type": "application/json",
            "Idempotency-Key": participantPublicId,
          },
          body: JSON.stringify({
            voter_id: participantPublicId,
            option_id: optionPublicId,
            vote: { vote: votes },
          }),
          signal: AbortSignal.timeout(5_000),
        });
        await answer.arrayBuffer();
        return answer.status === 200;
      },
      { deadlineMs: DEADLINE_MS, what: "a purchase", everyMs: 100 },
    );
  }

  /** Pays the checkouts that are open at the provider and offered by the pay pages, until everything is paid. */
  async function payAll(): Promise<void> {
    const paid = new Set<string>();
    await waitFor(
      async () => {
        const open = await db.prisma.checkout.findMany({ where: { state: "open" } });
        for (const { sessionId } of open) {
          if (sessionId === null || paid.has(sessionId)) continue;
          fakeServer.provider.complete(sessionId, "paid");
          paid.add(sessionId);
        }
        return paid.size === PAYMENTS;
      },
      { deadlineMs: DEADLINE_MS, what: "a checkout for each purchase", everyMs: 50 },
    );
  }

  /** Kills processes until the given work has ended; returns the number of kills. */
  async function killNowAndThen(ended: () => boolean): Promise<{ kills: number; crashes: number }> {
    let kills = 0;
    let crashes = 0;
    for (let round = 1; round <= KILLS || !ended(); round++) {
      await pause(300 + randomInt(900));
      if (round > KILLS) continue;
      if (round % CRASH_EVERY === 0) {
        await database.crash();
        crashes += 1;
      }
      for (const service of Object.values(journey.services)) {
        await service.kill();
        await service.start();
        kills += 1;
      }
    }
    return { kills, crashes };
  }

  test("each is credited exactly once, also without events, because the sweep queries the provider", async () => {
    let ended = false;
    const killing = killNowAndThen(() => ended);
    const queue = [...purchases];
    const buying = Promise.all(
      Array.from({ length: BUYERS }, async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) await buy(next);
      }),
    );
    await Promise.all([buying, payAll()]);
    ended = true;
    const { kills, crashes } = await killing;
    await fakeServer.webhooks.idle();

    const unheard = await db.prisma.payment.count({ where: { state: { not: "paid" } } });
    const began = performance.now();
    // Ten minutes pass.
    await db.prisma.payment.updateMany({
      where: { nextCheckAt: { not: null } },
      data: { nextCheckAt: new Date() },
    });
    await waitFor(
      async () => (await db.prisma.payment.count({ where: { state: { not: "paid" } } })) === 0,
      {
        deadlineMs: DEADLINE_MS,
        what: "all payments paid",
        everyMs: 100,
      },
    );
    const sweptMs = Math.round(performance.now() - began);

    const bought = purchases.reduce((sum, { votes }) => sum + votes, 0);
    const [rows] = await db.prisma.$queryRaw<Record<string, number>[]>`
      SELECT (SELECT count(*)::int FROM payments) AS payments,
             (SELECT sum(credited)::int FROM payments) AS credited,
             (SELECT sum(received)::int FROM payments) AS received,
             (SELECT sum(credited)::int FROM payment_entries) AS ledger,
             (SELECT sum(paid_votes)::int FROM votes) AS votes,
             (SELECT count(*)::int FROM votes WHERE paid_votes <> value) AS wrong,
             (SELECT sum(total)::int FROM option_tallies) AS total,
             (SELECT count(*)::int FROM refunds) AS refunds`;
    expect(rows).toEqual({
      payments: PAYMENTS,
      credited: bought,
      received: bought * 100,
      ledger: bought,
      votes: bought,
      wrong: 0,
      total: bought,
      refunds: 0,
    });
    expect(await tallyDrift(db, poll.id)).toBe(0);
    expect(await findPaymentDiscrepancies([db], new Date())).toEqual({
      ledger: [],
      votes: [],
      fees: [],
      owed: [],
      refund_failed: [],
      stuck: [],
      transfers: [],
    });
    process.stdout.write(
      `payments ${PAYMENTS}, votes ${bought}, kills ${kills}, crashes of PostgreSQL ${crashes}, unheard of before the sweep ${unheard}, swept in ${sweptMs} ms\n`,
    );
  });
});
