// Covers docs/reference/polls.md: kept-polls

import { ordinaryPoll } from "../votes/testing/ordinary";
import { type DeletionFacts, plannedDeletion, warningDays } from "./deletion";
import type { Poll } from "./poll";

const day = (days: number) => new Date(Date.UTC(2030, 0, 1) + days * 86_400_000);

/** A poll that its owner closed on day 0, read on day 1, in a deployment that keeps polls for 30 days. */
const planned = (
  settings: Partial<Poll["settings"]> = {},
  facts: Partial<DeletionFacts> = {},
  poll: Partial<Poll> = {},
) =>
  plannedDeletion(
    { ...ordinaryPoll({ settings }), status: "closed", closedAt: day(0), ...poll },
    { keepClosedPollsDays: 30, announcement: undefined, now: day(1), ...facts },
  );

test.each<[string, ReturnType<typeof planned>, readonly [number, number, boolean]]>([
  ["by hand", planned(), [30, 23, false]],
  [
    "by its deadline",
    planned({ deadline_voting: day(0.5) }, {}, { status: "active", closedAt: undefined }),
    [30.5, 23.5, false],
  ],
  ["by both, the earlier counts", planned({ deadline_voting: day(-1) }), [29, 22, false]],
  ["and is kept for 10 days of its own", planned({ delete_after_days: 10 }), [10, 5, false]],
  ["and is not kept longer than others", planned({ delete_after_days: 40 }), [30, 23, false]],
  [
    "where the service deletes none by itself",
    planned({ delete_after_days: 40 }, { keepClosedPollsDays: undefined }),
    [40, 33, false],
  ],
  ["long ago, when its owner is told now", planned({}, { now: day(99) }), [106, 23, false]],
  [
    "and its owner was told",
    planned({}, { now: day(24), announcement: { toldAt: day(23), deletesAt: day(30) } }),
    [30, 23, true],
  ],
  [
    "and its owner was told a later day",
    planned({}, { now: day(100), announcement: { toldAt: day(99), deletesAt: day(106) } }),
    [106, 23, true],
  ],
  [
    "and its owner was told before it was open again",
    planned({}, { announcement: { toldAt: day(-1), deletesAt: day(40) } }),
    [30, 23, false],
  ],
  [
    "and its owner chose a later day since",
    planned({}, { announcement: { toldAt: day(0.1), deletesAt: day(2) } }),
    [30, 23, false],
  ],
])("a poll that was closed %s", (_case, plan, [deletesAt, tellAt, isTold]) => {
  expect(plan).toEqual({ deletesAt: day(deletesAt), tellAt: day(tellAt), isTold });
});

test.each<[string, ReturnType<typeof planned>]>([
  ["it is open", planned({}, {}, { status: "active", closedAt: undefined })],
  [
    "its deadline is to come",
    planned({ deadline_voting: day(2) }, {}, { status: "active", closedAt: undefined }),
  ],
  ["neither the poll nor the service has days", planned({}, { keepClosedPollsDays: undefined })],
])("a poll is not deleted while %s", (_case, plan) => {
  expect(plan).toBeUndefined();
});

test.each([
  [1, 0.5],
  [14, 7],
  [15, 7],
])("the owner of a poll that is kept for %d days is told %d days before", (days, before) => {
  expect(warningDays(days)).toBe(before);
});
