import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant, buildPoll } from "@polls/testing";
import type { NewAccount } from "../../services/gateway/src/features/accounts/create-account";
import { signUp } from "../../services/gateway/src/testing/sign-up";
import { settlePayment } from "../../services/payment-worker/src/settle/settle-payment";
import { sweepPayments } from "../../services/payment-worker/src/sweep";
import { openPaymentRoom, type PaymentRoom } from "./payment-room";

const HOUR = 3_600_000;

describe("sold votes, from the vote to what counts", () => {
  let room: PaymentRoom;
  let owner: NewAccount;
  let voter: NewAccount;
  let poll: Poll;
  let option: Option;
  let participant: Participant;
  let time: Date;

  beforeAll(async () => {
    time = new Date();
    room = await openPaymentRoom({ clock: () => time });
    owner = await signUp(room.gateway.db);
    voter = await signUp(room.gateway.db, { name: "Vera" });
  });
  afterAll(() => room.close());

  beforeEach(async () => {
    const { db } = room.gateway;
    poll = await buildPoll(db, {
      ownerAccountId: owner.id,
      settings: {
        voting_fee: 100,
        voting_fee_type: "voting_sell_votes",
        vote_type: "Votes::UpVote",
      },
    });
    option = await buildOption(db, poll);
    participant = await buildParticipant(db, poll, { ownerKey: `user:${voter.id}` });
  });

  const path = () => `/api/v1/polls/${poll.memberHash}`;
  const buy = (votes: number) =>
    room.gateway.request(`POST ${path()}/votes`, {
      token: voter.privateToken,
      body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: votes } },
    });
  const raise = async (votes: number) => {
    const vote = await voteRow();
    return room.gateway.request(`PATCH ${path()}/votes/${vote.publicId}`, {
      token: voter.privateToken,
      body: { vote: { vote: votes } },
    });
  };
  const voteRow = () =>
    room.gateway.db.prisma.vote.findFirstOrThrow({ where: { participantId: participant.id } });
  const payments = () =>
    room.gateway.db.prisma.payment.findMany({
      where: { pollId: poll.id },
      include: { checkouts: { orderBy: { attempt: "asc" } } },
      orderBy: { id: "asc" },
    });
  const rating = async () => {
    const answer = await room.gateway.request(`GET ${path()}/options`, {
      token: owner.privateToken,
    });
    return answer.body[0].rating as number;
  };
  const page = (url: string, headers: Record<string, string> = {}) =>
    room.gateway.request(`GET ${url}`, { headers });
  const lastSession = async () => {
    const all = await payments();
    return String(all.at(-1)?.checkouts.at(-1)?.sessionId);
  };
  const asAdmin = (line: string, body?: unknown) =>
    room.gateway.request(line, {
      token: owner.privateToken,
      ...(body === undefined ? {} : { body }),
    });
  const drift = async () =>
    room.gateway.db.prisma.$queryRaw`
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
    await room.work();
    const open = await page(bought.body.url);
    expect(open.text).toContain(`href="${room.standIn.url}/checkout/`);
    expect(open.text).toContain("5 votes");
    expect(open.text).toContain("€5.00");
    expect(await rating()).toBe(0);

    room.standIn.provider.complete(await lastSession(), "paid");
    await room.settle();
    expect(await rating()).toBe(5);
    expect((await page(bought.body.url)).text).toContain("Your 5 bought votes count");
    expect(await voteRow()).toMatchObject({ paidVotes: 5, counts: true });
    expect(await drift()).toEqual([]);
    const [payment] = await payments();
    expect(payment).toMatchObject({ state: "paid", received: 500n, credited: 5, rejection: null });
  });

  test("raising a paid vote from 5 to 8 makes a payment of 3; the 5 go on counting", async () => {
    await buy(5);
    await room.work();
    room.standIn.provider.complete(await lastSession(), "paid");
    await room.settle();
    const raised = await raise(8);
    expect(raised.body).toEqual({ message: expect.any(String), url: expect.any(String) });
    expect(await rating()).toBe(5);
    await room.work();
    expect((await payments()).at(-1)).toMatchObject({
      quantity: 3,
      unitAmount: 100,
      state: "open",
    });
    const shown = await room.gateway.request(`GET ${path()}/votes/${(await voteRow()).publicId}`, {
      token: voter.privateToken,
    });
    expect(shown.body).toMatchObject({ vote: 8, paid_votes: 5 });
    expect((await raise(8)).body).toEqual(raised.body);
    expect((await raise(7)).status).toBe(422);
    room.standIn.provider.complete(await lastSession(), "paid");
    await room.settle();
    expect(await rating()).toBe(8);
    expect(await drift()).toEqual([]);
  });

  test("another create replaces the purchase: its session is expired, money that was faster goes back", async () => {
    const first = await buy(5);
    await room.work();
    const session = await lastSession();
    room.standIn.provider.complete(session, "paid");
    const second = await buy(2);
    expect(second.body.url).not.toBe(first.body.url);
    await room.settle();
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
    room.standIn.provider.complete(await lastSession(), "paid");
    await room.settle();
    expect(await rating()).toBe(2);
  });

  test("a replaced unpaid purchase cannot be paid any more", async () => {
    const first = await buy(5);
    await room.work();
    const session = await lastSession();
    await buy(3);
    await room.settle();
    expect(room.standIn.provider.session(session).status).toBe("expired");
    expect((await page(first.body.url)).text).toContain("not needed any more");
  });

  test("a purchase taken back to what is paid ends its checkout at once, by a job", async () => {
    await buy(5);
    await room.work();
    room.standIn.provider.complete(await lastSession(), "paid");
    await room.settle();
    const raised = await raise(8);
    await room.work();
    const session = await lastSession();
    const back = await buy(5);
    expect(back.status).toBe(201);
    expect(back.body).toMatchObject({ vote: 5, paid_votes: 5 });
    expect((await page(raised.body.url)).text).toContain("not needed any more");
    await room.work();
    expect(room.standIn.provider.session(session).status).toBe("expired");
    expect((await payments()).map(({ state }) => state)).toEqual(["paid", "expired"]);
    expect(await rating()).toBe(5);
  });

  test("a purchase taken back to nothing ends its checkout, and money that was faster goes back", async () => {
    await buy(5);
    await room.work();
    room.standIn.provider.complete(await lastSession(), "paid");
    const { status, body } = await room.gateway.request(`POST ${path()}/votes`, {
      token: voter.privateToken,
      body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: null } },
    });
    expect([status, body.vote]).toEqual([201, null]);
    await room.settle();
    expect(await payments()).toMatchObject([{ state: "refunded", rejection: "replaced" }]);
    expect(await rating()).toBe(0);
  });

  test("a delayed method counts when the money has arrived, and not before", async () => {
    const bought = await buy(4);
    await room.work();
    room.standIn.provider.complete(await lastSession(), "processing");
    await room.settle();
    expect(await rating()).toBe(0);
    expect((await page(bought.body.url)).text).toContain("on its way");
    room.standIn.provider.settleLater(await lastSession(), "paid");
    await room.settle();
    expect(await rating()).toBe(4);
  });

  test("a delayed method that fails leaves nothing, and the page offers to try again", async () => {
    const bought = await buy(4);
    await room.work();
    room.standIn.provider.complete(await lastSession(), "processing");
    await room.settle();
    room.standIn.provider.settleLater(await lastSession(), "failed");
    await room.settle();
    expect(await rating()).toBe(0);
    expect((await page(bought.body.url)).text).toContain("Try again");
    await room.gateway.request(`POST ${bought.body.url}`);
    await room.work();
    expect((await payments())[0]?.checkouts.map(({ state }) => state).sort()).toEqual([
      "failed",
      "open",
    ]);
    room.standIn.provider.complete(await lastSession(), "paid");
    await room.settle();
    expect(await rating()).toBe(4);
  });

  test("an expired checkout is opened again from the page", async () => {
    const bought = await buy(4);
    await room.work();
    time = new Date(time.getTime() + 4 * HOUR);
    expect((await page(bought.body.url)).text).toContain("Try again");
    const pressed = await room.gateway.request(`POST ${bought.body.url}`);
    expect(pressed.text).toContain("One moment");
    expect(pressed.text).toContain('<meta http-equiv="refresh" content="2">');
    await room.settle();
    expect((await page(bought.body.url)).text).toContain("Pay now");
  });

  test("refunded votes stop counting: some of them, then all that is left", async () => {
    const bought = await buy(5);
    await room.work();
    room.standIn.provider.complete(await lastSession(), "paid");
    await room.settle();
    const [payment] = await payments();
    const line = `POST ${path()}/payments/${payment?.publicId}/refund`;
    const some = await asAdmin(line, { refund: { votes: 2 } });
    expect(some.status).toBe(202);
    await room.settle();
    expect(await rating()).toBe(3);
    const { text } = await page(bought.body.url);
    expect(text).toContain("Your 3 bought votes count");
    expect(text).toMatch(/€5\.00.*Refunded of this<\/dt><dd>€2\.00/);
    expect((await asAdmin(line, { refund: { votes: 4 } })).body).toMatchObject({
      code: "too_many_votes",
    });
    expect((await asAdmin(line, {})).status).toBe(202);
    expect((await asAdmin(line, {})).body).toMatchObject({ code: "not_refundable" });
    await room.settle();
    expect(await rating()).toBe(0);
    expect((await payments())[0]).toMatchObject({ state: "refunded", refunded: 500n, credited: 0 });
    expect(await drift()).toEqual([]);
    const list = await asAdmin(`GET ${path()}/payments`);
    expect(list.body.totals).toEqual([
      { currency: "eur", payments: 1, paid: 0, received: 500, refunded: 500, votes: 0 },
    ]);
    const byMember = await room.gateway.request(`GET ${path()}/payments`, {
      token: voter.privateToken,
    });
    expect(byMember.status).toBe(404);
  });

  test("a refund made at the provider counts in full, once, and one that fails is undone", async () => {
    await buy(5);
    await room.work();
    const { payment_intent: intent } = room.standIn.provider.complete(await lastSession(), "paid");
    await room.settle();
    room.standIn.provider.createRefund({ payment_intent: String(intent), amount: 250 });
    const rest = room.standIn.provider.createRefund({ payment_intent: String(intent) });
    await room.settle();
    expect(await rating()).toBe(0);
    room.standIn.provider.failRefund(rest.id);
    await room.settle();
    expect(await rating()).toBe(2);
    expect(await drift()).toEqual([]);
  });

  test("disputed votes do not count; won they count again, lost never", async () => {
    await buy(5);
    await room.work();
    const { payment_intent: intent } = room.standIn.provider.complete(await lastSession(), "paid");
    await room.settle();
    const dispute = room.standIn.provider.openDispute(String(intent));
    await room.settle();
    expect(await rating()).toBe(0);
    expect((await payments())[0]?.state).toBe("disputed");
    room.standIn.provider.closeDispute(dispute.id, "won");
    await room.settle();
    expect(await rating()).toBe(5);
    room.standIn.provider.closeDispute(dispute.id, "lost");
    await room.settle();
    expect(await rating()).toBe(0);
  });

  test("money for a deleted poll goes back; the ledger remains", async () => {
    const bought = await buy(5);
    await room.work();
    const session = await lastSession();
    room.standIn.provider.complete(session, "paid");
    expect((await asAdmin(`DELETE /api/v1/polls/${poll.adminHash}`)).status).toBe(204);
    await room.settle();
    expect((await payments())[0]).toMatchObject({ state: "refunded", rejection: "poll_deleted" });
    expect((await page(bought.body.url)).text).toContain("Refunded");
    const entries = await room.gateway.db.prisma.paymentEntry.findMany({
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
      await room.work();
      expect((await asAdmin(`PATCH ${path()}`, { poll: { status: "closed" } })).status).toBe(200);
      // The provider lets a session live for a day; what is late is told by when the money arrived.
      const session = await lastSession();
      room.standIn.provider.complete(session, "processing");
      time = new Date(time.getTime() + hours * HOUR);
      room.standIn.provider.settleLater(session, "paid");
      await room.settle();
      expect((await payments())[0]).toMatchObject({ state, rejection, credited: votes });
      expect(await rating()).toBe(votes);
    },
  );

  test("nothing can be paid once the poll is closed", async () => {
    const bought = await buy(5);
    await room.work();
    await asAdmin(`PATCH ${path()}`, { poll: { status: "closed" } });
    const shown = await page(bought.body.url, { "Accept-Language": "de" });
    expect(shown.text).toContain("Die Umfrage ist geschlossen");
    expect(shown.text).not.toContain("checkout");
  });

  test("the page of a return decides nothing: unpaid stays unpaid", async () => {
    const bought = await buy(5);
    await room.work();
    expect((await page(`${bought.body.url}?from=checkout&session_id=cs_test_x`)).text).toContain(
      "Checking",
    );
    await room.settle();
    expect(await rating()).toBe(0);
    expect((await payments())[0]).toMatchObject({ state: "open", credited: 0 });
  });

  test("a wrong amount is not taken for ours: nothing counts, the money goes back", async () => {
    await buy(5);
    await room.work();
    const session = room.standIn.provider.session(await lastSession());
    session.amount_total = 100;
    room.standIn.provider.complete(session.id, "paid");
    await room.settle();
    expect(await rating()).toBe(0);
    expect((await payments())[0]).toMatchObject({ state: "refunded", rejection: "mismatch" });
  });

  test("of many raises at once, only the paid ones count", async () => {
    await buy(5);
    await room.work();
    room.standIn.provider.complete(await lastSession(), "paid");
    await room.settle();
    const answers = await Promise.all([8, 9, 12, 8, 10, 12].map((votes) => raise(votes)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    await room.settle();
    const live = (await payments()).filter(({ state }) => state === "open");
    expect(live).toHaveLength(1);
    expect(await rating()).toBe(5);
    room.standIn.provider.complete(String(live[0]?.checkouts.at(-1)?.sessionId), "paid");
    await room.settle();
    const { value, paidVotes } = await voteRow();
    expect(paidVotes).toBe(Number(value));
    expect(await rating()).toBe(Number(value));
    const all = await payments();
    expect(all.reduce((sum, { credited }) => sum + credited, 0)).toBe(Number(value));
    expect(await drift()).toEqual([]);
  });

  test("looks at the provider that overtake each other credit once", async () => {
    await buy(5);
    await room.work();
    const { payment_intent: intent } = room.standIn.provider.complete(await lastSession(), "paid");
    const [payment] = await payments();
    const id = payment?.id ?? 0n;
    const looks = Array.from({ length: 3 }, () => settlePayment(room.deps, id));
    room.standIn.provider.createRefund({ payment_intent: String(intent), amount: 200 });
    await Promise.all([...looks, settlePayment(room.deps, id)]);
    await settlePayment(room.deps, id);
    expect(await rating()).toBe(3);
    const [after] = await payments();
    expect(after).toMatchObject({ received: 500n, refunded: 200n, credited: 3 });
    const entries = await room.gateway.db.prisma.paymentEntry.findMany({
      where: { paymentId: id },
    });
    expect(entries.reduce((sum, { credited }) => sum + credited, 0)).toBe(3);
  });

  test("the sweep asks about a payment again once the job of the last time is done, not before", async () => {
    await buy(5);
    await room.work();
    const [payment] = await payments();
    const sweep = async () => {
      await room.gateway.db.prisma.payment.updateMany({
        where: { id: payment?.id ?? 0n },
        data: { nextLookAt: time },
      });
      await sweepPayments(room.deps);
      return room.gateway.db.prisma.outbox.count({
        where: {
          ...{ job: "payment.settle-payment", doneAt: null },
          payload: { path: ["paymentId"], equals: String(payment?.id) },
        },
      });
    };
    expect([await sweep(), await sweep(), await sweep()]).toEqual([1, 1, 1]);
    await room.work();
    expect(await sweep()).toBe(1);
  });

  test("the ledger refuses every change", async () => {
    await buy(5);
    const { prisma } = room.gateway.db;
    await expect(prisma.paymentEntry.updateMany({ data: { credited: 9 } })).rejects.toThrow(
      /only added to/,
    );
    await expect(prisma.paymentEntry.deleteMany()).rejects.toThrow(/only added to/);
    await expect(prisma.$executeRaw`TRUNCATE payment_entries`).rejects.toThrow(/only added to/);
  });
});
