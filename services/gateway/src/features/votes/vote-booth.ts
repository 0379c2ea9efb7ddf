import {
  createPollCache,
  type Db,
  isDatabaseUnavailable,
  retrying,
  type Sql,
  sqlOn,
} from "@polls/db";
import {
  type IdempotentRequest,
  keepAnswers,
  type TakenKey,
  takeKeys,
} from "../../http/idempotency";
import type { Reply } from "../../http/reply";
import { endPurchase, type OpenPurchases } from "../payments/open-purchases";
import { type CastOutcome, type CastRequest, type CastSettings, castVotes } from "./cast-votes";
import { coalesce, type Settled } from "./coalesce";

/** At most so many casts share a transaction, and so many transactions run at a time (ADR 0007). */
const MAX_BATCH = 64;
const MAX_IN_FLIGHT = 2;

export interface BoothRequest extends CastRequest {
  readonly idempotent: IdempotentRequest | undefined;
  /** What HTTP answers to an outcome; kept with the vote for the request's `Idempotency-Key`. */
  readonly answer: (outcome: CastOutcome, url: string | undefined) => Reply;
}

/** Where votes are cast: together with whatever arrives at the same time. */
export interface VoteBooth {
  readonly cast: (request: BoothRequest) => Promise<Reply>;
  /** Resolves once no cast waits or runs. */
  readonly idle: () => Promise<void>;
}

export interface BoothOptions extends CastSettings {
  readonly openPurchases: OpenPurchases;
  /** Called after votes were bought: jobs wait. */
  readonly wakeRelay: () => void;
}

/** Opens the booth of one process. */
export function createVoteBooth(db: Db, options: BoothOptions): VoteBooth {
  const cache = createPollCache();
  let sentJobs = false;

  async function inTransaction(requests: readonly BoothRequest[]): Promise<Settled<Reply>[]> {
    const client = await db.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("BEGIN");
      const replies = await answerAll(sqlOn(client), requests);
      await client.query("COMMIT");
      return replies;
    } catch (error) {
      await client.query("ROLLBACK").catch((rollback: Error) => {
        broken = rollback;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function answerAll(sql: Sql, requests: readonly BoothRequest[]): Promise<Settled<Reply>[]> {
    const keyed = requests.filter(({ idempotent }) => idempotent !== undefined);
    const taken = await takeKeys(sql, keyed.map(({ idempotent }) => idempotent).filter(isGiven));
    const keys = new Map<BoothRequest, TakenKey>();
    keyed.forEach((request, index) => {
      const key = taken[index];
      if (key !== undefined) keys.set(request, key);
    });
    const fresh = requests.filter((request) => (keys.get(request)?.kind ?? "fresh") === "fresh");
    const outcomes = await castVotes(sql, fresh, cache, options);
    const urls = await openAll(sql, outcomes);
    const replies = new Map<BoothRequest, Settled<Reply>>();
    fresh.forEach((request, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined) throw new Error("a vote got no outcome");
      replies.set(
        request,
        outcome.ok
          ? { ok: true, result: request.answer(outcome.result, urls.get(outcome.result)) }
          : outcome,
      );
    });
    await keepAnswers(
      sql,
      keyed.flatMap((request) => {
        const reply = replies.get(request);
        const { idempotent } = request;
        return reply?.ok && idempotent ? [{ request: idempotent, reply: reply.result }] : [];
      }),
    );
    return requests.map((request) => replies.get(request) ?? replyOfKey(keys.get(request)));
  }

  /** Opens and ends payments in the order of the casts: one may take back what another has just bought. */
  async function openAll(
    sql: Sql,
    outcomes: readonly Settled<CastOutcome>[],
  ): Promise<ReadonlyMap<CastOutcome, string>> {
    const urls = new Map<CastOutcome, string>();
    for (const one of outcomes) {
      if (!one.ok) continue;
      const { result } = one;
      if (result.kind === "to_pay") {
        const { vote, purchase } = result;
        const [url = ""] = await options.openPurchases(sql, [{ ...vote, purchase }]);
        urls.set(result, url);
        sentJobs = true;
      } else if (result.kind === "cast" && result.endsPurchase) {
        const { publicId, updatedAt } = result.vote.vote;
        await endPurchase(sql, publicId, updatedAt);
        sentJobs = true;
      }
    }
    return urls;
  }

  /** A batch that fails as a whole is done again one by one, so that only what is at fault fails. */
  async function run(requests: readonly BoothRequest[]): Promise<Settled<Reply>[]> {
    try {
      return await retrying(() => inTransaction(requests));
    } catch (error) {
      if (requests.length === 1) return [{ ok: false, error }];
      if (isDatabaseUnavailable(error)) throw error;
      const settled: Settled<Reply>[] = [];
      for (const request of requests) settled.push(...(await run([request])));
      return settled;
    }
  }

  const booth = coalesce(
    async (requests: readonly BoothRequest[]) => {
      const settled = await run(requests);
      if (sentJobs) {
        sentJobs = false;
        options.wakeRelay();
      }
      return settled;
    },
    { maxBatch: MAX_BATCH, maxInFlight: MAX_IN_FLIGHT },
  );
  return { cast: booth.add, idle: booth.idle };
}

const isGiven = <Value>(value: Value | undefined): value is Value => value !== undefined;

function replyOfKey(key: TakenKey | undefined): Settled<Reply> {
  if (key?.kind === "kept") return { ok: true, result: key.reply };
  if (key?.kind === "refused") return { ok: false, error: key.refusal };
  throw new Error("a vote got no answer");
}
