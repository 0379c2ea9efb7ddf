import {
  decideOwedRefund,
  type EarlierRefund,
  isFailing,
  type OwedRefundFacts,
  retryAfterRefusal,
} from "./owed-refund";

const now = new Date("2030-06-15T12:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const inMs = (ms: number) => new Date(now.getTime() + ms);

test.each([
  [0, HOUR_MS],
  [HOUR_MS, HOUR_MS],
  [8 * HOUR_MS, 4 * HOUR_MS],
  [10 * DAY_MS, DAY_MS],
  [30 * DAY_MS, DAY_MS],
  [31 * DAY_MS, undefined],
])("%i ms after the first attempt, the next one is after %p ms", (age, pause) => {
  const at = retryAfterRefusal(inMs(-age), now);
  expect(at === undefined ? undefined : at.getTime() - now.getTime()).toBe(pause);
});

const refund = (difference: Partial<EarlierRefund> = {}): EarlierRefund => ({
  ...{ id: 1n, state: "failed", amount: 500, isRequested: false, isKnown: false },
  ...{ failure: "no funds", retryAt: now, createdAt: now, ...difference },
});
const returned = refund({ isKnown: true, retryAt: undefined, createdAt: inMs(-HOUR_MS) });

const decided = (difference: Partial<OwedRefundFacts>) =>
  decideOwedRefund(
    { refunds: [], due: 500, left: 500, refunded: 0, isWithheld: false, ...difference },
    now,
  );
const nothing = { again: [], over: [], fresh: 0, next: undefined };

test.each<[string, Partial<OwedRefundFacts>, object]>([
  ["nothing is due", { due: 0 }, nothing],
  ["money is due", {}, { ...nothing, fresh: 500 }],
  ["a refund is under way", { refunds: [refund({ state: "asked", failure: undefined })] }, nothing],
  [
    "a refund was sent that is not reported yet",
    { refunds: [refund({ state: "sent", failure: undefined, isKnown: true })] },
    nothing,
  ],
  [
    "an earlier refund returned a part",
    {
      refunds: [refund({ state: "done", failure: undefined, isKnown: true, amount: 200 })],
      ...{ refunded: 200, due: 300, left: 300 },
    },
    { ...nothing, fresh: 300 },
  ],
  [
    "a refused refund is due",
    { refunds: [refund()] },
    { ...nothing, again: [{ id: 1n, amount: 500 }] },
  ],
  [
    "less is due than was refused",
    { refunds: [refund()], due: 300, left: 300 },
    { ...nothing, again: [{ id: 1n, amount: 300 }] },
  ],
  [
    "a refused refund waits",
    { refunds: [refund({ retryAt: inMs(HOUR_MS) })] },
    { ...nothing, next: inMs(HOUR_MS) },
  ],
  ["a refused refund is given up", { refunds: [refund({ retryAt: undefined })] }, nothing],
  [
    "the money of a refused refund was returned in another way",
    { refunds: [refund()], due: 0, left: 0 },
    { ...nothing, over: [1n] },
  ],
  [
    "more was requested than is left",
    { refunds: [refund({ isRequested: true })], due: 0, left: 300 },
    { ...nothing, over: [1n] },
  ],
  [
    "a requested refund is due",
    { refunds: [refund({ isRequested: true, amount: 200 })], due: 0 },
    { ...nothing, again: [{ id: 1n, amount: 200 }] },
  ],
  ["a bank withholds the money", { refunds: [refund()], isWithheld: true }, nothing],
  ["a bank returned the money an hour ago", { refunds: [returned] }, { ...nothing, fresh: 500 }],
  [
    "a bank returned the money just now",
    { refunds: [{ ...returned, createdAt: now }] },
    { ...nothing, next: inMs(HOUR_MS) },
  ],
  [
    "an admin sends again what a bank returned",
    { refunds: [{ ...returned, createdAt: now, retryAt: now }] },
    { ...nothing, fresh: 500 },
  ],
])("the next refund is right when %s", (_, facts, decision) => {
  expect(decided(facts)).toEqual(decision);
});

test.each([
  ["failed", "no funds", null, undefined, true],
  ["failed", "no funds", "re_1", undefined, false],
  ["failed", "no funds", "re_1", "late", true],
  ["failed", null, null, "late", false],
  ["asked", "no funds", null, "late", false],
] as const)("a refund that is %s (%p, %p) of a payment rejected as %p is failing: %p", (...row) => {
  const [state, failure, providerRefundId, rejection, failing] = row;
  expect(isFailing({ state, failure, providerRefundId }, { rejection })).toBe(failing);
});
