import type { OptionListItem } from "@polls/client";
import { datesOf } from "../parts/dates";
import type { Visit } from "../session/visit";

/** What names an option. Options that are no longer offered have no position. */
export type Named = Pick<OptionListItem, "type" | "content" | "start_date" | "end_date"> &
  Partial<Pick<OptionListItem, "position">>;

/** What an option is called. */
export const nameOf = (option: Named, { data: { poll }, words }: Visit): string =>
  option.content ??
  datesOf(option, poll, words) ??
  `${words.results.option} ${option.position ?? ""}`;
