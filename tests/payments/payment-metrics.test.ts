import { createMetrics } from "@polls/telemetry";
import { buildOption, buildParticipant, buildPoll, metricValue } from "@polls/testing";
import { signUp } from "../../services/gateway/src/testing/sign-up";
import { showDiscrepancies } from "../../services/payment-worker/src/payment-metrics";
import { settlePayment } from "../../services/payment-worker/src/settle/settle-payment";
import { openPaymentFixture, type PaymentFixture } from "./payment-fixture";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture();
});
afterAll(() => fixture.close());

const counted = async (state: string): Promise<number> => {
  const { body } = await fixture.gateway.deps.metrics.text();
  return metricValue(body, "payments_changed_total", { kind: "votes", state }) ?? 0;
};

test("a payment is counted when it is opened and when it is paid, once", async () => {
  const { db, request } = fixture.gateway;
  const voter = await signUp(db);
  const poll = await buildPoll(db, {
    settings: {
      ...{ voting_fee: 100, voting_fee_type: "voting_sell_votes", vote_type: "Votes::UpVote" },
    },
  });
  const option = await buildOption(db, poll);
  const participant = await buildParticipant(db, poll, { ownerKey: `user:${voter.id}` });
  await request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
    token: voter.privateToken,
    body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: 2 } },
  });
  const payment = await db.prisma.payment.findFirstOrThrow({ where: { pollId: poll.id } });
  await fixture.settle();
  expect([await counted("open"), await counted("paid")]).toEqual([1, 0]);

  const { sessionId } = await db.prisma.checkout.findFirstOrThrow({
    where: { paymentId: payment.id },
  });
  fixture.standIn.provider.complete(sessionId ?? "", "paid");
  await fixture.settle();
  await settlePayment(fixture.deps, payment.id);
  expect([await counted("open"), await counted("paid")]).toEqual([1, 1]);
});

test("discrepancies are shown by kind, and those that are mended are 0", async () => {
  const metrics = createMetrics("test");
  const nothing = { ledger: [], votes: [], fees: [], owed: [], stuck: [], transfers: [] };
  const shown = async (kind: string) =>
    metricValue((await metrics.text()).body, "payment_discrepancies", { kind });
  expect(await shown("owed")).toBeUndefined();
  showDiscrepancies(metrics, { ...nothing, owed: ["one", "two"] });
  expect([await shown("owed"), await shown("ledger")]).toEqual([2, 0]);
  showDiscrepancies(metrics, nothing);
  expect(await shown("owed")).toBe(0);
});
