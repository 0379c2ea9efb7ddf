// Covers docs/reference/payments.md: donations
// Covers docs/reliability.md: payment-provider-failures

import Stripe from "stripe";
import { type FakeFault, type FakeProviderServer, startFakeProvider } from "./start-fake-provider";

const webhooks = { address: () => undefined, secret: "whsec_of_nobody_at_all_here" };

describe("the fake payment provider, through the provider's own SDK", () => {
  let fakeServer: FakeProviderServer;
  let stripe: Stripe;
  let fault: FakeFault | undefined;
  beforeAll(async () => {
    fakeServer = await startFakeProvider({ webhooks, fault: () => fault });
    const { hostname: host, port } = new URL(fakeServer.url);
    const options = { host, port: Number(port), protocol: "http", maxNetworkRetries: 0 } as const;
    stripe = new Stripe("sk_test_standin", { ...options, telemetry: false });
  });
  afterAll(() => fakeServer.stop());
  beforeEach(() => {
    fault = undefined;
  });

  const good: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    line_items: [
      {
        quantity: 3,
        price_data: { currency: "eur", unit_amount: 100, product_data: { name: "Votes" } },
      },
    ],
    client_reference_id: "p",
    success_url: "https://polls.example/pay/x",
  };
  const line = (price: object, quantity = 3): object => ({
    line_items: [
      {
        quantity,
        price_data: { ...good.line_items?.[0]?.price_data, ...price },
      },
    ],
  });
  const open = (params: object = {}, idempotencyKey?: string) =>
    stripe.checkout.sessions.create(
      { ...good, ...params },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );

  test("opens a session with the requested items", async () => {
    const session = await open();
    expect(session).toMatchObject({
      object: "checkout.session",
      amount_total: 300,
      currency: "eur",
      status: "open",
      payment_status: "unpaid",
      client_reference_id: "p",
      livemode: false,
    });
    const page = await fetch(String(session.url));
    expect(await page.text()).toContain("No money moves");
  });

  test.each([
    ["an unknown parameter", { surprise: "1" }],
    ["a misspelt one deep inside", { payment_intent_data: { metdata: { a: "b" } } }],
    ["one that this version has removed", { payment_method_types: ["card"] }],
    ["a word that is none of the enumeration", { mode: "pay" }],
    ["a number that is none", { expires_at: "soon" }],
    ["an end beyond a day", { expires_at: Math.floor(Date.now() / 1_000) + 90_000 }],
    ["an amount below the least", line({ unit_amount: 10 })],
    ["an amount above the most", line({ unit_amount: 99_999_999 })],
    ["a fraction of the minor unit", line({ unit_amount: 100.5 })],
    ["an amount between two steps", line({ currency: "isk", unit_amount: 12_345 })],
    ["a currency that it does not take", line({ currency: "xau" })],
    ["a name that is too long", line({ product_data: { name: "x".repeat(251) } })],
    ["no name", line({ product_data: { name: "" } })],
    ["more than it sells at a time", line({ unit_amount: 1 }, 1_000_000)],
    ["two lines", { line_items: [...(good.line_items ?? []), ...(good.line_items ?? [])] }],
    ["an address that is none", { success_url: "polls.example/pay" }],
    ["a reference that is too long", { client_reference_id: "x".repeat(201) }],
    ["metadata that is too long", { metadata: { payment: "x".repeat(501) } }],
  ])("refuses %s", async (_, params) => {
    await expect(open(params)).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  });

  const priceOf = (custom: object, currency = "eur") =>
    stripe.prices.create({
      currency,
      product_data: { name: "A gift" },
      custom_unit_amount: { enabled: true, ...custom },
    });

  test("the payer chooses the amount within its bounds", async () => {
    const { id: price } = await priceOf({ minimum: 100, maximum: 900, preset: 500 });
    const { id, amount_total } = await open({ line_items: [{ quantity: 1, price }] });
    expect(amount_total).toBe(500);
    const { provider } = fakeServer;
    for (const amount of [99, 901, 100.5, 0]) {
      expect(() => provider.complete(id, "paid", amount)).toThrow();
    }
    expect(provider.complete(id, "paid", 700)).toMatchObject({ amount_total: 700 });
  });

  test.each([
    ["a minimum below the provider's", { minimum: 49 }, "eur"],
    ["a preset below the minimum", { minimum: 500, preset: 400 }, "eur"],
    ["a preset above the maximum", { maximum: 500, preset: 600 }, "eur"],
    ["bounds the wrong way around", { minimum: 500, maximum: 400 }, "eur"],
    ["a preset between two steps", { preset: 1_234 }, "ugx"],
  ])("refuses %s", async (_, custom, currency) => {
    await expect(priceOf(custom, currency)).rejects.toBeInstanceOf(
      Stripe.errors.StripeInvalidRequestError,
    );
  });

  test("returns the same session for the same key, and refuses the key for a different request", async () => {
    const first = await open({}, "key-1");
    expect((await open({}, "key-1")).id).toBe(first.id);
    await expect(open({ client_reference_id: "q" }, "key-1")).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  test("a request whose response was lost has opened its session", async () => {
    fault = "lost_answer";
    const before = fakeServer.provider.sessions().length;
    await expect(open({}, "key-2")).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    fault = undefined;
    await open({}, "key-2");
    expect(fakeServer.provider.sessions()).toHaveLength(before + 1);
  });

  test("repeats an error of the provider for the same key", async () => {
    fault = "500_after";
    await expect(open({}, "key-3")).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
    fault = undefined;
    await expect(open({}, "key-3")).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  });

  test("refunds at most the paid amount", async () => {
    const { id } = await open();
    const { payment_intent: intent } = fakeServer.provider.complete(id, "paid");
    const refund = { payment_intent: String(intent) };
    await stripe.refunds.create({ ...refund, amount: 200 });
    await expect(stripe.refunds.create({ ...refund, amount: 200 })).rejects.toThrow(/too large/);
    await stripe.refunds.create(refund);
    await expect(stripe.refunds.create(refund)).rejects.toThrow(/already been refunded/);
    expect((await stripe.refunds.list(refund)).data).toHaveLength(2);
  });
});

test("does not start in production", async () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await expect(startFakeProvider({ webhooks })).rejects.toThrow(/not run in production/);
  } finally {
    process.env.NODE_ENV = before;
  }
});

test("the fake provider continues when its state cannot be stored", async () => {
  const fakeServer = await startFakeProvider({ webhooks, stateFile: "/nowhere/payments.json" });
  for (const _ of [1, 2]) expect((await fetch(`${fakeServer.url}/v1/disputes`)).status).toBe(200);
  await fakeServer.stop();
});

test("after the payment, its page offers a refund and a dispute by the bank", async () => {
  const fakeServer = await startFakeProvider({ webhooks });
  const { provider, url } = fakeServer;
  const { id } = provider.createSession({
    mode: "payment",
    success_url: "https://polls.example/pay/x",
    client_reference_id: "p",
    line_items: [
      {
        quantity: 3,
        price_data: { currency: "eur", unit_amount: 100, product_data: { name: "Votes" } },
      },
    ],
  });
  const page = `${url}/checkout/${id}`;
  const press = (action: string) =>
    fetch(page, { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" });
  const buttons = async () =>
    [...(await (await fetch(page)).text()).matchAll(/value="(\w+)">/g)].map(([, action]) => action);
  await press("pay");
  expect(await buttons()).toEqual(["refund", "dispute"]);
  await press("dispute");
  expect(await buttons()).toEqual(["win", "lose"]);
  await press("win");
  expect(provider.disputes().map(({ status }) => status)).toEqual(["won"]);
  await press("refund");
  expect(provider.refunds().map(({ amount }) => amount)).toEqual([300]);
  await fakeServer.stop();
});
