import type { Transaction } from "@polls/db";
import type { Reply } from "../../http/replies/reply";
import {
  type IdempotentRequest,
  keepAnswers,
  type TakenKey,
  takeKeys,
} from "../../http/routing/idempotency";
import type { Settled } from "./coalesce";
import type { AnswerAll } from "./share-transactions";

interface Keyed {
  readonly idempotent: IdempotentRequest | undefined;
}

/**
 * Answers requests by what is kept for their `Idempotency-Key`, the others by `answerFresh`, and keeps
 * the answers of those that have a key, in the transaction of what they did.
 */
export const answerKeyed =
  <Request extends Keyed>(answerFresh: AnswerAll<Request, Reply>): AnswerAll<Request, Reply> =>
  async (tx, requests) => {
    const keys = await keysOf(tx, requests);
    const fresh = requests.filter((request) => (keys.get(request)?.kind ?? "fresh") === "fresh");
    const answered = await answerFresh(tx, fresh);
    const replies = new Map<Request, Settled<Reply>>();
    fresh.forEach((request, index) => {
      const reply = answered[index];
      if (reply !== undefined) replies.set(request, reply);
    });
    await keepAnswers(
      tx,
      fresh.flatMap((request) => {
        const reply = replies.get(request);
        const { idempotent } = request;
        return reply?.ok && idempotent ? [{ request: idempotent, reply: reply.result }] : [];
      }),
    );
    return requests.map((request) => replies.get(request) ?? replyOfKey(keys.get(request)));
  };

async function keysOf<Request extends Keyed>(
  tx: Transaction,
  requests: readonly Request[],
): Promise<ReadonlyMap<Request, TakenKey>> {
  const keyed = requests.flatMap((request) =>
    request.idempotent === undefined ? [] : [{ request, idempotent: request.idempotent }],
  );
  const taken = await takeKeys(
    tx,
    keyed.map(({ idempotent }) => idempotent),
  );
  const keys = new Map<Request, TakenKey>();
  keyed.forEach(({ request }, index) => {
    const key = taken[index];
    if (key !== undefined) keys.set(request, key);
  });
  return keys;
}

function replyOfKey(key: TakenKey | undefined): Settled<Reply> {
  if (key?.kind === "kept") return { ok: true, result: key.reply };
  if (key?.kind === "refused") return { ok: false, error: key.refusal };
  throw new Error("a request of a vote got no answer");
}
