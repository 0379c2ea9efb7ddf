// Covers docs/reference/options.md: fields
// Covers docs/reference/participants.md: fields
// Covers docs/reference/payments.md: checkout, donations, participation-fee, submission-fee
// Covers docs/reference/ratings.md: counting-votes
// Covers docs/reliability.md: amounts-and-credits

import type { Poll } from "@polls/domain/polls";
import { buildOption, buildPoll } from "@polls/testing";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { signUp } from "../../services/gateway/testing/sign-up";
import { sharePayments } from "./payment-fixture";

describe("fees and donations", () => {
  const fixture = sharePayments();
  const owner = shareAccount(fixture.gateway);
  const member = shareAccount(fixture.gateway, { name: "Mona" });

  const pollWith = (settings: Record<string, unknown>) =>
    buildPoll(fixture.gateway.db, { ownerAccountId: owner.id, settings });
  const path = (poll: Poll) => `/api/v1/polls/${poll.memberHash}`;
  const takePart = (poll: Poll) =>
    fixture.request(`POST ${path(poll)}/voters`, member, { voter: { user_name: "Mona" } });
  const rating = async (poll: Poll) =>
    (await fixture.request(`GET ${path(poll)}/options`, owner)).body[0].rating as number;
  const pay = async (poll: Poll, amount?: number) => {
    await fixture.work();
    return fixture.pay(poll, "paid", amount);
  };
  const paymentOf = async (poll: Poll) => (await fixture.paymentsOf(poll))[0];

  test("a participation fee: votes are 201, and count once the fee is paid", async () => {
    const poll = await pollWith({ voting_fee: 500, voting_fee_type: "voting_fee" });
    const option = await buildOption(fixture.gateway.db, poll);
    const made = await takePart(poll);
    expect(made.status).toBe(201);
    expect(made.body.payment_url).toMatch(/\/pay\/[A-Za-z0-9_-]{22}$/);
    const vote = { voter_id: made.body.id, option_id: option.publicId, vote: { vote: 1 } };
    expect((await fixture.request(`POST ${path(poll)}/votes`, member, vote)).status).toBe(201);
    expect(await rating(poll)).toBe(0);
    const one = `GET ${path(poll)}/voters/${made.body.id}`;
    expect((await fixture.request(one, owner)).body).toMatchObject({ paid: false });

    const { payment_intent: intent } = await pay(poll);
    expect(await rating(poll)).toBe(1);
    const admin = await fixture.request(one, owner);
    expect(admin.body).toMatchObject({ paid: true });
    expect(admin.body).not.toHaveProperty("payment_url");

    fixture.provider.createRefund({ payment_intent: String(intent) });
    await fixture.settle();
    expect(await rating(poll)).toBe(0);
    expect((await fixture.request(one, owner)).body).toMatchObject({ paid: false });
  });

  test("a paid fee lets votes count once the address is confirmed, and the pay page says so", async () => {
    const poll = await pollWith({
      voting_fee: 500,
      voting_fee_type: "voting_fee",
      double_opt_in: true,
    });
    const voter = { user_name: "Mona", optin_email: "mona@example.org" };
    const made = await fixture.request(`POST ${path(poll)}/voters`, member, { voter });
    await pay(poll);
    const said = async () =>
      (await fixture.gateway.request(`GET ${new URL(made.body.payment_url).pathname}`)).text;
    expect(await said()).toContain("once you have confirmed your e-mail address");
    await fixture.gateway.db.prisma.participant.updateMany({
      where: { publicId: made.body.id },
      data: { confirmedAt: new Date() },
    });
    expect(await said()).toContain("Your votes count.");
  });

  test("other callers do not learn where a participant pays", async () => {
    const poll = await pollWith({ voting_fee: 500, voting_fee_type: "voting_fee" });
    const made = await takePart(poll);
    const stranger = await signUp(fixture.gateway.db);
    const read = await fixture.request(`GET ${path(poll)}/voters/${made.body.id}`, stranger);
    expect(read.status).toBe(200);
    expect(read.body).not.toHaveProperty("payment_url");
  });

  // Settings: submission_fee, submission_fee_title, submission_fee_type
  test("a submission fee: the option is 201, and members see it once the fee is paid", async () => {
    const poll = await pollWith({
      allow_new_options: true,
      submission_fee: 300,
      submission_fee_type: "submission_fee",
      submission_fee_title: "Entry fee",
    });
    const made = await fixture.request(`POST ${path(poll)}/options`, member, {
      option: { content: "My cake" },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ paid: false, payment_url: expect.stringMatching(/\/pay\//) });
    const stranger = await signUp(fixture.gateway.db);
    const list = () => fixture.request(`GET ${path(poll)}/options`, stranger);
    expect((await list()).body).toEqual([]);
    const page = await fixture.gateway.request(`GET ${made.body.payment_url}`);
    expect(page.text).toContain("Entry fee");
    await pay(poll);
    expect((await list()).body).toHaveLength(1);
    const gone = await fixture.request(`DELETE ${path(poll)}/options/${made.body.id}`, member);
    expect(gone.body).toMatchObject({ status: "unprocessable_entity", code: "fee_paid" });
  });

  test("admins pay nothing for their options", async () => {
    const poll = await pollWith({ submission_fee: 300, submission_fee_type: "submission_fee" });
    const made = await fixture.request(`POST ${path(poll)}/options`, owner, {
      option: { content: "Ours" },
    });
    expect(made.body).not.toHaveProperty("paid");
    expect(made.body).not.toHaveProperty("payment_url");
  });

  test("deleting an option with an unpaid fee ends its payment", async () => {
    const poll = await pollWith({
      allow_new_options: true,
      submission_fee: 300,
      submission_fee_type: "submission_fee",
    });
    const made = await fixture.request(`POST ${path(poll)}/options`, member, {
      option: { content: "Never mind" },
    });
    await fixture.work();
    const line = `DELETE ${path(poll)}/options/${made.body.id}`;
    expect((await fixture.request(line, member)).status).toBe(204);
    await fixture.settle();
    expect(await paymentOf(poll)).toMatchObject({ state: "expired" });
    const page = await fixture.gateway.request(`GET ${made.body.payment_url}`);
    expect(page.text).toContain("no longer needed");
  });

  test("a donation has a pay page, and nothing waits for it", async () => {
    const poll = await pollWith({ voting_fee: 700, voting_fee_type: "voting_donation" });
    const option = await buildOption(fixture.gateway.db, poll);
    const made = await takePart(poll);
    expect(made.body.payment_url).toMatch(/\/pay\//);
    const vote = { voter_id: made.body.id, option_id: option.publicId, vote: { vote: 1 } };
    expect((await fixture.request(`POST ${path(poll)}/votes`, member, vote)).status).toBe(201);
    expect(await rating(poll)).toBe(1);
    await pay(poll);
    expect(await paymentOf(poll)).toMatchObject({ state: "paid", received: 700n });
    expect(await rating(poll)).toBe(1);
  });

  test.each([
    ["more", 1_500],
    ["less", 50],
  ])("the paid amount of a donation counts: %s than the suggestion", async (_, amount) => {
    const poll = await pollWith({ voting_fee: 700, voting_fee_type: "voting_donation" });
    const made = await takePart(poll);
    const page = await fixture.gateway.request(`GET ${made.body.payment_url}`);
    expect(page.text).toContain("€7.00 suggested; you choose the amount");
    await pay(poll, amount);
    expect(await paymentOf(poll)).toMatchObject({
      state: "paid",
      received: BigInt(amount),
      credited: 1,
      rejection: null,
      unitAmount: 700,
    });
    const paid = await fixture.gateway.request(`GET ${made.body.payment_url}`);
    expect(paid.text).toContain(amount === 50 ? "€0.50" : "€15.00");
  });

  test("a suggestion that is too low is raised to the provider's least amount", async () => {
    const poll = await pollWith({ voting_fee: 10, voting_fee_type: "voting_donation" });
    await takePart(poll);
    await pay(poll);
    expect(await paymentOf(poll)).toMatchObject({ state: "paid", received: 50n });
  });

  // Settings: voting_fee_title
  test("a long name is cut between two visible characters, and can be paid", async () => {
    const poll = await pollWith({
      voting_fee: 500,
      voting_fee_type: "voting_fee",
      voting_fee_title: `a${"🎂".repeat(127)}`,
    });
    await takePart(poll);
    const session = await pay(poll);
    expect(fixture.provider.offer(session.id).name).toMatch(/^a(🎂)+…$/u);
    expect(await paymentOf(poll)).toMatchObject({ state: "paid" });
  });

  test("the page of a permanently refused payment shows this, and offers no other try", async () => {
    // As if the currency of the deployment was changed after the fee was set.
    const poll = await pollWith({ voting_fee: 10, voting_fee_type: "voting_fee" });
    const made = await takePart(poll);
    expect(await fixture.work()).toBeGreaterThan(0);
    const page = await fixture.gateway.request(`GET ${made.body.payment_url}`);
    expect(page.text).toContain("This cannot be paid");
    expect(page.text).not.toContain("<button");
    expect(page.text).not.toContain("refresh");
    expect(await paymentOf(poll)).toMatchObject({ state: "failed" });
    const again = await fixture.gateway.request(`POST ${made.body.payment_url}`);
    expect(again.text).toContain("This cannot be paid");
  });

  test("without a suggestion the payer enters the amount at the provider", async () => {
    const poll = await pollWith({ voting_fee_type: "voting_donation" });
    const made = await takePart(poll);
    const page = await fixture.gateway.request(`GET ${made.body.payment_url}`);
    expect(page.text).toContain("You choose the amount");
    await pay(poll, 1_234);
    expect(await paymentOf(poll)).toMatchObject({
      state: "paid",
      received: 1_234n,
      rejection: null,
    });
    expect((await fixture.gateway.request(`GET ${made.body.payment_url}`)).text).toContain(
      "€12.34",
    );
  });

  test.each([
    ["selling votes", { voting_fee: 100, voting_fee_type: "voting_sell_votes" }],
    ["a participation fee", { voting_fee: 100 }],
    ["a submission fee", { submission_fee: 100 }],
    ["a donation", { voting_fee_type: "voting_donation" }],
  ])("%s is set up by an update of the poll", async (_, settings) => {
    const made = await fixture.request("POST /api/v1/polls", owner, { poll: { title: "T" } });
    const line = `PATCH /api/v1/polls/${made.body.admin_hash}`;
    const changed = await fixture.request(line, owner, { poll: settings });
    expect(changed.status).toBe(200);
    expect(changed.body.settings).toMatchObject(settings);
  });
});
