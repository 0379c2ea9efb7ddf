// Covers docs/reference/errors.md: codes-of-payments
// Covers docs/reference/opt-in.md: held-votes
// Covers docs/reference/payments.md: least-and-largest-purchase, sold-votes
// Covers docs/reference/votes.md: held-votes, sold-votes

import { decideCast } from "./decide-cast";
import {
  cast,
  having,
  onlyAPlace,
  ordinary,
  outcome,
  stateAfter,
  voteOn,
  withSettings,
} from "./testing/cast-cases";
import { euros, ordinaryParticipant, ordinaryPoll } from "./testing/ordinary";
import { type ListedVote, noVotes } from "./vote";

describe("held votes", () => {
  const participant = ordinaryParticipant({ confirmedAt: undefined });

  test("a repeat replaces the value and keeps the id", () => {
    const first = cast({ participant });
    expect(first).toMatchObject({ kind: "held", replaces: false });
    const participantVotes =
      stateAfter({ ...ordinary, participant }, first)?.participantVotes ?? noVotes;
    expect(participantVotes.held).toHaveLength(1);
    expect(cast({ participant, participantVotes })).toMatchObject({ unchanged: true });
    const again = cast({ participant, participantVotes, cast: { publicId: "newer", vote: -1 } });
    expect(again).toMatchObject({
      kind: "held",
      replaces: true,
      vote: { publicId: "new", value: -1 },
    });
    expect(
      stateAfter({ ...ordinary, participant, participantVotes }, again)?.participantVotes.held,
    ).toEqual([expect.objectContaining({ publicId: "new", value: -1 })]);
  });

  test("a held rank takes it from the participant's other votes", () => {
    const poll = withSettings({ vote_type: "Votes::RankedVote" });
    const held = [voteOn(1n, { type: "Votes::RankedVote", value: 1 })];
    expect(outcome(cast({ poll, participant, participantVotes: { ...noVotes, held } }))).toBe(
      "rank_taken",
    );
  });
});

describe("bought votes", () => {
  const poll = withSettings({ voting_fee_type: "voting_sell_votes", voting_fee: 20 });
  const buy = (vote: number | null, ...votes: readonly ListedVote[]) =>
    cast({ poll, participantVotes: having(...votes), cast: { publicId: "new", vote } });
  const bought = (value: number, paidVotes: number) => voteOn(100n, { value, paidVotes });

  test("the vote is stored unpaid and counts nothing", () => {
    expect(buy(5)).toMatchObject({
      kind: "to_pay",
      replaces: false,
      vote: { value: 5, paidVotes: 0 },
      purchase: { quantity: 5, amount: 100 },
      tallyChange: { options: [onlyAPlace], ballots: 0 },
    });
  });

  test("an unpaid purchase is replaced, also by fewer", () => {
    expect(buy(3, bought(5, 0))).toMatchObject({
      kind: "to_pay",
      replaces: true,
      vote: { publicId: "vote-100", value: 3, paidVotes: 0 },
      purchase: { quantity: 3 },
    });
  });

  test("the paid part stays paid when the open rest is replaced", () => {
    expect(buy(10, bought(8, 5))).toMatchObject({
      vote: { value: 10, paidVotes: 5 },
      purchase: { quantity: 5 },
    });
    expect(buy(5, bought(8, 5))).toMatchObject({
      kind: "cast",
      replaces: true,
      vote: { value: 5, paidVotes: 5 },
    });
    expect(outcome(buy(4, bought(8, 5)))).toBe("vote_lowered");
    expect(outcome(buy(9, bought(8, 8)))).toBe("already_voted");
  });

  test("a purchase below the payment minimum names the least number", () => {
    expect(buy(2)).toMatchObject({
      refusal: {
        code: "purchase_too_small",
        extra: { least: 3 },
        errors: { vote: ["must be at least 3"] },
      },
    });
    expect(outcome(buy(3))).toBe("to_pay");
    const exact = { ...ordinary, poll, amounts: { ...euros, least: 40 } };
    expect(outcome(decideCast({ ...exact, cast: { publicId: "new", vote: 2 } }))).toBe("to_pay");
  });

  test("a purchase above the largest amount names the largest number", () => {
    const expensive = { ...ordinary, poll, amounts: { ...euros, most: 250 } };
    const buys = (vote: number) => decideCast({ ...expensive, cast: { publicId: "new", vote } });
    expect(outcome(buys(12))).toBe("to_pay");
    expect(buys(13)).toMatchObject({
      refusal: {
        code: "purchase_too_large",
        extra: { most: 12 },
        errors: { vote: ["must be at most 12"] },
      },
    });
  });

  test("an abstention buys nothing", () => {
    expect(buy(null)).toMatchObject({
      kind: "cast",
      vote: { value: undefined, paidVotes: undefined },
    });
  });

  test("held purchases use their number of vote_limit_per_voter", () => {
    const limited = ordinaryPoll({ settings: { ...poll.settings, vote_limit_per_voter: 10 } });
    const participant = ordinaryParticipant({ confirmedAt: undefined });
    const participantVotes = { ...noVotes, held: [voteOn(1n, { value: 8 })] };
    const buys = (vote: number) =>
      outcome(
        cast({ poll: limited, participant, participantVotes, cast: { publicId: "new", vote } }),
      );
    expect([buys(3), buys(2)]).toEqual(["vote_limit_per_voter_reached", "purchase_too_small"]);
  });

  test("is held first, and paid after the opt-in", () => {
    const participant = ordinaryParticipant({ confirmedAt: undefined });
    expect(outcome(cast({ poll, participant, cast: { publicId: "new", vote: 5 } }))).toBe("held");
  });
});
