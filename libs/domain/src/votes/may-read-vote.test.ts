// Covers docs/reference/payments.md: participation-fee, voting-wallet
// Covers docs/reference/requests.md: answers
// Covers docs/reference/votes.md: fields, private-answers, reading-votes, vote-per-day, voting-categories

import type { PollSettings } from "../polls/settings";
import {
  isPaid,
  mayReadDistribution,
  mayReadVote,
  privateVoteTypes,
  shownValue,
  type VoteViewer,
  voteFields,
} from "./may-read-vote";
import { now, ordinaryPoll, storedVote } from "./testing/ordinary";

const vote = storedVote({ type: "Votes::BooleanVote" });
const member = { access: "member", own: false } as const;
const owner = { access: "member", own: true } as const;
const admin = { access: "admin", own: false } as const;

describe("mayReadVote", () => {
  const reads = (
    settings: Partial<PollSettings>,
    viewer: typeof member | typeof owner | typeof admin,
    optionVisible = true,
    status: "active" | "closed" = "closed",
  ) =>
    mayReadVote(ordinaryPoll({ settings, status }), vote, viewer, {
      now,
      hasVoted: false,
      optionVisible,
    });

  test.each([
    ["hide_votes hides the votes of others", { hide_votes: true }, "active"],
    ["hide_results hides the votes of others", { hide_results: true }, "active"],
    ["hide_results hides them after closing too", { hide_results: true }, "closed"],
  ] as const)("%s", (_case, settings, status) => {
    expect(reads(settings, member, true, status)).toBe(false);
    expect(reads(settings, owner, true, status)).toBe(true);
    expect(reads(settings, admin, true, status)).toBe(true);
  });

  test.each([
    ["closed by an admin", { hide_votes: true }, "closed"],
    ["past its deadline", { hide_votes: true, deadline_voting: now }, "active"],
  ] as const)("hide_votes hides nothing in a poll that is %s", (_case, settings, status) => {
    expect(reads(settings, member, true, status)).toBe(true);
  });

  test.each([
    ["without a vote of their own", false],
    ["with one", true],
  ])("after_own_vote: members %s", (_case, hasVoted) => {
    const poll = ordinaryPoll({ settings: { results_visible: "after_own_vote" } });
    const facts = { now, hasVoted, optionVisible: true };
    expect(mayReadVote(poll, vote, member, facts)).toBe(hasVoted);
    expect(mayReadVote(poll, vote, owner, facts)).toBe(true);
    expect(mayReadVote(poll, vote, admin, facts)).toBe(true);
  });

  test("else all members read them, on options that they see", () => {
    expect(reads({}, member)).toBe(true);
    expect(reads({}, member, false)).toBe(false);
    expect(reads({}, owner, false)).toBe(true);
  });

  test.each(["Votes::TextVote", "Votes::DateVote"])(
    "answers of a survey that are texts are read by their author and by admins: %s",
    (type) => {
      const reading = (settings: Partial<PollSettings>, viewer: typeof member | typeof owner) =>
        mayReadVote(
          ordinaryPoll({ type: "Polls::Survey", settings, status: "closed" }),
          { ...vote, type },
          viewer,
          { now, hasVoted: false, optionVisible: true },
        );
      expect(reading({}, member)).toBe(false);
      expect(reading({}, owner)).toBe(true);
      expect(reading({}, admin as never)).toBe(true);
      expect(reading({ public_answers: true }, member)).toBe(true);
      expect(reading({ public_answers: true, hide_votes: true }, member)).toBe(true);
      expect(reading({ public_answers: true, hide_results: true }, member)).toBe(false);
    },
  );

  test("other votes of a survey, and cells of a table, are read by all members", () => {
    const facts = { now, hasVoted: false, optionVisible: true };
    const survey = ordinaryPoll({ type: "Polls::Survey" });
    expect(mayReadVote(survey, vote, member, facts)).toBe(true);
    const table = ordinaryPoll({ type: "Polls::Table" });
    expect(mayReadVote(table, { ...vote, type: "Votes::TextVote" }, member, facts)).toBe(true);
  });

  test("only of the current day, for admins too; their list shows all days", () => {
    const poll = ordinaryPoll({ settings: { vote_per_day: true } });
    const old = { ...vote, voteDate: "2030-05-14" };
    const facts = { now, hasVoted: false, optionVisible: true };
    expect(mayReadVote(poll, old, admin, facts)).toBe(false);
    expect(mayReadVote(poll, old, admin, { ...facts, anyDay: true })).toBe(true);
    expect(mayReadVote(poll, old, owner, { ...facts, anyDay: true })).toBe(false);
  });
});

describe("mayReadDistribution: answers to open questions of a survey are private", () => {
  const survey = { type: "Polls::Survey" };
  const shown = { type: "Polls::Survey", settings: { public_answers: true } };
  const text = { voteType: "Votes::TextVote", inputType: "text" };
  const select = { voteType: "Votes::TextVote", inputType: "select" };
  const stars = { voteType: "Votes::RatingVote", inputType: undefined };
  test.each<[string, typeof survey, "member" | "admin", typeof text | typeof stars, boolean]>([
    ["a text, to a member", survey, "member", text, false],
    ["a text, to an admin", survey, "admin", text, true],
    ["a text, to a member under public_answers", shown, "member", text, true],
    ["a text of a table, to a member", { type: "Polls::Table" }, "member", text, true],
    ["a selection, to a member", survey, "member", select, true],
    ["stars, to a member", survey, "member", stars, true],
  ])("%s: %#", (_case, poll, access, question, expected) => {
    expect(mayReadDistribution(ordinaryPoll(poll), access, question)).toBe(expected);
  });

  test("no vote is private in polls without steps", () => {
    expect(privateVoteTypes(ordinaryPoll())).toEqual([]);
    expect(privateVoteTypes(ordinaryPoll(survey))).toContain("Votes::TextVote");
  });
});

describe("voteFields", () => {
  const ordinary = {
    loser_option_id: "omitted",
    voter_id: "value",
    voting_category_id: "omitted",
    paid: "omitted",
    paid_votes: "omitted",
    skipped: "omitted",
    no_longer_offered: "omitted",
  };

  test("only the owner and admins read whether the step of a vote is skipped", () => {
    const skipped = { ...vote, skipped: true };
    const shownTo = (viewer: VoteViewer) => voteFields(ordinaryPoll(), skipped, viewer).skipped;
    expect([member, owner, admin].map(shownTo)).toEqual(["omitted", "value", "value"]);
  });

  test("only the owner and admins read that an option is no longer offered", () => {
    const gone = { ...vote, offered: false };
    const shownTo = (viewer: VoteViewer) =>
      voteFields(ordinaryPoll(), gone, viewer).no_longer_offered;
    expect([member, owner, admin].map(shownTo)).toEqual(["omitted", "value", "value"]);
  });

  test("fields of some polls are omitted in others", () => {
    for (const viewer of [member, owner, admin]) {
      expect(voteFields(ordinaryPoll(), vote, viewer)).toEqual(ordinary);
    }
    expect(
      voteFields(ordinaryPoll(), { ...vote, type: "Votes::PairwiseVote" }, member).loser_option_id,
    ).toBe("value");
    expect(
      voteFields(ordinaryPoll({ votingCategories: [{ id: 1, title: "A" }] }), vote, member)
        .voting_category_id,
    ).toBe("value");
  });

  test("hidden_participants: voter_id of others' votes is null for members", () => {
    const poll = ordinaryPoll({ settings: { hidden_participants: true } });
    expect([member, owner, admin].map((viewer) => voteFields(poll, vote, viewer).voter_id)).toEqual(
      ["null", "value", "value"],
    );
  });

  test("paid: admin access only, and only for polls with a voting wallet", () => {
    const poll = ordinaryPoll({
      settings: { voting_fee_type: "voting_sell_votes", voting_fee: 1 },
    });
    const bought = { ...vote, paidVotes: 0 };
    expect([member, owner, admin].map((viewer) => voteFields(poll, bought, viewer).paid)).toEqual([
      "omitted",
      "omitted",
      "value",
    ]);
    expect(
      [member, owner, admin].map((viewer) => voteFields(poll, bought, viewer).paid_votes),
    ).toEqual(["omitted", "value", "value"]);
    expect(voteFields(ordinaryPoll(), vote, admin).paid).toBe("omitted");
  });
});

test.each([
  [{ value: 0, text: undefined }, 0],
  [{ value: undefined, text: "blue" }, "blue"],
  [{ value: undefined, text: undefined }, null],
])("vote reads %j as %j", (value, shown) => {
  expect(shownValue(value)).toBe(shown);
});

test.each([
  ["nothing is bought", { value: 1, paidVotes: undefined }, undefined, true],
  ["bought votes are unpaid", { value: 5, paidVotes: 0 }, undefined, false],
  ["a part is open", { value: 8, paidVotes: 5 }, undefined, false],
  ["all is paid", { value: 8, paidVotes: 8 }, undefined, true],
  ["the participant's fee is open", { value: 1, paidVotes: undefined }, false, false],
])("paid is true when nothing is open: %s", (_case, vote, paid, expected) => {
  expect(isPaid(vote, { paid })).toBe(expected);
});
