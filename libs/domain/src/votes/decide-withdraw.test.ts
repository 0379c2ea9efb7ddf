// Covers docs/reference/access.md: objects-of-others, own-objects-that-are-fixed
// Covers docs/reference/comparisons.md: withdrawing-a-judgment
// Covers docs/reference/errors.md: codes-of-votes
// Covers docs/reference/payments.md: voting-wallet
// Covers docs/reference/polls.md: closed-polls
// Covers docs/reference/votes.md: final-votes, vote-per-day, withdrawing-a-vote

import { decideWithdraw, type WithdrawDecision, type WithdrawFacts } from "./decide-withdraw";
import {
  now,
  ordinaryParticipant,
  ordinaryPoll,
  storedVote,
  stranger,
  voter,
} from "./testing/ordinary";
import { noVotes } from "./vote";

const yes = storedVote({ type: "Votes::BooleanVote" });

const ordinary: WithdrawFacts = {
  poll: ordinaryPoll(),
  actor: voter,
  access: "member",
  now,
  accountMayDelete: true,
  vote: yes,
  participant: ordinaryParticipant(),
  participantVotes: { ...noVotes, votes: [yes] },
};

const withdraw = (difference: Partial<WithdrawFacts>) =>
  decideWithdraw({ ...ordinary, ...difference });

const outcome = (decision: WithdrawDecision) =>
  decision.kind === "refused" ? decision.refusal.code : decision.kind;

const closed = ordinaryPoll({ status: "closed" });
const wallet = ordinaryPoll({ settings: { voting_fee_type: "voting_fee", voting_fee: 100 } });
const final = ordinaryPoll({ settings: { final_votes: true } });
const closedAndFinal = { ...final, status: "closed" as const };

describe("decideWithdraw", () => {
  test.each<[string, Partial<WithdrawFacts>, string]>([
    ["one's own while the poll still accepts votes", {}, "withdrawn"],
    ["one's own, if the account may not delete either", { accountMayDelete: false }, "withdrawn"],
    ["an unknown vote", { vote: undefined }, "vote_not_found"],
    ["another user's is 404 for members", { actor: stranger }, "vote_not_found"],
    [
      "admin access with an account that allows deleting",
      { actor: stranger, access: "admin" },
      "withdrawn",
    ],
    [
      "admin access with one that does not",
      { actor: stranger, access: "admin", accountMayDelete: false },
      "not_changeable",
    ],
    ["from members no withdrawal of a closed poll", { poll: closed }, "poll_closed"],
    [
      "admins withdraw after closing",
      { poll: closed, access: "admin", actor: stranger },
      "withdrawn",
    ],
    [
      "one's own in a closed poll, as an admin of an account that may not delete",
      { poll: closed, access: "admin", accountMayDelete: false },
      "poll_closed",
    ],
    ["votes of polls with a voting wallet cannot be deleted", { poll: wallet }, "voting_wallet"],
    [
      "admins cannot delete them either",
      { poll: wallet, access: "admin", actor: stranger },
      "voting_wallet",
    ],
    ["one's own in a poll with final votes", { poll: final }, "votes_are_final"],
    ["also as an admin", { poll: final, access: "admin" }, "votes_are_final"],
    ["final votes tell strangers nothing", { poll: final, actor: stranger }, "vote_not_found"],
    ["admins withdraw final votes", { poll: final, access: "admin", actor: stranger }, "withdrawn"],
    ["a closed poll with final votes", { poll: closedAndFinal }, "poll_closed"],
    ["a wallet tells strangers nothing", { poll: wallet, actor: stranger }, "vote_not_found"],
  ])("%s", (_case, difference, expected) => {
    expect(outcome(withdraw(difference))).toBe(expected);
  });

  test("takes the vote out of the tallies", () => {
    expect(withdraw({ actor: stranger, access: "admin" })).toMatchObject({
      byAdmin: true,
      offerAgain: undefined,
      tallyChange: { options: [{ optionId: 100n, votes: -1, total: -1, voters: -1 }], ballots: -1 },
    });
  });

  test("only votes of the current day", () => {
    const poll = ordinaryPoll({ settings: { vote_per_day: true } });
    const of = (voteDate: string) => outcome(withdraw({ poll, vote: { ...yes, voteDate } }));
    expect([of("2030-05-15"), of("2030-05-14")]).toEqual(["withdrawn", "vote_not_found"]);
  });

  test("the pair of a comparison is offered again next", () => {
    const vote = { ...yes, type: "Votes::PairwiseVote", loserOptionId: 99n };
    expect(
      withdraw({ poll: ordinaryPoll({ type: "Polls::PairwiseComparison" }), vote }),
    ).toMatchObject({
      offerAgain: [100n, 99n],
    });
  });
});
