// Covers docs/reference/payments.md: ledger

import type { Db } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";
import {
  buildOption,
  buildParticipant,
  buildPoll,
  connectPatiently,
  createTestDatabase,
} from "@polls/testing";
import { paymentCommands } from "./payment-commands";

describe("payments on the command line", () => {
  let db: Db;
  beforeEach(async () => {
    db = connectPatiently((await createTestDatabase()).url, { max: 2 });
  });
  afterEach(() => db.close());

  const run = (name: string, values: Record<string, string> = {}) => {
    const found = paymentCommands.find((each) => each.name === name);
    if (found === undefined) throw new Error(`there is no command ${name}`);
    return found.run(db, values);
  };
  const payment = (facts: { readonly credited: number; readonly received: bigint }) =>
    db.prisma.payment.create({
      data: {
        publicId: newPublicId(),
        token: newPublicId(),
        kind: "votes",
        pollId: 1n,
        pollTitle: "Cakes",
        quantity: 5,
        unitAmount: 100,
        currency: "eur",
        state: "paid",
        ...facts,
        entries: {
          create: {
            before: "open",
            after: "paid",
            received: 500n,
            credited: 5,
            at: new Date("2026-11-20T10:00:00Z"),
          },
        },
      },
    });

  test("reconcile lists exactly the payments that contradict their ledger", async () => {
    await payment({ credited: 5, received: 500n });
    const nothing = {
      ...{ ledger: [], votes: [], fees: [], owed: [] },
      ...{ refund_failed: [], stuck: [], transfers: [] },
    };
    expect(await run("payments reconcile")).toEqual({ ...nothing, asked: 0 });
    const wrong = await payment({ credited: 4, received: 500n });
    expect(await run("payments reconcile", { ask: "7" })).toEqual({
      ...nothing,
      ledger: [wrong.publicId],
      asked: 2,
    });
    expect(await db.prisma.outbox.count({ where: { job: "payment.settle-payment" } })).toBe(2);
  });

  test("reconcile finds votes whose paid part is missing, and votes that were deleted by hand", async () => {
    const poll = await buildPoll(db);
    const bought = async () => {
      const option = await buildOption(db, poll);
      const participant = await buildParticipant(db, poll);
      const ids = { pollId: poll.id, participantId: participant.id, optionId: option.id };
      const publicId = newPublicId();
      const vote = await db.prisma.vote.create({
        data: { ...ids, publicId, type: "Votes::UpVote", value: 5, paidVotes: 5 },
      });
      const { id } = await payment({ credited: 5, received: 500n });
      await db.prisma.payment.update({ where: { id }, data: { ...ids, votePublicId: publicId } });
      return { ...vote, option };
    };
    const votes = async () => (await run("payments reconcile")) as { votes: string[] };
    const right = await bought();
    const lost = await bought();
    const deleted = await bought();
    const gone = await bought();
    expect((await votes()).votes).toEqual([]);
    await db.prisma.vote.update({ where: { id: lost.id }, data: { paidVotes: null } });
    await db.prisma.vote.delete({ where: { id: deleted.id } });
    // Deleting an option deletes its votes.
    await db.prisma.vote.delete({ where: { id: gone.id } });
    await db.prisma.option.delete({ where: { id: gone.option.id } });
    expect((await votes()).votes.toSorted()).toEqual([lost.publicId, deleted.publicId].toSorted());
    expect(right.paidVotes).toBe(5);
  });

  test("export prints the ledger of the given days", async () => {
    for (let n = 0; n < 2; n++) await payment({ credited: 5, received: 500n });
    const rows = await run("payments export", { from: "2026-11-20", to: "2026-11-21" });
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(
      expect.objectContaining({
        poll_title: "Cakes",
        after: "paid",
        received: 500,
        currency: "eur",
      }),
    );
    const { id } = await payment({ credited: 5, received: 500n });
    await db.prisma.checkout.create({
      data: {
        paymentId: id,
        attempt: 1,
        state: "paid",
        expiresAt: new Date(),
        destination: "acct_1",
        fee: 25,
      },
    });
    expect(rows).not.toContainEqual(expect.objectContaining({ connected_account: "acct_1" }));
    expect(await run("payments export", { from: "2026-11-20" })).toContainEqual(
      expect.objectContaining({ connected_account: "acct_1", operator_fee: 25 }),
    );
    expect(await run("payments export", { from: "2026-11-21" })).toEqual([]);
    await expect(run("payments export", { from: "soon" })).rejects.toThrow(/must be a date/);
  });
});
