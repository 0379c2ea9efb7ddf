const DAY_MS = 86_400_000;

/** The start of the UTC day of a moment, or of the day that is `days` later. Mails are counted per UTC day. */
export const startOfDay = (moment: Date, days = 0): Date =>
  new Date((Math.floor(moment.getTime() / DAY_MS) + days) * DAY_MS);
