// Covers docs/reference/access.md: objects-of-others, own-objects-that-are-fixed
// Covers docs/reference/errors.md: codes-of-participants
// Covers docs/reference/participants.md: creation, deletion, limitation, update
// Covers docs/reference/payments.md: voting-wallet
// Covers docs/reference/polls.md: closed-polls, voting-window

import { now, ordinaryPoll } from "../votes/testing/ordinary";
import {
  mayDeleteRecord,
  mayDeleteVotes,
  mayUpdateParticipant,
  type ParticipantUpdate,
  type ParticipationDeletion,
} from "./may-change-participant";
import { mayTakePart, type ParticipationFacts } from "./may-take-part";

const pollOf = (settings = {}, type = "Polls::Voting") => ordinaryPoll({ type, settings });
const because = (decision: { readonly allowed: boolean }) =>
  decision.allowed ? "allowed" : (decision as unknown as { because: string }).because;

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
  // Settings: allow_new_rows
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
