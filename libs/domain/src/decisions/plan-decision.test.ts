// Covers docs/reference/decisions.md: events

import type { DecidedDate } from "./decision";
import { planDecision } from "./plan-decision";

const [a, b, c, d] = [1n, 2n, 3n, 4n] as const;
const held = (uid: string, optionId: bigint, sequence = 0): DecidedDate => ({
  uid,
  optionId,
  sequence,
  canceled: false,
});
const moved = (uid: string, formerOptionId: bigint, optionId: bigint): DecidedDate => ({
  ...held(uid, optionId, 5),
  formerOptionId,
});
const canceled = (uid: string, optionId: bigint, sequence = 1): DecidedDate => ({
  ...held(uid, optionId, sequence),
  canceled: true,
});

test.each<[string, DecidedDate[], bigint[], DecidedDate[], bigint[]]>([
  ["a first date gets an event", [], [a], [], [a]],
  ["each date gets its own event", [], [a, b], [], [a, b]],
  ["another date moves the event", [held("u", a)], [b], [moved("u", a, b)], []],
  ["a date that stays keeps its event", [held("u", a)], [a, b], [], [b]],
  [
    "only the event of the date that is dropped moves",
    [held("u", a), held("v", b)],
    [b, c],
    [moved("u", a, c)],
    [],
  ],
  [
    "an event without a date is canceled",
    [held("u", a), held("v", b)],
    [a],
    [canceled("v", b, 5)],
    [],
  ],
  [
    "one of two events moves, the other is canceled",
    [held("u", a), held("v", b)],
    [c],
    [moved("u", a, c), canceled("v", b, 5)],
    [],
  ],
  [
    "a canceled event was not moved",
    [{ ...held("u", b), formerOptionId: a }],
    [],
    [canceled("u", b, 5)],
    [],
  ],
  ["a withdrawal cancels all events", [held("u", a)], [], [canceled("u", a, 5)], []],
  [
    "a date that is chosen again gets its event back",
    [canceled("u", a)],
    [a],
    [held("u", a, 5)],
    [],
  ],
  ["another date does not get a canceled event", [canceled("u", a)], [b], [], [b]],
  [
    "events are given back before others move",
    [canceled("u", a), held("v", b, 2)],
    [a, d],
    [held("u", a, 5), moved("v", b, d)],
    [],
  ],
])("%s", (_case, dates, chosen, changed, added) => {
  expect(planDecision(dates, chosen, 5)).toEqual({ changed, added });
});

test.each<[string, DecidedDate[], bigint[]]>([
  ["the same dates", [held("u", a), held("v", b)], [b, a]],
  ["a second withdrawal", [canceled("u", a)], []],
])("%s changes nothing", (_case, dates, chosen) => {
  expect(planDecision(dates, chosen, 5)).toBeUndefined();
});
