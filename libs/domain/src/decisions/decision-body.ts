import { z } from "zod";
import { entry } from "../input/fields";
import { singleError } from "../input/read-fields";
import { optionTypes } from "../option-types";
import type { Option } from "../options/option";
import { isPublic } from "../options/option-visibility";
import type { Poll } from "../polls/poll";
import type { FieldErrors } from "../refusals/refusal";

/** A mail with more events is of no use. */
const DATES_MAX = 100;

export const decisionBody = z
  .strictObject({
    option_ids: z
      .array(entry())
      .min(1)
      .max(DATES_MAX)
      .describe("The options whose dates are final, each once."),
  })
  .meta({ id: "DecideDates", description: "The final dates of a poll." });

/** Whether the options of a poll are dates. */
export const isPollOfDates = ({ settings }: Pick<Poll, "settings">): boolean =>
  isDateClass(settings.option_type);

const isDateClass = (type: string): boolean => optionTypes.get(type).dates !== "days_or_times";

export const dateClasses: readonly string[] = optionTypes.names.filter(isDateClass);

/** Whether an option can be a final date: all participants may see it. */
export const canBeDecided = (
  option: Pick<Option, "type" | "approvalState" | "archived" | "paid" | "startDate">,
): boolean => isDateClass(option.type) && option.startDate !== undefined && isPublic(option);

/** The problems of the chosen ids. `found` has those that are dates of the poll. */
export function decisionProblems(
  ids: readonly string[],
  found: ReadonlySet<string>,
): FieldErrors | undefined {
  const unknown = ids.findIndex((id) => !found.has(id));
  if (unknown >= 0) return singleError(`option_ids.${unknown}`, "is not the id of a date");
  return new Set(ids).size < ids.length
    ? singleError("option_ids", "contains an id twice")
    : undefined;
}
