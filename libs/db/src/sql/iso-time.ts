/** SQL that formats a time column as in JSON: ISO 8601 in UTC, with milliseconds. */
export const isoTime = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
