import type { Transaction } from "@polls/db";
import type { Admission, AdmissionRule, PollRequest } from "@polls/domain/access";
import type { Refusal } from "@polls/domain/refusals";
import type { Cause } from "@polls/jobs/outbox";
import type { Reply } from "../replies/reply";
import { type IdempotentRequest, keepAnswers, type Replay, takeKeys } from "./idempotency";

/** A request that a batcher admits to its poll, in a transaction that requests share. */
export interface BatchedRequest<Outcome> extends PollRequest {
  readonly rule: AdmissionRule;
  /** The request, for the jobs that it sends. */
  readonly cause: Cause;
  readonly idempotent: SerializedRequest<Outcome> | undefined;
}

interface SerializedRequest<Outcome> extends IdempotentRequest {
  /** The reply that is kept for an outcome under the request's `Idempotency-Key`. */
  serialize(outcome: Outcome): Reply;
}

/** Nothing was written for a request. */
export type Unwritten =
  | Extract<Admission, { readonly kind: "password_needed" }>
  | {
      readonly kind: "refused";
      readonly refusal: Refusal;
      /** The request was not admitted to its poll, so that it is refused as a whole. */
      readonly unadmitted?: true;
    };

interface Kind {
  readonly kind: string;
  /** Nothing was written, so that the reply is kept for no `Idempotency-Key`. */
  readonly unchanged?: true;
}

/** The result of a request. An outcome is committed with its batch. */
export type Batched<Outcome extends Kind> = Outcome | Replay | Unwritten;

export const isUnwritten = (result: Kind): result is Unwritten =>
  result.kind === "refused" || result.kind === "password_needed";

export const isReplay = (result: Kind): result is Replay => result.kind === "replay";

/**
 * Wraps `carryOut` with idempotency, in one transaction: requests with a used `Idempotency-Key` get the
 * kept reply; the others are carried out, and the replies to their outcomes are kept.
 */
export const keepingReplies =
  <Outcome extends Kind, Request extends BatchedRequest<Outcome>>(
    carryOut: (
      tx: Transaction,
      requests: readonly Request[],
    ) => Promise<readonly (Outcome | Unwritten)[]>,
  ) =>
  async (tx: Transaction, requests: readonly Request[]): Promise<readonly Batched<Outcome>[]> => {
    const results = await replaysOf<Outcome>(tx, requests);
    const fresh = requests.filter((request) => !results.has(request));
    const carriedOut = fresh.length === 0 ? [] : await carryOut(tx, fresh);
    const kept: { request: IdempotentRequest; reply: Reply }[] = [];
    fresh.forEach((request, index) => {
      const result = carriedOut[index];
      if (result === undefined) throw new Error("a request of a batch got no result");
      results.set(request, result);
      const { idempotent } = request;
      if (idempotent === undefined || isUnwritten(result) || result.unchanged === true) return;
      kept.push({ request: idempotent, reply: idempotent.serialize(result as Outcome) });
    });
    await keepAnswers(tx, kept);
    return requests.flatMap((request) => results.get(request) ?? []);
  };

/** Results of the requests whose keys were used before, or are in use. */
async function replaysOf<Outcome extends Kind>(
  tx: Transaction,
  requests: readonly BatchedRequest<Outcome>[],
): Promise<Map<BatchedRequest<Outcome>, Batched<Outcome>>> {
  const keyed = requests.flatMap((request) =>
    request.idempotent === undefined ? [] : [{ request, idempotent: request.idempotent }],
  );
  const taken = await takeKeys(
    tx,
    keyed.map(({ idempotent }) => idempotent),
  );
  const results = new Map<BatchedRequest<Outcome>, Batched<Outcome>>();
  keyed.forEach(({ request }, index) => {
    const key = taken[index];
    if (key !== undefined && key.kind !== "fresh") results.set(request, key);
  });
  return results;
}
