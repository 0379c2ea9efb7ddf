import { UsageError } from "../command/command";

const usualLimit = 50;

/** The option for the number of rows that a command lists. */
export const limitOption = (rows: string) => ({
  value: "N",
  description: `largest number of ${rows} to list (${usualLimit})`,
});

export function readLimit(text: string | undefined): number {
  if (text === undefined) return usualLimit;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError("--limit must be a whole number above 0");
  return Number(text);
}

/** Ids that another command lists. `allowed` describes the allowed values. */
export function readIds(text: string, allowed: string, source: string): readonly string[] {
  const ids = text.split(",").map((id) => id.trim());
  if (ids.every((id) => /^[1-9]\d{0,18}$/.test(id))) return ids;
  throw new UsageError(`--id must be ${allowed} of "${source}", separated by commas`);
}
