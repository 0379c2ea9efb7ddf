import { optionTypes } from "../option-types";
import { keepDay, moveDay, type ZoneChange } from "../time/keep-day";
import type { BareDate } from "../time/moment";

interface Dates {
  readonly type: string;
  readonly startDate: Date | null;
  readonly endDate: Date | null;
}

/** Dates after a change of zone: days keep their date, times their moment (docs/reference/time.md#time-zone). */
export function keepDates<Option extends Dates>(option: Option, change: ZoneChange): Option {
  const { dates } = optionTypes.get(option.type);
  if (dates === "times") return option;
  const keep = dates === "days" ? moveDay : keepDay;
  const moved = (moment: Date | null, edge: BareDate): Date | null =>
    moment && keep(moment, change, edge);
  const startDate = moved(option.startDate, "start_of_day");
  const endDate = moved(option.endDate, "end_of_day");
  return { ...option, startDate, endDate };
}
