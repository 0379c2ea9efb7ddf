import type { OptionListItem, Poll } from "@polls/client";
import { datesOf as datesIn, type NameReader, nameOption } from "@polls/domain/naming";
import { optionTypeOf } from "../../types/option-types";
import type { Words } from "../../words";

/** What names an option. Options that are no longer offered have no position. */
export type Named = Pick<OptionListItem, "type" | "content" | "start_date" | "end_date"> &
  Partial<Pick<OptionListItem, "name" | "position">>;

type Naming = readonly [
  option: Named,
  page: {
    readonly data: { readonly poll: Poll };
    readonly words: Pick<NameReader, "locale" | "unnamed" | "dateFormat"> &
      Partial<Pick<Words, "photo">>;
  },
];

const naming = ([option, { data, words }]: Naming) => {
  const { wholeDays, submission } = optionTypeOf(option);
  // The name that a camera gave to a file is no title. A document is known by the name of its file.
  const isOfCamera =
    submission?.by === "drawing" || (submission?.by === "file" && submission.accept !== "");
  const isPhoto = submission?.by === "file" && submission.accept === "image/*";
  const { name, ...named } = option;
  return [
    { ...named, wholeDays, ...(!isOfCamera && { name }) },
    {
      ...words,
      ...data.poll.settings,
      ...(isPhoto && words.photo !== undefined && { unnamed: words.photo }),
    },
  ] as const;
};

/** What an option is called, in the language of the page and the time zone of the poll. */
export const nameOf = (...of: Naming): string => nameOption(...naming(of));

/** Dates by their beginning. A list can be in another order. */
export const byBeginning = <Item extends Pick<Named, "start_date">>(
  options: readonly Item[],
): readonly Item[] =>
  [...options].sort(({ start_date: one = "" }, { start_date: other = "" }) =>
    one < other ? -1 : Number(one > other),
  );

/** The dates of an option; undefined where it has none. */
export const datesOf = (...of: Naming): string | undefined => datesIn(...naming(of));
