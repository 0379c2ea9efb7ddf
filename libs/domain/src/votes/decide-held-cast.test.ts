// Covers docs/reference/opt-in.md: confirming
// Covers docs/reference/votes.md: options-no-longer-offered

import { decideHeldCast, type HeldCastFacts } from "./decide-held-cast";
import {
  euros,
  now,
  optionFacts,
  ordinaryParticipant,
  ordinaryPoll,
  storedVote,
} from "./testing/ordinary";
import { noVotes } from "./vote";

const HOUR_MS = 3_600_000;
const after = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

const confirmedAt = (moment: Date) => ({ ...ordinaryParticipant(), confirmedAt: moment });

const ordinary: HeldCastFacts = {
  poll: ordinaryPoll(),
  now,
  amounts: euros,
  participant: confirmedAt(after(1)),
  participantVotes: noVotes,
  option: optionFacts(),
  held: storedVote({ type: "Votes::BooleanVote", publicId: "held" }),
};

const outcome = (difference: Partial<HeldCastFacts>) => {
  const decision = decideHeldCast({ ...ordinary, ...difference });
  return decision.kind === "refused" ? decision.refusal.code : decision.kind;
};

const closedAt = (moment: Date) => ordinaryPoll({ status: "closed", closedAt: moment });
const deadline = (moment: Date) => ordinaryPoll({ settings: { deadline_voting: moment } });

describe("decideHeldCast", () => {
  test.each<[string, Partial<HeldCastFacts>, string]>([
    ["confirming casts", {}, "cast"],
    ["the option is gone", { option: undefined }, "option_not_found"],
    ["the option is hidden", { option: optionFacts({ visible: false }) }, "option_not_found"],
    [
      "made before closing, confirmed within 24 h",
      { poll: closedAt(after(1)), participant: confirmedAt(after(25)) },
      "cast",
    ],
    [
      "confirmed later than that",
      { poll: closedAt(after(1)), participant: confirmedAt(after(25.1)) },
      "poll_closed",
    ],
    [
      "made before the deadline, confirmed within 24 h",
      { poll: deadline(after(2)), participant: confirmedAt(after(20)) },
      "cast",
    ],
    ["made after closing", { poll: closedAt(after(-1)) }, "poll_closed"],
    ["made as the poll closed", { poll: closedAt(now) }, "poll_closed"],
    [
      "allow_voting is off meanwhile",
      { poll: ordinaryPoll({ settings: { allow_voting: false } }) },
      "voting_not_allowed",
    ],
    [
      "the deadline is still to come",
      { poll: deadline(after(48)), participant: confirmedAt(after(47)) },
      "cast",
    ],
    ["a value that no longer fits", { held: { ...ordinary.held, value: 4 } }, "invalid"],
    [
      "a limit that is reached meanwhile",
      {
        poll: ordinaryPoll({ settings: { limit_per_option: 1 } }),
        option: optionFacts({ placesTaken: 1 }),
      },
      "limit_per_option_reached",
    ],
    [
      "bought votes are to be paid then",
      {
        poll: ordinaryPoll({ settings: { voting_fee_type: "voting_sell_votes", voting_fee: 100 } }),
      },
      "to_pay",
    ],
    ["an abstention stays one", { held: { ...ordinary.held, value: undefined } }, "cast"],
  ])("%s", (_case, difference, expected) => {
    expect(outcome(difference)).toBe(expected);
  });

  test("with its own id and day", () => {
    const poll = ordinaryPoll({ settings: { vote_per_day: true } });
    const participant = confirmedAt(after(30));
    expect(decideHeldCast({ ...ordinary, poll, participant })).toMatchObject({
      kind: "cast",
      vote: { publicId: "held", voteDate: "2030-05-15" },
    });
  });

  test("an answer with its own text", () => {
    const poll = ordinaryPoll({ settings: { vote_type: "Votes::TextVote" } });
    const held = { ...ordinary.held, type: "Votes::TextVote", value: undefined, text: "yes" };
    expect(decideHeldCast({ ...ordinary, poll, held })).toMatchObject({
      kind: "cast",
      vote: { value: undefined, text: "yes" },
    });
  });

  test("a comparison with its own pair", () => {
    const poll = ordinaryPoll({ type: "Polls::PairwiseComparison" });
    const held = { ...ordinary.held, type: "Votes::PairwiseVote", loserOptionId: 99n };
    expect(decideHeldCast({ ...ordinary, poll, held })).toMatchObject({
      kind: "cast",
      vote: { optionId: 100n, loserOptionId: 99n },
    });
  });

  test("a comparison whose other option is no longer offered uses nothing of the limit", () => {
    const poll = ordinaryPoll({ type: "Polls::PairwiseComparison" });
    const held = storedVote({ type: "Votes::PairwiseVote", loserOptionId: 99n, offered: false });
    expect(decideHeldCast({ ...ordinary, poll, held })).toMatchObject({
      kind: "cast",
      vote: { offered: false },
    });
  });
});
