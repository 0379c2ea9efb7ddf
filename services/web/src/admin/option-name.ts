import type { OptionListItem } from "@polls/client";
import { datesOf } from "../parts/dates";
import type { PollDesk } from "./poll-desk";

/** What an option is called. */
export const nameOf = (
  { content, position, ...option }: OptionListItem,
  { poll, words }: PollDesk,
): string => content ?? datesOf(option, poll.value, words) ?? words.options.unnamed(position);
