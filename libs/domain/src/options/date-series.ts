import { z } from "zod";
import { absentOrNull, flag, optional } from "../input/fields";
import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import { errorIf, invalid, singleError } from "../input/read-fields";
import { optionTypes } from "../option-types";
import type { Poll } from "../polls/poll";
import type { ProblemSentence } from "../refusals/field-problems";
import type { FieldErrors } from "../refusals/refusal";
import { isDate, parseMoment } from "../time/moment";
import { besideShape, optionShape } from "./option-body";
import { readDates } from "./read-option-fields";

/** The maximum number of dates of a series, with repeated ones. */
const SERIES_MAX = 500;

const day = z.string().refine(isDate, "must be a date such as 2030-01-31");
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:30" satisfies ProblemSentence);

const times = z
  .array(
    z.union([
      time,
      z.strictObject({ start: time.describe("The start."), end: time.describe("The end.") }),
    ]),
  )
  .min(1)
  .max(SERIES_MAX);

const seriesShape = z.strictObject({
  days: z
    .array(
      z.union([
        day,
        z.strictObject({
          start: day.describe("The first day."),
          end: day.describe("The last day."),
        }),
        z.strictObject({
          day: day.describe("The day."),
          times: times.describe("Its times, in place of those of the series."),
        }),
      ]),
    )
    .min(1)
    .max(SERIES_MAX)
    .describe(
      "The days, as `YYYY-MM-DD`. Of ranges of days also `{ start, end }`, and with times of their own `{ day, times }`.",
    ),
  times: absentOrNull(times).describe(
    "The times on each day, as `HH:MM` in the time zone of the poll. Of ranges of times `{ start, end }`; an end that is not after its start is on the next day. Only in polls of times.",
  ),
  weekly: absentOrNull(z.boolean()).describe(
    "Whether each day is repeated each week until `until`.",
  ),
  until: absentOrNull(day).describe("The last day on which a repeated date may start."),
});

export type DateSeries = z.infer<typeof seriesShape>;

const { content, subtitle, description, author_name, info_link, info_link_title } = optionShape;
const { additional_attributes, terms, privacy_policy, terms_accepted, privacy_policy_accepted } =
  besideShape;

/** The body that creates the options of a series. */
export const createSeriesBody = z
  .strictObject({
    series: seriesShape.describe("The pattern of the dates."),
    option: z
      .strictObject({
        ...optional({ content, subtitle, description, author_name, info_link, info_link_title }),
        archived: flag.optional().describe("Whether the options are hidden from other members."),
      })
      .nullish()
      .describe("Fields that each option gets."),
    ...optional({
      additional_attributes,
      terms,
      privacy_policy,
      terms_accepted,
      privacy_policy_accepted,
    }),
  })
  .meta({ id: "CreateOptionSeries", description: "New options from a pattern of dates." });

export type CreateSeries = z.infer<typeof createSeriesBody>;

/** A date of a series, as a client would send it, and as it is stored. */
export interface SeriesDate {
  readonly fields: { readonly start_date: string; readonly end_date?: string };
  readonly startDate: Date;
  readonly endDate: Date | undefined;
}

/** Two options with the same key have the same date. */
export const dateKey = ({
  startDate,
  endDate,
}: {
  readonly startDate: Date | undefined;
  readonly endDate: Date | undefined;
}): string => `${startDate?.getTime()} ${endDate?.getTime()}`;

interface Span {
  readonly start: string;
  readonly end: string;
}

const spanOf = (entry: string | Span): Span =>
  typeof entry === "string" ? { start: entry, end: entry } : entry;

type Day = DateSeries["days"][number];

const daysOf = (day: Day): Span => spanOf(typeof day !== "string" && "day" in day ? day.day : day);

/** The times of a day: its own, else those of the series. */
const timesOf = (day: Day, { times }: DateSeries): DateSeries["times"] =>
  typeof day !== "string" && "day" in day ? day.times : times;

const DAY_MS = 86_400_000;

const dayAfter = (from: string, days: number): string =>
  new Date(Date.parse(`${from}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The dates of a series in the poll, in order and each once (docs/reference/options.md#series). */
export function readSeries(
  series: DateSeries,
  poll: Pick<Poll, "settings">,
): Reading<readonly SeriesDate[]> {
  const { option_type: type } = poll.settings;
  const { dates: kind, requires } = optionTypes.get(type);
  if (kind === "days_or_times") return invalid("series", "is not for options of this poll");
  const hasEnd = requires.includes("end_date");
  const days = series.days.map(daysOf);
  const problems = mergeErrors(
    formProblems(series, { kind, hasEnd }),
    repetitionProblems(series, days),
  );
  if (hasErrors(problems)) return { ok: false, errors: problems };

  const weeksOf = ({ start }: Span): number =>
    series.weekly === true && series.until !== undefined
      ? Math.floor((Date.parse(series.until) - Date.parse(start)) / (7 * DAY_MS)) + 1
      : 1;
  const dates = series.days.map((day) => ({
    on: daysOf(day),
    times: timesOf(day, series)?.map(spanOf) ?? [undefined],
  }));
  const count = dates.reduce((sum, { on, times }) => sum + weeksOf(on) * times.length, 0);
  if (count > SERIES_MAX) return invalid("series", `must have at most ${SERIES_MAX} entries`);

  const fields = dates.flatMap(({ on, times }) =>
    Array.from({ length: weeksOf(on) }, (_, week) => ({
      start: dayAfter(on.start, 7 * week),
      end: dayAfter(on.end, 7 * week),
    })).flatMap((each) => times.map((at) => fieldsOf(each, at, hasEnd))),
  );
  return withMoments(fields, type, poll);
}

/** The class of the options decides which parts of a series have an end, and which have times. */
function formProblems(
  series: DateSeries,
  { kind, hasEnd }: { readonly kind: "days" | "times"; readonly hasEnd: boolean },
): FieldErrors {
  const { days, times } = series;
  const mayBeRange = kind === "days" && hasEnd;
  return mergeErrors(
    ...days.map((each, at) => {
      if (typeof each === "string") return {};
      if ("day" in each) return timesProblems(`days.${at}.times`, each.times, { kind, hasEnd });
      if (!mayBeRange) return singleError(`days.${at}`, "must be a date such as 2030-01-31");
      return errorIf(each.end < each.start, `days.${at}.end`, "must not be before start");
    }),
    timesProblems("times", times, { kind, hasEnd }),
    errorIf(
      kind === "times" && days.some((each) => timesOf(each, series) === undefined),
      "times",
      "is required",
    ),
  );
}

function timesProblems(
  field: string,
  times: DateSeries["times"],
  { kind, hasEnd }: { readonly kind: "days" | "times"; readonly hasEnd: boolean },
): FieldErrors {
  if (times === undefined) return {};
  if (kind === "days") return singleError(field, "is not for options of this poll");
  return mergeErrors(
    ...times.map((each, at) =>
      errorIf(
        (typeof each === "string") === hasEnd,
        `${field}.${at}`,
        hasEnd
          ? "has the wrong type: expected is an object with start and end"
          : "must be a time such as 09:30",
      ),
    ),
  );
}

function repetitionProblems(
  { weekly = false, until }: DateSeries,
  days: readonly Span[],
): FieldErrors {
  if (weekly !== (until !== undefined)) {
    return singleError(weekly ? "until" : "weekly", "is required");
  }
  const isEarly = until !== undefined && days.some(({ start }) => until < start);
  return errorIf(isEarly, "until", "must not be before days");
}

function fieldsOf(on: Span, at: Span | undefined, hasEnd: boolean): SeriesDate["fields"] {
  if (at === undefined) return { start_date: on.start, ...(hasEnd && { end_date: on.end }) };
  const lastDay = at.end > at.start ? on.start : dayAfter(on.start, 1);
  return {
    start_date: `${on.start}T${at.start}`,
    ...(hasEnd && { end_date: `${lastDay}T${at.end}` }),
  };
}

/** A start that a clock change skips is later, and could pass the end: then the date keeps its length. */
function withEndAfterStart(
  fields: SeriesDate["fields"],
  { settings }: Pick<Poll, "settings">,
): SeriesDate["fields"] {
  const { start_date, end_date } = fields;
  if (end_date === undefined) return fields;
  const start = parseMoment(start_date, settings.timezone);
  const end = parseMoment(end_date, settings.timezone);
  if (start === undefined || end === undefined || start <= end) return fields;
  const lengthMs = Date.parse(`${end_date}Z`) - Date.parse(`${start_date}Z`);
  return { start_date, end_date: new Date(start.getTime() + lengthMs).toISOString() };
}

function withMoments(
  list: readonly SeriesDate["fields"][],
  type: string,
  poll: Pick<Poll, "settings">,
): Reading<readonly SeriesDate[]> {
  const before = { type, startDate: undefined, endDate: undefined };
  const problems: FieldErrors[] = [];
  const found = new Map<string, SeriesDate>();
  for (const entry of list) {
    const fields = withEndAfterStart(entry, poll);
    const { startDate, endDate, errors } = readDates(fields, poll, before);
    problems.push(errors);
    if (!startDate) continue;
    const date = { fields, startDate, endDate: endDate ?? undefined };
    if (!found.has(dateKey(date))) found.set(dateKey(date), date);
  }
  const errors = mergeErrors(...problems);
  if (hasErrors(errors)) return { ok: false, errors };
  const ordered = [...found.values()].sort(
    (one, other) =>
      one.startDate.getTime() - other.startDate.getTime() ||
      (one.endDate?.getTime() ?? 0) - (other.endDate?.getTime() ?? 0),
  );
  return { ok: true, value: ordered };
}
