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
import { endPurchases, type OpenPurchases } from "../payments/open-purchases";
import { type CastOutcome, type CastRequest, type CastSettings, castVotes } from "./cast-votes";
import { coalesce, type Settled } from "./coalesce";

/** How casts share transactions (ADR 0007): so many at most, so many transactions at a time. */
const SHARING = { maxBatch: 64, maxInFlight: 2, worthARun: 32 } as const;

const BEGIN = { name: "begin", text: "BEGIN", values: [] };
const COMMIT = { name: "commit", text: "COMMIT", values: [] };

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
    const client = await db.pipelined.connect();
    let failed = true;
    try {
      const sql = sqlOn(client);
      const [, replies] = await Promise.all([sql(BEGIN), answerAll(sql, requests)]);
      await sql(COMMIT);
      failed = false;
      return replies;
    } finally {
      // Statements may still be on their way: with their connection they are gone.
      client.release(failed);
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
    const sold = outcomes.flatMap((one) =>
      one.ok && changesPurchase(one.result) ? [one.result] : [],
    );
    for (const round of eachVoteOnce(sold)) {
      const bought = round.filter((one) => one.kind === "to_pay");
      const ended = round.filter((one) => one.kind === "cast");
      const purchases = bought.map(({ vote, purchase, replaces }) => ({
        ...vote,
        purchase,
        replaces,
      }));
      const pages = purchases.length === 0 ? [] : await options.openPurchases(sql, purchases);
      bought.forEach((one, index) => {
        urls.set(one, pages[index] ?? "");
      });
      const [first] = ended;
      if (first !== undefined) {
        const ids = ended.map(({ vote }) => vote.vote.publicId);
        await endPurchases(sql, ids, first.vote.vote.updatedAt);
      }
      sentJobs = true;
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

  const booth = coalesce(async (requests: readonly BoothRequest[]) => {
    const settled = await run(requests);
    if (sentJobs) {
      sentJobs = false;
      options.wakeRelay();
    }
    return settled;
  }, SHARING);
  return { cast: booth.add, idle: booth.idle };
}

const changesPurchase = (outcome: CastOutcome): boolean =>
  outcome.kind === "to_pay" || (outcome.kind === "cast" && outcome.endsPurchase);

/** Outcomes in rounds that have each vote once: nearly always one. */
function eachVoteOnce(outcomes: readonly CastOutcome[]): readonly CastOutcome[][] {
  const rounds: CastOutcome[][] = [];
  const seen = new Map<string, number>();
  for (const outcome of outcomes) {
    const { publicId } = outcome.vote.vote;
    const round = seen.get(publicId) ?? 0;
    seen.set(publicId, round + 1);
    rounds[round] = [...(rounds[round] ?? []), outcome];
  }
  return rounds;
}

const isGiven = <Value>(value: Value | undefined): value is Value => value !== undefined;

function replyOfKey(key: TakenKey | undefined): Settled<Reply> {
  if (key?.kind === "kept") return { ok: true, result: key.reply };
  if (key?.kind === "refused") return { ok: false, error: key.refusal };
  throw new Error("a vote got no answer");
}
