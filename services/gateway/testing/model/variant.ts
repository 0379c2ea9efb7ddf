/** The vote types that the model knows, without their prefix. */
export type ModelVoteType = "Boolean" | "Up" | "Rating" | "Dot" | "Ranked";

export type ModelSettings = Readonly<Record<string, unknown>>;

/** A kind of poll on which random commands are run. */
export interface ModelVariant {
  readonly name: string;
  readonly type: "Polls::Voting" | "Polls::Collection";
  readonly kind: ModelVoteType;
  readonly settings: ModelSettings;
  readonly categories?: readonly { readonly id: number; readonly title: string }[];
}

const voting = { type: "Polls::Voting" } as const;
const open = { allow_new_options: true };
const categories = [
  { id: 1, title: "Taste" },
  { id: 2, title: "Price" },
];

export const variants: readonly ModelVariant[] = [
  { ...voting, name: "yes and no", kind: "Boolean", settings: open },
  {
    ...voting,
    name: "yes and no, few votes and few places",
    kind: "Boolean",
    settings: { ...open, vote_limit_per_voter: 2, limit_per_option: 2 },
  },
  {
    ...voting,
    name: "yes and no, a vote a day, the fewest noes win",
    kind: "Boolean",
    settings: {
      ...open,
      vote_per_day: true,
      vote_limit_per_voter: 2,
      limit_per_option: 1,
      timezone: "Pacific/Auckland",
      target: "lowest_resistance",
    },
  },
  {
    type: "Polls::Collection",
    name: "likes of a collection, not of one's own ideas",
    kind: "Up",
    settings: {
      ...open,
      prevent_vote_for_own_options: true,
      participant_limitation_type: "check_user",
      limit_per_option: 2,
    },
  },
  { ...voting, name: "stars", kind: "Rating", settings: open },
  {
    ...voting,
    name: "stars in categories, average by all",
    kind: "Rating",
    settings: { ...open, rating_method: "average_by_all", limit_per_option: 2 },
    categories,
  },
  {
    ...voting,
    name: "stars a day",
    kind: "Rating",
    settings: { ...open, vote_per_day: true, rating_method: "average_by_all" },
  },
  { ...voting, name: "dots", kind: "Dot", settings: { ...open, vote_limit_per_option: 4 } },
  {
    ...voting,
    name: "dots a day in categories, the lowest resistance wins",
    kind: "Dot",
    settings: { vote_per_day: true, vote_limit_per_voter: 5, target: "lowest_resistance" },
    categories,
  },
  { ...voting, name: "ranks", kind: "Ranked", settings: open },
  {
    ...voting,
    name: "ranks a day, few places",
    kind: "Ranked",
    settings: { ...open, vote_per_day: true, vote_limit_per_voter: 2, limit_per_option: 2 },
  },
  {
    ...voting,
    name: "ranks in categories",
    kind: "Ranked",
    settings: { ...open, rating_method: "average_by_all" },
    categories,
  },
];
