import {
  type ErrorBody,
  hasCode,
  type Participant,
  type RequestClient,
  type Vote,
  type VotePayment,
} from "@polls/client";
import { castVote } from "./cast-vote";
import type { VoteValue } from "./controls";
import { type Mark, valueIn } from "./marks";
import type { Change } from "./unsent";

/** One retry by the client; the ballot tries again later. */
export const oneMore = { retries: 1, timeoutMs: 15_000 } as const;

interface At {
  readonly client: () => RequestClient;
  readonly pollId: string;
  readonly voter: () => Promise<Participant>;
  /** The mark before the change. */
  readonly before: Mark;
  /** The stored vote. */
  readonly stored: VoteValue | undefined;
}

/** Casts, changes or withdraws a vote, and returns its mark. */
export async function saveVote(changed: Change, at: At): Promise<Mark> {
  const { client, pollId, before, stored } = at;
  const { id, isHeld, former, paid } = before;
  if (changed.value === undefined && isHeld !== true) {
    if (id !== undefined) await client().votes.withdraw({ poll_id: pollId, id }, oneMore);
    return { value: undefined, state: "saved", former };
  }
  // A held vote cannot be withdrawn. A later one replaces it.
  const value = changed.value ?? null;
  // Only another purchase can be smaller than the unpaid one.
  const isUnpaid = paid !== undefined && paid < Number(stored);
  try {
    const answer =
      id === undefined || isUnpaid
        ? cast(changed, value, at)
        : change(id, value, at, `${changed.requestKey}-change`);
    return saved(value, await answer, before);
  } catch (error) {
    if (hasCode(error, "opt_in_pending")) {
      return value === null
        ? { value: undefined, state: "saved", isHeld: true }
        : { value, state: "held", isHeld: true };
    }
    if (hasCode(error, "already_voted")) {
      const { vote_id: other } = error.body as ErrorBody & { readonly vote_id?: string };
      if (other !== undefined) return saved(value, await change(other, value, at), before);
    }
    throw error;
  }
}

async function cast(
  { place, requestKey }: Change,
  value: VoteValue | null,
  { client, pollId, voter }: At,
) {
  const category = place.categoryId === undefined ? {} : { voting_category_id: place.categoryId };
  const vote = { ...fieldOf(value), ...category } as never;
  return castVote(
    client(),
    await voter(),
    pollId,
    { option_id: place.optionId, vote },
    { ...oneMore, idempotencyKey: requestKey },
  );
}

async function change(
  id: string,
  value: VoteValue | null,
  { client, pollId }: At,
  idempotencyKey?: string,
) {
  // A number alone would keep the text beside it.
  const vote = { vote_text: null, ...fieldOf(value) };
  const request = { poll_id: pollId, id, body: { vote } };
  return client().votes.change(request, { ...oneMore, idempotencyKey });
}

/** The field of a vote that has its value. `null` is an abstention. */
const fieldOf = (value: VoteValue | null) =>
  typeof value === "string" ? { vote_text: value } : { vote: value };

const saved = (value: VoteValue | null, answer: Vote | VotePayment, before: Mark): Mark =>
  "url" in answer
    ? { ...before, value: value ?? undefined, state: "saved", paymentUrl: answer.url }
    : { value: valueIn(answer), id: answer.id, type: answer.type, state: "saved" };
