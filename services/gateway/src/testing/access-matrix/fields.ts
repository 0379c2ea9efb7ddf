import type { Situation } from "./situation";

// The fields of the objects of a fixture, written from the tables of docs/reference and not from the code.
// A field that answers null is named with "=null".

/** docs/reference/polls.md#fields */
export const poll = ({ admin, caller }: Situation): string[] => [
  ...["public_url", "member_hash", "title", "type", "status", "description", "options_count"],
  ...["voters_count", "created_at", "updated_at", "url", "settings"],
  ...["voter_required_fields", "option_required_fields"],
  ...(admin ? ["admin_url", "configuration_hints"] : []),
  ...(caller.ownsPoll ? ["admin_hash"] : []),
];

/** docs/reference/participants.md#fields */
export const participant = ({ admin }: Situation, own: boolean): string[] => [
  ...["id", "user_name", "changed_by_admin", "created_at", "updated_at"],
  ...(admin ? ["fraudulent", "paid"] : []),
  ...(admin || own ? ["jury", "additional_attributes"] : []),
];

/** Nullable fields are present as null; fields of some polls only are absent (docs/reference/votes.md#fields). */
export const vote = ({ admin, variant }: Situation, own: boolean): string[] => [
  ...["id", "type", "created_at", "updated_at", "option_id", "vote"],
  ...["vote_date=null", "vote_text=null"],
  variant === "hidden_participants" && !admin && !own ? "voter_id=null" : "voter_id",
  ...(admin && variant === "voting wallet" ? ["paid"] : []),
];

const rating = ({ admin, variant }: Situation): string[] => {
  if (!admin && (variant === "hide_results" || variant === "hide_votes")) return [];
  const best = admin || variant !== "hidden_best_rating" ? ["best_rating", "selected"] : [];
  return ["rating", "average_rating", ...best];
};

export interface MatrixOption {
  readonly own: boolean;
  /** It has what the fixture's options say beside their content. */
  readonly said: boolean;
  /** Only options that members see are ranked (docs/reference/ratings.md#rank). */
  readonly ranked: boolean;
}

/** The list form (docs/reference/options.md#fields). */
export const optionInList = (
  situation: Situation,
  { own, said, ranked }: MatrixOption,
): string[] => {
  const { admin, variant } = situation;
  const author = admin || own || variant !== "hidden_author_name" ? ["author_name"] : [];
  const ratings = rating(situation);
  return [
    ...["id", "public_url", "type", "content", "position", "created_at", "updated_at"],
    ...(said ? ["subtitle", "info_link", "info_link_title", ...author] : []),
    ...ratings,
    ...(ranked && ratings.length > 0 ? ["rank"] : []),
    ...(admin ? ["admin_url", "approval_state", "archived"] : []),
  ];
};

/** The full form (docs/reference/options.md#fields). */
export const option = (situation: Situation, facts: MatrixOption): string[] => [
  ...optionInList(situation, facts),
  ...["options_count", "settings"],
  ...(facts.said ? ["description"] : []),
  ...(rating(situation).length > 0 ? ["voter_count"] : []),
  ...(situation.admin ? ["fraudulent_count"] : []),
  ...(situation.admin && facts.said ? ["state_change_message"] : []),
];

/** docs/reference/results.md#body */
export const results = ["voters_count", "groups", "voting_categories", "options", "assignments"];

/** The code and the address are shown once (docs/reference/participants.md#invitations). */
export const invitation = ["id", "email=null", "jury", "used_at=null", "mail_state=null"];
export const newInvitation = [...invitation, "code", "url"];
export const payments = ["totals", "payments"];
