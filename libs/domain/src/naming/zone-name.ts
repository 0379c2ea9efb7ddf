/** What a time zone is called, in summer as in winter, such as "Central European Time". `Intl` calls UTC an offset. */
export function zoneName(timeZone: string, locale: string): string {
  if (timeZone === "UTC") return timeZone;
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
