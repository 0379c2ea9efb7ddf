import { createPollCache, type Db, holdPolls, type Transaction } from "@polls/db";
import type { Reply } from "../../http/replies/reply";
import type { IdempotentRequest } from "../../http/routing/idempotency";
import { endPurchases } from "../payments/open-purchases";
import { answerKeyed } from "./answer-keyed";
import { type CastOutcome, type CastRequest, castVotes } from "./cast-votes";
import type { Selling } from "./change-vote";
import type { Settled } from "./coalesce";
import { type Entered, enterPoll, type PollVisit } from "./enter-poll";
import { shareTransactions } from "./share-transactions";

/** Of each 2 s for a lock there are five: what waits no longer than this is answered within about 15 s (reliability I12). */
const patience = { stuckMs: 250, patienceMs: 4_000 } as const;
/** How casts share transactions (ADR 0007): so many at most, so many transactions at a time. */
const CASTS = { maxBatch: 64, maxInFlight: 2, worthARun: 32, ...patience } as const;
/** Changes lock one participant each, in no order: they have their transactions for themselves. */
const CHANGES = { maxBatch: 1, maxInFlight: 4, worthARun: 1, ...patience } as const;

/** What the booth takes of `Db.pipelined`. */
export const BOOTH_CONNECTIONS = CASTS.maxInFlight + CHANGES.maxInFlight;

export interface CastInBooth extends CastRequest {
  readonly idempotent: IdempotentRequest | undefined;
  /** What HTTP answers to an outcome; kept with the vote for the request's `Idempotency-Key`. */
  readonly answer: (outcome: CastOutcome, url: string | undefined) => Reply;
}

export interface ChangeInBooth extends PollVisit {
  readonly idempotent: IdempotentRequest | undefined;
  /** Changes a vote of the poll, which is held, and says what HTTP answers. */
  readonly change: (tx: Transaction, entered: Entered, selling: Selling) => Promise<Settled<Reply>>;
}

/** Where votes are cast, together with whatever arrives at the same time, changed and taken back. */
export interface VoteBooth {
  readonly cast: (request: CastInBooth) => Promise<Reply>;
  readonly change: (request: ChangeInBooth) => Promise<Reply>;
}

export interface BoothOptions extends Selling {
  /** Called after votes were bought: jobs wait. */
  readonly wakeRelay: () => void;
}

/** Opens the booth of one process. */
export function createVoteBooth(db: Db, options: BoothOptions): VoteBooth {
  const cache = createPollCache();
  /** Transactions that send jobs of payments. */
  const sending = new WeakSet<Transaction>();
  const selling: Selling = {
    paymentMinimum: options.paymentMinimum,
    openPurchases(tx, bought) {
      sending.add(tx);
      return options.openPurchases(tx, bought);
    },
  };

  async function castAll(
    tx: Transaction,
    requests: readonly CastInBooth[],
  ): Promise<readonly Settled<Reply>[]> {
    const outcomes = await castVotes(tx, requests, cache, options);
    const urls = await openAll(tx, outcomes);
    return requests.map((request, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined) throw new Error("a vote got no outcome");
      if (!outcome.ok) return outcome;
      return { ok: true, result: request.answer(outcome.result, urls.get(outcome.result)) };
    });
  }

  /** Opens and ends payments in the order of the casts: one may take back what another has just bought. */
  async function openAll(
    tx: Transaction,
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
      const pages = purchases.length === 0 ? [] : await selling.openPurchases(tx, purchases);
      bought.forEach((one, index) => {
        urls.set(one, pages[index] ?? "");
      });
      const [first] = ended;
      if (first !== undefined) {
        const ids = ended.map(({ vote }) => vote.vote.publicId);
        sending.add(tx);
        await endPurchases(tx, ids, first.vote.vote.updatedAt);
      }
    }
    return urls;
  }

  async function changeOne(
    tx: Transaction,
    [request]: readonly ChangeInBooth[],
  ): Promise<readonly Settled<Reply>[]> {
    // Answered by what is kept for its key.
    if (request === undefined) return [];
    const entered = enterPoll(request, await holdPolls(tx, [request.pollHash], cache));
    return [entered.ok ? await request.change(tx, entered.result, selling) : entered];
  }

  const committed = (tx: Transaction) => {
    if (sending.has(tx)) options.wakeRelay();
  };
  return {
    cast: shareTransactions(db, answerKeyed(castAll), { sharing: CASTS, committed }),
    change: shareTransactions(db, answerKeyed(changeOne), { sharing: CHANGES, committed }),
  };
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
