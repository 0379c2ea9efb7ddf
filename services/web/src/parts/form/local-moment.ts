/** A moment as `<input type="datetime-local">` has it, in a time zone; empty for none. */
export function localMoment(iso: string, timeZone: string | undefined): string {
  if (iso === "") return "";
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(new Date(iso));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** The day in the zone of the browser, as `YYYY-MM-DD`. */
export const today = (): string => localMoment(new Date().toISOString(), undefined).slice(0, 10);

const DAY_MS = 86_400_000;

/**
 * The moment at which the clock of a time zone shows what is entered in `<input type="datetime-local">`, as the service
 * reads times (docs/reference/time.md#clock-changes).
 */
export function momentIn(entered: string, timeZone: string): string {
  const wall = Date.parse(`${entered}Z`);
  const shownAt = (moment: number) =>
    Date.parse(`${localMoment(new Date(moment).toISOString(), timeZone)}Z`);
  const near = [wall - DAY_MS, wall + DAY_MS].map((moment) => wall + moment - shownAt(moment));
  return new Date(near.find((moment) => shownAt(moment) === wall) ?? near[0] ?? wall).toISOString();
}
