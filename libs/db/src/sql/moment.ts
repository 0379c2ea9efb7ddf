import { oneRow, type Queryable } from "./queryable";
import { query } from "./statement";

/** The time of the database when it computes the row (docs/adr/0019-one-clock.md). */
export const momentColumn = "clock_timestamp() AS moment";

const momentSql = query<{ moment: Date }>("read-moment", `SELECT ${momentColumn}`);

/** Reads the time of the database, where no other statement returns it. */
export const readMoment = async (queryable: Queryable) =>
  (await oneRow(queryable, momentSql())).moment;
