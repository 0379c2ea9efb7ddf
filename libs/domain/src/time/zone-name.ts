/** What a time zone is called, in summer as in winter, such as "Central European Time". `Intl` calls UTC an offset. */
export function zoneName(timeZone: string, locale: string): string {
  if (timeZone === "UTC") return timeZone;
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" });
  return zonePart(format, new Date()) ?? timeZone;
}

const zonePart = (format: Intl.DateTimeFormat, moment: Date): string | undefined =>
  format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value;

/** The name of a time zone with its offset at some moments, such as "Central European Time, UTC+2". */
export function zoneAt(timeZone: string, locale: string, moments: readonly Date[]): string {
  const name = zoneName(timeZone, locale);
  if (name === "UTC") return name;
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "shortOffset" });
  const offsets = moments.map((moment) =>
    // Without summer time, London has the offset "GMT" or "GMT+0", by the version of ICU.
    zonePart(format, moment)?.replace("GMT", "UTC").replace(/C$/, "C+0"),
  );
  return [name, [...new Set(offsets)].join("/")].join(", ");
}

/** A moment to the minute, with its zone beside it: "15 June 2030 at 14:00 (Central European Time, UTC+2)". */
export const momentInZone = (moment: Date, timeZone: string, locale: string): string =>
  `${new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  }).format(moment)} (${zoneAt(timeZone, locale, [moment])})`;
