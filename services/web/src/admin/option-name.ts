import type { NameReader } from "@polls/domain/naming";
import { type Named, nameOf as nameIn } from "../parts/show/option-name";
import { pageWords } from "../words";
import type { PollContext } from "./poll-context";

/** What an option is called: as participants see it. */
export const nameOf = (
  option: Named,
  { poll, words }: PollContext,
  dates: Pick<NameReader, "dateFormat"> = {},
): string => {
  const { unnamed } = pageWords.words();
  return nameIn(option, { data: { poll: poll.value }, words: { ...words, unnamed, ...dates } });
};
