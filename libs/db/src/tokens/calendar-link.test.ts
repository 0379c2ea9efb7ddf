// Covers docs/reference/decisions.md: calendar

import { calendarSecret, pollOfCalendar } from "./calendar-link";

const key = "k".repeat(43);

test("a secret leads to its poll, also after the key was replaced", () => {
  const secret = calendarSecret(key, 17n);
  expect(pollOfCalendar([key], secret)).toBe(17n);
  expect(pollOfCalendar(["new", key], secret)).toBe(17n);
});

test("a changed secret leads to no poll", () => {
  const secret = calendarSecret(key, 17n);
  expect(pollOfCalendar(["other"], secret)).toBeUndefined();
  for (let at = 0; at < secret.length; at += 1) {
    const changed = `${secret.slice(0, at)}${secret[at] === "1" ? "2" : "1"}${secret.slice(at + 1)}`;
    expect(pollOfCalendar([key], changed)).toBeUndefined();
  }
  expect(pollOfCalendar([key], "")).toBeUndefined();
});
