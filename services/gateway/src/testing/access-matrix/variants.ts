import type { RequestOptions } from "../send-request";

/** A poll that differs from the plain poll, and what this means for its callers. */
export interface MatrixVariant {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly closed?: true;
  readonly protected?: true;
  /** Options of every request. */
  readonly sent?: RequestOptions;
}

export const POLL_PASSWORD = "open sesame";

export const variants = {
  plain: {},
  hide_results: { settings: { hide_results: true } },
  hide_votes: { settings: { hide_votes: true } },
  "results_visible after_own_vote": { settings: { results_visible: "after_own_vote" } },
  hidden_best_rating: { settings: { hidden_best_rating: true } },
  hidden_participants: { settings: { hidden_participants: true } },
  hidden_author_name: { settings: { hidden_author_name: true } },
  hide_options: { settings: { hide_options: true } },
  "password, not given": { protected: true },
  "password, given": { protected: true, sent: { password: POLL_PASSWORD } },
  "restrict_view_access, password not given": {
    protected: true,
    settings: { restrict_view_access: true },
  },
  "restrict_view_access, not on the jury": {
    settings: { restrict_view_access: true, jury_mode: true },
  },
  "public_admin_link off": { settings: { public_admin_link: false } },
  closed: { closed: true },
  anonymize_voter_names: { settings: { anonymize_voter_names: true } },
  "allowed_hosts, from another host": {
    settings: { allowed_hosts: ["polls.example.org"] },
    sent: { headers: { Origin: "https://elsewhere.example" } },
  },
  "allow_new_options off": { settings: { allow_new_options: false } },
  "allow_voting off": { settings: { allow_voting: false } },
  "voting wallet": { settings: { voting_fee: 500 } },
} as const satisfies Readonly<Record<string, MatrixVariant>>;

export type VariantName = keyof typeof variants;

export const variantNames = Object.keys(variants) as VariantName[];
