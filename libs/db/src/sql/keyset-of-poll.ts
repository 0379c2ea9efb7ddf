// With `poll_id = $1`, PostgreSQL may follow the primary key where the poll is large, and so read the newer rows of all other
// polls. Only an index on `(poll_id, id)` has the orders of these statements.

/** The condition and the order of the next rows of a poll after an id. */
export const keysetOfPoll = (
  table = "",
  of = { pollId: "$1::bigint", after: "$2::bigint" },
): { readonly where: string; readonly order: string } => {
  const [pollId, id] = table === "" ? ["poll_id", "id"] : [`${table}.poll_id`, `${table}.id`];
  return {
    where: `(${pollId}, ${id}) > (${of.pollId}, ${of.after}) AND ${pollId} <= ${of.pollId}`,
    order: `${pollId}, ${id}`,
  };
};

/** The condition of all rows of a poll (`$1`) that are ordered by `poll_id` and `id`. */
export const ofOnePoll = "poll_id BETWEEN $1::bigint AND $1::bigint";

/** The newest id of the rows of a poll (`$1`) in a table. Null: it has none. */
export const newestOfPoll = (table: string): string =>
  `(SELECT id FROM ${table} WHERE ${ofOnePoll} ORDER BY poll_id DESC, id DESC LIMIT 1)`;
