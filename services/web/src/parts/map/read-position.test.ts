// Covers docs/reference/pages.md: places-on-pages

import { de } from "../../words/build/de";
import { en } from "../../words/build/en";
import { isShortLink, positionIn } from "./read-position";

test.each([
  ["52.52, 13.405"],
  ["52.52 13.405"],
  [" 52,52; 13,405 "],
  ["52,52 13,405"],
  ["52,52,13,405"],
  ["52.52° N, 13.405° E"],
  ["52,52° N, 13,405° O"],
  ["13.405 E; 52.52 N"],
  ["geo:52.52,13.405?z=15"],
  ["https://www.openstreetmap.org/#map=15/52.52/13.405"],
  ["https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=5/0.1/0.2"],
  ["https://www.google.com/maps/@52.52,13.405,15z"],
  ["https://www.google.com/maps/place/Soup/@50.1,10.2,15z/data=!3m1!8m2!3d52.52!4d13.405"],
  ["https://www.google.com/maps/search/?api=1&query=52.52%2C13.405"],
  ["https://maps.google.com/?q=52.52,+13.405"],
  ["https://maps.apple.com/?ll=52.52,13.405&z=15"],
  ["https://maps.apple.com/place?coordinate=52.52,13.405"],
  ["https://www.bing.com/maps?cp=52.52~13.405&lvl=15"],
])("latitude and longitude are read from %s", (text) => {
  expect(positionIn(text)).toEqual([13.405, 52.52]);
});

test.each([
  [en, "38.72, -9.14"],
  [de, "38,72; -9,14"],
])("a position is written as it is read", (words, text) => {
  expect(words.position("38.72, -9.14")).toBe(text);
  expect(positionIn(text)).toEqual([-9.14, 38.72]);
});

test("south and west are below 0", () => {
  expect(positionIn("33.9 S, 18.4 E")).toEqual([18.4, -33.9]);
  expect(positionIn("15.8° S, 47.9° W")).toEqual([-47.9, -15.8]);
  expect(positionIn("-15.8; -47.9")).toEqual([-47.9, -15.8]);
});

test("degrees, minutes and seconds are read", () => {
  const [longitude, latitude] = positionIn(`48°08'14"N 11°34'32"E`) ?? [];
  expect(latitude).toBeCloseTo(48.13722, 5);
  expect(longitude).toBeCloseTo(11.57556, 5);
  expect(positionIn("33° 30' S, 70° 30' W")).toEqual([-70.5, -33.5]);
});

test.each([
  ["https://maps.app.goo.gl/AbCd12", true],
  ["maps.app.goo.gl/AbCd12", true],
  ["https://goo.gl/maps/AbCd12", true],
  ["https://maps.apple/p/AbCd12", true],
  ["https://maps.apple.com/?ll=52.52,13.405", false],
  ["the lake", false],
])("%s is a short link: %s", (text, isShort) => {
  expect(isShortLink(text)).toBe(isShort);
});

test.each([
  [""],
  ["95, 200"],
  ["geo:48,137,11,575"],
  ["the lake"],
  ["52.52"],
  ["91, 13"],
  ["52, 181"],
  ["https://maps.app.goo.gl/AbCd12"],
  ["https://example.org/52.52,13.405"],
])("%j names no position", (text) => {
  expect(positionIn(text)).toBeUndefined();
});
