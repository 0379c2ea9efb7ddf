import type { Transaction } from "@polls/db/sql";
import type { Admission, AdmissionRule, PollRequest } from "@polls/domain/access";
import type { Refusal } from "@polls/domain/refusals";
import type { Cause } from "@polls/jobs/outbox";
import type { Language } from "@polls/markup";
import type { Reply } from "../replies/reply";
import { type IdempotentRequest, type Replay, storeReplies, takeKeys } from "./idempotency";

/** A request in a transaction that several requests share. Its batcher admits it to its poll. */
export interface BatchedRequest<Outcome> {
  readonly rule: AdmissionRule;
  readonly call: PollRequest;
  /** The request, as the cause of the jobs that it sends. */
  readonly cause: Cause;
  readonly language: Language;
  readonly idempotent: SerializedRequest<Outcome> | undefined;
}

interface SerializedRequest<Outcome> extends IdempotentRequest {
  /** Returns the reply that is stored for the request's `Idempotency-Key`. */
  serialize(outcome: Outcome): Reply;
}

export type Unwritten =
  | Extract<Admission, { readonly kind: "password_needed" }>
  | {
      readonly kind: "refused";
      readonly refusal: Refusal;
      /** The request was not admitted to its poll. It is refused as a whole. */
      readonly unadmitted?: true;
    };

interface Kind {
  readonly kind: string;
  /** Nothing was written, so the reply is not stored for an `Idempotency-Key`. */
  readonly unchanged?: true;
}

/** The result of a request. An outcome is committed with its batch. */
export type BatchedResult<Outcome extends Kind> = Outcome | Replay | Unwritten;

export const isUnwritten = (result: Kind): result is Unwritten =>
  result.kind === "refused" || result.kind === "password_needed";

export const isReplay = (result: Kind): result is Replay => result.kind === "replay";

/**
 * Adds idempotency to `carryOut`, in the same transaction. Requests with a used `Idempotency-Key`
 * get the stored reply. The others are carried out, and their replies are stored.
 */
export const keepingReplies =
  <Outcome extends Kind, Request extends BatchedRequest<Outcome>>(
    carryOut: (
      tx: Transaction,
      requests: readonly Request[],
    ) => Promise<readonly (Outcome | Unwritten)[]>,
  ) =>
  async (
    tx: Transaction,
    requests: readonly Request[],
  ): Promise<readonly BatchedResult<Outcome>[]> => {
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
    await storeReplies(tx, kept);
    return requests.flatMap((request) => results.get(request) ?? []);
  };

/** The results of the requests whose keys are in use or were used before. */
async function replaysOf<Outcome extends Kind>(
  tx: Transaction,
  requests: readonly BatchedRequest<Outcome>[],
): Promise<Map<BatchedRequest<Outcome>, BatchedResult<Outcome>>> {
  const keyed = requests.flatMap((request) =>
    request.idempotent === undefined ? [] : [{ request, idempotent: request.idempotent }],
  );
  const taken = await takeKeys(
    tx,
    keyed.map(({ idempotent }) => idempotent),
  );
  const results = new Map<BatchedRequest<Outcome>, BatchedResult<Outcome>>();
  keyed.forEach(({ request }, index) => {
    const key = taken[index];
    if (key !== undefined && key.kind !== "fresh") results.set(request, key);
  });
  return results;
}
