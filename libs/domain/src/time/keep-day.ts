import { type BareDate, parseMoment } from "./moment";
import { dayIn } from "./timezone";

/** The zone of a poll before and after a change. */
export interface ZoneChange {
  readonly from: string;
  readonly to: string;
}

/** The edge of the same day in the new zone. */
export const moveDay = (moment: Date, { from, to }: ZoneChange, edge: BareDate): Date =>
  parseMoment(dayIn(from, moment), to, edge) ?? moment;

/** A moment after a change of zone: the edge of a day stays its edge (docs/reference/time.md#bare-dates). */
export function keepDay(moment: Date, change: ZoneChange, edge: BareDate): Date {
  const { from } = change;
  const day = parseMoment(dayIn(from, moment), from, edge);
  return day?.getTime() === moment.getTime() ? moveDay(moment, change, edge) : moment;
}
