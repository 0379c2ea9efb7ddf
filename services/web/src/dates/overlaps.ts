import type { OptionListItem } from "@polls/client";
import { optionTypeOf } from "../types/option-types";

type Dated = Pick<OptionListItem, "type" | "start_date" | "end_date">;

/** The first moment of a date, and the moment after it. Days begin at the same time, so that a moment stands for a whole day. */
function spanOf(option: Dated): readonly [start: number, end: number] {
  const start = Date.parse(option.start_date ?? "");
  const end = Date.parse(option.end_date ?? option.start_date ?? "");
  return [start, optionTypeOf(option).wholeDays ? end + 1 : Math.max(end, start + 1)];
}

export function overlap(one: Dated, other: Dated): boolean {
  const [start, end] = spanOf(one);
  const [otherStart, otherEnd] = spanOf(other);
  return start < otherEnd && otherStart < end;
}
