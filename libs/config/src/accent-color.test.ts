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

test("the surface colors equal those of the pages without a script", () => {
  const file = path.join(__dirname, "../../../services/gateway/src/pages/page-style.ts");
  const style = readFileSync(file, "utf8");
  for (const surface of ["--card: #fff;", "#f4f5f7", "#1f2327", "#14171a"]) {
    expect(style).toContain(surface);
  }
});
