// Covers docs/reference/payments.md: changed-fees
// Covers docs/reliability.md: amounts-and-credits

import { findPaymentDiscrepancies } from "@polls/db/counts";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { type NewAccount, signUp } from "../../services/gateway/testing/sign-up";
import { sharePayments } from "./payment-fixture";

describe("a fee that changes after participants were created", () => {
  let time = new Date();

  const fixture = sharePayments({ clock: () => time });
  const owner = shareAccount(fixture.gateway);
  const member = shareAccount(fixture.gateway, { name: "Mona" });

  const fee = { voting_fee: 500, voting_fee_type: "voting_fee" };
  const free = { voting_fee: 0, voting_fee_type: null };

  /** A poll with one option and one participant who took part under these settings. */
  async function begin(settings: Record<string, unknown>) {
    const poll = await owner.buildPoll({ settings });
    const path = `/api/v1/polls/${poll.memberHash}`;
    const request = (line: string, by: NewAccount, body?: unknown) =>
      fixture.request(line.replace(" ", ` ${path}`), by, body);
    const option = await request("POST /options", owner, { option: { content: "Yes" } });
    const voter = await request("POST /voters", member, { voter: { user_name: "Mona" } });
    const line = `/voters/${voter.body.id}`;
    const vote = (value: number) =>
      request("POST /votes", member, {
        voter_id: voter.body.id,
        option_id: option.body.id,
        vote: { vote: value },
      });
    return {
      poll,
      vote,
      change: (settings: Record<string, unknown>) => request("PATCH ", owner, { poll: settings }),
      seen: async () => (await request(`GET ${line}`, member)).body,
      seenByAdmin: async () => (await request(`GET ${line}`, owner)).body,
      rating: async () => (await request("GET /options", owner)).body[0].rating as number,
      payments: () => fixture.paymentsOf(poll),
      complete: async () => fixture.provider.complete(await fixture.sessionOf(poll), "paid"),
    };
  }

  /** Loads the page like a browser that follows its refreshes. */
  async function openPage(url: string) {
    expect((await fixture.gateway.request(`GET ${url}`)).text).toContain("One moment");
    await fixture.work();
    const { text } = await fixture.gateway.request(`GET ${url}`);
    expect(text).toContain("Pay now");
    return text;
  }

  test("a participant without a fee owes the new fee, and its checkout opens with the pay page", async () => {
    const { change, seen, seenByAdmin, vote, rating, payments, complete } = await begin({});
    expect(await seen()).not.toHaveProperty("payment_url");
    expect((await change(fee)).status).toBe(200);
    expect(await seenByAdmin()).toMatchObject({ paid: false });
    const { payment_url: url } = await seen();
    expect((await vote(1)).status).toBe(201);
    await fixture.settle();
    expect(await rating()).toBe(0);
    expect((await payments())[0]).toMatchObject({ state: "created", nextCheckAt: null });

    expect(await openPage(url)).toContain("€5.00");
    await complete();
    await fixture.settle();
    expect(await rating()).toBe(1);
    expect(await seenByAdmin()).toMatchObject({ paid: true });
  });

  test("after the fee is removed, a participant owes nothing: the checkout ends, and votes count", async () => {
    const { change, seen, seenByAdmin, vote, rating, payments } = await begin(fee);
    const { payment_url: url } = await seen();
    await fixture.work();
    expect((await change(free)).status).toBe(200);
    await fixture.settle();
    expect((await payments())[0]).toMatchObject({ state: "expired", credited: 0 });
    expect((await fixture.gateway.request(`GET ${url}`)).text).toContain("no longer needed");
    expect(await seen()).not.toHaveProperty("payment_url");
    expect(await seenByAdmin()).toMatchObject({ paid: true });
    expect((await vote(1)).status).toBe(201);
    expect(await rating()).toBe(1);
  });

  test("a raised fee replaces the open fee; money for the old fee is refunded", async () => {
    const { change, seen, seenByAdmin, payments, complete } = await begin(fee);
    await fixture.work();
    await complete();
    expect((await change({ voting_fee: 700 })).status).toBe(200);
    await fixture.settle();
    expect(await payments()).toMatchObject([
      { state: "refunded", rejection: "replaced", unitAmount: 500 },
      { state: "created", unitAmount: 700 },
    ]);
    expect(await seenByAdmin()).toMatchObject({ paid: false });
    const { payment_url: url } = await seen();
    expect(await openPage(url)).toContain("€7.00");
    await complete();
    await fixture.settle();
    expect(await seenByAdmin()).toMatchObject({ paid: true });
    expect((await findPaymentDiscrepancies([fixture.gateway.db], time)).fees).toEqual([]);
  });

  test("a participant that has paid owes nothing more after any change of the fee", async () => {
    const { change, seen, seenByAdmin, payments, complete } = await begin(fee);
    await fixture.work();
    const { payment_intent: intent } = await complete();
    await fixture.settle();
    for (const settings of [{ voting_fee: 900 }, free, fee]) {
      expect((await change(settings)).status).toBe(200);
      expect(await seenByAdmin()).toMatchObject({ paid: true });
      expect(await seen()).not.toHaveProperty("payment_url");
    }
    expect(await payments()).toHaveLength(1);
    // Without the fee, a refund leaves nothing to pay.
    await change(free);
    fixture.provider.createRefund({ payment_intent: String(intent) });
    await fixture.settle();
    expect(await payments()).toMatchObject([{ state: "refunded", credited: 0 }]);
    expect(await seenByAdmin()).toMatchObject({ paid: true });
  });

  test("a fee that is replaced by sold votes is no longer owed: bought votes count", async () => {
    const { change, vote, rating, complete } = await begin({ ...fee, vote_type: "Votes::UpVote" });
    expect((await change({ voting_fee: 100, voting_fee_type: "voting_sell_votes" })).status).toBe(
      200,
    );
    expect((await vote(3)).status).toBe(200);
    await fixture.settle();
    await complete();
    await fixture.settle();
    expect(await rating()).toBe(3);
  });

  test("a donation is also offered to existing participants, and their votes count without it", async () => {
    const { change, seen, vote, rating } = await begin({});
    expect((await change({ voting_fee_type: "voting_donation" })).status).toBe(200);
    const { payment_url: url } = await seen();
    expect((await vote(1)).status).toBe(201);
    expect(await rating()).toBe(1);
    expect(await openPage(url)).toContain("You choose the amount");
  });

  test("the fee cannot change once there are votes", async () => {
    const { change, vote } = await begin(fee);
    await vote(1);
    expect((await change({ voting_fee: 700 })).body.errors).toEqual({
      voting_fee: ["cannot be changed once there are votes"],
    });
  });

  test("other changes of the poll do not make participants pay again", async () => {
    const { change, seen, payments } = await begin(fee);
    const { payment_url: url } = await seen();
    expect((await change({ title: "Another", voting_fee_title: "Entry" })).status).toBe(200);
    expect(await seen()).toMatchObject({ payment_url: url });
    expect(await payments()).toHaveLength(1);
  });

  test("a submission fee is due at submission: existing options do not change", async () => {
    const poll = await owner.buildPoll({ settings: { allow_new_options: true } });
    const path = `/api/v1/polls/${poll.memberHash}`;
    const submit = (content: string) =>
      fixture.request(`POST ${path}/options`, member, { option: { content } });
    const change = (settings: Record<string, unknown>) =>
      fixture.request(`PATCH ${path}`, owner, { poll: settings });
    const visible = async () => {
      const stranger = await signUp(fixture.gateway.db);
      const list = await fixture.request(`GET ${path}/options`, stranger);
      return list.body.map(({ content }: { content: string }) => content);
    };

    await submit("Free");
    await change({ submission_fee: 300, submission_fee_type: "submission_fee" });
    const paying = await submit("Paid");
    expect(paying.body).toMatchObject({ paid: false });
    expect(await visible()).toEqual(["Free"]);
    await change({ submission_fee: 0, submission_fee_type: null });
    expect(await visible()).toEqual(["Free"]);
    const again = await fixture.request(`GET ${path}/options/${paying.body.id}`, member);
    expect(again.body).toMatchObject({ paid: false, payment_url: paying.body.payment_url });
    await fixture.work();
    await fixture.pay(poll);
    expect(await visible()).toEqual(["Free", "Paid"]);
  });

  test("a reopened checkout is queried, even without an event", async () => {
    const { seen, payments } = await begin(fee);
    const { payment_url: url } = await seen();
    await fixture.work();
    time = new Date(time.getTime() + 4 * 3_600_000);
    await fixture.gateway.request(`POST ${url}`);
    await fixture.work();
    const [payment] = await payments();
    expect(payment?.state).toBe("open");
    expect(payment?.nextCheckAt?.getTime()).toBeLessThanOrEqual(time.getTime() + 3_600_000);
  });
});
