// Covers docs/reference/opt-in.md: pending-participants, when-it-applies
// Covers docs/reference/participants.md: fields, names, required-votes, visibility

import { ordinaryParticipant, ordinaryPoll } from "../votes/testing/ordinary";
import { shownName } from "./anonymity";
import type { Participant } from "./participant";
import { requiredOptionVotesComplete } from "./required-votes-complete";
import { type ParticipantViewer, participantVisible, showParticipant } from "./show-participant";

const pollOf = (settings = {}, type = "Polls::Voting") => ordinaryPoll({ type, settings });

describe("showParticipant", () => {
  const viewer = (
    access: "admin" | "member",
    isOwner = false,
    settings = {},
    type?: string,
  ): ParticipantViewer => ({
    poll: pollOf(settings, type),
    access,
    isOwner,
  });
  const derived = { complete: true, requiredOptionVotesComplete: false };
  const fieldsFor = (who: ParticipantViewer) =>
    Object.keys(showParticipant(ordinaryParticipant(), who, derived)).sort();
  const open = ["changed_by_admin", "created_at", "id", "updated_at", "user_name"];

  test.each<[string, ParticipantViewer, readonly string[]]>([
    ["a member", viewer("member"), open],
    ["its owner", viewer("member", true), [...open, "additional_attributes", "jury"]],
    ["an admin", viewer("admin"), [...open, "additional_attributes", "fraudulent", "jury", "paid"]],
    ["a member, of a survey", viewer("member", false, {}, "Polls::Survey"), [...open, "complete"]],
    [
      "an admin, with all settings",
      viewer("admin", false, {
        option_vote_requirement: "all_options",
        terms_for_voters: true,
        privacy_policy_for_voters: true,
        double_opt_in: true,
      }),
      [
        ...open,
        "additional_attributes",
        "fraudulent",
        "jury",
        "opt_in_confirmed",
        "paid",
        "privacy_policy_accepted",
        "required_option_votes_complete",
        "terms_accepted",
      ],
    ],
  ])("%s sees", (_case, who, fields) => {
    expect(fieldsFor(who)).toEqual([...fields].sort());
  });

  test.each<[string, boolean, Partial<Participant>, boolean | undefined]>([
    ["pending, with double opt-in", true, { confirmedAt: undefined }, false],
    ["pending, once double opt-in is off", false, { confirmedAt: undefined }, false],
    ["confirmed, with double opt-in", true, {}, true],
    ["confirmed, without double opt-in", false, {}, undefined],
  ])("a participant that is %s", (_case, double_opt_in, difference, expected) => {
    const participant = ordinaryParticipant(difference);
    const shownTo = (...[access, isOwner]: ["admin" | "member", boolean]) =>
      showParticipant(participant, viewer(access, isOwner, { double_opt_in })).opt_in_confirmed;
    expect([shownTo("admin", false), shownTo("member", true)]).toEqual([expected, expected]);
    expect(shownTo("member", false)).toBeUndefined();
  });

  test("a generated name depends on the public id only", () => {
    const poll = pollOf({ anonymize_voter_names: true });
    const name = shownName(ordinaryParticipant(), poll);
    expect(name).toMatch(/^Participant [0-9a-f]{6}$/);
    expect(shownName(ordinaryParticipant({ userName: "Bob" }), poll)).toBe(name);
    expect(shownName(ordinaryParticipant({ publicId: "other" }), poll)).not.toBe(name);
  });

  test("a participant without a name has an empty name", () => {
    const nameless = ordinaryParticipant({ userName: undefined });
    expect(showParticipant(nameless, viewer("member")).user_name).toBe("");
    expect(shownName(nameless, pollOf({ anonymize_voter_names: true }))).toMatch(/^Participant /);
  });

  test.each<[string, object, ParticipantViewer, boolean]>([
    ["a confirmed participant", {}, viewer("member"), true],
    ["a participant whose opt-in is pending", { confirmedAt: undefined }, viewer("member"), false],
    [
      "an own participant whose opt-in is pending",
      { confirmedAt: undefined },
      viewer("member", true),
      true,
    ],
    ["a hidden participant", {}, viewer("member", false, { hidden_participants: true }), false],
    [
      "a hidden participant, to admins",
      {},
      viewer("admin", false, { hidden_participants: true }),
      true,
    ],
  ])("%s: visible %#", (_case, difference, who, visible) => {
    expect(participantVisible(ordinaryParticipant(difference), who)).toBe(visible);
  });
});

describe("requiredOptionVotesComplete", () => {
  const vote = (optionId: bigint, votingCategoryId?: number) => ({ optionId, votingCategoryId });
  test.each([
    ["every option", [1n, 2n], [], [vote(1n), vote(2n)], 0, true],
    ["one missing", [1n, 2n], [], [vote(1n)], 0, false],
    ["every option in every category", [1n], [1, 2], [vote(1n, 1), vote(1n, 2)], 0, true],
    ["a category missing", [1n], [1, 2], [vote(1n, 1)], 0, false],
    ["votes left", [1n], [], [vote(1n)], 3, false],
    ["all votes cast", [1n], [], [vote(1n)], 0, true],
  ])("%s", (_case, votableOptionIds, categoryIds, votes, votesLeft, expected) => {
    expect(requiredOptionVotesComplete({ votableOptionIds, categoryIds, votes, votesLeft })).toBe(
      expected,
    );
  });
});
