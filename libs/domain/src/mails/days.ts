const DAY_MS = 86_400_000;

/** The start of a day of UTC, in which mails are counted; `days` after the day of a moment. */
export const startOfDay = (moment: Date, days = 0): Date =>
  new Date((Math.floor(moment.getTime() / DAY_MS) + days) * DAY_MS);
