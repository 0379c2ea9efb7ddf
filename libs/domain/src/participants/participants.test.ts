// Covers docs/reference/access.md: objects-of-others, own-objects-that-are-fixed
// Covers docs/reference/errors.md: codes-of-participants
// Covers docs/reference/opt-in.md: addresses, allowed-domains, pending-participants
// Covers docs/reference/participants.md: acceptances, complete, creation, deletion, fields, fraudulent-participants
// Covers docs/reference/participants.md: limitation, names, required-votes, update, visibility
// Covers docs/reference/payments.md: voting-wallet
// Covers docs/reference/polls.md: closed-polls, voting-window
// Covers docs/reference/requests.md: field-rules
// Covers docs/reliability.md: mail-abuse

import type { FieldErrors } from "../refusals/refusal";
import { now, ordinaryParticipant, ordinaryPoll } from "../votes/testing/ordinary";
import { shownName } from "./anonymity";
import {
  mayDeleteRecord,
  mayDeleteVotes,
  mayUpdateParticipant,
  type ParticipantUpdate,
  type ParticipationDeletion,
} from "./may-change-participant";
import { mayTakePart, type ParticipationFacts } from "./may-take-part";
import { readCreateParticipant } from "./read-create-participant";
import { hasOnlyAdminFlags, readUpdateParticipant } from "./read-update-participant";
import { requiredOptionVotesComplete } from "./required-votes-complete";
import { type ParticipantViewer, participantVisible, showParticipant } from "./show-participant";

const pollOf = (settings = {}, type = "Polls::Voting") => ordinaryPoll({ type, settings });
const because = (decision: { readonly allowed: boolean }) =>
  decision.allowed ? "allowed" : (decision as unknown as { because: string }).because;

describe("readCreateParticipant", () => {
  const optIn = { double_opt_in: true, require_voter_name: false };
  const restricted = { ...optIn, restricted_double_opt_in_domains: ["example.org"] };
  test.each<[string, object, object, FieldErrors]>([
    ["no name", { voter: {} }, {}, { user_name: ["is required"] }],
    ["no voter", {}, {}, { voter: ["is required"] }],
    ["no address", { voter: {} }, optIn, { optin_email: ["is required"] }],
    [
      "an invalid address",
      { voter: { optin_email: "ann" } },
      optIn,
      { optin_email: ["must be an e-mail address"] },
    ],
    [
      "an address of another domain",
      { voter: { optin_email: "ann@example.org.evil.com" } },
      restricted,
      { optin_email: ["must be an address of example.org"] },
    ],
    [
      "an address of a subdomain",
      { voter: { optin_email: "ann@mail.example.org" } },
      restricted,
      { optin_email: ["must be an address of example.org"] },
    ],
    [
      "terms that are not accepted",
      { voter: { user_name: "Ann", terms: false } },
      { terms_for_voters: true },
      { terms: ["must be accepted"] },
    ],
    [
      "an unknown field",
      { voter: { user_name: "Ann", jury: true } },
      {},
      { jury: ["is not a known field"] },
    ],
    [
      "an address of a domain that only looks allowed",
      { voter: { optin_email: "ann@b\u00fccher.example.com" } },
      { ...optIn, restricted_double_opt_in_domains: ["xn--bcher-kva.example"] },
      { optin_email: ["must be an address of xn--bcher-kva.example"] },
    ],
  ])("%s is refused", (_case, body, settings, errors) => {
    expect(readCreateParticipant(body, pollOf(settings))).toEqual({ ok: false, errors });
  });

  test.each<[string, object, object, object]>([
    ["a name", { voter: { user_name: " Ann " } }, {}, { userName: "Ann" }],
    [
      "a given name is not stored under anonymize_voter_names",
      { voter: { user_name: "Ann" } },
      { anonymize_voter_names: true },
      { userName: undefined },
    ],
    [
      "an address is not kept without double opt-in",
      { voter: { user_name: "Ann", optin_email: "ann@example.org" } },
      {},
      { optinEmail: undefined },
    ],
    [
      "an address of the domain, in any case of letters",
      { voter: { optin_email: "Ann@Example.ORG" } },
      restricted,
      { optinEmail: "Ann@Example.ORG" },
    ],
    [
      "acceptances inside, as 1",
      { voter: { user_name: "Ann", terms: 1 } },
      { terms_for_voters: true },
      { termsAccepted: true },
    ],
    [
      "acceptances beside, as true",
      { voter: { user_name: "Ann" }, terms: true },
      { terms_for_voters: true },
      { termsAccepted: true },
    ],
  ])("%s", (_case, body, settings, value) => {
    expect(readCreateParticipant(body, pollOf(settings))).toMatchObject({ ok: true, value });
  });
});

test.each(["ann@b\u00fccher.example", "ann@B\u00dcCHER.example", "ann@xn--bcher-kva.example"])(
  "%s is an address of the allowed domain xn--bcher-kva.example",
  (optin_email) => {
    const settings = {
      double_opt_in: true,
      require_voter_name: false,
      restricted_double_opt_in_domains: ["xn--bcher-kva.example"],
    };
    expect(readCreateParticipant({ voter: { optin_email } }, pollOf(settings))).toMatchObject({
      ok: true,
      value: { optinEmail: optin_email },
    });
  },
);

describe("readUpdateParticipant", () => {
  const read = (
    voter: object,
    settings = {},
    access: "admin" | "member" = "member",
    type?: string,
  ) => readUpdateParticipant({ voter }, pollOf(settings, type), access, ordinaryParticipant());

  test.each<[string, ReturnType<typeof read>, FieldErrors]>([
    [
      "taking back a required acceptance",
      read({ terms_accepted: false }, { terms_for_voters: true }),
      { terms_accepted: ["cannot be withdrawn"] },
    ],
    ["clearing a required name", read({ user_name: "" }), { user_name: ["is required"] }],
    [
      "an acceptance under its name in create requests",
      read({ terms: true }),
      { terms: ["is not a known field"] },
    ],
    [
      "flags by a member",
      read({ fraudulent: true, jury: true }),
      { fraudulent: ["is for admins only"], jury: ["is for admins only"] },
    ],
    ["complete outside surveys", read({ complete: true }), { complete: ["is for surveys only"] }],
  ])("%s is refused", (_case, reading, errors) => {
    expect(reading).toEqual({ ok: false, errors });
  });

  test("absent fields stay", () => {
    expect(read({ user_name: "Bob" })).toEqual({ ok: true, value: { userName: "Bob" } });
    expect(read({ terms_accepted: false })).toEqual({ ok: true, value: { termsAccepted: false } });
    expect(read({ complete: true }, {}, "member", "Polls::Survey")).toEqual({
      ok: true,
      value: { complete: true },
    });
  });

  test("hasOnlyAdminFlags distinguishes flags from other changes", () => {
    expect(hasOnlyAdminFlags({ fraudulent: true, jury: false })).toBe(true);
    expect(hasOnlyAdminFlags({ fraudulent: true, userName: "Bob" })).toBe(false);
    expect(hasOnlyAdminFlags({})).toBe(false);
  });
});

describe("mayTakePart", () => {
  const first: ParticipationFacts = {
    poll: pollOf(),
    now,
    access: "member",
    ownerKey: "anonymous:ann",
    isVisitor: false,
    takesPart: false,
    fromSameAddress: 0,
    proof: undefined,
    invitation: undefined,
  };
  const limited = (participant_limitation_type: string) => ({
    poll: pollOf({ participant_limitation_type }),
  });
  test.each<[string, Partial<ParticipationFacts>, string]>([
    ["a new participant", {}, "allowed"],
    [
      "before voting starts",
      { poll: pollOf({ start_date_voting: new Date(now.getTime() + 1) }) },
      "allowed",
    ],
    ["an anonymous reader", { ownerKey: undefined }, "user_identifier_required"],
    ["a closed poll", { poll: ordinaryPoll({ status: "closed" }) }, "poll_closed"],
    [
      "an admin of a closed poll",
      { poll: ordinaryPoll({ status: "closed" }), access: "admin" },
      "poll_closed",
    ],
    ["twice under check_nothing", { takesPart: true }, "allowed"],
    [
      "twice under check_nothing, as a visitor of a page",
      { isVisitor: true, takesPart: true },
      "already_participating",
    ],
    [
      "twice under check_user",
      { ...limited("check_user"), takesPart: true },
      "already_participating",
    ],
    ["twice under check_ip", { ...limited("check_ip"), takesPart: true }, "already_participating"],
    [
      "from the same address under check_ip",
      { ...limited("check_ip"), fromSameAddress: 1 },
      "address_already_participating",
    ],
    [
      "from the same address under check_user",
      { ...limited("check_user"), fromSameAddress: 1 },
      "allowed",
    ],
    [
      "twice with a second invitation",
      { ...limited("check_invitation"), takesPart: true, invitation: "good" },
      "allowed",
    ],
    ["without an invitation", limited("check_invitation"), "invitation_required"],
    [
      "with a used invitation",
      { ...limited("check_invitation"), invitation: "bad" },
      "invitation_invalid",
    ],
    ["without a proof of being one person", { proof: "missing" }, "provider_sign_in_required"],
    [
      "an admin without a proof",
      { proof: "missing", access: "admin" },
      "provider_sign_in_required",
    ],
    ["with a proof", { proof: "given" }, "allowed"],
    ["twice with a proof", { proof: "given", takesPart: true }, "already_participating"],
    [
      "twice with a proof and a second invitation",
      {
        ...limited("check_invitation"),
        proof: "given",
        takesPart: true,
        invitation: "good",
      },
      "already_participating",
    ],
    [
      "a second row of a table with a proof",
      { poll: pollOf({}, "Polls::Table"), proof: "given", takesPart: true },
      "allowed",
    ],
    [
      "a new row that is not allowed",
      { poll: pollOf({ allow_new_rows: false }, "Polls::Table") },
      "new_rows_not_allowed",
    ],
    [
      "a new row by an admin",
      { poll: pollOf({ allow_new_rows: false }, "Polls::Table"), access: "admin" },
      "allowed",
    ],
    ["allow_new_rows outside tables", { poll: pollOf({ allow_new_rows: false }) }, "allowed"],
  ])("decides for %s", (_case, difference, expected) => {
    expect(because(mayTakePart({ ...first, ...difference }))).toBe(expected);
  });
});

describe("mayUpdateParticipant", () => {
  const ownUpdate: ParticipantUpdate = {
    poll: pollOf(),
    now,
    access: "member",
    isOwn: true,
    onlyAdminFlags: false,
    reopens: false,
  };
  const reopening = { poll: pollOf({ final_votes: true }, "Polls::Survey"), reopens: true };
  const asAdmin = { access: "admin", isOwn: false } as const;
  test.each<[string, Partial<ParticipantUpdate>, string]>([
    ["an own participant", {}, "allowed"],
    ["complete that is taken back", { reopens: true }, "allowed"],
    ["complete that is taken back, with final votes", reopening, "votes_are_final"],
    ["another change with final votes", { ...reopening, reopens: false }, "allowed"],
    [
      "an own participant of a closed poll",
      { poll: ordinaryPoll({ status: "closed" }) },
      "poll_closed",
    ],
    [
      "an own participant without allow_voting",
      { poll: pollOf({ allow_voting: false }) },
      "voting_not_allowed",
    ],
    [
      "an own participant before voting starts",
      { poll: pollOf({ start_date_voting: new Date(now.getTime() + 1) }) },
      "allowed",
    ],
    ["a participant of another user", { isOwn: false }, "not_yours"],
    ["an admin, in a voting", asAdmin, "allowed"],
    ["an admin, in a table", { ...asAdmin, poll: pollOf({}, "Polls::Table") }, "allowed"],
    ["an admin, in a survey", { ...asAdmin, poll: pollOf({}, "Polls::Survey") }, "not_changeable"],
    [
      "an admin, of anonymized participants",
      { ...asAdmin, poll: pollOf({ anonymize_voter_names: true }) },
      "not_changeable",
    ],
    [
      "an admin, of hidden participants",
      { ...asAdmin, poll: pollOf({ hidden_participants: true }) },
      "not_changeable",
    ],
    [
      "an admin, of a closed poll",
      { ...asAdmin, poll: ordinaryPoll({ status: "closed" }) },
      "poll_closed",
    ],
    [
      "an admin's flags, in a closed survey",
      {
        ...asAdmin,
        onlyAdminFlags: true,
        poll: ordinaryPoll({ type: "Polls::Survey", status: "closed" }),
      },
      "allowed",
    ],
  ])("decides for %s", (_case, difference, expected) => {
    expect(because(mayUpdateParticipant({ ...ownUpdate, ...difference }))).toBe(expected);
  });
});

describe("mayDeleteVotes and mayDeleteRecord", () => {
  const own: ParticipationDeletion = {
    poll: pollOf(),
    now,
    access: "member",
    isOwn: true,
    canDeleteParticipations: true,
    hasCast: true,
  };
  const final = pollOf({ final_votes: true });
  const others = { isOwn: false };
  const cannot = { canDeleteParticipations: false };
  const closed = ordinaryPoll({ status: "closed" });
  const wallet = pollOf({ voting_fee: 100 });
  test.each<[string, Partial<ParticipationDeletion>, string, boolean]>([
    ["an own participant", {}, "allowed", true],
    [
      "an own participant is kept when the account cannot delete participations",
      cannot,
      "allowed",
      false,
    ],
    ["an own participant of a closed poll", { poll: closed }, "not_allowed", true],
    ["an own participant with final votes", { poll: final }, "not_allowed", true],
    ["the same as an admin", { poll: final, access: "admin" }, "not_allowed", true],
    ["an own participant before its votes", { poll: final, hasCast: false }, "allowed", true],
    ["an admin, of final votes", { ...others, access: "admin", poll: final }, "allowed", true],
    ["a participant of another user", others, "not_allowed", true],
    [
      "an admin, when the account can delete participations",
      { ...others, access: "admin" },
      "allowed",
      true,
    ],
    [
      "an admin, when the account cannot",
      { ...others, ...cannot, access: "admin" },
      "not_allowed",
      false,
    ],
    [
      "an admin of a survey, when the account cannot",
      { ...others, ...cannot, access: "admin", poll: pollOf({}, "Polls::Survey") },
      "allowed",
      false,
    ],
    ["an admin, of a closed poll", { ...others, access: "admin", poll: closed }, "allowed", true],
    ["an own participant in a poll with a wallet", { poll: wallet }, "voting_wallet", false],
    [
      "an admin, in a poll with a wallet",
      { ...others, access: "admin", poll: wallet },
      "voting_wallet",
      false,
    ],
    [
      "an own participant in a poll with donations",
      { poll: pollOf({ voting_fee_type: "voting_donation" }) },
      "allowed",
      true,
    ],
  ])("decide for %s", (_case, difference, votes, record) => {
    const deletion = { ...own, ...difference };
    expect(because(mayDeleteVotes(deletion))).toBe(votes);
    expect(mayDeleteRecord(deletion)).toBe(record);
  });
});

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
