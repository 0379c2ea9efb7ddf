/** The text of a column of type `date`, such as `2026-01-31`. */
export const dateOf = (date: Date | null | undefined): string | undefined =>
  date?.toISOString().slice(0, 10);
