import type { Vote } from "@polls/client";
import type { Visit } from "./visit";

/** With more participants the answers are not read. */
const PEOPLE_MAX = 300;

/** Who answered what. */
export interface Answers {
  /** The names of participants by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly votes: readonly Vote[];
}

/**
 * The answers that this visitor may read. Undefined: with more votes each visitor would read all of
 * them. Rejects without the right to read them.
 */
export async function readAnswers(
  { client, data: { poll }, pollId: poll_id }: Visit,
  votesMax: number,
): Promise<Answers | undefined> {
  if (poll.voters_count > PEOPLE_MAX) return undefined;
  const names = new Map<string, string>();
  for await (const { id, user_name } of client().participants.list.all({ poll_id })) {
    names.set(id, user_name ?? "");
  }
  const votes: Vote[] = [];
  for await (const vote of client().votes.list.all({ poll_id })) {
    if (votes.push(vote) > votesMax) return undefined;
  }
  return { names, votes };
}
