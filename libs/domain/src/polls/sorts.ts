/** Orders of the options list, the default first (docs/reference/options.md#order). */
export const sorts = [
  "options.position asc",
  "options.average_rating desc",
  "options.rating desc",
  "options.created_at desc",
  "options.created_at asc",
  "options.content asc",
  "options.start_date asc",
] as const;

export type Sort = (typeof sorts)[number];
