/** The orders in which admins list participants (docs/reference/results.md#responses). The first is the default. */
export const peopleSorts = [
  "voters.created_at desc",
  "voters.created_at asc",
  "voters.user_name asc",
  "voters.user_name desc",
  "votes.vote desc",
  "votes.vote asc",
] as const;

export type PeopleSort = (typeof peopleSorts)[number];

/** Whether the votes on one option decide. Such an order tells no name and no time. */
export const comparesVotes = (sort: PeopleSort): boolean => sort.startsWith("votes.");
