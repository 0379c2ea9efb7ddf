/** Up to this number, rows are counted exactly. */
export const COUNTED_ROWS = 1_000;

/**
 * The number of rows of an index: `counted` if it is below `most`, otherwise an estimate from the
 * statistics of the index. Counting all rows of a partial index would read the whole table, because
 * they are spread over it.
 */
export const estimated = (counted: string, index: string, most: string): string =>
  `(CASE WHEN ${counted} < ${most} THEN ${counted}
     ELSE greatest(${counted}, (SELECT reltuples FROM pg_class WHERE oid = '${index}'::regclass))
    END)::float8`;
