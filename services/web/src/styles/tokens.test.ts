// Covers docs/reference/pages.md: looks

import { readFileSync } from "node:fs";
import path from "node:path";
import { themeColors } from "@polls/domain/pictures";
import { en } from "../words/settings/en";

const css = readFileSync(path.join(__dirname, "tokens.css"), "utf8");
const [light = "", dark = ""] = css.split("@media (prefers-color-scheme: dark)");
const hues = [...css.matchAll(/\[data-palette="(\w+)"\] \{\s*--hue: (\d+)/g)].map(
  ([, palette = "", hue]) => [palette, Number(hue)] as const,
);

test("each theme of the service is a palette", () => {
  const themes = Object.keys(en.choices.theme);
  expect(hues.map(([palette]) => palette).sort()).toEqual(themes.sort());
});

type Values = ReadonlyMap<string, string>;
const valuesIn = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]);
const modes = {
  light: new Map(valuesIn(light)),
  dark: new Map([...valuesIn(light), ...valuesIn(dark.split("@media")[0] ?? "")]),
};

type Color = readonly [number, number, number];

/** A color in Oklab. */
function labOf(value: string, hue: number, values: Values): Color {
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  if (other !== undefined) return labOf(values.get(other) ?? "", hue, values);
  const [, first, share, second] =
    /^color-mix\(in oklab, var\(--(\w+)\) (\d+)%, var\(--(\w+)\)\)$/.exec(value) ?? [];
  if (first !== undefined && second !== undefined) {
    const one = labOf(values.get(first) ?? "", hue, values);
    const two = labOf(values.get(second) ?? "", hue, values);
    const part = Number(share) / 100;
    const mix = (at: 0 | 1 | 2): number => one[at] * part + two[at] * (1 - part);
    return [mix(0), mix(1), mix(2)];
  }
  const [, lightness, chroma, angle] = /^oklch\(([\d.]+)% ([\d.]+) (.+)\)$/.exec(value) ?? [];
  if (lightness === undefined) throw new Error(`no color: ${value}`);
  const radians = ((angle === "var(--hue)" ? hue : Number(angle)) * Math.PI) / 180;
  const strength = Number(chroma);
  return [Number(lightness) / 100, strength * Math.cos(radians), strength * Math.sin(radians)];
}

/** The relative luminance of a color on a screen (WCAG 2.2). */
function luminanceOf([lightness, a, b]: Color): number {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shown = (value: number): number => Math.min(1, Math.max(0, value));
  const red = shown(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
  const green = shown(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
  const blue = shown(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(hues)(
  "the picture of links in the palette %s has the main color of the pages",
  (palette, hue) => {
    const [, given = ""] = Object.entries(themeColors).find(([name]) => name === palette) ?? [];
    const channels = [1, 3, 5].map((at) => Number.parseInt(given.slice(at, at + 2), 16) / 255);
    const [red = 0, green = 0, blue = 0] = channels.map((value) =>
      value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
    );
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    const main = luminanceOf(labOf(modes.light.get("main") ?? "", hue, modes.light));
    expect(luminance).toBeCloseTo(main, 2);
  },
);

/** The text or sign, what it stands on, and the least contrast. */
const pairs: readonly (readonly [string, string, number])[] = [
  ...["paper", "card", "tint"].flatMap((ground) => [
    ["ink", ground, 7] as const,
    ["soft", ground, 4.5] as const,
    ["main", ground, 4.5] as const,
    ["edge", ground, 3] as const,
  ]),
  ...["good", "warn", "no"].flatMap((tone) => [
    [tone, "card", 4.5] as const,
    [tone, "paper", 4.5] as const,
  ]),
  ...["main", "good", "maybe", "no"].map((tone) => [`on-${tone}`, tone, 4.5] as const),
  ...["card", "paper"].map((ground) => ["maybe", ground, 3] as const),
  ["star", "card", 3],
  ["track", "card", 1.5],
  ["main", "track", 3],
];

/**
 * The luminance of the light and of the dark surface with the least contrast to an accent color, `#f4f5f7` and
 * `#1f2327` (libs/config, accent-color.ts).
 */
const accentSurfaces = { light: 0.9126, dark: 0.0163 };

test.each(hues)(
  "in the palette %s the operator's accent color has enough contrast",
  (_palette, hue) => {
    for (const ground of ["paper", "card"]) {
      const [light = 0, dark = 0] = [modes.light, modes.dark].map((values) =>
        luminanceOf(labOf(values.get(ground) ?? "", hue, values)),
      );
      expect(light).toBeGreaterThanOrEqual(accentSurfaces.light);
      expect(dark).toBeLessThanOrEqual(accentSurfaces.dark);
    }
  },
);

test("there are 12 palettes", () => {
  expect(new Set(hues.map(([, hue]) => hue)).size).toBe(12);
});

test.each(hues)("in the palette %s all texts and signs have enough contrast", (_palette, hue) => {
  const low = Object.entries(modes).flatMap(([mode, values]) =>
    pairs.flatMap(([text, ground, least]) => {
      const luminances = [text, ground].map((name) =>
        luminanceOf(labOf(values.get(name) ?? "", hue, values)),
      );
      const contrast = (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
      return contrast < least ? [`${mode}: ${text} on ${ground} ${contrast.toFixed(2)}`] : [];
    }),
  );
  expect(low).toEqual([]);
});
