import { placeKeptFrom } from "./kept-places";
import { isOpenPurchase, pricedVote, purchaseRange } from "./purchase";
import { euros, now, ordinaryPoll, storedVote } from "./testing/ordinary";
import type { ListedVote } from "./vote";

const terms = {
  poll: ordinaryPoll({ settings: { voting_fee_type: "voting_sell_votes", voting_fee: 20 } }),
  amounts: euros,
};
const soon = new Date(now.getTime() + 1);
const bought = (value: number | undefined, paidVotes?: number) =>
  storedVote({ type: "Votes::BooleanVote", value, paidVotes });

describe("pricedVote", () => {
  test.each([
    ["an abstention costs nothing", bought(undefined), undefined, undefined, undefined],
    ["a purchase", bought(5), undefined, 0, { quantity: 5, amount: 100 }],
    ["the open rest of a purchase", bought(8), bought(8, 5), 5, { quantity: 3, amount: 60 }],
    ["a purchase that is wholly paid", bought(5), bought(8, 5), 5, undefined],
  ])("%s", (_case, vote, before, paidVotes, purchase) => {
    const isFirst = purchase !== undefined && before === undefined;
    const placeUntil = isFirst ? placeKeptFrom(now) : undefined;
    expect(pricedVote(vote, before, terms, now)).toEqual({
      kind: "priced",
      vote: { ...vote, paidVotes, placeUntil },
      purchase,
    });
  });

  test.each<[string, Partial<ListedVote>, Date]>([
    ["an unpaid one keeps its place, and no longer", {}, soon],
    ["one whose place went begins again", { placeless: true }, placeKeptFrom(now)],
    ["one that was paid begins again", { paidVotes: 5 }, placeKeptFrom(now)],
  ])("a purchase that replaces %s", (_case, difference, placeUntil) => {
    const before = { ...bought(5, 0), placeUntil: soon, ...difference };
    expect(pricedVote(bought(8), before, terms, now)).toMatchObject({
      vote: { placeUntil, placeless: false },
    });
  });
});

test.each([
  [
    { fee: 20, least: 50, most: 99_999_999 },
    { least: 3, most: 999_999 },
  ],
  [
    { fee: 50, least: 50, most: 1_000 },
    { least: 1, most: 20 },
  ],
  [
    { fee: 300, least: 50, most: 1_000 },
    { least: 1, most: 3 },
  ],
])("%j sells %j at a time", ({ fee, ...amounts }, range) => {
  expect(purchaseRange(fee, { ...euros, ...amounts })).toEqual(range);
});

test("a purchase is open until its whole number is paid", () => {
  expect([bought(5, 0), bought(5, 4), bought(5, 5), bought(5)].map(isOpenPurchase)).toEqual([
    ...[true, true, false, false],
  ]);
});
