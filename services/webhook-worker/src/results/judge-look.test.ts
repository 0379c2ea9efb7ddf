import { judgeLook, type Look, type LookVerdict } from "./judge-look";

const now = new Date("2030-06-15T12:00:00Z");
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

const quiet: Look = {
  watch: { mark: "a", changedAt: secondsAgo(10) },
  listened: true,
  mark: "a",
  votedSince: false,
  now,
  everyMs: 5_000,
};
const wait = (lookInMs: number): LookVerdict => ({ kind: "wait", lookInMs });
const tell: LookVerdict = { kind: "tell", lookInMs: 5_000 };

test.each<[string, Partial<Look>, LookVerdict]>([
  ["nothing has changed", {}, wait(5_000)],
  ["something has", { mark: "b" }, tell],
  ["nothing for ten minutes", { watch: { mark: "a", changedAt: secondsAgo(600) } }, wait(30_000)],
  ["nothing for a week", { watch: { mark: "a", changedAt: secondsAgo(604_800) } }, wait(60_000)],
  ["the first look, nobody has voted", { watch: { ...quiet.watch, mark: null } }, wait(5_000)],
  [
    "the first look, somebody has voted since",
    { watch: { ...quiet.watch, mark: null }, votedSince: true },
    tell,
  ],
  ["nobody wants to know any more", { mark: "b", listened: false }, { kind: "forget" }],
  ["the poll is deleted", { mark: undefined }, { kind: "forget" }],
])("%s", (_what, difference, verdict) => {
  expect(judgeLook({ ...quiet, ...difference })).toEqual(verdict);
});
