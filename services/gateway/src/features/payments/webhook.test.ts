// Covers docs/reference/errors.md: codes-of-payments, codes-of-polls
// Covers docs/reference/payments.md: provider-webhook, without-a-provider
// Covers docs/reference/polls.md: creation
// Covers docs/reliability.md: provider-events

import { buildOption, buildParticipant, createTestDatabase } from "@polls/testing";
import Stripe from "stripe";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import {
  startGateway,
  TEST_WEBHOOK_SECRET,
  type TestGateway,
} from "../../../testing/start-gateway";

const OLD_SECRET = "whsec_that_is_being_replaced";
const time = new Date("2026-11-20T12:00:00Z");

const event = (id: string, type = "checkout.session.completed") =>
  JSON.stringify({
    id,
    object: "event",
    type,
    data: { object: { id: `cs_${id}`, object: "checkout.session", metadata: { payment: "p" } } },
  });

const sign = (payload: string, secret = TEST_WEBHOOK_SECRET, at = time) =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(at.getTime() / 1_000),
  });

describe("POST /webhooks/stripe", () => {
  const gateway = shareGateway({
    clock: () => time,
    env: { STRIPE_WEBHOOK_SECRET: `${TEST_WEBHOOK_SECRET}, ${OLD_SECRET}` },
  });

  const tell = (text: string, signature?: string) =>
    gateway.request("POST /webhooks/stripe", {
      text,
      headers: {
        "Content-Type": "application/json",
        ...(signature === undefined ? {} : { "Stripe-Signature": signature }),
      },
    });
  const stored = (id: string) => gateway.db.prisma.providerEvent.count({ where: { id } });
  const jobs = (id: string) =>
    gateway.db.prisma.outbox.findMany({ where: { payload: { path: ["eventId"], equals: id } } });

  test("stores a repeated event once, with one job", async () => {
    const body = event("evt_1");
    const answers = await Promise.all(Array.from({ length: 6 }, () => tell(body, sign(body))));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers[0]?.body).toEqual({ received: true });
    expect(await stored("evt_1")).toBe(1);
    const [job, ...more] = await jobs("evt_1");
    expect(more).toEqual([]);
    expect(answers.map(({ headers }) => headers.get("x-request-id"))).toContain(job?.requestId);
  });

  test("stores only the type and ids of an event", async () => {
    const body = event("evt_kept");
    await tell(body, sign(body));
    const row = await gateway.db.prisma.providerEvent.findUniqueOrThrow({
      where: { id: "evt_kept" },
    });
    expect(row).toEqual({
      id: "evt_kept",
      type: "checkout.session.completed",
      objectId: "cs_evt_kept",
      paymentRef: "p",
      intentId: null,
      receivedAt: time,
      handledAt: null,
    });
  });

  test("accepts the old secret during a rotation", async () => {
    const body = event("evt_old");
    expect((await tell(body, sign(body, OLD_SECRET))).status).toBe(200);
  });

  test.each([
    ["no signature", () => undefined],
    ["a wrong secret", (body: string) => sign(body, "whsec_of_somebody_else_entirely")],
    ["another body", () => sign(event("evt_other"))],
    [
      "an age above five minutes",
      (body: string) => sign(body, undefined, new Date(time.getTime() - 301_000)),
    ],
    [
      "a time more than five minutes ahead",
      (body: string) => sign(body, undefined, new Date(time.getTime() + 301_000)),
    ],
    ["two times", (body: string) => `t=1,${sign(body)}`],
    ["a malformed signature", () => "t=1,v1=abc"],
    ["an empty signature", () => ""],
    ["a signature without a value", () => "t=1,v1="],
    ["items without values", () => "t,v1"],
    ["a signature without a time", () => "v1=abc"],
    ["a signature that consists of separators", () => ",=,,"],
  ])("refuses %s with 400, and stores nothing", async (_, signature) => {
    const body = event("evt_bad");
    const answer = await tell(body, signature(body));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "bad_signature" });
    expect(await stored("evt_bad")).toBe(0);
  });

  test.each([
    ["empty", ""],
    ["no JSON", "event"],
    ["an incomplete event", event("evt_odd").slice(0, 40)],
    ["null", "null"],
    ["a list", "[]"],
    ["an object", "{}"],
    ["an event without its object", JSON.stringify({ id: "evt_odd", type: "x", data: {} })],
    ["an id with the character 0", event("evt_odd\u0000")],
  ])("a correctly signed body that is %s is refused with 400", async (what, body) => {
    const answer = await tell(body, sign(body));
    const code = what === "empty" ? "bad_body" : "bad_event";
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(await stored("evt_odd")).toBe(0);
  });

  test("responds to an event of another type with 200, and does not store it", async () => {
    const body = event("evt_more", "customer.created");
    expect((await tell(body, sign(body))).status).toBe(200);
    expect(await stored("evt_more")).toBe(0);
  });

  test.each(["v2.core.event_destination.ping", "v1.billing.meter.error_report_triggered"])(
    "responds to a signed event of the second version with 200: %s",
    async (type) => {
      const body = JSON.stringify({ id: "evt_thin", object: "v2.core.event", type });
      expect((await tell(body, sign(body))).status).toBe(200);
      expect(await stored("evt_thin")).toBe(0);
      const unsigned = await tell(body, sign(body, "whsec_of_somebody_else_entirely"));
      expect([unsigned.status, unsigned.body.code]).toEqual([400, "bad_signature"]);
    },
  );

  test("refuses a body above the size limit with 413", async () => {
    const body = `"${"x".repeat(1_000_001)}"`;
    expect((await tell(body, sign(body))).status).toBe(413);
  });
});

describe("a deployment without a payment provider", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(await createTestDatabase(), { config: { payments: undefined } });
  });
  afterAll(() => gateway.close());

  test.each([
    ["voting_fee_type", { voting_fee: 100 }],
    ["submission_fee_type", { submission_fee: 100 }],
  ])("refuses polls with fees: 422 on %s", async (field, settings) => {
    const owner = await signUp(gateway.db);
    const answer = await gateway.as(owner, "POST /api/v1/polls", {
      poll: { title: "T", ...settings },
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: "payments_unavailable",
      errors: { [field]: ["needs a payment provider, and this service has none"] },
    });
    expect(await gateway.db.prisma.poll.count({ where: { ownerAccountId: owner.id } })).toBe(0);
  });

  test("allows updates of polls with older fees, and refuses actions that cost money", async () => {
    const [owner, member] = [await signUp(gateway.db), await signUp(gateway.db)];
    const pollWith = (settings: Readonly<Record<string, unknown>>) => owner.buildPoll({ settings });
    const asMember = async (memberHash: string, noun: string, body: object) => {
      const line = `POST /api/v1/polls/${memberHash}/${noun}`;
      const answer = await gateway.as(member, line, body);
      return [answer.status, answer.body.code, answer.headers.has("retry-after")];
    };
    const unavailable = [503, "unavailable", true];

    const withFee = await pollWith({ voting_fee: 100 });
    const change = await gateway.inPoll(withFee, owner, "PATCH", { poll: { title: "Other" } });
    expect([change.status, change.body.title]).toEqual([200, "Other"]);
    const voter = { voter: { user_name: "Ada" } };
    expect(await asMember(withFee.memberHash, "voters", voter)).toEqual(unavailable);

    const submitting = await pollWith({ allow_new_options: true, submission_fee: 100 });
    const submission = { option: { content: "A" } };
    expect(await asMember(submitting.memberHash, "options", submission)).toEqual(unavailable);

    const selling = await pollWith({ voting_fee: 100, voting_fee_type: "voting_sell_votes" });
    const option = await buildOption(gateway.db, selling);
    const participant = await buildParticipant(gateway.db, selling, {
      ownerKey: `user:${member.id}`,
    });
    const purchase = {
      voter_id: participant.publicId,
      option_id: option.publicId,
      vote: { vote: 5 },
    };
    expect(await asMember(selling.memberHash, "votes", purchase)).toEqual(unavailable);
    expect(await gateway.db.prisma.vote.count({ where: { pollId: selling.id } })).toBe(0);
  });

  test("refuses events of the provider", async () => {
    const body = event("evt_1");
    const answer = await gateway.request("POST /webhooks/stripe", {
      text: body,
      headers: { "Stripe-Signature": sign(body, undefined, new Date()) },
    });
    expect(answer.status).toBe(503);
  });
});
