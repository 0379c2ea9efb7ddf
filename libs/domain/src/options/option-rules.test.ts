// Covers docs/reference/errors.md: codes-of-options
// Covers docs/reference/options.md: calendar-doors, creation, deletion, drawings, submission-window, update
// Covers docs/reference/options.md: visibility
// Covers docs/reference/time.md: windows

import { now, ordinaryPoll } from "../votes/testing/ordinary";
import { creatorsOf } from "./derive-class";
import { mayDeleteOption, mayUpdateOption, type OptionDeletion } from "./may-change-option";
import { mayCreateOption, type OptionCreation } from "./may-create-option";
import {
  isUnopened,
  type OptionViewing,
  optionVisible,
  optionVisibleToMember,
} from "./option-visibility";
import { ordinaryOption } from "./testing/option";

const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);
const poll = (settings: Parameters<typeof ordinaryPoll>[0] = {}) => ordinaryPoll(settings);
const survey = poll({ type: "Polls::Survey" });
const because = (decision: { readonly allowed: boolean }) =>
  decision.allowed ? "allowed" : (decision as unknown as { because: string }).because;

describe("mayCreateOption", () => {
  const member: OptionCreation = {
    poll: poll({ settings: { allow_new_options: true } }),
    now,
    access: "member",
    ownerKey: "anonymous:ann",
    createdBy: "as_top_level",
    ownOptions: 0,
    ownSiblings: 0,
  };
  const open = { allow_new_options: true };
  // Settings: allow_new_options, start_date_submission
  test.each<[string, Partial<OptionCreation>, string]>([
    ["a member with allow_new_options", {}, "allowed"],
    ["a member without allow_new_options", { poll: poll() }, "new_options_not_allowed"],
    [
      "an admin without allow_new_options",
      { access: "admin", poll: poll({ status: "closed" }) },
      "allowed",
    ],
    [
      "a member of a closed poll",
      { poll: poll({ status: "closed", settings: open }) },
      "poll_closed",
    ],
    [
      "a member before the window",
      { poll: poll({ settings: { ...open, start_date_submission: after } }) },
      "submission_not_started",
    ],
    [
      "a member as the window opens",
      { poll: poll({ settings: { ...open, start_date_submission: now } }) },
      "allowed",
    ],
    [
      "a member as the window closes",
      { poll: poll({ settings: { ...open, deadline_submission: now } }) },
      "submission_ended",
    ],
    [
      "a member's second option of one allowed",
      { poll: poll({ settings: { ...open, option_limit: 1 } }), ownOptions: 1 },
      "option_limit_reached",
    ],
    ["an anonymous reader", { ownerKey: undefined }, "allowed"],
    [
      "an anonymous reader under option_limit",
      { ownerKey: undefined, poll: poll({ settings: { ...open, option_limit: 9 } }) },
      "user_identifier_required",
    ],
    [
      "a member's drawing, without allow_new_options",
      { createdBy: "every_actor_once", poll: poll() },
      "allowed",
    ],
    ["a second drawing", { createdBy: "every_actor_once", ownSiblings: 1 }, "already_submitted"],
    ["a member's step of a survey", { createdBy: creatorsOf(survey, undefined) }, "admins_only"],
    ["a member's input of a step", { createdBy: "admins" }, "admins_only"],
  ])("decides for %s", (_case, difference, expected) => {
    expect(because(mayCreateOption({ ...member, ...difference }))).toBe(expected);
  });
});

describe("mayDeleteOption and mayUpdateOption", () => {
  const ownFresh: OptionDeletion = {
    poll: poll(),
    now,
    access: "member",
    isOwn: true,
    hasVotes: false,
    feePaid: false,
    votesPaid: false,
    usedInBranching: false,
    decided: false,
  };
  test.each<[string, Partial<OptionDeletion>, string, string]>([
    ["a new own option", {}, "allowed", "allowed"],
    ["an own option with votes", { hasVotes: true }, "has_votes", "has_votes"],
    ["an option of another member", { isOwn: false }, "not_yours", "not_yours"],
    ["a paid option of another member", { isOwn: false, feePaid: true }, "not_yours", "not_yours"],
    [
      "an own option after the window",
      { poll: poll({ settings: { deadline_submission: before } }) },
      "submission_ended",
      "submission_ended",
    ],
    [
      "any option with votes, by an admin",
      { access: "admin", isOwn: false, hasVotes: true },
      "allowed",
      "allowed",
    ],
    ["a paid option, by an admin", { access: "admin", feePaid: true }, "fee_paid", "allowed"],
    [
      "an option with paid votes, by an admin",
      { access: "admin", votesPaid: true },
      "votes_paid",
      "allowed",
    ],
    [
      "a step that branching names",
      { access: "admin", usedInBranching: true },
      "used_in_branching",
      "allowed",
    ],
    ["a final date, by an admin", { access: "admin", decided: true }, "option_decided", "allowed"],
  ])("decide for %s", (_case, difference, deletion, update) => {
    expect(because(mayDeleteOption({ ...ownFresh, ...difference }))).toBe(deletion);
    expect(because(mayUpdateOption({ ...ownFresh, ...difference }))).toBe(update);
  });
});

describe("optionVisibleToMember", () => {
  const theirs = ordinaryOption({ ownerKey: "anonymous:bob" });
  const drawingStep = ordinaryOption({
    type: "Options::SurveyStep",
    ownerKey: "user:1",
    settings: { survey_step_type: "drawing" },
  });
  const ordinary: OptionViewing = {
    poll: poll(),
    lineage: [theirs],
    ownerKey: "anonymous:ann",
    now,
  };
  test.each<[string, Partial<OptionViewing>, boolean]>([
    ["an approved option", {}, true],
    ["an unreviewed option", { lineage: [{ ...theirs, approvalState: "unreviewed" }] }, false],
    ["a disapproved option", { lineage: [{ ...theirs, approvalState: "disapproved" }] }, false],
    [
      "an own unreviewed option",
      { lineage: [ordinaryOption({ approvalState: "unreviewed" })] },
      true,
    ],
    [
      "an own option under hide_options",
      { lineage: [ordinaryOption()], poll: poll({ settings: { hide_options: true } }) },
      true,
    ],
    ["an archived option", { lineage: [{ ...theirs, archived: true }] }, false],
    ["a child of an option of another member", { lineage: [theirs, theirs] }, true],
    ["an option with an unpaid fee", { lineage: [{ ...theirs, paid: false }] }, false],
    ["an option with a paid fee", { lineage: [{ ...theirs, paid: true }] }, true],
    ["a child of an archived option", { lineage: [theirs, { ...theirs, archived: true }] }, false],
    ["a drawing of another member", { lineage: [theirs, drawingStep] }, false],
    ["an own drawing", { lineage: [ordinaryOption(), drawingStep] }, true],
    [
      "an option without an owner, to an anonymous reader",
      { lineage: [{ ...theirs, ownerKey: undefined, archived: true }], ownerKey: undefined },
      false,
    ],
    ["before voting starts", { poll: poll({ settings: { start_date_voting: after } }) }, true],
    [
      "before voting starts, without options_visible_before_voting",
      {
        poll: poll({
          settings: { start_date_voting: after, options_visible_before_voting: false },
        }),
      },
      false,
    ],
    [
      "under hide_options until the poll is closed",
      { poll: poll({ settings: { hide_options: true } }) },
      false,
    ],
    [
      "under hide_options once it is closed",
      { poll: poll({ status: "closed", settings: { hide_options: true } }) },
      true,
    ],
    [
      "under hide_options until deadline_submission",
      { poll: poll({ settings: { hide_options: true, deadline_submission: after } }) },
      false,
    ],
    [
      "under hide_options from deadline_submission on",
      { poll: poll({ settings: { hide_options: true, deadline_submission: now } }) },
      true,
    ],
  ])("decides for %s", (_case, difference, expected) => {
    expect(optionVisibleToMember({ ...ordinary, ...difference })).toBe(expected);
  });

  test("admins see every option", () => {
    const lineage = [{ ...theirs, archived: true }] as const;
    const viewing = { poll: poll(), lineage, ownerKey: undefined, now };
    expect(optionVisible({ ...viewing, access: "admin" })).toBe(true);
    expect(optionVisible({ ...viewing, access: "member" })).toBe(false);
  });

  test("a door is unopened before its start_date", () => {
    const door = { type: "Options::AdventCalendarOption", startDate: after };
    expect(isUnopened(door, now)).toBe(true);
    expect(isUnopened(door, after)).toBe(false);
    expect(isUnopened({ type: "Options::DateOption", startDate: after }, now)).toBe(false);
  });
});
