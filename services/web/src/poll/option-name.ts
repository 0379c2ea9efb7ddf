import type { OptionListItem } from "@polls/client";
import { datesOf } from "../parts/dates";
import type { Visit } from "../session/visit";

/** What an option is called. */
export const nameOf = (option: OptionListItem, { data: { poll }, words }: Visit): string =>
  option.content ?? datesOf(option, poll, words) ?? `${words.results.option} ${option.position}`;
