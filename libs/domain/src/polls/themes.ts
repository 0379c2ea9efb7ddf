/** The colors of pages of a poll (docs/reference/pages.md#looks-of-a-poll). */
export const themes = [
  "red",
  "orange",
  "amber",
  "lime",
  "green",
  "teal",
  "cyan",
  "blue",
  "indigo",
  "violet",
  "magenta",
  "rose",
] as const;
