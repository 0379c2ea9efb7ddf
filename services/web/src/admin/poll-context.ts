import type { ArgumentsOf, Option, Poll } from "@polls/client";
import { type Signal, signal } from "@preact/signals";
import { type InTurn, oneAfterAnother } from "../parts/form/in-turn";
import { nowOf } from "../parts/page/clock";
import { isBeingLeft } from "../session/leaving";
import { type PageContext, pageContextOf } from "../session/page-context";
import type { FirstData } from "../shell/first-data";
import { pageWords } from "../words";
import { type SettingWords, settingWords } from "../words/settings";

type Fields = Readonly<Record<string, unknown>>;

/** The shared state of all parts of the admin page. */
export interface PollContext extends PageContext {
  /** The admin hash in the address. */
  readonly hash: string;
  readonly poll: Signal<Poll>;
  /** How many options and comments wait for approval, as last read. */
  readonly waiting: Signal<{ readonly options: number; readonly comments: number }>;
  /** Reads that. Throws. */
  readonly readWaiting: () => Promise<void>;
  /** Counts the changes of what participants see. */
  readonly changes: Signal<number>;
  readonly settingWords: SettingWords;
  /** The time of the service, in milliseconds. */
  readonly now: () => number;
  /** The name of the organization that owns the poll. Undefined also for readers without an account of it. */
  readonly organization: string | undefined;
  /** After how many days the service deletes closed polls. Undefined: never. */
  readonly keptDays: number | undefined;
  /** Runs the changes of the poll and its options one after another. A change must not wait for another one. */
  readonly inTurn: InTurn;
  /**
   * Changes fields of the poll in turn, and shows the updated poll. A function gets the poll after the change before.
   * Fields do not wait while the page is left.
   */
  readonly update: (fields: Fields | ((poll: Poll) => Fields)) => Promise<void>;
  /** Changes an option in turn. A function gets the body after the change before. */
  readonly updateOption: (id: string, body: OptionBody | (() => OptionBody)) => Promise<Option>;
}

type OptionBody = ArgumentsOf<"options.update">["body"];

export function pollContextOf(data: FirstData): PollContext {
  const context = pageContextOf(data);
  const poll = signal(data.poll);
  const changes = signal(0);
  const waiting = signal({ options: 0, comments: 0 });
  let reads = 0;
  const inTurn = oneAfterAnother();
  /** What must not be computed first is sent at once while the page is left. */
  const soon = <Result>(write: () => Promise<Result>, isComputed: boolean): Promise<Result> =>
    !isComputed && isBeingLeft() ? write() : inTurn(write);
  return {
    ...context,
    hash: data.hash,
    poll,
    changes,
    waiting,
    async readWaiting() {
      const asked = { poll_id: data.hash, approval_state: "unreviewed", per_page: 1 } as const;
      const { options, comments } = context.client;
      const { allow_comments } = poll.value.settings;
      const read = ++reads;
      const found = await Promise.all([
        options.list.page({ ...asked, pair: false }),
        allow_comments ? comments.listAll.page(asked) : undefined,
      ]);
      const now = { options: found[0].total, comments: found[1]?.total ?? 0 };
      // A slower read that began before an approval would bring the old number back.
      if (read !== reads) return;
      const { value } = waiting;
      if (now.options !== value.options || now.comments !== value.comments) waiting.value = now;
    },
    settingWords: settingWords.words(),
    now: () => nowOf(data),
    organization: data.organization?.name,
    keptDays: data.keptDays,
    inTurn,
    update(fields) {
      const isComputed = typeof fields === "function";
      return soon(async () => {
        poll.value = await context.client.polls.update({
          poll_hash: data.hash,
          body: { poll: isComputed ? fields(poll.value) : fields },
        });
        changes.value++;
      }, isComputed);
    },
    updateOption(id, body) {
      const isComputed = typeof body === "function";
      return soon(
        () =>
          context.client.options.update({
            poll_id: data.hash,
            id,
            body: isComputed ? body() : body,
          }),
        isComputed,
      );
    },
  };
}

/** The states of ideas, with the names that they have in the poll. */
export const statesOf = ({
  poll,
}: Pick<PollContext, "poll">): Readonly<Record<string, string>> => ({
  ...pageWords.words().states,
  ...poll.value.settings.state_labels,
});
