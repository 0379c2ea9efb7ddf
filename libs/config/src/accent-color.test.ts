// Covers docs/reference/pages.md: the-operator-on-pages

import { readFileSync } from "node:fs";
import path from "node:path";
import { accentColor, contrastOf } from "./accent-color";

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#777777", "#ffffff", 4.48],
])("the contrast of %s and %s is %d", (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
  expect(contrastOf(other, one)).toBeCloseTo(contrast, 2);
});

test.each(["#1D5FBF", "#000000", "#b3004b", "#00695c", "#5b2a86"])(
  "%s can be read in light and dark, and words on it",
  (color) => {
    const accent = accentColor(color);
    expect(accent?.light.color).toBe(color.toLowerCase());
    const pairs = [
      [accent?.light.color, "#ffffff"],
      [accent?.light.color, "#f4f5f7"],
      [accent?.light.color, accent?.light.textColor],
      [accent?.dark.color, "#1f2327"],
      [accent?.dark.color, "#14171a"],
      [accent?.dark.color, accent?.dark.textColor],
    ];
    for (const [one = "", other = ""] of pairs) {
      expect([one, other, contrastOf(one, other) >= 4.5]).toEqual([one, other, true]);
    }
  },
);

test.each(["#ffd400", "#7fb0ff", "#777777", "#ffffff"])(
  "%s is too light for white pages",
  (color) => {
    expect(accentColor(color)).toBeUndefined();
  },
);

test("on pages without a script the accent color has no less contrast", () => {
  const file = path.join(__dirname, "../../../services/gateway/src/pages/page-style.ts");
  const style = readFileSync(file, "utf8");
  const surfaces = [...style.matchAll(/--(?:paper|card): (#\w{6});/g)].map(
    ([, color = ""]) => color,
  );
  expect(surfaces).toHaveLength(4);
  const [paper = "", card = "", ...dark] = surfaces;
  for (const color of [paper, card]) {
    expect(contrastOf(color, "#000000")).toBeGreaterThanOrEqual(contrastOf("#f4f5f7", "#000000"));
  }
  for (const color of dark) {
    expect(contrastOf(color, "#ffffff")).toBeGreaterThanOrEqual(contrastOf("#1f2327", "#ffffff"));
  }
});
