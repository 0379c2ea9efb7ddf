// Covers docs/reference/errors.md: codes-of-payments
// Covers docs/reference/payments.md: amounts, changed-fees, disputes, refunds, rejected-money, settlement, states
// Covers docs/reference/payments.md: what-is-paid-twice, who-gets-the-money
// Covers docs/reliability.md: amounts-and-credits, provider-events

import fc from "fast-check";
import { ordinaryPoll } from "../votes/testing/ordinary";
import { decideRefund, type RefundFacts } from "./decide-refund";
import {
  type CheckoutFacts,
  decideSettlement,
  moneyAcceptedUntil,
  type SettlementFacts,
} from "./decide-settlement";
import {
  participationFeeAfter,
  participationFeeOf,
  settingThatAsks,
  submissionFeeOf,
  takesMoney,
} from "./fee-of";
import { amountOf } from "./payment";
import { isPayable, payableStates, pendingStates } from "./payment-states";

const now = new Date("2030-05-15T12:00:00Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

const checkout = (difference: Partial<CheckoutFacts> = {}): CheckoutFacts => ({
  checkoutId: 1n,
  state: "paid",
  received: 500,
  refunded: 0,
  dispute: "none",
  arrivedAt: now,
  matches: true,
  ...difference,
});

type Difference = Partial<Omit<SettlementFacts, "payment">> & {
  readonly payment?: Partial<SettlementFacts["payment"]>;
};

const settled = ({ payment, ...difference }: Difference = {}) =>
  decideSettlement({
    payment: {
      kind: "votes",
      quantity: 5,
      unitAmount: 100,
      state: "open",
      acceptedAt: undefined,
      endedAt: undefined,
      rejection: undefined,
      ...payment,
    },
    checkouts: [checkout()],
    subject: "there",
    room: 5,
    isFull: false,
    acceptedUntil: undefined,
    ...difference,
  });

describe("decideSettlement", () => {
  test("a paid purchase counts", () => {
    expect(settled()).toEqual({
      state: "paid",
      received: 500,
      refunded: 0,
      credited: 5,
      surplus: 0,
      keptCheckoutId: 1n,
      rejection: undefined,
      refundsDue: [],
    });
  });

  test.each<[string, readonly Partial<CheckoutFacts>[], string]>([
    ["nothing was opened yet", [], "created"],
    ["a checkout is open", [{ state: "open" }], "open"],
    ["a delayed method is under way", [{ state: "processing" }], "open"],
    ["the checkout expired", [{ state: "expired" }], "expired"],
    ["a delayed method failed", [{ state: "failed" }], "failed"],
    ["another was opened after one expired", [{ state: "expired" }, { state: "open" }], "open"],
    [
      "the second failed after the first expired",
      [{ state: "expired" }, { state: "failed" }],
      "failed",
    ],
  ])("no vote counts when %s", (_, checkouts, state) => {
    const facts = checkouts.map((one) => checkout({ ...one, received: 0, arrivedAt: undefined }));
    expect(settled({ checkouts: facts })).toMatchObject({ state, credited: 0, refundsDue: [] });
  });

  test.each<[string, Difference, string]>([
    ["the amount is not ours", { checkouts: [checkout({ matches: false })] }, "mismatch"],
    ["the poll is deleted", { subject: "poll_deleted" }, "poll_deleted"],
    ["the vote is gone", { subject: "gone" }, "gone"],
    ["the purchase was replaced", { payment: { endedAt: now } }, "replaced"],
    ["the vote has no room for it any more", { room: 4 }, "replaced"],
    ["its place has gone to another participant", { isFull: true }, "full"],
    ["it arrived more than 24 h after closing", { acceptedUntil: hours(-0.1) }, "late"],
    [
      "some of it went back already",
      { subject: "gone", checkouts: [checkout({ received: 700, refunded: 200 })] },
      "gone",
    ],
  ])("money goes back when %s", (_, difference, rejection) => {
    expect(settled(difference)).toMatchObject({
      rejection,
      credited: 0,
      state: "paid",
      refundsDue: [{ checkoutId: 1n, amount: 500 }],
    });
  });

  test("money that arrived by the end of the grace is accepted", () => {
    for (const acceptedUntil of [now, hours(1)]) {
      expect(settled({ acceptedUntil })).toMatchObject({ credited: 5, rejection: undefined });
    }
  });

  test("money that was refunded is not refunded again", () => {
    const checkouts = [checkout({ refunded: 500 })];
    expect(settled({ checkouts, subject: "gone" }).refundsDue).toEqual([]);
  });

  test("accepted money stays accepted when the poll changes later", () => {
    const payment = { acceptedAt: now, endedAt: now };
    expect(settled({ payment, subject: "poll_deleted", acceptedUntil: hours(-9) })).toMatchObject({
      credited: 5,
      rejection: undefined,
      refundsDue: [],
    });
  });

  test("rejected money stays rejected when there is room again", () => {
    expect(settled({ payment: { rejection: "late" } })).toMatchObject({
      credited: 0,
      rejection: "late",
    });
  });

  test.each([
    [0, 5],
    [1, 4],
    [100, 4],
    [250, 2],
    [500, 0],
  ])("with %p of 500 refunded, %p of 5 votes are fully paid", (refunded, credited) => {
    expect(settled({ checkouts: [checkout({ refunded })] })).toMatchObject({ credited });
  });

  test.each([
    [499, 1, "paid"],
    [500, 0, "refunded"],
  ])("a fee of which %p is refunded counts %p times and is %p", (refunded, credited, state) => {
    const payment = { kind: "voting_fee", quantity: 1, unitAmount: 500 } as const;
    const facts = { payment, room: 1, checkouts: [checkout({ refunded })] };
    expect(settled(facts)).toMatchObject({ credited, state });
  });

  test.each([
    ["open", 0, "disputed"],
    ["lost", 0, "disputed"],
    ["won", 5, "paid"],
  ] as const)("a dispute that is %s: %p votes count", (dispute, credited, state) => {
    expect(settled({ checkouts: [checkout({ dispute })] })).toMatchObject({ credited, state });
  });

  test("money that the bank withholds is not refunded as well", () => {
    const checkouts = [checkout({ dispute: "open" })];
    expect(settled({ checkouts, subject: "gone" }).refundsDue).toEqual([]);
  });

  test.each<[string, Difference, number, number]>([
    ["the votes were bought again", { room: 0 }, 0, 5],
    ["some of them were bought again", { room: 3 }, 3, 2],
    ["a vote counts for more than its value", { room: -1 }, 0, 5],
    ["another participant took the place", { isFull: true }, 0, 5],
    ["the vote was deleted", { room: 0, subject: "gone" }, 5, 0],
    ["the poll was deleted", { room: 0, subject: "poll_deleted" }, 5, 0],
  ])("accepted money counts as far as the vote takes it when %s", (_, facts, credited, surplus) => {
    const decided = settled({ ...facts, payment: { acceptedAt: now } });
    expect(decided).toMatchObject({ state: "paid", rejection: undefined, credited, surplus });
  });

  test("when both checkouts are paid, the first counts and the second is refunded", () => {
    const second = checkout({ checkoutId: 2n, arrivedAt: hours(1) });
    expect(settled({ checkouts: [second, checkout()] })).toMatchObject({
      credited: 5,
      received: 1_000,
      keptCheckoutId: 1n,
      refundsDue: [{ checkoutId: 2n, amount: 500 }],
    });
  });

  test("a checkout without a time of arrival counts as the first", () => {
    const untimed = checkout({ checkoutId: 2n, arrivedAt: undefined });
    expect(settled({ checkouts: [checkout(), untimed] })).toMatchObject({ keptCheckoutId: 2n });
  });

  test.each<[string, Partial<CheckoutFacts>, string]>([
    ["is disputed while the bank holds back some of it", { dispute: "open" }, "disputed"],
    ["is paid until all of it went back", { refunded: 500 }, "paid"],
  ])("a payment of two checkouts %s", (_case, difference, state) => {
    const second = checkout({ checkoutId: 2n, arrivedAt: hours(1), ...difference });
    expect(settled({ checkouts: [checkout(), second] })).toMatchObject({ state });
  });

  const anyCheckout = fc.record<CheckoutFacts>({
    checkoutId: fc.bigInt({ min: 1n, max: 9n }),
    state: fc.constant("paid"),
    received: fc.constant(500),
    refunded: fc.integer({ min: 0, max: 500 }),
    dispute: fc.constantFrom("none", "open", "won", "lost"),
    arrivedAt: fc.date({ min: hours(-48), max: hours(48), noInvalidDate: true }),
    matches: fc.boolean(),
  });

  test("never counts more than was bought, nor more than the money that is left", () => {
    fc.assert(
      fc.property(fc.array(anyCheckout, { maxLength: 3 }), (checkouts) => {
        const { credited, received, refunded } = settled({ checkouts });
        expect(credited).toBeLessThanOrEqual(5);
        expect(credited * 100).toBeLessThanOrEqual(Math.max(received - refunded, 0));
      }),
    );
  });

  test("the order of checkouts does not matter", () => {
    const distinct = fc.uniqueArray(anyCheckout, {
      maxLength: 4,
      selector: ({ arrivedAt }) => arrivedAt?.getTime(),
    });
    fc.assert(
      fc.property(distinct, fc.nat(), (checkouts, seed) => {
        const shuffled = checkouts.toSorted(
          (one, other) =>
            ((Number(one.checkoutId) * 7 + seed) % 5) - ((Number(other.checkoutId) * 7 + seed) % 5),
        );
        expect(settled({ checkouts: shuffled })).toEqual(settled({ checkouts }));
      }),
    );
  });
});

describe("moneyAcceptedUntil", () => {
  test("an open poll accepts money", () => {
    const closesLater = ordinaryPoll({ settings: { deadline_voting: hours(1) } });
    expect(moneyAcceptedUntil(ordinaryPoll(), now)).toBeUndefined();
    expect(moneyAcceptedUntil(closesLater, now)).toBeUndefined();
  });
  test("a closed poll accepts money for 24 h after the admin or the deadline closed it, whichever came first", () => {
    const byHand = ordinaryPoll({ status: "closed", closedAt: hours(-2) });
    expect(moneyAcceptedUntil(byHand, now)).toEqual(hours(22));
    const closesNow = ordinaryPoll({ settings: { deadline_voting: now } });
    expect(moneyAcceptedUntil(closesNow, now)).toEqual(hours(24));
    const both = ordinaryPoll({
      status: "closed",
      closedAt: hours(-2),
      settings: { deadline_voting: hours(-5) },
    });
    expect(moneyAcceptedUntil(both, now)).toEqual(hours(19));
  });
});

describe("fees", () => {
  test.each([
    [
      { voting_fee: 500, voting_fee_type: "voting_fee" },
      { kind: "voting_fee", unitAmount: 500 },
    ],
    [{ voting_fee: 500, voting_fee_type: "voting_sell_votes" }, undefined],
    [
      { voting_fee: 500, voting_fee_type: "voting_donation" },
      { kind: "voting_donation", unitAmount: 500 },
    ],
    [{ voting_fee_type: "voting_donation" }, { kind: "voting_donation", unitAmount: undefined }],
    [
      { voting_fee: 0, voting_fee_type: "voting_donation" },
      { kind: "voting_donation", unitAmount: undefined },
    ],
    [{ voting_fee: 0, voting_fee_type: "voting_fee" }, undefined],
    [{}, undefined],
  ] as const)("settings %p request %p from a participant", (settings, fee) => {
    expect(participationFeeOf(ordinaryPoll({ settings }))).toEqual(fee);
  });

  const fee = { voting_fee: 500, voting_fee_type: "voting_fee" } as const;
  const donation = { voting_fee: 500, voting_fee_type: "voting_donation" } as const;
  test.each([
    ["stays", fee, { ...fee, voting_fee_title: "T" }, undefined],
    ["comes", {}, fee, { fee: { kind: "voting_fee", unitAmount: 500 } }],
    [
      "is raised",
      fee,
      { ...fee, voting_fee: 700 },
      { fee: { kind: "voting_fee", unitAmount: 700 } },
    ],
    ["becomes a donation", fee, donation, { fee: { kind: "voting_donation", unitAmount: 500 } }],
    ["goes", fee, {}, { fee: undefined }],
    ["gives way to sold votes", fee, { ...fee, voting_fee_type: "voting_sell_votes" }, {}],
    ["was none and is none", {}, { voting_fee_type: "voting_sell_votes" }, undefined],
  ] as const)(
    "when the fee %s, the fee of earlier participants changes as expected",
    (_, before, after, change) => {
      const polls = [before, after].map((settings) => ordinaryPoll({ settings }));
      const [old = ordinaryPoll(), current = ordinaryPoll()] = polls;
      expect(participationFeeAfter(old, current)).toEqual(change);
    },
  );

  test.each([
    [
      { submission_fee: 300, submission_fee_type: "submission_fee" },
      { kind: "submission_fee", unitAmount: 300 },
    ],
    [
      { submission_fee_type: "submission_donation" },
      { kind: "submission_donation", unitAmount: undefined },
    ],
    [{ submission_fee_type: "submission_fee" }, undefined],
    [{}, undefined],
  ] as const)("settings %p request %p from an author", (settings, fee) => {
    expect(submissionFeeOf(ordinaryPoll({ settings }))).toEqual(fee);
  });

  test.each([
    ["a new poll with a fee", { voting_fee: 500 }, undefined, "voting_fee_type"],
    ["a new poll without one", {}, undefined, undefined],
    ["a fee that comes", { voting_fee: 500 }, {}, "voting_fee_type"],
    ["another amount", { voting_fee: 500 }, { voting_fee: 400 }, "voting_fee"],
    [
      "another kind",
      { voting_fee: 500, voting_fee_type: "voting_donation" },
      { voting_fee: 500, voting_fee_type: "voting_fee" },
      "voting_fee_type",
    ],
    ["a fee that stays", { voting_fee: 500, title: "T" }, { voting_fee: 500 }, undefined],
    ["a fee that goes", {}, { voting_fee: 500 }, undefined],
    [
      "an amount without a fee",
      { voting_fee: 500, voting_fee_type: undefined },
      undefined,
      undefined,
    ],
    [
      "a submission fee that comes",
      { voting_fee: 500, submission_fee: 300 },
      { voting_fee: 500 },
      "submission_fee_type",
    ],
    ["another submission fee", { submission_fee: 300 }, { submission_fee: 200 }, "submission_fee"],
  ] as const)(
    "%s: settings %p after %p request money by the setting %p",
    (_, after, before, name) => {
      const polled = (settings: object) => ordinaryPoll({ settings });
      expect(settingThatAsks(polled(after), before && polled(before))).toBe(name);
    },
  );

  test("a poll with either kind of fee requests money", () => {
    expect(takesMoney(ordinaryPoll())).toBe(false);
    expect(takesMoney(ordinaryPoll({ settings: { voting_fee_type: "voting_donation" } }))).toBe(
      true,
    );
    expect(takesMoney(ordinaryPoll({ settings: { submission_fee_type: "submission_fee" } }))).toBe(
      true,
    );
  });
});

describe("decideRefund", () => {
  const refund = ({
    payment,
    ...difference
  }: Partial<Omit<RefundFacts, "payment">> & { payment?: Partial<RefundFacts["payment"]> }) =>
    decideRefund({
      payment: {
        kind: "votes",
        state: "paid",
        received: 500,
        refunded: 0,
        unitAmount: 100,
        rejection: undefined,
        ...payment,
      },
      pending: 0,
      refused: 0,
      votes: undefined,
      ...difference,
    });

  test.each([
    [{}, { kind: "refund", amount: 500 }],
    [{ votes: 2 }, { kind: "refund", amount: 200 }],
    [{ votes: 5 }, { kind: "refund", amount: 500 }],
    [{ votes: 6 }, { kind: "refused", because: "too_many_votes" }],
    [{ pending: 200 }, { kind: "refund", amount: 300 }],
    [
      { pending: 200, votes: 4 },
      { kind: "refused", because: "too_many_votes" },
    ],
    [{ pending: 500 }, { kind: "refused", because: "not_refundable" }],
    [{ pending: 500, refused: 1 }, { kind: "send_again" }],
    [{ refused: 1, payment: { rejection: "late" } }, { kind: "send_again" }],
    [
      { pending: 200, refused: 1, votes: 2 },
      { kind: "refund", amount: 200 },
    ],
    [
      { refused: 1, payment: { state: "disputed" } },
      { kind: "refused", because: "not_refundable" },
    ],
    [{ payment: { refunded: 300 } }, { kind: "refund", amount: 200 }],
    [{ payment: { state: "open", received: 0 } }, { kind: "refused", because: "not_refundable" }],
    [{ payment: { state: "disputed" } }, { kind: "refused", because: "not_refundable" }],
    [{ payment: { rejection: "late" } }, { kind: "refused", because: "not_refundable" }],
    [
      { payment: { kind: "voting_fee" }, votes: 1 },
      { kind: "refused", because: "only_whole" },
    ],
    [{ payment: { kind: "voting_fee" } }, { kind: "refund", amount: 500 }],
    [
      { payment: { unitAmount: undefined }, votes: 1 },
      { kind: "refused", because: "only_whole" },
    ],
  ] as const)("a refund with %j is decided as %j", (facts, decision) => {
    expect(refund(facts)).toEqual(decision);
  });
});

test.each([
  ["created", undefined, true],
  ["expired", undefined, true],
  ["paid", undefined, false],
  ["open", now, false],
] as const)("a payment that is %s and ended at %p is payable: %p", (state, endedAt, payable) => {
  expect(isPayable({ state, endedAt })).toBe(payable);
});

test("a payment is payable until money arrives, and pending until its checkout ends", () => {
  expect(payableStates).toEqual(["created", "open", "expired", "failed"]);
  expect(pendingStates).toEqual(["created", "open"]);
});

test("the amount is quantity times price, unless the payer chooses it", () => {
  expect(amountOf({ kind: "votes", quantity: 3, unitAmount: 100 })).toBe(300);
  for (const unitAmount of [undefined, 500]) {
    expect(amountOf({ kind: "voting_donation", quantity: 1, unitAmount })).toBeUndefined();
    expect(amountOf({ kind: "submission_donation", quantity: 1, unitAmount })).toBeUndefined();
  }
});
