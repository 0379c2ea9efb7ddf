// Covers docs/reference/access.md: objects-of-others, own-objects-that-are-fixed
// Covers docs/reference/errors.md: codes-of-votes
// Covers docs/reference/payments.md: sold-votes
// Covers docs/reference/polls.md: closed-polls, voting-window
// Covers docs/reference/votes.md: changes-by-admins, changing-a-vote, final-votes, limit-per-participant, limits, unique-ranks
// Covers docs/reference/votes.md: vote-per-day

import type { PollSettings } from "../polls/settings";
import { type ChangeDecision, type ChangeFacts, decideChange } from "./decide-change";
import {
  euros,
  now,
  optionFacts,
  ordinaryOption,
  ordinaryParticipant,
  ordinaryPoll,
  storedVote,
  stranger,
  voter,
} from "./testing/ordinary";
import { type ListedVote, noVotes } from "./vote";

const yes = storedVote({ type: "Votes::BooleanVote" });

const ordinary: ChangeFacts = {
  poll: ordinaryPoll(),
  actor: voter,
  access: "member",
  now,
  amounts: euros,
  vote: yes,
  participant: ordinaryParticipant(),
  participantVotes: { ...noVotes, votes: [yes] },
  option: optionFacts({ placesTaken: 1 }),
  input: { vote: -1 },
};

const change = (difference: Partial<ChangeFacts>) => decideChange({ ...ordinary, ...difference });

const changeOf = (
  vote: ListedVote,
  value: number | null,
  settings: Partial<PollSettings>,
  difference: Partial<ChangeFacts> = {},
) =>
  change({
    poll: ordinaryPoll({ settings }),
    vote,
    participantVotes: { ...noVotes, votes: [vote] },
    input: { vote: value },
    ...difference,
  });

const outcome = (decision: ChangeDecision) =>
  decision.kind === "refused" ? decision.refusal.code : decision.kind;

const table = { type: "Polls::Table" };
const gallery = { type: "Polls::ImageGallery", settings: { vote_type: "Votes::BooleanVote" } };
const tomorrow = new Date("2030-05-16T12:00:00.000Z");
const final = ordinaryPoll({ settings: { final_votes: true } });
const theirs = { actor: stranger };
const asAdmin = { ...theirs, access: "admin" } as const;

describe("decideChange", () => {
  test.each<[string, Partial<ChangeFacts>, string]>([
    ["one's own vote while the poll accepts votes", {}, "changed"],
    ["an unknown vote", { vote: undefined }, "vote_not_found"],
    ["another user's vote is 404 for members", { actor: stranger }, "vote_not_found"],
    [
      "admins change votes of others in a voting poll",
      { actor: stranger, access: "admin" },
      "changed",
    ],
    [
      "admins change votes of others in a table poll",
      {
        actor: stranger,
        access: "admin",
        poll: ordinaryPoll(table),
        vote: { ...yes, type: "Votes::TextVote", value: undefined, text: "a" },
        input: { voteText: "b" },
      },
      "changed",
    ],
    [
      "and in no other",
      { actor: stranger, access: "admin", poll: ordinaryPoll(gallery) },
      "not_changeable",
    ],
    [
      "admins change their own in every poll",
      { access: "admin", poll: ordinaryPoll(gallery) },
      "changed",
    ],
    ["a closed poll", { poll: ordinaryPoll({ status: "closed" }) }, "poll_closed"],
    [
      "a closed poll, admins' included",
      { poll: ordinaryPoll({ status: "closed" }), access: "admin", actor: stranger },
      "poll_closed",
    ],
    [
      "it still accepts votes before its start",
      { poll: ordinaryPoll({ settings: { start_date_voting: tomorrow } }) },
      "changed",
    ],
    ["the checks of a value", { input: { vote: 9 } }, "invalid"],
    ["a vote to an abstention", { input: { vote: null } }, "changed"],
    [
      "a participant who left the jury",
      { poll: ordinaryPoll({ settings: { jury_mode: true } }) },
      "jury_only",
    ],
    ["one's own final vote", { poll: final }, "votes_are_final"],
    ["one's own final vote, as an admin", { poll: final, access: "admin" }, "votes_are_final"],
    ["a final vote of another user, by an admin", { ...asAdmin, poll: final }, "changed"],
    [
      "a final vote of another user is 404 for members",
      { ...theirs, poll: final },
      "vote_not_found",
    ],
    ["a final vote of a closed poll", { poll: { ...final, status: "closed" } }, "poll_closed"],
    ["an option that is hidden now", { option: optionFacts({ visible: false }) }, "vote_not_found"],
  ])("%s: %#", (_case, difference, expected) => {
    expect(outcome(change(difference))).toBe(expected);
  });

  test("the tallies change by the difference", () => {
    expect(change({})).toMatchObject({
      byAdmin: false,
      votes: [{ publicId: "vote-1", value: -1 }],
      tallyChange: {
        options: [{ optionId: 100n, votes: 0, total: -2, noes: 1, voters: 0 }],
        ballots: 0,
      },
    });
  });

  test.each<[string, ListedVote, ChangeFacts["input"], object | string]>([
    ["nothing given", yes, {}, "invalid"],
    ["the value as it is, out of bounds by now", { ...yes, value: 9 }, { vote: 9 }, { value: 9 }],
    ["an abstention as it is", { ...yes, value: undefined }, { vote: null }, { value: undefined }],
    ["the value as it is, with the text it does not have", yes, { vote: 1, voteText: null }, yes],
    ["the value as it is, with another text", yes, { vote: 1, voteText: "a" }, "invalid"],
  ])("a change to %s", (_case, vote, input, expected) => {
    const decision = change({ vote, input });
    expect(decision.kind === "refused" ? outcome(decision) : decision.votes[0]).toEqual(
      typeof expected === "string" ? expected : { ...vote, ...expected },
    );
  });

  describe("an answer is shown in vote and vote_text", () => {
    const step = ordinaryOption({
      id: 7n,
      type: "Options::SurveyStep",
      settings: { survey_step_type: "input" },
    });
    const input = ordinaryOption({ type: "Options::InputOption", inputType: "number" });
    const answer = storedVote({ type: "Votes::TextVote", value: undefined, text: "a" });
    test.each<[ChangeFacts["input"], string]>([
      [{ vote: "a" }, "a"],
      [{ voteText: "a" }, "a"],
      [{ vote: "a", voteText: "a" }, "a"],
      [{ vote: "a", voteText: "12" }, "12"],
      [{ voteText: "12" }, "12"],
      [{ voteText: "b" }, "invalid"],
      [{ vote: "b" }, "invalid"],
      [{ vote: "12", voteText: "a" }, "invalid"],
      [{}, "invalid"],
    ])("the answer a, no number by now, with %j becomes %s", (given, expected) => {
      const decision = change({
        poll: ordinaryPoll({ type: "Polls::Survey" }),
        vote: answer,
        input: given,
        option: optionFacts({ option: input, parent: step }),
        participantVotes: { ...noVotes, votes: [answer] },
      });
      expect(decision.kind === "refused" ? outcome(decision) : decision.votes[0].text).toBe(
        expected,
      );
    });
  });

  test("a change by an admin is one by an admin, of one's own vote it is not", () => {
    expect(change({ actor: stranger, access: "admin" })).toMatchObject({ byAdmin: true });
    expect(change({ access: "admin" })).toMatchObject({ byAdmin: false });
  });

  test("only votes of the current day can be found", () => {
    const poll = ordinaryPoll({ settings: { vote_per_day: true } });
    const of = (voteDate: string, access: "admin" | "member") =>
      outcome(change({ poll, access, vote: { ...yes, voteDate } }));
    expect(of("2030-05-15", "member")).toBe("changed");
    expect(of("2030-05-14", "member")).toBe("vote_not_found");
    expect(of("2030-05-14", "admin")).toBe("vote_not_found");
  });
});

describe("limits of a change", () => {
  const dots = storedVote({ type: "Votes::DotVote", value: 4 });
  const other = storedVote({ type: "Votes::DotVote", publicId: "other", optionId: 1n, value: 5 });
  const spend = (value: number, perVoter: number) =>
    outcome(
      changeOf(
        dots,
        value,
        { vote_type: "Votes::DotVote", vote_limit_per_voter: perVoter },
        { participantVotes: { ...noVotes, votes: [dots, other] } },
      ),
    );

  test("the sum of the dots counts without the vote itself", () => {
    expect([spend(5, 10), spend(6, 10)]).toEqual(["changed", "vote_limit_per_voter_reached"]);
  });

  test("a change that uses no more than before is never refused", () => {
    expect([spend(3, 8), spend(4, 8)]).toEqual(["changed", "changed"]);
  });

  test("a no that becomes a yes needs a place", () => {
    const no = { ...yes, value: -1 };
    const limit = { limit_per_option: 1, limit_per_option_type: "limit_for_all" } as const;
    expect(outcome(changeOf(no, 1, limit, { option: optionFacts({ placesTaken: 1 }) }))).toBe(
      "limit_per_option_reached",
    );
    expect(outcome(changeOf(yes, 1, limit, { option: optionFacts({ placesTaken: 1 }) }))).toBe(
      "changed",
    );
  });
});

describe("ranks swap on update", () => {
  const rank = (publicId: string, optionId: bigint, value: number | undefined) =>
    storedVote({ type: "Votes::RankedVote", publicId, optionId, value });
  const settings = { vote_type: "Votes::RankedVote", vote_limit_per_voter: 2 };
  const option = optionFacts({ votableOptions: 3 });
  const [first, second] = [rank("a", 100n, 1), rank("b", 200n, 2)];

  test("the one that holds the rank gets the other one's", () => {
    const participantVotes = { ...noVotes, votes: [first, second] };
    expect(changeOf(first, 2, settings, { option, participantVotes })).toMatchObject({
      kind: "changed",
      votes: [
        { publicId: "a", value: 2 },
        { publicId: "b", value: 1 },
      ],
      tallyChange: {
        options: [
          { optionId: 100n, votes: 0, total: 1 },
          { optionId: 200n, votes: 0, total: -1 },
        ],
      },
    });
  });

  test("a swap with an abstention leaves the other vote without a rank", () => {
    const abstention = rank("a", 100n, undefined);
    const participantVotes = { ...noVotes, votes: [abstention, second] };
    const full = { ...settings, vote_limit_per_voter: 1 };
    expect(changeOf(abstention, 2, full, { option, participantVotes })).toMatchObject({
      votes: [
        { publicId: "a", value: 2 },
        { publicId: "b", value: undefined },
      ],
    });
  });

  test("a free rank is taken alone", () => {
    const participantVotes = { ...noVotes, votes: [first, second] };
    expect(changeOf(first, 3, settings, { option, participantVotes })).toMatchObject({
      votes: [{ value: 3 }],
    });
  });
});

describe("bought votes", () => {
  const sells = { voting_fee_type: "voting_sell_votes", voting_fee: 20 } as const;
  const bought = (value: number, paidVotes: number) => ({ ...yes, value, paidVotes });

  test("raising a paid vote from 5 to 8 makes a payment of 3; the 5 go on counting", () => {
    expect(changeOf(bought(5, 5), 8, sells)).toMatchObject({
      kind: "to_pay",
      votes: [{ value: 8, paidVotes: 5 }],
      purchase: { quantity: 3, amount: 60 },
      tallyChange: { options: [], ballots: 0 },
    });
  });

  test.each<[string, ListedVote, number | null, string]>([
    ["lowering is 422", bought(5, 5), 4, "vote_lowered"],
    ["before payment too", bought(5, 0), 4, "vote_lowered"],
    ["by taking it back, too", bought(5, 5), null, "vote_lowered"],
    ["the same value while something is open is to be paid again", bought(8, 5), 8, "to_pay"],
    ["the same value when all is paid changes nothing", bought(5, 5), 5, "changed"],
    ["a raise below the payment minimum", bought(5, 5), 6, "purchase_too_small"],
  ])("%s", (_case, vote, value, expected) => {
    expect(outcome(changeOf(vote, value, sells))).toBe(expected);
  });

  test.each([
    ["all is paid", 5, true],
    ["something is open", 2, false],
  ])("the same value is no change when %s", (_case, paid, expected) => {
    expect(changeOf(bought(5, paid), 5, sells)).toMatchObject({ unchanged: expected });
  });

  test("they are final once all is paid", () => {
    const final = { ...sells, final_votes: true };
    expect(outcome(changeOf(bought(8, 5), 8, final))).toBe("to_pay");
    expect(outcome(changeOf(bought(8, 8), 11, final))).toBe("votes_are_final");
  });
});
