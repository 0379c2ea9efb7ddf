import type { Poll } from "@polls/client";
import { type Signal, signal } from "@preact/signals";
import { type Desk, deskOf } from "../session/desk";
import type { FirstData } from "../shell/first-data";
import { type SettingWords, settingWords } from "../words/settings";

/** What all parts of the page of an admin share. */
export interface PollDesk extends Desk {
  /** The hash in the address, which manages the poll. */
  readonly hash: string;
  readonly poll: Signal<Poll>;
  readonly settingWords: SettingWords;
  /** Changes fields of the poll, and shows the answer. */
  readonly update: (fields: Readonly<Record<string, unknown>>) => Promise<void>;
}

export function pollDeskOf(data: FirstData): PollDesk {
  const desk = deskOf(data);
  const poll = signal(data.poll);
  return {
    ...desk,
    ...{ hash: data.hash, poll },
    settingWords: settingWords.words(),
    async update(fields) {
      poll.value = await desk.client.polls.update({
        poll_hash: data.hash,
        body: { poll: fields },
      });
    },
  };
}
