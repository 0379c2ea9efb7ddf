/**
 * The background of texts in the main color of each palette of pages, in light colors. Palettes, because a free color
 * can make texts unreadable.
 */
export const themeColors = {
  red: "#ae061c",
  orange: "#a82500",
  amber: "#964100",
  lime: "#446b00",
  green: "#00760b",
  teal: "#007a6a",
  cyan: "#00709d",
  blue: "#1651c5",
  indigo: "#4e44c2",
  violet: "#6f35b4",
  magenta: "#92208d",
  rose: "#aa024e",
} as const;

/** The names of the palettes (docs/reference/pages.md#looks-of-a-poll). */
export const themes = Object.keys(themeColors) as [Theme, ...Theme[]];
type Theme = keyof typeof themeColors;
