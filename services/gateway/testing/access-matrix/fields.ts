import { type Situation, seesRatings } from "./situation";

// The fields of the objects of a fixture, copied from the tables of docs/reference and not from the
// code. "=null" marks a field whose value is null.

/** docs/reference/polls.md#fields */
export const poll = ({ admin, caller }: Situation): string[] => [
  ...["public_url", "member_hash", "title", "type", "status", "description", "options_count"],
  ...["voters_count", "created_at", "updated_at", "url", "settings"],
  ...["voter_required_fields", "option_required_fields"],
  ...(admin ? ["admin_url", "configuration_hints"] : []),
  ...(caller.ownsPoll ? ["admin_hash", "waiting_count"] : []),
];

/** docs/reference/participants.md#fields */
export const participant = ({ admin, variant }: Situation, own: boolean): string[] => {
  const naming = admin && variant !== "anonymize_voter_names";
  return [
    ...["id", "user_name", "changed_by_admin", "created_at", "updated_at"],
    ...(admin ? ["fraudulent"] : []),
    ...(naming ? ["paid"] : []),
    ...(naming || own ? ["jury"] : []),
    ...(admin || own ? ["additional_attributes"] : []),
  ];
};

/**
 * Nullable fields are present with null. Fields that only some polls have are absent
 * (docs/reference/votes.md#fields).
 */
export const vote = ({ admin, variant }: Situation, own: boolean): string[] => [
  ...["id", "type", "created_at", "updated_at", "option_id", "vote"],
  ...["vote_date=null", "vote_text=null"],
  variant === "hidden_participants" && !admin && !own ? "voter_id=null" : "voter_id",
  ...(admin && variant === "voting wallet" ? ["paid"] : []),
];

/** docs/reference/comments.md#fields */
export const comment = ({ admin, variant }: Situation, own: boolean): string[] => [
  ...[
    "id",
    "content",
    "created_at",
    "parent_comment_id=null",
    "hidden",
    "approval_state",
    "own",
    "by_organizer",
  ],
  variant === "hidden_participants" && !admin && !own ? "user_name=null" : "user_name",
];

const rating = (situation: Situation): string[] => {
  const { admin, variant } = situation;
  if (!seesRatings(situation)) return [];
  const best = admin || variant !== "hidden_best_rating" ? ["best_rating", "selected"] : [];
  return ["rating", "average_rating", ...best];
};

export interface MatrixOption {
  readonly own: boolean;
  /** The option has values in all fields that the fixture fills. */
  readonly said: boolean;
  /** Only options that members can see have a rank (docs/reference/ratings.md#rank). */
  readonly ranked: boolean;
}

/** The fields of an option in a list (docs/reference/options.md#fields). */
export const optionInList = (situation: Situation, facts: MatrixOption): string[] => [
  ...optionEverywhere(situation, facts),
  ...(facts.said ? ["has_description"] : []),
];

const optionEverywhere = (situation: Situation, { own, said, ranked }: MatrixOption): string[] => {
  const { admin, variant } = situation;
  const author = admin || own || variant !== "hidden_author_name" ? ["author_name"] : [];
  const ratings = rating(situation);
  return [
    ...["id", "public_url", "type", "content", "position", "created_at", "updated_at"],
    "comments_count",
    ...(said ? ["subtitle", "info_link", "info_link_title", "tags", ...author] : []),
    ...ratings,
    ...(ranked && ratings.length > 0 ? ["rank"] : []),
    ...(admin ? ["admin_url", "approval_state", "archived"] : []),
  ];
};

/** All fields of an option (docs/reference/options.md#fields). */
export const option = (situation: Situation, facts: MatrixOption): string[] => [
  ...optionEverywhere(situation, facts),
  ...["options_count", "settings"],
  ...(facts.said ? ["description"] : []),
  ...(rating(situation).length > 0 ? ["voter_count"] : []),
  ...(situation.admin ? ["fraudulent_count"] : []),
  ...(situation.admin && facts.said ? ["state_change_message"] : []),
];

/** docs/reference/results.md#body */
export const results = (counted: boolean, { variant }: Situation) => [
  "voters_count",
  ...(variant === "restrict_view_access, not on the jury" ? ["jury_count"] : []),
  ...(counted ? ["counted_at"] : []),
  ...["groups", "voting_categories", "options", "assignments"],
];

/** docs/reference/results.md#count */
export const count = [
  ...["counting_method", "sentence", "counted_at", "seats", "quota=null", "quota_decimal=null"],
  ...["ballots", "abstaining", "exhausted", "exhausted_decimal", "winners", "ranking"],
  ...["rounds", "pairs=null", "grades=null", "ties", "seed=null", "changes"],
];

/** The code and the address are returned only once (docs/reference/participants.md#invitations). */
export const invitation = ["id", "email=null", "jury", "used", "used_at=null", "mail_state=null"];
export const newInvitation = [...invitation, "code", "url"];
export const payments = ["totals", "payments"];
