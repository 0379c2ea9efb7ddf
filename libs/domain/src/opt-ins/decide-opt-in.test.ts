import { ordinaryPoll } from "../votes/testing/ordinary";
import { decideOptIn, type OptInDecision, type OptInFacts, opensOthers } from "./decide-opt-in";

const at = (text: string) => new Date(`2030-06-${text}Z`);
const now = at("15T12:00:00");
const ordinary: OptInFacts = {
  optIn: {
    expiresAt: at("20T00:00:00"),
    endedAt: undefined,
    deniedAt: undefined,
    confirmedAt: undefined,
  },
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
    [
      "a request that its address denied stays denied, also where the address is changed or expired",
      { optIn: { ...ordinary.optIn, deniedAt: now, endedAt: now }, now: at("25T00:00:00") },
      "denied",
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

describe("a link opens the other requests to its address", () => {
  const { optIn } = ordinary;
  test.each<[string, Partial<OptInFacts>, boolean]>([
    ["while it confirms", {}, true],
    ["when its own request was denied", { optIn: { ...optIn, deniedAt: now } }, true],
    [
      "when its own participant has gone on to another address and confirmed that",
      { optIn: { ...optIn, endedAt: now }, participant: { confirmedAt: now } },
      true,
    ],
    ["not when its own participant is confirmed", { participant: { confirmedAt: now } }, false],
    ["not when another participant has the address", { addressTaken: true }, false],
    ["not when it is expired", { now: at("20T00:00:00") }, false],
    ["not in a poll that is closed for long", { poll: closedAt(at("14T11:59:59")) }, false],
  ])("%s", (_case, difference, opens) => {
    expect(opensOthers({ ...ordinary, ...difference })).toBe(opens);
  });
});
