// Covers docs/reference/comparisons.md: judging-a-pair, no-pair-left

import { decideCast } from "./decide-cast";
import { cast, having, ordinary, outcome, stateAfter, voteOn } from "./testing/cast-cases";
import { ordinaryPoll } from "./testing/ordinary";

describe("comparisons", () => {
  const poll = ordinaryPoll({ type: "Polls::PairwiseComparison" });

  test("the winner is one of the two on offer, the other one is the loser", () => {
    const facts = { ...ordinary, poll, offer: [99n, 100n] as const };
    const decision = decideCast(facts);
    expect(decision).toMatchObject({
      kind: "cast",
      vote: { optionId: 100n, loserOptionId: 99n },
      tallyChange: {
        options: [
          { optionId: 99n, votes: 1, total: 0, voters: 1 },
          { optionId: 100n, votes: 1, total: 1, voters: 1 },
        ],
        ballots: 1,
      },
    });
    expect(stateAfter(facts, decision)?.offer).toBeUndefined();
  });

  test("a winner that is not on offer", () => {
    expect(outcome(cast({ poll, offer: [1n, 2n] }))).toBe("not_on_offer");
    expect(outcome(cast({ poll, offer: undefined }))).toBe("not_on_offer");
  });

  test("after vote_limit_per_voter no pair is on offer", () => {
    const limited = ordinaryPoll({ type: poll.type, settings: { vote_limit_per_voter: 1 } });
    const participantVotes = having(voteOn(1n, { type: "Votes::PairwiseVote", loserOptionId: 2n }));
    expect(outcome(cast({ poll: limited, participantVotes }))).toBe("vote_limit_per_voter_reached");
    expect(outcome(cast({ poll: limited, offer: [1n, 2n] }))).toBe("not_on_offer");
  });

  test("an abstention judges the pair, and counts for neither side", () => {
    const facts = { ...ordinary, poll, offer: [99n, 100n] as const };
    const decision = decideCast({ ...facts, cast: { publicId: "new", vote: null } });
    expect(decision).toMatchObject({
      kind: "cast",
      vote: { optionId: 100n, loserOptionId: 99n, value: undefined },
      tallyChange: { options: [], ballots: 0 },
    });
    expect(stateAfter(facts, decision)?.offer).toBeUndefined();
  });

  test("one vote a pair, whichever side won", () => {
    const participantVotes = having(
      voteOn(99n, { type: "Votes::PairwiseVote", loserOptionId: 100n }),
    );
    expect(outcome(cast({ poll, participantVotes, offer: [99n, 100n] }))).toBe("already_voted");
  });
});
