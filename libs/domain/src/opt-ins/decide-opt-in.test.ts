import { ordinaryPoll } from "../votes/testing/ordinary";
import { decideOptIn, type OptInDecision, type OptInFacts } from "./decide-opt-in";

const at = (text: string) => new Date(`2030-06-${text}Z`);
const now = at("15T12:00:00");
const ordinary: OptInFacts = {
  optIn: { expiresAt: at("20T00:00:00"), endedAt: undefined, confirmedAt: undefined },
  poll: ordinaryPoll(),
  participant: { confirmedAt: undefined },
  addressTaken: false,
  now,
};
const closedAt = (closing: Date) => ({
  ...ordinaryPoll(),
  status: "closed" as const,
  closedAt: closing,
});

describe("decideOptIn", () => {
  test.each<[string, Partial<OptInFacts>, OptInDecision]>([
    ["a fresh link confirms", {}, "confirm"],
    ["to the last moment of its days", { now: at("19T23:59:59") }, "confirm"],
    ["an expired one does not", { now: at("20T00:00:00") }, "expired"],
    ["pressing again is no failure", { participant: { confirmedAt: now } }, "already"],
    [
      "nor is it after the link has expired",
      { participant: { confirmedAt: now }, now: at("25T00:00:00") },
      "already",
    ],
    [
      "another address ends the link, whether or not that one is confirmed",
      { optIn: { ...ordinary.optIn, endedAt: now }, participant: { confirmedAt: now } },
      "ended",
    ],
    ["the first to confirm has the address", { addressTaken: true }, "taken"],
    ["a poll closed an hour ago still takes it", { poll: closedAt(at("15T11:00:00")) }, "confirm"],
    ["so does one closed 24 h ago", { poll: closedAt(at("14T12:00:00")) }, "confirm"],
    ["a poll closed longer ago does not", { poll: closedAt(at("14T11:59:59")) }, "closed"],
    [
      "a deadline closes like a hand",
      { poll: ordinaryPoll({ settings: { deadline_voting: at("14T11:59:59") } }) },
      "closed",
    ],
    [
      "a reopened poll takes it, whenever it was closed",
      { poll: { ...ordinaryPoll(), closedAt: at("01T00:00:00") } },
      "confirm",
    ],
  ])("%s", (_case, difference, decision) => {
    expect(decideOptIn({ ...ordinary, ...difference })).toBe(decision);
  });
});
