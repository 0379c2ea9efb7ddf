import {
  type ErrorBody,
  hasCode,
  type Participant,
  type Vote,
  type VotePayment,
} from "@polls/client";
import type { Visit } from "../session/visit";
import { castVote } from "./cast-vote";
import type { VoteValue } from "./controls";
import { type Mark, valueIn } from "./marks";
import type { Change } from "./unsent";

/** One retry by the client; the ballot tries again later. */
export const oneMore = { retries: 1, timeoutMs: 15_000 } as const;

/** The field of a vote that has its value. `null` is an abstention. */
const fieldOf = (value: VoteValue | null) =>
  typeof value === "string" ? { vote_text: value } : { vote: value };

/**
 * Casts, changes or withdraws a vote, and returns its mark.
 * @param before Its mark before the change.
 * @param stored Its stored value.
 */
export async function saveVote(
  { client, pollId }: Visit,
  voter: () => Promise<Participant>,
  { place, value: wanted, requestKey }: Change,
  before: Mark,
  stored: VoteValue | undefined,
): Promise<Mark> {
  const { id, isHeld, former, paid } = before;
  if (wanted === undefined && isHeld !== true) {
    if (id !== undefined) await client().votes.withdraw({ poll_id: pollId, id }, oneMore);
    return { value: undefined, state: "saved", former };
  }
  // A held vote cannot be withdrawn. A later one replaces it.
  const value = wanted ?? null;

  async function change(id: string, idempotencyKey?: string) {
    // A number alone would keep the text beside it.
    const vote = { vote_text: null, ...fieldOf(value) };
    const request = { poll_id: pollId, id, body: { vote } };
    return client().votes.change(request, { ...oneMore, idempotencyKey });
  }

  async function cast() {
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

  const saved = (answer: Vote | VotePayment): Mark =>
    "url" in answer
      ? { ...before, value: wanted ?? undefined, state: "saved", paymentUrl: answer.url }
      : { value: valueIn(answer), id: answer.id, type: answer.type, state: "saved" };

  // Only another purchase can be smaller than the unpaid one.
  const isUnpaid = paid !== undefined && paid < Number(stored);
  try {
    return saved(
      await (id === undefined || isUnpaid ? cast() : change(id, `${requestKey}-change`)),
    );
  } catch (error) {
    if (hasCode(error, "opt_in_pending")) {
      return value === null
        ? { value: undefined, state: "saved", isHeld: true }
        : { value, state: "held", isHeld: true };
    }
    if (hasCode(error, "already_voted")) {
      const { vote_id: other } = error.body as ErrorBody & { readonly vote_id?: string };
      if (other !== undefined) return saved(await change(other));
    }
    throw error;
  }
}
