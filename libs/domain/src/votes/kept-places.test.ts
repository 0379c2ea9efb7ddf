// Covers docs/reference/votes.md: places-of-unpaid-votes

import { isPlaceless, placeKeptFrom, placeKeptWhileDelayed } from "./kept-places";
import { now } from "./testing/ordinary";

const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);
const HOUR_MS = 3_600_000;

describe("isPlaceless", () => {
  type Vote = Parameters<typeof isPlaceless>[0];
  type Participant = Parameters<typeof isPlaceless>[1];
  const plain: Vote = { paidVotes: undefined, placeUntil: undefined };
  const free: Participant = { paid: undefined, placeUntil: undefined };

  test.each<[string, Partial<Vote>, Partial<Participant>, boolean]>([
    ["a vote that costs nothing", {}, {}, false],
    ["an unpaid purchase while its place is kept", { paidVotes: 0, placeUntil: after }, {}, false],
    ["an unpaid purchase at the end of that time", { paidVotes: 0, placeUntil: now }, {}, true],
    ["an unpaid purchase after it", { paidVotes: 0, placeUntil: before }, {}, true],
    ["an unpaid purchase whose place was never kept", { paidVotes: 0 }, {}, true],
    ["a purchase that is paid in part", { paidVotes: 1, placeUntil: before }, {}, false],
    ["a vote of one who paid the fee", {}, { paid: true, placeUntil: before }, false],
    ["a vote of one who owes it", {}, { paid: false, placeUntil: after }, false],
    ["a vote of one who owes it too long", {}, { paid: false, placeUntil: now }, true],
    ["a vote of one who owes it, and never began to pay", {}, { paid: false }, true],
  ])("%s", (_case, vote, participant, expected) => {
    expect(isPlaceless({ ...plain, ...vote }, { ...free, ...participant }, now)).toBe(expected);
  });
});

test("a place is kept a little longer than a checkout is open, and two weeks for delayed methods", () => {
  const hours = (until: Date) => (until.getTime() - now.getTime()) / HOUR_MS;
  expect([hours(placeKeptFrom(now)), hours(placeKeptWhileDelayed(now))]).toEqual([3.25, 15 * 24]);
});
