// Covers docs/reference/errors.md: codes-of-payments
// Covers docs/reference/payments.md: disputes, ledger, reading-payments, refunds, rejected-money, settlement
// Covers docs/reference/payments.md: sold-votes, states, sweep
// Covers docs/reference/polls.md: deletion
// Covers docs/reliability.md: amounts-and-credits, provider-events

import { findPaymentDiscrepancies } from "@polls/db/counts";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { settlePayment } from "../../services/payment-worker/src/settle/settle-payment";
import { sweepPayments } from "../../services/payment-worker/src/sweep";
import { buildSale } from "./build-sale";
import { sharePayments } from "./payment-fixture";

const HOUR = 3_600_000;

describe("sold votes, from the vote to what counts", () => {
  let poll: Poll;
  let option: Option;
  let participant: Participant;
  let time = new Date();

  const fixture = sharePayments({ clock: () => time });
  const owner = shareAccount(fixture.gateway);
  const voter = shareAccount(fixture.gateway, { name: "Vera" });

  beforeEach(async () => {
    const { db } = fixture.gateway;
    ({ poll, option, participant } = await buildSale(db, owner, voter));
  });

  const path = () => `/api/v1/polls/${poll.memberHash}`;
  const buy = (votes: number) =>
    fixture.gateway.request(`POST ${path()}/votes`, {
      token: voter.privateToken,
      body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: votes } },
    });
  const raise = async (votes: number) => {
    const vote = await voteRow();
    return fixture.gateway.request(`PATCH ${path()}/votes/${vote.publicId}`, {
      token: voter.privateToken,
      body: { vote: { vote: votes } },
    });
  };
  const voteRow = () =>
    fixture.gateway.db.prisma.vote.findFirstOrThrow({ where: { participantId: participant.id } });
  const payments = () =>
    fixture.gateway.db.prisma.payment.findMany({
      where: { pollId: poll.id },
      include: { checkouts: { orderBy: { attempt: "asc" } } },
      orderBy: { id: "asc" },
    });
  const rating = async () => {
    const answer = await fixture.gateway.request(`GET ${path()}/options`, {
      token: owner.privateToken,
    });
    return answer.body[0].rating as number;
  };
  const page = (url: string, headers: Record<string, string> = {}) =>
    fixture.gateway.request(`GET ${url}`, { headers });
  const lastSession = async () => {
    const all = await payments();
    return String(all.at(-1)?.checkouts.at(-1)?.sessionId);
  };
  const asAdmin = (line: string, body?: unknown) =>
    fixture.gateway.request(line, {
      token: owner.privateToken,
      ...(body === undefined ? {} : { body }),
    });
  const drift = async () =>
    fixture.gateway.db.prisma.$queryRaw`
      SELECT t.option_id FROM true_option_tallies t
      JOIN (SELECT option_id, sum(total) AS total, sum(votes) AS votes FROM option_tallies GROUP BY option_id) s
        ON s.option_id = t.option_id
      WHERE t.poll_id = ${poll.id} AND (t.total <> s.total OR t.votes <> s.votes)`;

  test("bought votes count only after the payment page is completed", async () => {
    const bought = await buy(5);
    expect(bought.status).toBe(200);
    expect(bought.body).toEqual({
      message: expect.any(String),
      url: expect.stringMatching(/^https:\/\/polls\.example\/pay\/[A-Za-z0-9_-]{22}$/),
    });
    expect(await rating()).toBe(0);
    expect((await page(bought.body.url)).text).toContain("One moment");
    await fixture.work();
    const open = await page(bought.body.url);
    expect(open.text).toContain(`href="${fixture.fakeServer.url}/checkout/`);
    expect(open.text).toContain("5 votes");
    expect(open.text).toContain("€5.00");
    expect(await rating()).toBe(0);

    fixture.fakeServer.provider.complete(await lastSession(), "paid");
    await fixture.settle();
    expect(await rating()).toBe(5);
    expect((await page(bought.body.url)).text).toContain("Your 5 bought votes count");
    expect(await voteRow()).toMatchObject({ paidVotes: 5, counts: true });
    expect(await drift()).toEqual([]);
    const [payment] = await payments();
    expect(payment).toMatchObject({ state: "paid", received: 500n, credited: 5, rejection: null });
  });

  test("raising a paid vote from 5 to 8 creates a payment of 3; the 5 still count", async () => {
    await buy(5);
    await fixture.work();
    fixture.fakeServer.provider.complete(await lastSession(), "paid");
    await fixture.settle();
    const raised = await raise(8);
    expect(raised.body).toEqual({ message: expect.any(String), url: expect.any(String) });
    expect(await rating()).toBe(5);
    await fixture.work();
    expect((await payments()).at(-1)).toMatchObject({
      quantity: 3,
      unitAmount: 100,
      state: "open",
    });
    const shown = await fixture.gateway.request(
      `GET ${path()}/votes/${(await voteRow()).publicId}`,
      {
        token: voter.privateToken,
      },
    );
    expect(shown.body).toMatchObject({ vote: 8, paid_votes: 5 });
    expect((await raise(8)).body).toEqual(raised.body);
    expect((await raise(7)).status).toBe(422);
    fixture.fakeServer.provider.complete(await lastSession(), "paid");
    await fixture.settle();
    expect(await rating()).toBe(8);
    expect(await drift()).toEqual([]);
  });

  test("another create replaces the purchase: its session is expired, and money for it is refunded", async () => {
    const first = await buy(5);
    await fixture.work();
    const session = await lastSession();
    fixture.fakeServer.provider.complete(session, "paid");
    const second = await buy(2);
    expect(second.body.url).not.toBe(first.body.url);
    await fixture.settle();
    expect(await rating()).toBe(0);
    const [replaced, live] = await payments();
    expect(replaced).toMatchObject({
      state: "refunded",
      received: 500n,
      refunded: 500n,
      credited: 0,
    });
    expect(replaced?.rejection).toBe("replaced");
    expect(live).toMatchObject({ state: "open", quantity: 2 });
    fixture.fakeServer.provider.complete(await lastSession(), "paid");
    await fixture.settle();
    expect(await rating()).toBe(2);
  });

  test("a replaced unpaid purchase cannot be paid any more", async () => {
    const first = await buy(5);
    await fixture.work();
    const session = await lastSession();
    await buy(3);
    await fixture.settle();
    expect(fixture.fakeServer.provider.session(session).status).toBe("expired");
    expect((await page(first.body.url)).text).toContain("no longer needed");
    const listed = await fixture.gateway.request(`GET ${path()}/payments`, {
      token: owner.privateToken,
    });
    expect(
      listed.body.payments.map((one: Readonly<Record<string, unknown>>) => [
        one.quantity,
        one.ended_at !== null,
      ]),
    ).toEqual([
      [3, false],
      [5, true],
    ]);
  });

  test("lowering a purchase to the paid part ends its checkout at once, by a job", async () => {
    await buy(5);
    await fixture.work();
    fixture.fakeServer.provider.complete(await lastSession(), "paid");
    await fixture.settle();
    const raised = await raise(8);
    await fixture.work();
    const session = await lastSession();
    const back = await buy(5);
    expect(back.status).toBe(201);
    expect(back.body).toMatchObject({ vote: 5, paid_votes: 5 });
    expect((await page(raised.body.url)).text).toContain("no longer needed");
    await fixture.work();
    expect(fixture.fakeServer.provider.session(session).status).toBe("expired");
    expect((await payments()).map(({ state }) => state)).toEqual(["paid", "expired"]);
    expect(await rating()).toBe(5);
  });

  test("withdrawing a purchase ends its checkout, and money for it is refunded", async () => {
    await buy(5);
    await fixture.work();
    fixture.fakeServer.provider.complete(await lastSession(), "paid");
    const { status, body } = await fixture.gateway.request(`POST ${path()}/votes`, {
      token: voter.privateToken,
      body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: null } },
    });
    expect([status, body.vote]).toEqual([201, null]);
    await fixture.settle();
    expect(await payments()).toMatchObject([{ state: "refunded", rejection: "replaced" }]);
    expect(await rating()).toBe(0);
  });

  test("a delayed method counts when the money has arrived, and not before", async () => {
    const bought = await buy(4);
    await fixture.work();
    fixture.fakeServer.provider.complete(await lastSession(), "processing");
    await fixture.settle();
    expect(await rating()).toBe(0);
    expect((await page(bought.body.url)).text).toContain("on its way");
    fixture.fakeServer.provider.settleLater(await lastSession(), "paid");
    await fixture.settle();
    expect(await rating()).toBe(4);
  });

  test("a failed delayed method credits nothing, and the page offers to try again", async () => {
    const bought = await buy(4);
    await fixture.work();
    fixture.fakeServer.provider.complete(await lastSession(), "processing");
    await fixture.settle();
    fixture.fakeServer.provider.settleLater(await lastSession(), "failed");
    await fixture.settle();
    expect(await rating()).toBe(0);
    expect((await page(bought.body.url)).text).toContain("Try again");
    await fixture.gateway.request(`POST ${bought.body.url}`);
    await fixture.work();
    expect((await payments())[0]?.checkouts.map(({ state }) => state).sort()).toEqual([
      "failed",
      "open",
    ]);
    fixture.fakeServer.provider.complete(await lastSession(), "paid");
    await fixture.settle();
    expect(await rating()).toBe(4);
  });

  test("an expired checkout is opened again from the page", async () => {
    const bought = await buy(4);
    await fixture.work();
    time = new Date(time.getTime() + 4 * HOUR);
    expect((await page(bought.body.url)).text).toContain("Try again");
    const pressed = await fixture.gateway.request(`POST ${bought.body.url}`);
    expect(pressed.text).toContain("One moment");
    expect(pressed.text).toContain('<meta http-equiv="refresh" content="2">');
    await fixture.settle();
    expect((await page(bought.body.url)).text).toContain("Pay now");
  });

  test("refunded votes stop counting: some of them, then the rest", async () => {
    const bought = await buy(5);
    await fixture.work();
    fixture.fakeServer.provider.complete(await lastSession(), "paid");
    await fixture.settle();
    const [payment] = await payments();
    const line = `POST ${path()}/payments/${payment?.publicId}/refund`;
    const some = await asAdmin(line, { refund: { votes: 2 } });
    expect(some.status).toBe(202);
    await fixture.settle();
    expect(await rating()).toBe(3);
    const { text } = await page(bought.body.url);
    expect(text).toContain("Your 3 bought votes count");
    expect(text).toMatch(/€5\.00.*Refunded<\/dt><dd>€2\.00/);
    expect((await asAdmin(line, { refund: { votes: 4 } })).body).toMatchObject({
      code: "too_many_votes",
    });
    expect((await asAdmin(line, {})).status).toBe(202);
    expect((await asAdmin(line, {})).body).toMatchObject({ code: "not_refundable" });
    await fixture.settle();
    expect(await rating()).toBe(0);
    expect((await payments())[0]).toMatchObject({ state: "refunded", refunded: 500n, credited: 0 });
    expect(await drift()).toEqual([]);
    const list = await asAdmin(`GET ${path()}/payments`);
    expect(list.body.totals).toEqual([
      { currency: "eur", payments: 1, paid: 0, received: 500, refunded: 500, votes: 0 },
    ]);
    const byMember = await fixture.gateway.request(`GET ${path()}/payments`, {
      token: voter.privateToken,
    });
    expect(byMember.status).toBe(404);
  });

  test("a refund made at the provider is applied once, and a failed refund is undone", async () => {
    await buy(5);
    await fixture.work();
    const { payment_intent: intent } = fixture.fakeServer.provider.complete(
      await lastSession(),
      "paid",
    );
    await fixture.settle();
    fixture.fakeServer.provider.createRefund({ payment_intent: String(intent), amount: 250 });
    const rest = fixture.fakeServer.provider.createRefund({ payment_intent: String(intent) });
    await fixture.settle();
    expect(await rating()).toBe(0);
    fixture.fakeServer.provider.failRefund(rest.id);
    await fixture.settle();
    expect(await rating()).toBe(2);
    expect(await drift()).toEqual([]);
  });

  test("disputed votes do not count; they count again after a won dispute, and never after a lost one", async () => {
    await buy(5);
    await fixture.work();
    const { payment_intent: intent } = fixture.fakeServer.provider.complete(
      await lastSession(),
      "paid",
    );
    await fixture.settle();
    const dispute = fixture.fakeServer.provider.openDispute(String(intent));
    await fixture.settle();
    expect(await rating()).toBe(0);
    expect((await payments())[0]?.state).toBe("disputed");
    fixture.fakeServer.provider.closeDispute(dispute.id, "won");
    await fixture.settle();
    expect(await rating()).toBe(5);
    fixture.fakeServer.provider.closeDispute(dispute.id, "lost");
    await fixture.settle();
    expect(await rating()).toBe(0);
  });

  test("money for a deleted poll is refunded; the ledger remains", async () => {
    const bought = await buy(5);
    await fixture.work();
    const session = await lastSession();
    fixture.fakeServer.provider.complete(session, "paid");
    expect((await asAdmin(`DELETE /api/v1/polls/${poll.adminHash}`)).status).toBe(204);
    await fixture.settle();
    expect((await payments())[0]).toMatchObject({ state: "refunded", rejection: "poll_deleted" });
    expect((await page(bought.body.url)).text).toContain("Refunded");
    const entries = await fixture.gateway.db.prisma.paymentEntry.findMany({
      where: { payment: { pollId: poll.id } },
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
      await buy(5);
      await fixture.work();
      expect((await asAdmin(`PATCH ${path()}`, { poll: { status: "closed" } })).status).toBe(200);
      // A session of the provider is open for a day; the time of the money decides whether it is late.
      const session = await lastSession();
      fixture.fakeServer.provider.complete(session, "processing");
      time = new Date(time.getTime() + hours * HOUR);
      fixture.fakeServer.provider.settleLater(session, "paid");
      await fixture.settle();
      expect((await payments())[0]).toMatchObject({ state, rejection, credited: votes });
      expect(await rating()).toBe(votes);
    },
  );

  test("nothing can be paid once the poll is closed", async () => {
    const bought = await buy(5);
    await fixture.work();
    await asAdmin(`PATCH ${path()}`, { poll: { status: "closed" } });
    const shown = await page(bought.body.url, { "Accept-Language": "de" });
    expect(shown.text).toContain("Die Umfrage ist geschlossen");
    expect(shown.text).not.toContain("checkout");
  });

  test("returning to the page credits nothing: unpaid stays unpaid", async () => {
    const bought = await buy(5);
    await fixture.work();
    expect((await page(`${bought.body.url}?from=checkout&session_id=cs_test_x`)).text).toContain(
      "Checking",
    );
    await fixture.settle();
    expect(await rating()).toBe(0);
    expect((await payments())[0]).toMatchObject({ state: "open", credited: 0 });
  });

  test("money with a wrong amount is refunded, and nothing counts", async () => {
    await buy(5);
    await fixture.work();
    const session = fixture.fakeServer.provider.session(await lastSession());
    session.amount_total = 100;
    fixture.fakeServer.provider.complete(session.id, "paid");
    await fixture.settle();
    expect(await rating()).toBe(0);
    expect((await payments())[0]).toMatchObject({ state: "refunded", rejection: "mismatch" });
  });

  test("of many concurrent raises, only the paid ones count", async () => {
    await buy(5);
    await fixture.work();
    fixture.fakeServer.provider.complete(await lastSession(), "paid");
    await fixture.settle();
    const answers = await Promise.all([8, 9, 12, 8, 10, 12].map((votes) => raise(votes)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    await fixture.settle();
    const live = (await payments()).filter(({ state }) => state === "open");
    expect(live).toHaveLength(1);
    expect(await rating()).toBe(5);
    fixture.fakeServer.provider.complete(String(live[0]?.checkouts.at(-1)?.sessionId), "paid");
    await fixture.settle();
    const { value, paidVotes } = await voteRow();
    expect(paidVotes).toBe(Number(value));
    expect(await rating()).toBe(Number(value));
    const all = await payments();
    expect(all.reduce((sum, { credited }) => sum + credited, 0)).toBe(Number(value));
    expect(await drift()).toEqual([]);
  });

  test("concurrent queries of the provider credit once", async () => {
    await buy(5);
    await fixture.work();
    const { payment_intent: intent } = fixture.fakeServer.provider.complete(
      await lastSession(),
      "paid",
    );
    const [payment] = await payments();
    const id = payment?.id ?? 0n;
    const looks = Array.from({ length: 3 }, () => settlePayment(fixture.deps, id));
    fixture.fakeServer.provider.createRefund({ payment_intent: String(intent), amount: 200 });
    await Promise.all([...looks, settlePayment(fixture.deps, id)]);
    await settlePayment(fixture.deps, id);
    expect(await rating()).toBe(3);
    const [after] = await payments();
    expect(after).toMatchObject({ received: 500n, refunded: 200n, credited: 3 });
    const entries = await fixture.gateway.db.prisma.paymentEntry.findMany({
      where: { paymentId: id },
    });
    expect(entries.reduce((sum, { credited }) => sum + credited, 0)).toBe(3);
  });

  test("the sweep queries a payment again only after its previous job is done", async () => {
    await buy(5);
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
    await buy(5);
    await fixture.work();
    const { db } = fixture.gateway;
    await db.prisma.vote.deleteMany({ where: { participantId: participant.id } });
    fixture.fakeServer.provider.complete(await lastSession(), "paid");
    const id = (await payments())[0]?.id ?? 0n;
    // The refund stays unsent, because its job does not run.
    const ask = async () => {
      await settlePayment(fixture.deps, id);
      const [payment] = await payments();
      expect(payment).toMatchObject({ rejection: "gone", received: 500n, refunded: 0n });
      const { owed } = await findPaymentDiscrepancies(db, time);
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
    await buy(5);
    const { prisma } = fixture.gateway.db;
    await expect(prisma.paymentEntry.updateMany({ data: { credited: 9 } })).rejects.toThrow(
      /only added to/,
    );
    await expect(prisma.paymentEntry.deleteMany()).rejects.toThrow(/only added to/);
    await expect(prisma.$executeRaw`TRUNCATE payment_entries`).rejects.toThrow(/only added to/);
  });
});
