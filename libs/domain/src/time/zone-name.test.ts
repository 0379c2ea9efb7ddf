// Covers docs/reference/pages.md: dates-on-pages

import { momentInZone, zoneAt, zoneName } from "./zone-name";

test.each([
  ["Europe/Berlin", "en", "Central European Time"],
  ["Europe/Berlin", "de", "Mitteleuropäische Zeit"],
  ["Pacific/Auckland", "en", "New Zealand Time"],
  ["UTC", "de", "UTC"],
])("%s is in %s: %s", (zone, locale, name) => {
  expect(zoneName(zone, locale)).toBe(name);
});

test.each([
  ["Europe/Berlin", "en", ["2030-12-01T12:00Z"], "Central European Time, UTC+1"],
  ["Europe/Berlin", "de", ["2030-06-01T12:00Z"], "Mitteleuropäische Zeit, UTC+2"],
  [
    "Europe/Berlin",
    "en",
    ["2030-10-26T12:00Z", "2030-10-27T12:00Z"],
    "Central European Time, UTC+2/UTC+1",
  ],
  ["Europe/London", "en", ["2030-12-01T12:00Z"], "United Kingdom Time, UTC+0"],
  ["Asia/Kathmandu", "de", ["2030-06-01T12:00Z"], "Nepalesische Zeit, UTC+5:45"],
  ["UTC", "en", ["2030-06-01T12:00Z"], "UTC"],
])("%s in %s at %j is %s", (zone, locale, moments, text) => {
  expect(
    zoneAt(
      zone,
      locale,
      moments.map((moment) => new Date(moment)),
    ),
  ).toBe(text);
});

test.each([
  ["UTC", "en-GB", "15 June 2030 at 22:30 (UTC)"],
  ["Europe/Berlin", "de", "16. Juni 2030 um 00:30 (Mitteleuropäische Zeit, UTC+2)"],
])("a moment names its zone: in %s, %s", (zone, locale, text) => {
  expect(momentInZone(new Date("2030-06-15T22:30:00Z"), zone, locale)).toBe(text);
});
