import type { OptionListItem, Poll } from "@polls/client";
import { datesOf as datesIn, type NameReader, nameOption } from "@polls/domain/naming";
import { optionTypeOf } from "../../types/option-types";
import { unbroken } from "./dates";

/** What names an option. Options that are no longer offered have no position. */
export type Named = Pick<OptionListItem, "type" | "content" | "start_date" | "end_date"> &
  Partial<Pick<OptionListItem, "name" | "position">>;

interface PageOf<Words> {
  readonly data: { readonly poll: Poll };
  readonly words: Words;
}

const naming = <Words>(option: Named, { data, words }: PageOf<Words>) => {
  const { kind, wholeDays } = optionTypeOf(option);
  return [
    { ...option, kind, wholeDays },
    { ...words, ...data.poll.settings },
  ] as const;
};

/** What an option is called, in the language of the page and the time zone of the poll. */
export const nameOf = (
  option: Named,
  page: PageOf<Pick<NameReader, "locale" | "unnamed" | "dateFormat">>,
): string =>
  (option.content ? undefined : datesOf(option, page)) ?? nameOption(...naming(option, page));

/** Dates by their beginning. A list can be in another order. */
export const byBeginning = <Item extends Pick<Named, "start_date">>(
  options: readonly Item[],
): readonly Item[] =>
  [...options].sort(({ start_date: one = "" }, { start_date: other = "" }) =>
    one < other ? -1 : Number(one > other),
  );

/** The dates of an option; undefined where it has none. */
export function datesOf(
  option: Named,
  page: PageOf<Pick<NameReader, "locale" | "dateFormat">>,
): string | undefined {
  const dates = datesIn(...naming(option, page));
  return dates && unbroken(dates);
}
