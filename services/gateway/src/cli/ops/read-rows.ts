import { UsageError } from "../command/command";
import { readNumber } from "../command/read-values";

const usualLimit = 50;

/** The option for the number of rows that a command lists. */
export const limitOption = (rows: string) => ({
  value: "N",
  description: `largest number of ${rows} to list (${usualLimit})`,
});

export const readLimit = (text: string | undefined): number =>
  readNumber(text, /^[1-9]\d{0,5}$/, "--limit must be a whole number above 0") ?? usualLimit;

/** Ids that another command lists. `allowed` describes the allowed values. */
export function readIds(text: string, allowed: string, source: string): readonly string[] {
  const ids = text.split(",").map((id) => id.trim());
  if (ids.every((id) => /^[1-9]\d{0,18}$/.test(id))) return ids;
  throw new UsageError(`--id must be ${allowed} of "${source}", separated by commas`);
}
