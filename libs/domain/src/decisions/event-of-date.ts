import { optionTypes } from "../option-types";
import type { Option } from "../options/option";
import type { Poll } from "../polls/poll";
import { dayIn } from "../time/timezone";
import type { Decision } from "./decision";

interface EventFacts {
  readonly poll: Pick<Poll, "title" | "description" | "location" | "settings">;
  /** The page of the poll. */
  readonly url: string;
  /** Sanitizes texts of users. Default: they are not changed. */
  readonly clean?: (text: string) => string;
}

/** When an event takes place: on days, the last included, or at moments. */
export type EventTime =
  | { readonly first: string; readonly last: string }
  | { readonly start: Date; readonly end: Date | undefined };

/** The time of an option of a date class (docs/reference/time.md#time-zone). */
function timeOfDate(
  { type, startDate, endDate }: Pick<Option, "type" | "startDate" | "endDate">,
  { settings: { timezone } }: Pick<Poll, "settings">,
): EventTime {
  if (startDate === undefined) throw new Error("a date has no start");
  if (optionTypes.get(type).dates === "times") return { start: startDate, end: endDate };
  return { first: dayIn(timezone, startDate), last: dayIn(timezone, endDate ?? startDate) };
}

/** The texts and the time of an event for an option (docs/reference/decisions.md#files). */
export function eventOfDate(
  option: Pick<Option, "type" | "startDate" | "endDate" | "content">,
  { poll, url, clean = (text) => text }: EventFacts,
) {
  const { title, description, location } = poll;
  const about = [option.content, description].flatMap((text) =>
    text === undefined ? [] : [clean(text)],
  );
  return {
    title: clean(title),
    description: about.join("\n\n") || undefined,
    location: location === undefined ? undefined : clean(location),
    url,
    time: timeOfDate(option, poll),
  };
}

/** The events of final dates. */
export const eventsOfDates = (
  dates: Decision["dates"],
  { changedAt }: Pick<Decision, "changedAt">,
  facts: EventFacts,
) =>
  dates.map(({ uid, sequence, canceled, option }) => ({
    uid,
    sequence,
    changedAt,
    status: canceled ? ("CANCELLED" as const) : ("CONFIRMED" as const),
    ...eventOfDate(option, facts),
  }));
