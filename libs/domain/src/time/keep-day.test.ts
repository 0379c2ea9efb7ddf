// Covers docs/reference/time.md: time-zone

import { keepDay, moveDay } from "./keep-day";
import { type BareDate, parseMoment } from "./moment";
import { dayIn } from "./timezone";

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "America/Sao_Paulo",
];
const pairs = zones.flatMap((from) => zones.map((to) => [from, to] as const));
const at = (text: string, zone: string, edge: BareDate = "start_of_day"): Date => {
  const moment = parseMoment(text, zone, edge);
  if (moment === undefined) throw new Error(`${text} is no moment`);
  return moment;
};

test.each(pairs)("a day keeps its date and its edges from %s to %s and back", (from, to) => {
  // Clocks change on 28 March 2027 in Berlin, and on 4 November 2018, at midnight, in São Paulo.
  for (const day of ["2027-07-02", "2027-03-28", "2018-11-04"]) {
    for (const edge of ["start_of_day", "end_of_day"] as const) {
      const moved = keepDay(at(day, from, edge), { from, to }, edge);
      expect(moved).toEqual(at(day, to, edge));
      expect(dayIn(to, moved)).toBe(day);
      expect(keepDay(moved, { from: to, to: from }, edge)).toEqual(at(day, from, edge));
    }
  }
});

test.each(pairs)("a time stays the same moment from %s to %s", (from, to) => {
  const moment = at("2027-07-02T18:30", from);
  expect(keepDay(moment, { from, to }, "start_of_day")).toEqual(moment);
  expect(keepDay(moment, { from, to }, "end_of_day")).toEqual(moment);
  expect(dayIn(to, moveDay(moment, { from, to }, "start_of_day"))).toBe("2027-07-02");
});
