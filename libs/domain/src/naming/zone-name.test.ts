// Covers docs/reference/pages.md: dates-on-pages

import { zoneName } from "./zone-name";

test.each([
  ["Europe/Berlin", "en", "Central European Time"],
  ["Europe/Berlin", "de", "Mitteleuropäische Zeit"],
  ["Pacific/Auckland", "en", "New Zealand Time"],
  ["UTC", "de", "UTC"],
])("%s is in %s: %s", (zone, locale, name) => {
  expect(zoneName(zone, locale)).toBe(name);
});
