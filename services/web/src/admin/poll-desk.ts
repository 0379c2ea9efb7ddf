import type { Poll } from "@polls/client";
import { type Signal, signal } from "@preact/signals";
import { type Desk, deskOf } from "../session/desk";
import type { FirstData } from "../shell/first-data";
import { type SettingWords, settingWords } from "../words/settings";

/** The shared state of all parts of the admin page. */
export interface PollDesk extends Desk {
  /** The admin hash in the address. */
  readonly hash: string;
  readonly poll: Signal<Poll>;
  /** Counts the changes of what participants see. */
  readonly changes: Signal<number>;
  readonly settingWords: SettingWords;
  /** Changes fields of the poll, and shows the updated poll. */
  readonly update: (fields: Readonly<Record<string, unknown>>) => Promise<void>;
}

export function pollDeskOf(data: FirstData): PollDesk {
  const desk = deskOf(data);
  const poll = signal(data.poll);
  const changes = signal(0);
  return {
    ...desk,
    hash: data.hash,
    poll,
    changes,
    settingWords: settingWords.words(),
    async update(fields) {
      poll.value = await desk.client.polls.update({
        poll_hash: data.hash,
        body: { poll: fields },
      });
      changes.value++;
    },
  };
}

/** The states of ideas, with the names that they have in the poll. */
export const statesOf = ({ words, poll }: Pick<PollDesk, "words" | "poll">) =>
  Object.entries({ ...words.options.states, ...poll.value.settings.state_labels });
