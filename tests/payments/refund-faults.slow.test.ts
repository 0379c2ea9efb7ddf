// Covers docs/reference/payments.md: refunds
// Covers docs/reliability.md: job-handlers, payment-provider-failures, provider-events

import type { FakeFault } from "@polls/devstack";
import type { Poll } from "@polls/domain/polls";
import { sampleCases } from "@polls/testing";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { handlers } from "../../services/payment-worker/testing";
import { sharePayments } from "./payment-fixture";

describe("a refund while the provider fails", () => {
  let poll: Poll;
  /** The responses to the next refund calls. */
  let faults: FakeFault[] = [];

  const fixture = sharePayments({
    fault: ({ method, path }) =>
      method === "POST" && path === "/v1/refunds" ? faults.shift() : undefined,
  });
  const owner = shareAccount(fixture.gateway);

  const prisma = () => fixture.gateway.db.prisma;
  const payment = () =>
    prisma().payment.findFirstOrThrow({ where: { pollId: poll.id }, include: { refunds: true } });
  const sent = (intent: string | null) =>
    fixture.provider.refunds().filter((one) => one.payment_intent === intent);

  const run = {
    signal: new AbortController().signal,
    attempt: 1,
    log: { info: () => undefined },
    done: async () => undefined,
  } as never;

  /** Buys and pays for five votes; returns the id of the charge. */
  async function paidFor(): Promise<string | null> {
    const sale = await fixture.sell(owner, owner);
    ({ poll } = sale);
    await sale.buy(5);
    await fixture.work();
    return (await fixture.pay(poll)).payment_intent;
  }

  const refund = async () =>
    fixture.request(
      `POST /api/v1/polls/${poll.memberHash}/payments/${(await payment()).publicId}/refund`,
      owner,
      {},
    );

  test.each<[string, readonly FakeFault[], number]>([
    // The provider's client retries with the same key, and gets the stored response both times.
    ["a 500 that is kept for its key", ["500_kept"], 2],
    ["three of them", ["500_kept", "500_kept", "500_kept"], 3],
    ["a 500 after the money went", ["500_after"], 2],
    ["an answer that is lost", ["lost_answer", "lost_answer"], 1],
    ["too many requests", ["429", "429"], 1],
  ])("%s: the next run sends it, once", async (_, trouble, attempt) => {
    const intent = await paidFor();
    faults = [...trouble];
    expect((await refund()).status).toBe(202);
    expect(await fixture.work()).toBeGreaterThan(0);
    await fixture.settle();
    expect(faults).toEqual([]);
    expect(sent(intent)).toMatchObject([{ amount: 500 }]);
    const after = await payment();
    expect(after).toMatchObject({ state: "refunded", refunded: 500n, credited: 0 });
    expect(after.refunds).toMatchObject([{ state: "done", attempt }]);
  });

  const permutations = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
    items.length < 2
      ? [items]
      : items.flatMap((item, at) =>
          permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]),
        );
  const steps = ["settle", "send", "end", "bank"] as const;

  test.each([
    ...sampleCases(permutations(steps), 3, 0).map((order) => [order.join(", "), order] as const),
    ["all at once", undefined] as const,
  ])("a refund concurrent with other queries has one result: %s", async (_, order) => {
    const intent = await paidFor();
    expect((await refund()).status).toBe(202);
    const { id, refunds } = await payment();
    const paymentId = String(id);
    const does = {
      settle: () => handlers["payment.settle-payment"]({ paymentId }, fixture.deps, run),
      send: () =>
        handlers["payment.send-refund"]({ refundId: String(refunds[0]?.id) }, fixture.deps, run),
      end: () => handlers["payment.end-payment"]({ paymentId }, fixture.deps, run),
      // A part was refunded at the provider: less is left than the refund requests.
      bank: async () => {
        try {
          fixture.provider.createRefund({ payment_intent: String(intent), amount: 200 });
        } catch {
          // Everything is already refunded.
        }
      },
    };
    if (order === undefined) await Promise.allSettled(steps.map((step) => does[step]()));
    else for (const step of order) await does[step]().catch(() => undefined);
    await fixture.settle();
    const back = sent(intent).reduce((sum, { amount }) => sum + amount, 0);
    const after = await payment();
    // The first request at the provider decides the refunded amount, and so the number of counting votes.
    expect([200, 500]).toContain(back);
    expect(after).toMatchObject({
      state: back === 500 ? "refunded" : "paid",
      received: 500n,
      refunded: BigInt(back),
      credited: (500 - back) / 100,
    });
    const ledger = await prisma().paymentEntry.findMany({ where: { paymentId: id } });
    expect(ledger.reduce((sum, { credited }) => sum + credited, 0)).toBe(after.credited);
    expect(ledger.reduce((sum, { refunded }) => sum + refunded, 0n)).toBe(after.refunded);
  });

  test("a refund of two concurrent workers is sent once", async () => {
    const intent = await paidFor();
    expect((await refund()).status).toBe(202);
    const [{ id } = { id: 0n }] = (await payment()).refunds;
    const send = () => handlers["payment.send-refund"]({ refundId: String(id) }, fixture.deps, run);
    await Promise.all([send(), send(), send()]);
    expect(sent(intent)).toHaveLength(1);
  });

  test("a refund that the provider refused is sent by the next run, also if the first run was interrupted", async () => {
    const intent = await paidFor();
    expect((await refund()).status).toBe(202);
    const [{ id } = { id: 0n }] = (await payment()).refunds;
    await prisma().refund.update({ where: { id }, data: { state: "failed", failure: "no" } });
    await handlers["payment.send-refund"]({ refundId: String(id) }, fixture.deps, run);
    expect(sent(intent)).toMatchObject([{ amount: 500 }]);
  });

  test("jobs for deleted rows are done", async () => {
    await handlers["payment.send-refund"]({ refundId: "999999" }, fixture.deps, run);
    await handlers["payment.settle-payment"]({ paymentId: "999999" }, fixture.deps, run);
    await handlers["payment.end-payment"]({ paymentId: "999999" }, fixture.deps, run);
    await handlers["payment.open-checkout"]({ paymentId: "999999" }, fixture.deps, run);
    await handlers["payment.handle-provider-event"]({ eventId: "evt_gone" }, fixture.deps, run);
    expect(await prisma().payment.findUnique({ where: { id: 999_999n } })).toBeNull();
  });
});
