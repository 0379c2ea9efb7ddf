import type { OptionListItem } from "@polls/client";
import { nameOf as nameIn } from "../parts/show/option-name";
import type { PollContext } from "./poll-context";

/** What an option is called. */
export const nameOf = (option: OptionListItem, { poll, words }: PollContext): string =>
  nameIn(option, { data: { poll: poll.value }, words });
