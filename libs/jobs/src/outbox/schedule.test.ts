// Covers docs/reliability.md: outbox

import { triesPerRound } from "@polls/db/outbox";
import {
  aliveCheckDelayMs,
  checkDelayMs,
  endsRound,
  pollDelayMs,
  relayStep,
  resendDelayMs,
} from "./schedule";

const second = 1_000;
const minute = 60 * second;

describe("relayStep", () => {
  test.each([
    ["a new row is sent", { tries: 0, sent: false, alive: false }, "send"],
    ["a job that is alive in its queue is left", { tries: 3, sent: true, alive: true }, "leave"],
    ["a job that vanished is sent again", { tries: 3, sent: true, alive: false }, "send"],
    [
      "a try that could not be published is repeated",
      { tries: 3, sent: false, alive: false },
      "send",
    ],
    ["after 18 tries it is given up", { tries: 18, sent: true, alive: false }, "mark_dead"],
    ["the last try may live", { tries: 18, sent: true, alive: true }, "leave"],
    ["an operator's retry begins a new round", { tries: 18, sent: false, alive: false }, "send"],
    ["the new round goes on", { tries: 19, sent: true, alive: false }, "send"],
    ["and ends after 18 more", { tries: 36, sent: true, alive: false }, "mark_dead"],
  ] as const)("%s", (_rule, facts, step) => {
    expect(relayStep(facts)).toBe(step);
  });
});

test.each([
  [0, false],
  [1, false],
  [17, false],
  [18, true],
  [19, false],
  [36, true],
])("try %d ends its round: %p", (tries, ends) => {
  expect(endsRound(tries)).toBe(ends);
});

describe("when the relay checks a row", () => {
  test.each([
    [1, 8 * second],
    [2, 30 * second],
    [3, 2 * minute],
    [4, 5 * minute],
    [5, 10 * minute],
    [18, 10 * minute],
    [19, 8 * second],
  ])("after try %d the next check is in %d ms", (tries, ms) => {
    expect(checkDelayMs(tries)).toBe(ms);
  });

  test.each([
    ["a young job soon", 1, 0, 8 * second],
    ["one that waits for a minute in a minute", 1, minute, minute],
    ["a very old one every ten minutes", 1, 60 * minute, 10 * minute],
    ["never sooner than its try says", 3, second, 2 * minute],
  ])("for an open job: %s", (_rule, tries, ageMs, ms) => {
    expect(aliveCheckDelayMs(tries, ageMs)).toBe(ms);
  });

  test("a job that keeps failing is tried for about a day", () => {
    const tries = Array.from({ length: triesPerRound - 1 }, (_, index) => index + 1);
    const hoursAt = (chance: number) =>
      tries.reduce((sum, t) => sum + resendDelayMs(t, () => chance), 0) / (60 * minute);
    expect(hoursAt(0)).toBeGreaterThan(23);
    expect(hoursAt(1)).toBeLessThan(29);
  });

  test("jobs that failed together are not sent again together", () => {
    const waits = Array.from({ length: 50 }, () => resendDelayMs(10));
    expect(new Set(waits).size).toBeGreaterThan(40);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(30 * minute);
    expect(Math.max(...waits)).toBeLessThanOrEqual(36 * minute);
  });

  test("an empty outbox is read less and less often, soon twice a second", () => {
    const waits = Array.from({ length: 8 }, (_, empty) => pollDelayMs(empty));
    expect(waits).toEqual([...waits].sort((one, other) => one - other));
    expect([waits.at(0), waits.at(-1)]).toEqual([100, 500]);
  });

  test("a relay that found no row for ten seconds looks once a second", () => {
    const waits = Array.from({ length: 25 }, (_, empty) => pollDelayMs(empty));
    expect(waits.reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(10_000);
    expect([24, 25, 1_000].map(pollDelayMs)).toEqual([500, 1_000, 1_000]);
  });
});
