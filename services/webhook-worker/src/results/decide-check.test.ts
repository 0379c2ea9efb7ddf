import { type CheckDecision, decideCheck, type ResultsCheck } from "./decide-check";

const now = new Date("2030-06-15T12:00:00Z");
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

const quiet: ResultsCheck = {
  watch: { fingerprint: "a", changedAt: secondsAgo(10) },
  listened: true,
  fingerprint: "a",
  votedSince: false,
  now,
  everyMs: 5_000,
};
const wait = (checkInMs: number): CheckDecision => ({ kind: "wait", checkInMs });
const tell: CheckDecision = { kind: "tell", checkInMs: 5_000 };

test.each<[string, Partial<ResultsCheck>, CheckDecision]>([
  ["nothing changed", {}, wait(5_000)],
  ["the results changed", { fingerprint: "b" }, tell],
  [
    "no change for ten minutes",
    { watch: { fingerprint: "a", changedAt: secondsAgo(600) } },
    wait(30_000),
  ],
  [
    "no change for a week",
    { watch: { fingerprint: "a", changedAt: secondsAgo(604_800) } },
    wait(60_000),
  ],
  ["the first check, without votes", { watch: { ...quiet.watch, fingerprint: null } }, wait(5_000)],
  [
    "the first check, with a vote since",
    { watch: { ...quiet.watch, fingerprint: null }, votedSince: true },
    tell,
  ],
  ["no webhook is subscribed any more", { fingerprint: "b", listened: false }, { kind: "forget" }],
  ["the poll is deleted", { fingerprint: undefined }, { kind: "forget" }],
])("%s", (_what, difference, decision) => {
  expect(decideCheck({ ...quiet, ...difference })).toEqual(decision);
});
