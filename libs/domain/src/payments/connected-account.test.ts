// Covers docs/reference/payments.md: connected-accounts

import {
  connectedStateAfter,
  dueFromOwner,
  noticeAt,
  operatorFee,
  payeeOf,
} from "./connected-account";

const now = new Date("2030-01-01T00:00:00Z");

test.each([
  ["no account", undefined, { kind: "operator" }],
  ["one that is ready", {}, { kind: "owner", destination: "acct_1" }],
  [
    "one that is being made",
    { state: "preparing", providerAccountId: undefined },
    { kind: "not_ready" },
  ],
  ["one in its onboarding", { state: "onboarding" }, { kind: "not_ready" }],
  ["one that was restricted", { state: "restricted" }, { kind: "not_ready" }],
  [
    "one that was refused",
    { state: "refused", providerAccountId: undefined },
    { kind: "not_ready" },
  ],
  ["one that was disconnected", { endedAt: now }, { kind: "operator" }],
  ["one that is ready without an id", { providerAccountId: undefined }, { kind: "not_ready" }],
] as const)("the recipient of the money is right for an owner with %s", (_, facts, payee) => {
  const ready = { state: "ready", providerAccountId: "acct_1", endedAt: undefined } as const;
  expect(payeeOf(facts && { ...ready, ...facts })).toEqual(payee);
});

test("an account that the provider does not know is restricted", () => {
  for (const before of ["ready", "onboarding"] as const) {
    expect(connectedStateAfter(before, undefined, null).state).toBe("restricted");
  }
});

test.each([
  ["preparing", true, true, "ready"],
  ["onboarding", true, false, "onboarding"],
  ["onboarding", false, true, "onboarding"],
  ["ready", true, true, "ready"],
  ["ready", false, true, "restricted"],
  ["ready", true, false, "restricted"],
  ["restricted", false, false, "restricted"],
  ["restricted", true, true, "ready"],
] as const)(
  "an account that is %s, with charges %p and transfers %p, becomes %s",
  (before, chargesEnabled, transfersActive, after) => {
    expect(connectedStateAfter(before, { chargesEnabled, transfersActive }, null)).toEqual({
      ...{ state: after, refusal: null },
    });
  },
);

test.each([
  [{ chargesEnabled: true, transfersActive: true }, "Not in this country"],
  [{ chargesEnabled: true, transfersActive: false }, null],
  [undefined, null],
])("a refused checkout makes an account restricted; after %j the reason is %p", (told, refusal) => {
  expect(connectedStateAfter("ready", told, "Not in this country")).toEqual({
    ...{ state: "restricted", refusal },
  });
});

test.each([
  ["the first one", null, "2030-01-01T00:00:00Z"],
  ["one a day later", "2029-12-31T00:00:00Z", "2030-01-01T00:00:00Z"],
  ["one within a day", "2029-12-31T22:00:00Z", "2030-01-01T22:00:00Z"],
  ["one while another one waits", "2030-01-01T00:00:01Z", undefined],
])("an owner gets at most one mail a day about an account: %s", (_, lastAt, at) => {
  const moment = noticeAt(lastAt === null ? null : new Date(lastAt), now);
  expect(moment).toEqual(at === undefined ? undefined : new Date(at));
});

test.each([
  ["a part", 1_000, 250, 1, 25],
  ["rounded down", 999, 250, 1, 24],
  ["in steps of the currency", 1_000, 5_000, 100, 500],
  ["below a step", 1_900, 500, 100, 0],
  ["nothing of nothing", 1_000, 0, 1, 0],
  ["nothing of an amount that the payer names", undefined, 250, 1, 0],
])("the operator's share of an amount is right: %s", (_, amount, basisPoints, step, fee) => {
  expect(operatorFee(amount, basisPoints, step)).toBe(fee);
});

test.each([
  [{ received: 1_000, refunded: 0, lost: 0 }, 0],
  [{ received: 1_000, refunded: 300, lost: 0 }, 300],
  [{ received: 1_000, refunded: 0, lost: 1_000 }, 1_000],
  [{ received: 1_000, refunded: 300, lost: 1_000 }, 1_000],
])("of %j, the owner owes %p", (money, due) => {
  expect(dueFromOwner(money)).toBe(due);
});
