import type { CreatePoll, RequestClient } from "@polls/client";

/** A time of a day, as `HH:MM`. */
export interface TimeDraft {
  readonly start: string;
  /** Not used where dates have no end. */
  readonly end: string;
}

/** A chosen day, as `YYYY-MM-DD`, and the times on it. */
export interface DateDraft {
  readonly day: string;
  readonly times: readonly TimeDraft[];
}

/** The dates that a form makes. */
export interface DatesDraft {
  readonly days: readonly DateDraft[];
  /** The last day of a weekly repetition; empty: the dates are not repeated. */
  readonly until: string;
}

export const noDates: DatesDraft = { days: [], until: "" };

/** What the dates of a poll are: whole days, moments, or times with an end. */
export type DateForm = "days" | "moments" | "ranges";

const DAY_MS = 86_400_000;
const usualTime: TimeDraft = { start: "18:00", end: "20:00" };

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Adds a day with the times of the day before it, or takes it away. */
export function toggleDay(dates: readonly DateDraft[], day: string): readonly DateDraft[] {
  if (dates.some((each) => each.day === day)) return dates.filter((each) => each.day !== day);
  const before = dates.findLast((each) => each.day < day) ?? dates[0];
  const added = { day, times: before?.times ?? [usualTime] };
  return [...dates, added].sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** What a preview shows until dates are chosen: two days of the next week. */
export const exampleDates = (today: string): DatesDraft => ({
  days: [7, 8].reduce<readonly DateDraft[]>(
    (days, after) => toggleDay(days, dayAfter(today, after)),
    [],
  ),
  until: "",
});

/** Gives a day other times. A day without times is no longer chosen. */
export const withTimes = (
  dates: readonly DateDraft[],
  day: string,
  times: readonly TimeDraft[],
): readonly DateDraft[] =>
  dates.flatMap((each) => (each.day !== day ? [each] : times.length === 0 ? [] : [{ day, times }]));

/** A further time of a day: as long as the last one, after its end. */
export function nextTime(times: readonly TimeDraft[]): TimeDraft {
  const last = times.at(-1);
  if (last === undefined) return usualTime;
  const [start, end] = [minutesOf(last.start), minutesOf(last.end)];
  const from = Math.max(start, end);
  return { start: clock(from), end: clock(from + Math.max(30, end - start)) };
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};
const clock = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");

export const haveSameTimes = (one: DateDraft["times"], other: DateDraft["times"]): boolean =>
  one.length === other.length &&
  one.every(({ start, end }, at) => start === other[at]?.start && end === other[at]?.end);

export const copyTimes = (dates: readonly DateDraft[], day: string): readonly DateDraft[] => {
  const times = dates.find((each) => each.day === day)?.times ?? [];
  return dates.map((each) => ({ ...each, times }));
};

/** The options of the dates in their order. An end that is not after its start is on the next day. */
export function optionsOfDates(
  { days, until }: DatesDraft,
  form: DateForm,
): NonNullable<CreatePoll["options"]> {
  const repeated = days.flatMap(({ day, times }) =>
    Array.from({ length: weeksFrom(day, until) }, (_, week) => ({
      day: dayAfter(day, 7 * week),
      times,
    })),
  );
  const options = repeated.flatMap(({ day, times }) =>
    form === "days"
      ? [{ start_date: day }]
      : times.map(({ start, end }) => ({
          start_date: `${day}T${start}`,
          ...(form === "ranges" && {
            end_date: `${end > start ? day : dayAfter(day, 1)}T${end}`,
          }),
        })),
  );
  const byDate = new Map(options.map((option) => [Object.values(option).join(" "), option]));
  return [...byDate.keys()].sort().flatMap((key) => byDate.get(key) ?? []);
}

/** How often a day is repeated weekly, itself included. */
const weeksFrom = (day: string, until: string): number =>
  until < day ? 1 : Math.floor((Date.parse(until) - Date.parse(day)) / (7 * DAY_MS)) + 1;

type Series = Parameters<RequestClient["options"]["createSeries"]>[0]["body"]["series"];

/** The dates as a series (docs/reference/options.md#series). */
export const seriesOf = ({ days, until }: DatesDraft, form: DateForm): Series => ({
  days: days.map(({ day, times }) =>
    form === "days"
      ? day
      : { day, times: form === "ranges" ? [...times] : times.map(({ start }) => start) },
  ),
  ...(until !== "" && { weekly: true, until }),
});

/** The days of a month (`YYYY-MM`) in weeks from Monday on; undefined: a day of another month. */
export function weeksOf(month: string): readonly (readonly (string | undefined)[])[] {
  const first = Date.parse(`${month}-01T00:00Z`);
  const blank = (new Date(first).getUTCDay() + 6) % 7;
  const days = Array.from({ length: 31 }, (_, at) =>
    new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  ).filter((day) => day.startsWith(month));
  const cells = [...Array.from({ length: blank }, () => undefined), ...days];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => cells[week * 7 + at]),
  );
}

/** What a form says about a time of a day. `now`: the time in the zone of the dates, as `YYYY-MM-DDTHH:MM`. */
export const hintsOfTime = (
  { start, end }: TimeDraft,
  { day, form, now }: { readonly day: string; readonly form: DateForm; readonly now: string },
): readonly ("past" | "nextDay")[] => [
  ...(`${day}T${start}` < now ? (["past"] as const) : []),
  ...(form === "ranges" && end <= start ? (["nextDay"] as const) : []),
];

/** The days that are likely chosen next begin here: near the end of a month, most days of that month are over. */
const AHEAD_DAYS = 7;

/**
 * The month in which a calendar opens: that of the first chosen day, else of the next day that the poll has, else of the
 * day a week from today.
 */
export function openingMonth(
  chosen: readonly DateDraft[],
  marked: ReadonlySet<string>,
  today: string,
): string {
  const [next] = [...marked].filter((day) => day >= today).sort();
  return (chosen[0]?.day ?? next ?? dayAfter(today, AHEAD_DAYS)).slice(0, 7);
}

export const monthAfter = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
};
