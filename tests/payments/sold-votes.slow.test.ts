// Covers docs/reference/payments.md: rejected-money, settlement, sold-votes, states
// Covers docs/reliability.md: amounts-and-credits, provider-events

import { shareSale } from "./share-sale";

const HOUR = 3_600_000;

describe("sold votes, from the vote to what counts", () => {
  let time = new Date();
  const { fixture, voter, sale, voteRow, raise, payments, page, asAdmin, drift } = shareSale({
    clock: () => time,
  });

  test("bought votes count only after the payment page is completed", async () => {
    const bought = await sale.buy(5);
    expect(bought.status).toBe(200);
    expect(bought.body).toEqual({
      message: expect.any(String),
      url: expect.stringMatching(/^https:\/\/polls\.example\/pay\/[A-Za-z0-9_-]{22}$/),
    });
    expect(await sale.rating()).toBe(0);
    expect((await page(bought.body.url)).text).toContain("One moment");
    await fixture.work();
    const open = await page(bought.body.url);
    expect(open.text).toContain(`href="${fixture.fakeServer.url}/checkout/`);
    expect(open.text).toContain("5 votes");
    expect(open.text).toContain("€5.00");
    expect(await sale.rating()).toBe(0);

    await fixture.pay(sale.poll);
    expect(await sale.rating()).toBe(5);
    expect((await page(bought.body.url)).text).toContain("Your 5 bought votes count");
    expect(await voteRow()).toMatchObject({ paidVotes: 5, counts: true });
    expect(await drift()).toEqual([]);
    const [payment] = await payments();
    expect(payment).toMatchObject({ state: "paid", received: 500n, credited: 5, rejection: null });
  });

  test("raising a paid vote from 5 to 8 creates a payment of 3; the 5 still count", async () => {
    await sale.buy(5);
    await fixture.work();
    await fixture.pay(sale.poll);
    const raised = await raise(8);
    expect(raised.body).toEqual({ message: expect.any(String), url: expect.any(String) });
    expect(await sale.rating()).toBe(5);
    await fixture.work();
    expect((await payments()).at(-1)).toMatchObject({
      quantity: 3,
      unitAmount: 100,
      state: "open",
    });
    const line = `GET ${sale.path}/votes/${(await voteRow()).publicId}`;
    const shown = await fixture.request(line, voter);
    expect(shown.body).toMatchObject({ vote: 8, paid_votes: 5 });
    expect((await raise(8)).body).toEqual(raised.body);
    expect((await raise(7)).status).toBe(422);
    await fixture.pay(sale.poll);
    expect(await sale.rating()).toBe(8);
    expect(await drift()).toEqual([]);
  });

  test("another create replaces the purchase: its session is expired, and money for it is refunded", async () => {
    const first = await sale.buy(5);
    await fixture.work();
    const session = await fixture.sessionOf(sale.poll);
    fixture.provider.complete(session, "paid");
    const second = await sale.buy(2);
    expect(second.body.url).not.toBe(first.body.url);
    await fixture.settle();
    expect(await sale.rating()).toBe(0);
    const [replaced, live] = await payments();
    expect(replaced).toMatchObject({
      state: "refunded",
      received: 500n,
      refunded: 500n,
      credited: 0,
    });
    expect(replaced?.rejection).toBe("replaced");
    expect(live).toMatchObject({ state: "open", quantity: 2 });
    await fixture.pay(sale.poll);
    expect(await sale.rating()).toBe(2);
  });

  test("a replaced unpaid purchase cannot be paid any more", async () => {
    const first = await sale.buy(5);
    await fixture.work();
    const session = await fixture.sessionOf(sale.poll);
    await sale.buy(3);
    await fixture.settle();
    expect(fixture.provider.session(session).status).toBe("expired");
    expect((await page(first.body.url)).text).toContain("no longer needed");
    const listed = await asAdmin(`GET ${sale.path}/payments`);
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
    await sale.buy(5);
    await fixture.work();
    await fixture.pay(sale.poll);
    const raised = await raise(8);
    await fixture.work();
    const session = await fixture.sessionOf(sale.poll);
    const back = await sale.buy(5);
    expect(back.status).toBe(201);
    expect(back.body).toMatchObject({ vote: 5, paid_votes: 5 });
    expect((await page(raised.body.url)).text).toContain("no longer needed");
    await fixture.work();
    expect(fixture.provider.session(session).status).toBe("expired");
    expect((await payments()).map(({ state }) => state)).toEqual(["paid", "expired"]);
    expect(await sale.rating()).toBe(5);
  });

  test("withdrawing a purchase ends its checkout, and money for it is refunded", async () => {
    await sale.buy(5);
    await fixture.work();
    fixture.provider.complete(await fixture.sessionOf(sale.poll), "paid");
    const { status, body } = await sale.buy(null);
    expect([status, body.vote]).toEqual([201, null]);
    await fixture.settle();
    expect(await payments()).toMatchObject([{ state: "refunded", rejection: "replaced" }]);
    expect(await sale.rating()).toBe(0);
  });

  test("a delayed method counts when the money has arrived, and not before", async () => {
    const bought = await sale.buy(4);
    await fixture.work();
    await fixture.pay(sale.poll, "processing");
    expect(await sale.rating()).toBe(0);
    expect((await page(bought.body.url)).text).toContain("on its way");
    fixture.provider.settleLater(await fixture.sessionOf(sale.poll), "paid");
    await fixture.settle();
    expect(await sale.rating()).toBe(4);
  });

  test("a failed delayed method credits nothing, and the page offers to try again", async () => {
    const bought = await sale.buy(4);
    await fixture.work();
    await fixture.pay(sale.poll, "processing");
    fixture.provider.settleLater(await fixture.sessionOf(sale.poll), "failed");
    await fixture.settle();
    expect(await sale.rating()).toBe(0);
    expect((await page(bought.body.url)).text).toContain("Try again");
    await fixture.gateway.request(`POST ${bought.body.url}`);
    await fixture.work();
    expect((await payments())[0]?.checkouts.map(({ state }) => state).sort()).toEqual([
      "failed",
      "open",
    ]);
    await fixture.pay(sale.poll);
    expect(await sale.rating()).toBe(4);
  });

  test("an expired checkout is opened again from the page", async () => {
    const bought = await sale.buy(4);
    await fixture.work();
    time = new Date(time.getTime() + 4 * HOUR);
    expect((await page(bought.body.url)).text).toContain("Try again");
    const pressed = await fixture.gateway.request(`POST ${bought.body.url}`);
    expect(pressed.text).toContain("One moment");
    expect(pressed.text).toContain('<meta http-equiv="refresh" content="2">');
    await fixture.settle();
    expect((await page(bought.body.url)).text).toContain("Pay now");
  });

  test("returning to the page credits nothing: unpaid stays unpaid", async () => {
    const bought = await sale.buy(5);
    await fixture.work();
    expect((await page(`${bought.body.url}?from=checkout&session_id=cs_test_x`)).text).toContain(
      "Checking",
    );
    await fixture.settle();
    expect(await sale.rating()).toBe(0);
    expect((await payments())[0]).toMatchObject({ state: "open", credited: 0 });
  });

  test("money with a wrong amount is refunded, and nothing counts", async () => {
    await sale.buy(5);
    await fixture.work();
    const session = fixture.provider.session(await fixture.sessionOf(sale.poll));
    session.amount_total = 100;
    fixture.provider.complete(session.id, "paid");
    await fixture.settle();
    expect(await sale.rating()).toBe(0);
    expect((await payments())[0]).toMatchObject({ state: "refunded", rejection: "mismatch" });
  });

  test("of many concurrent raises, only the paid ones count", async () => {
    await sale.buy(5);
    await fixture.work();
    await fixture.pay(sale.poll);
    const answers = await Promise.all([8, 9, 12, 8, 10, 12].map((votes) => raise(votes)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    await fixture.settle();
    const live = (await payments()).filter(({ state }) => state === "open");
    expect(live).toHaveLength(1);
    expect(await sale.rating()).toBe(5);
    fixture.provider.complete(String(live[0]?.checkouts.at(-1)?.sessionId), "paid");
    await fixture.settle();
    const { value, paidVotes } = await voteRow();
    expect(paidVotes).toBe(Number(value));
    expect(await sale.rating()).toBe(Number(value));
    const all = await payments();
    expect(all.reduce((sum, { credited }) => sum + credited, 0)).toBe(Number(value));
    expect(await drift()).toEqual([]);
  });
});
