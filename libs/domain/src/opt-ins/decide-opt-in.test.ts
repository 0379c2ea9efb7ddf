// Covers docs/reference/opt-in.md: grace-after-closing, the-link, what-is-shown
// Covers docs/reliability.md: opt-in-links

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
  participant: { confirmedAt: undefined, optinEmail: undefined },
  addressTaken: false,
  now,
};
const confirmed = { confirmedAt: now, optinEmail: "ada@example.org" };
const withoutAddress = { confirmedAt: now, optinEmail: undefined };
const closedAt = (closing: Date) => ({
  ...ordinaryPoll(),
  status: "closed" as const,
  closedAt: closing,
});

describe("decideOptIn", () => {
  test.each<[string, Partial<OptInFacts>, OptInDecision]>([
    ["a fresh link confirms", {}, "confirm"],
    ["a link confirms until its last moment", { now: at("19T23:59:59") }, "confirm"],
    ["an expired link does not confirm", { now: at("20T00:00:00") }, "expired"],
    ["confirming twice is not an error", { participant: confirmed }, "already"],
    [
      "confirming twice is not an error after the link has expired",
      { participant: confirmed, now: at("25T00:00:00") },
      "already",
    ],
    [
      "a link confirms the address of a participant without one",
      { participant: withoutAddress },
      "confirm",
    ],
    [
      "a link that confirmed an address that was erased confirms nothing more",
      { optIn: { ...ordinary.optIn, confirmedAt: now }, participant: withoutAddress },
      "already",
    ],
    [
      "a change of the address ends the link, whether or not the new address is confirmed",
      { optIn: { ...ordinary.optIn, endedAt: now }, participant: confirmed },
      "ended",
    ],
    [
      "a denied request stays denied after a change of the address or after it expires",
      { optIn: { ...ordinary.optIn, deniedAt: now, endedAt: now }, now: at("25T00:00:00") },
      "denied",
    ],
    [
      "an address that another participant confirmed first is taken",
      { addressTaken: true },
      "taken",
    ],
    [
      "a poll that closed an hour ago still accepts the confirmation",
      { poll: closedAt(at("15T11:00:00")) },
      "confirm",
    ],
    [
      "a poll that closed 24 h ago still accepts the confirmation",
      { poll: closedAt(at("14T12:00:00")) },
      "confirm",
    ],
    [
      "a poll that closed more than 24 h ago refuses the confirmation",
      { poll: closedAt(at("14T11:59:59")) },
      "closed",
    ],
    [
      "a poll whose deadline passed more than 24 h ago refuses the confirmation",
      { poll: ordinaryPoll({ settings: { deadline_voting: at("14T11:59:59") } }) },
      "closed",
    ],
    [
      "a reopened poll accepts the confirmation, no matter when it was closed",
      { poll: { ...ordinaryPoll(), closedAt: at("01T00:00:00") } },
      "confirm",
    ],
  ])("%s", (_case, difference, decision) => {
    expect(decideOptIn({ ...ordinary, ...difference })).toBe(decision);
  });
});

describe("whether a link shows the other requests to its address", () => {
  const { optIn } = ordinary;
  test.each<[string, Partial<OptInFacts>, boolean]>([
    ["yes, while the link confirms", {}, true],
    ["yes, when its own request was denied", { optIn: { ...optIn, deniedAt: now } }, true],
    [
      "yes, when its own participant has confirmed another address",
      { optIn: { ...optIn, endedAt: now }, participant: confirmed },
      true,
    ],
    ["no, when its own participant is confirmed", { participant: confirmed }, false],
    ["no, when another participant has the address", { addressTaken: true }, false],
    ["no, when the link is expired", { now: at("20T00:00:00") }, false],
    ["no, when the poll closed more than 24 h ago", { poll: closedAt(at("14T11:59:59")) }, false],
  ])("%s", (_case, difference, opens) => {
    expect(opensOthers({ ...ordinary, ...difference })).toBe(opens);
  });
});
