// Covers docs/reliability.md: payment-provider-failures

import {
  newAccount,
  newAccountLink,
  newApplication,
  newBooking,
  newCharge,
  newDispute,
  newIntent,
  newPrice,
  newRefund,
  newReversal,
  newSession,
  newTransfer,
} from "./answers";
import schemas from "./fixtures/answer-schemas.json";
import { requireAnswer } from "./validate-answer";

const money = { amount: 100, currency: "eur", created: 1 };
const refs = { charge: "ch_1", payment_intent: "pi_1" };

const answers = {
  "checkout.session": newSession({
    id: "cs_1",
    amount_total: 100,
    currency: "eur",
    created: 1,
    expires_at: 2,
    url: "u",
  }),
  payment_intent: newIntent({ id: "pi_1", ...money, metadata: {} }),
  charge: newCharge({
    id: "ch_1",
    ...money,
    metadata: {},
    payment_intent: "pi_1",
    balance_transaction: newBooking({ id: "txn_1", ...money }),
  }),
  balance_transaction: newBooking({ id: "txn_1", ...money }),
  refund: newRefund({ id: "re_1", ...money, ...refs }),
  dispute: newDispute({ id: "dp_1", ...money, ...refs }),
  price: newPrice({
    id: "price_1",
    currency: "eur",
    created: 1,
    product: "prod_1",
    custom_unit_amount: null,
  }),
  account: newAccount({ id: "acct_1", created: 1 }),
  application: newApplication("ca"),
  account_link: newAccountLink({ created: 1, expires_at: 2, url: "u" }),
  transfer: newTransfer({ id: "tr_1", ...money, destination: "acct_1" }),
  transfer_reversal: newReversal({ id: "trr_1", ...money, transfer: "tr_1" }),
} as const satisfies Record<keyof typeof schemas.answers, object>;

const known = Object.entries(answers) as [
  keyof typeof answers,
  Readonly<Record<string, unknown>>,
][];

/** The fields that the provider always sends, according to the SDK types. */
const requiredOf = (kind: keyof typeof answers): readonly string[] =>
  (schemas.definitions as Record<string, { required: string[] }>)[schemas.answers[kind]]
    ?.required ?? [];

test.each(known)(
  "%s: an object of the fake provider is a valid response of the provider",
  (_, answer) => {
    expect(() => requireAnswer(answer)).not.toThrow();
  },
);

test.each(known)("%s: a response without a required field is refused", (kind, answer) => {
  const required = requiredOf(kind).filter((field) => field !== "object");
  expect(required.length).toBeGreaterThan(1);
  for (const field of required) {
    const { [field]: _, ...rest } = answer;
    expect(() => requireAnswer(rest)).toThrow(`"missingProperty":"${field}"`);
  }
});

test.each(known)("%s: a response with an unknown field is refused", (_, answer) => {
  expect(() => requireAnswer({ ...answer, surprise: 1 })).toThrow("surprise");
});

test.each<[string, keyof typeof answers, object]>([
  ["a value of another type", "refund", { amount: "100" }],
  ["null where the provider never sends it", "charge", { paid: null }],
  ["an unknown value of an enumeration", "checkout.session", { payment_status: "settled" }],
  ["a missing field in a nested object", "checkout.session", { total_details: { amount_tax: 0 } }],
  ["a reference without its id", "refund", { charge: {} }],
  ["a decimal as a number", "price", { unit_amount_decimal: 1.5 }],
])("a response is refused in this case: %s", (_, kind, change) => {
  expect(() => requireAnswer({ ...answers[kind], ...change })).toThrow(/invalid/);
});

test("every object of a list is checked, and unknown kinds of objects are refused", () => {
  const list = { object: "list", url: "/v1/refunds", has_more: false };
  expect(() => requireAnswer({ ...list, data: [answers.refund] })).not.toThrow();
  const { status: _, ...rest } = answers.refund;
  expect(() => requireAnswer({ ...list, data: [answers.refund, rest] })).toThrow("status");
  expect(() => requireAnswer({ object: "customer", id: "cus_1" })).toThrow("customer");
});
