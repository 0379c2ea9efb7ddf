import { columns } from "../sql/columns";
import { keysetOfPoll } from "../sql/keyset-of-poll";
import { batchesOf, type Queryable, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

/** Number of options that are read and changed together. */
const BATCH = 1_000;

export interface OptionDates {
  readonly id: bigint;
  readonly type: string;
  readonly startDate: Date | null;
  readonly endDate: Date | null;
}

const keyset = keysetOfPoll();

const datesSql = query<OptionDates>(
  "dates-of-options",
  `SELECT id, type, start_date, end_date FROM options
   WHERE ${keyset.where} AND (start_date IS NOT NULL OR end_date IS NOT NULL)
   ORDER BY ${keyset.order} LIMIT ${BATCH}`,
);

/** The dates of a poll's options in batches, ordered by id. */
export const optionDates = (queryable: Queryable, pollId: bigint) =>
  batchesOf<OptionDates>(queryable, (last) => datesSql(String(pollId), String(last?.id ?? 0n)));

const setDatesSql = command(
  "set-dates-of-options",
  `UPDATE options o SET start_date = r.start_date, end_date = r.end_date
   FROM unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) AS r(id, start_date, end_date)
   WHERE o.poll_id = $1::bigint AND o.id = r.id`,
);

/** Changes the dates of options of a poll. */
export async function setOptionDates(
  tx: Transaction,
  pollId: bigint,
  options: readonly OptionDates[],
): Promise<void> {
  if (options.length === 0) return;
  await tx.run(setDatesSql(String(pollId), ...columns(options, "id", "startDate", "endDate")));
}
