/** The backgrounds of the accent color: no page has a darker light one, or a lighter dark one. */
const surfaces = { light: ["#ffffff", "#f4f5f7"], dark: ["#1f2327", "#14171a"] } as const;
const textColors = ["#ffffff", "#0d1b30"] as const;

/** The minimum contrast of text in WCAG 2.2 AA. */
const CONTRAST = 4.5;
const STEPS = 20;

/** A color for links and buttons, and the color of text on it, in light and dark mode. */
export interface AccentColor {
  readonly light: { readonly color: string; readonly textColor: string };
  readonly dark: { readonly color: string; readonly textColor: string };
}

type Channels = readonly [number, number, number];

const channelsOf = (color: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Channels;

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The contrast of two colors `#rrggbb`, from 1 to 21, as defined by WCAG. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const isReadable = (color: string, on: readonly string[]): boolean =>
  on.every((surface) => contrastOf(color, surface) >= CONTRAST);

/** The text color with the highest contrast. */
const textColorOn = (color: string): string =>
  contrastOf(textColors[0], color) >= contrastOf(textColors[1], color)
    ? textColors[0]
    : textColors[1];

const lighter = (color: string, share: number): string =>
  `#${channelsOf(color)
    .map((channel) => Math.round(channel + (255 - channel) * share))
    .map((channel) => channel.toString(16).padStart(2, "0"))
    .join("")}`;

/**
 * The accent of pages, from a color `#rrggbb` (docs/operations.md#your-name-on-the-pages). In dark
 * mode it is lightened until it is readable. Undefined if it is not readable on light pages.
 */
export function accentColor(color: string): AccentColor | undefined {
  const light = color.toLowerCase();
  if (!isReadable(light, surfaces.light)) return undefined;
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => lighter(light, step / STEPS));
  const dark = steps.find((each) => isReadable(each, surfaces.dark)) ?? surfaces.light[0];
  return {
    light: { color: light, textColor: textColorOn(light) },
    dark: { color: dark, textColor: textColorOn(dark) },
  };
}
