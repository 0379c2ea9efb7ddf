import { decideCredit } from "./decide-credit";
import { ordinaryParticipant, storedVote } from "./testing/ordinary";
import { noVotes } from "./vote";

const bought = (paidVotes: number) =>
  storedVote({ type: "Votes::BooleanVote", value: 5, paidVotes });

const credit = (paidVotes: number, paidVotesChange: number) => {
  const vote = bought(paidVotes);
  const participantVotes = { ...noVotes, votes: [vote] };
  const participant = ordinaryParticipant();
  return decideCredit({ participant, participantVotes, vote, paidVotesChange });
};

describe("decideCredit", () => {
  test("paid votes count", () => {
    expect(credit(0, 3)).toMatchObject({
      kind: "credited",
      votes: [{ publicId: "vote-1", value: 5, paidVotes: 3 }],
      tallyChange: { options: [{ optionId: 100n, votes: 1, total: 3, voters: 1 }], ballots: 1 },
    });
  });

  test("more of them count for more", () => {
    expect(credit(3, 2)).toMatchObject({
      votes: [{ paidVotes: 5 }],
      tallyChange: { options: [{ votes: 0, total: 2, voters: 0 }], ballots: 0 },
    });
  });

  test("votes that are paid back count no more, and never for less than nothing", () => {
    expect(credit(3, -4)).toMatchObject({
      votes: [{ paidVotes: 0 }],
      tallyChange: { options: [{ votes: -1, total: -3, voters: -1 }], ballots: -1 },
    });
  });
});
