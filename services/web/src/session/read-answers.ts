import type { Vote } from "@polls/client";
import type { Signal } from "@preact/signals";
import type { Visit } from "./visit";

/** With more participants the answers are not read. */
export const PEOPLE_MAX = 300;
/** With more votes, each visitor would read all of them. */
export const ANSWERS_MAX = 1_000;

export interface Answers {
  /** The names of participants by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly votes: readonly Vote[];
}

/**
 * Reads the answers. Without the right to read them, without a connection, and where they are too
 * many, `answers` stays as it is.
 */
export async function readAnswers(
  { client, data: { poll }, pollId: poll_id }: Visit,
  answers: Signal<Answers | undefined>,
): Promise<void> {
  if (poll.voters_count > PEOPLE_MAX) return;
  try {
    const names = new Map<string, string>();
    for await (const { id, user_name } of client().participants.list.all({ poll_id })) {
      names.set(id, user_name ?? "");
    }
    const votes: Vote[] = [];
    for await (const vote of client().votes.list.all({ poll_id })) {
      if (votes.push(vote) > ANSWERS_MAX) return;
    }
    answers.value = { names, votes };
  } catch {
    // The votes of the visitor do not depend on them.
  }
}
