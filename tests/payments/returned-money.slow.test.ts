// Covers docs/reference/errors.md: codes-of-payments
// Covers docs/reference/payments.md: disputes, ledger, reading-payments, refunds, rejected-money, sweep
// Covers docs/reference/polls.md: deletion
// Covers docs/reliability.md: amounts-and-credits, provider-events

import { findPaymentDiscrepancies } from "@polls/db/counts";
import { settlePayment, sweepPayments } from "../../services/payment-worker/testing";
import { shareSale } from "./share-sale";

const HOUR = 3_600_000;

describe("money for sold votes that is given back, or watched", () => {
  let time = new Date();
  const { fixture, voter, sale, payments, page, asAdmin, drift } = shareSale({
    clock: () => time,
  });

  test("refunded votes stop counting: some of them, then the rest", async () => {
    const bought = await sale.buy(5);
    await fixture.work();
    await fixture.pay(sale.poll);
    const [payment] = await payments();
    const line = `POST ${sale.path}/payments/${payment?.publicId}/refund`;
    const some = await asAdmin(line, { refund: { votes: 2 } });
    expect(some.status).toBe(202);
    await fixture.settle();
    expect(await sale.rating()).toBe(3);
    const { text } = await page(bought.body.url);
    expect(text).toContain("Your 3 bought votes count");
    expect(text).toMatch(/€5\.00.*Refunded<\/dt><dd>€2\.00/);
    expect((await asAdmin(line, { refund: { votes: 4 } })).body).toMatchObject({
      code: "too_many_votes",
    });
    expect((await asAdmin(line, {})).status).toBe(202);
    expect((await asAdmin(line, {})).body).toMatchObject({ code: "not_refundable" });
    await fixture.settle();
    expect(await sale.rating()).toBe(0);
    expect((await payments())[0]).toMatchObject({ state: "refunded", refunded: 500n, credited: 0 });
    expect(await drift()).toEqual([]);
    const list = await asAdmin(`GET ${sale.path}/payments`);
    expect(list.body.totals).toEqual([
      { currency: "eur", payments: 1, paid: 0, received: 500, refunded: 500, votes: 0 },
    ]);
    const byMember = await fixture.request(`GET ${sale.path}/payments`, voter);
    expect(byMember.status).toBe(404);
  });

  test("a refund made at the provider is applied once, and a failed refund is undone", async () => {
    await sale.buy(5);
    await fixture.work();
    const { payment_intent: intent } = await fixture.pay(sale.poll);
    fixture.provider.createRefund({ payment_intent: String(intent), amount: 250 });
    const rest = fixture.provider.createRefund({ payment_intent: String(intent) });
    await fixture.settle();
    expect(await sale.rating()).toBe(0);
    fixture.provider.failRefund(rest.id);
    await fixture.settle();
    expect(await sale.rating()).toBe(2);
    expect(await drift()).toEqual([]);
  });

  test("disputed votes do not count; they count again after a won dispute, and never after a lost one", async () => {
    await sale.buy(5);
    await fixture.work();
    const { payment_intent: intent } = await fixture.pay(sale.poll);
    const dispute = fixture.provider.openDispute(String(intent));
    await fixture.settle();
    expect(await sale.rating()).toBe(0);
    expect((await payments())[0]?.state).toBe("disputed");
    fixture.provider.closeDispute(dispute.id, "won");
    await fixture.settle();
    expect(await sale.rating()).toBe(5);
    fixture.provider.closeDispute(dispute.id, "lost");
    await fixture.settle();
    expect(await sale.rating()).toBe(0);
  });

  test("money for a deleted poll is refunded; the ledger remains", async () => {
    const bought = await sale.buy(5);
    await fixture.work();
    const session = await fixture.sessionOf(sale.poll);
    fixture.provider.complete(session, "paid");
    expect((await asAdmin(`DELETE /api/v1/polls/${sale.poll.adminHash}`)).status).toBe(204);
    await fixture.settle();
    expect((await payments())[0]).toMatchObject({ state: "refunded", rejection: "poll_deleted" });
    expect((await page(bought.body.url)).text).toContain("Refunded");
    const entries = await fixture.gateway.db.prisma.paymentEntry.findMany({
      where: { payment: { pollId: sale.poll.id } },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ after }) => after)).toEqual(["created", "open", "paid", "refunded"]);
  });

  test.each([
    [23, 5, "paid", null],
    [25, 0, "refunded", "late"],
  ])(
    "money %p h after the poll closed: %p votes count, the payment is %p",
    async (hours, votes, state, rejection) => {
      await sale.buy(5);
      await fixture.work();
      expect((await asAdmin(`PATCH ${sale.path}`, { poll: { status: "closed" } })).status).toBe(
        200,
      );
      // A session of the provider is open for a day; the time of the money decides whether it is late.
      const session = await fixture.sessionOf(sale.poll);
      fixture.provider.complete(session, "processing");
      time = new Date(time.getTime() + hours * HOUR);
      fixture.provider.settleLater(session, "paid");
      await fixture.settle();
      expect((await payments())[0]).toMatchObject({ state, rejection, credited: votes });
      expect(await sale.rating()).toBe(votes);
    },
  );

  test("nothing can be paid once the poll is closed", async () => {
    const bought = await sale.buy(5);
    await fixture.work();
    await asAdmin(`PATCH ${sale.path}`, { poll: { status: "closed" } });
    const shown = await page(bought.body.url, { "Accept-Language": "de" });
    expect(shown.text).toContain("Die Umfrage ist geschlossen");
    expect(shown.text).not.toContain("checkout");
  });

  test("concurrent queries of the provider credit once", async () => {
    await sale.buy(5);
    await fixture.work();
    const { payment_intent: intent } = fixture.provider.complete(
      await fixture.sessionOf(sale.poll),
      "paid",
    );
    const [payment] = await payments();
    const id = payment?.id ?? 0n;
    const looks = Array.from({ length: 3 }, () => settlePayment(fixture.deps, id));
    fixture.provider.createRefund({ payment_intent: String(intent), amount: 200 });
    await Promise.all([...looks, settlePayment(fixture.deps, id)]);
    await settlePayment(fixture.deps, id);
    expect(await sale.rating()).toBe(3);
    const [after] = await payments();
    expect(after).toMatchObject({ received: 500n, refunded: 200n, credited: 3 });
    const entries = await fixture.gateway.db.prisma.paymentEntry.findMany({
      where: { paymentId: id },
    });
    expect(entries.reduce((sum, { credited }) => sum + credited, 0)).toBe(3);
  });

  test("the sweep queries a payment again only after its previous job is done", async () => {
    await sale.buy(5);
    await fixture.work();
    const [payment] = await payments();
    const sweep = async () => {
      await fixture.gateway.db.prisma.payment.updateMany({
        where: { id: payment?.id ?? 0n },
        data: { nextCheckAt: time },
      });
      await sweepPayments(fixture.deps);
      return fixture.gateway.db.prisma.outbox.count({
        where: {
          job: "payment.settle-payment",
          doneAt: null,
          payload: { path: ["paymentId"], equals: String(payment?.id) },
        },
      });
    };
    expect([await sweep(), await sweep(), await sweep()]).toEqual([1, 1, 1]);
    await fixture.work();
    expect(await sweep()).toBe(1);
  });

  test("money that is owed for a day is reported, although the provider is asked every hour", async () => {
    await sale.buy(5);
    await fixture.work();
    const { db } = fixture.gateway;
    await db.prisma.vote.deleteMany({ where: { participantId: sale.participant.id } });
    fixture.provider.complete(await fixture.sessionOf(sale.poll), "paid");
    const id = (await payments())[0]?.id ?? 0n;
    // The refund stays unsent, because its job does not run.
    const ask = async () => {
      await settlePayment(fixture.deps, id);
      const [payment] = await payments();
      expect(payment).toMatchObject({ rejection: "gone", received: 500n, refunded: 0n });
      const { owed } = await findPaymentDiscrepancies([db], time);
      return [payment?.updatedAt, owed.includes(payment?.publicId ?? "")];
    };
    const since = time;
    expect(await ask()).toEqual([since, false]);
    time = new Date(since.getTime() + 23 * HOUR);
    expect(await ask()).toEqual([since, false]);
    time = new Date(since.getTime() + 25 * HOUR);
    expect(await ask()).toEqual([since, true]);
    await fixture.settle();
    expect((await payments())[0]).toMatchObject({ refunded: 500n, updatedAt: time });
  });

  test("the ledger refuses every change", async () => {
    await sale.buy(5);
    const { prisma } = fixture.gateway.db;
    await expect(prisma.paymentEntry.updateMany({ data: { credited: 9 } })).rejects.toThrow(
      /only added to/,
    );
    await expect(prisma.paymentEntry.deleteMany()).rejects.toThrow(/only added to/);
    await expect(prisma.$executeRaw`TRUNCATE payment_entries`).rejects.toThrow(/only added to/);
  });
});
