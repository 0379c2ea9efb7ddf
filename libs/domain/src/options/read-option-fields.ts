import type { AccessLevel } from "../access/access-level";
import { mergeErrors } from "../input/read-body";
import { errorsOf, type readFields, singleError } from "../input/read-fields";
import { optionTypes } from "../option-types";
import type { Poll } from "../polls/poll";
import type { FieldErrors } from "../refusals/refusal";
import { parseMoment } from "../time/moment";
import { dayIn } from "../time/timezone";
import { type EarlierOptions, readBranch } from "./branching";
import type { LocationType } from "./location";
import { readLocation } from "./location";
import { adminFieldNames, allowedBy, foreignFields, type optionShape } from "./option-body";

export type OptionValues = ReturnType<typeof readFields<typeof optionShape>>["values"];

export interface FieldsFacts {
  readonly poll: Pick<Poll, "settings" | "type">;
  readonly access: AccessLevel;
  readonly type: string;
  readonly locationType: LocationType;
  readonly earlierOptions: EarlierOptions;
  /** The stored `data` of an existing option. */
  readonly storedData?: unknown;
}

/** Checks parsed fields against the caller's access, the poll and the class of the option. */
export function fieldProblems(values: OptionValues, facts: FieldsFacts): FieldErrors {
  return mergeErrors(
    ...(facts.access === "admin" ? [] : memberProblems(values, facts)),
    ...foreignFields(facts.type)
      .filter((name) => values[name] !== undefined && values[name] !== null)
      .map((name) => singleError(name, "is not for options of this class")),
    dataProblems(values, facts),
  );
}

function memberProblems(values: OptionValues, { poll }: FieldsFacts): readonly FieldErrors[] {
  const forAdmins = adminFieldNames
    .filter((name) => values[name] !== undefined)
    .map((name) => singleError(name, "is for admins only"));
  const notAllowed = Object.entries(allowedBy)
    .filter(([name, setting]) => {
      const value = values[name as keyof typeof allowedBy];
      return value !== undefined && value !== null && !poll.settings[setting];
    })
    .map(([name]) => singleError(name, "is not allowed in this poll"));
  return [...forAdmins, ...notAllowed];
}

function dataProblems({ data }: OptionValues, facts: FieldsFacts): FieldErrors {
  if (data === undefined || data === null || foreignFields(facts.type).includes("data")) return {};
  const { isStep } = optionTypes.get(facts.type);
  if (isStep && facts.access !== "admin") return singleError("data", "is for admins only");
  return errorsOf(
    isStep
      ? readBranch(data, facts.earlierOptions, facts.storedData)
      : readLocation(facts.locationType, data),
  );
}

/**
 * The dates of a body in UTC. An `end_date` without a time is the end of that day (docs/reference/time.md#bare-dates).
 * A class of days drops times.
 */
export function readDates(
  { start_date, end_date }: OptionValues,
  { settings }: Pick<Poll, "settings">,
  before: {
    /** Undefined if the class is not known. */
    readonly type: string | undefined;
    readonly startDate: Date | undefined;
    readonly endDate: Date | undefined;
  },
): {
  readonly startDate: Date | null | undefined;
  readonly endDate: Date | null | undefined;
  readonly errors: FieldErrors;
} {
  const problems: FieldErrors[] = [];
  const read = (
    name: "start_date" | "end_date",
    value: string | null | undefined,
    bareDate: "start_of_day" | "end_of_day",
  ) => {
    if (typeof value !== "string") return value;
    const { timezone } = settings;
    const parsedMoment = parseMoment(value, timezone, bareDate);
    const isDay = before.type !== undefined && optionTypes.get(before.type).dates === "days";
    const day = parsedMoment && isDay ? dayIn(timezone, parsedMoment) : value;
    const moment = parseMoment(day, timezone, bareDate);
    if (moment === undefined) problems.push(singleError(name, "is out of range"));
    return moment;
  };
  const startDate = read("start_date", start_date, "start_of_day");
  const endDate = read("end_date", end_date, "end_of_day");
  const from = startDate === undefined ? before.startDate : startDate;
  const to = endDate === undefined ? before.endDate : endDate;
  if (from && to && from > to)
    problems.push(singleError("start_date", "must not be after end_date"));
  return { startDate, endDate, errors: mergeErrors(...problems) };
}
