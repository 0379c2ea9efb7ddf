import type { OptionListItem } from "@polls/client";
import { nameOf as nameIn } from "../parts/show/option-name";
import type { PollDesk } from "./poll-desk";

/** What an option is called. */
export const nameOf = (option: OptionListItem, { poll, words }: PollDesk): string =>
  nameIn(option, { data: { poll: poll.value }, words });
