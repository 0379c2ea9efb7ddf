// Covers docs/reliability.md: payment-provider-failures

import { inTransaction } from "@polls/db/sql";
import type { FakeFault } from "@polls/devstack";
import { CHECKOUTS_A_JOB } from "@polls/jobs";
import { buildOption, buildParticipant, buildPoll } from "@polls/testing";
import { storePayments } from "../../services/gateway/testing";
import { sharePayments } from "./payment-fixture";

/** More than fit into one job. */
const PAYMENTS = CHECKOUTS_A_JOB + 6;

describe("payments of votes that were cast together", () => {
  /** The responses to the next checkouts. */
  const faults: (FakeFault | undefined)[] = [];
  /** On a slow machine, the provider's client repeats a request. The repetition takes no fault. */
  const keys = new Set<string | undefined>();

  const fixture = sharePayments({
    fault({ method, path, key }) {
      if (method !== "POST" || path !== "/v1/checkout/sessions" || keys.has(key)) return undefined;
      keys.add(key);
      return faults.shift();
    },
  });

  test("share jobs, and a failing one does not delay the others", async () => {
    const { db } = fixture.gateway;
    const poll = await buildPoll(db, {
      settings: { voting_fee: 100, voting_fee_type: "voting_sell_votes" },
    });
    const option = await buildOption(db, poll);
    const participant = await buildParticipant(db, poll);
    const drafts = Array.from({ length: PAYMENTS }, (_, number) => ({
      kind: "votes" as const,
      pollId: poll.id,
      participantId: participant.id,
      optionId: option.id,
      votePublicId: `vote-${number}`,
      pollTitle: poll.title,
      subject: "One",
      quantity: 1,
      unitAmount: 100,
    }));
    await inTransaction(db, (tx) =>
      storePayments(tx, drafts, { currency: "eur", now: new Date() }),
    );
    const jobs = await db.prisma.outbox.findMany();
    const shares = jobs.map(({ payload }) => (payload as { paymentIds: string[] }).paymentIds);
    expect(shares.map(({ length }) => length)).toEqual([CHECKOUTS_A_JOB, 6]);
    expect(new Set(shares.flat()).size).toBe(PAYMENTS);

    // The provider's client retries with the same key, and gets the stored response both times.
    faults.push(undefined, "500_kept");
    expect(await fixture.work()).toBe(0);

    const payments = await db.prisma.payment.findMany({ include: { checkouts: true } });
    for (const { state, checkouts } of payments) {
      expect(state).toBe("open");
      expect(checkouts.filter((one) => one.state === "open")).toHaveLength(1);
    }
    const alone = await db.prisma.finishedJob.findMany({ where: { job: "payment.open-checkout" } });
    expect(alone.length).toBeLessThan(PAYMENTS / 2);
    const again = payments.filter(({ checkouts }) => checkouts.length > 1);
    expect(again).toHaveLength(1);
    expect(alone.map(({ payload }) => payload)).toContainEqual({
      paymentId: String(again[0]?.id),
    });
  });
});
