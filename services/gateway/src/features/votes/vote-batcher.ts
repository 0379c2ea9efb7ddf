import type { Db } from "@polls/db/connection";
import type { Transaction } from "@polls/db/sql";
import { createPollCache, lockPolls } from "@polls/db/votes";
import { admit } from "@polls/domain/access";
import type { Reading } from "@polls/domain/input";
import type { VoteInput } from "@polls/domain/vote-types";
import { causedBy } from "@polls/jobs/outbox";
import { type Language, preferredLanguage } from "@polls/markup";
import {
  type BatchedRequest,
  type BatchedResult,
  keepingReplies,
  type Unwritten,
} from "../../http/routing/batches";
import { endPurchases } from "../payments/open-purchases";
import { type CastOutcome, type CastSettings, castVotes } from "./cast-votes";
import { type ChangeOutcome, changeVote, type SellingSettings, type ToPay } from "./change-vote";
import type { CastRequest } from "./name-casts";
import { shareTransactions } from "./share-transactions";
import type { CastBody } from "./vote-bodies.schema";
import { type WithdrawOutcome, withdrawVote } from "./withdraw-vote";

const STALL_MS = 250;
/** How casts share transactions (docs/adr/0007-votes-are-cast-in-shared-transactions.md). */
const CASTS = { maxBatch: 64, maxInFlight: 2, minConcurrentBatch: 32, stallMs: STALL_MS } as const;
/** Changes lock participants in no fixed order, so each change has its own transaction. */
const CHANGES = { maxBatch: 1, maxInFlight: 4, minConcurrentBatch: 1, stallMs: STALL_MS } as const;

/** Requests with several votes: a queue of their own, one transaction each, so single votes do not wait (docs/reference/votes.md#batches). */
const BATCHES = {
  maxBatch: 1,
  maxInFlight: 2,
  minConcurrentBatch: 1,
  maxQueue: 32,
  stallMs: STALL_MS,
} as const;

/** Connections of `Db.pipelined` that the batcher uses. */
export const BATCHER_CONNECTIONS = CASTS.maxInFlight + CHANGES.maxInFlight + BATCHES.maxInFlight;

/** The outcome of a cast. A vote that must be paid has the URL of its pay page. */
export type CastResult = Exclude<CastOutcome, { readonly kind: "to_pay" }> | ToPay;

export interface BatchedCast extends BatchedRequest<CastResult> {
  readonly bodies: readonly [Reading<CastBody>];
}

/** Several votes of one request, in one transaction. */
export interface BatchedCasts extends BatchedRequest<CastsOutcome> {
  readonly bodies: readonly Reading<CastBody>[];
}

/** The result of each vote, in order. A refused vote does not affect the others. */
export interface CastsOutcome {
  readonly kind: "casts";
  /** Every vote is refused. */
  readonly unchanged?: true;
  readonly results: readonly (CastResult | RefusedCast)[];
}

export type RefusedCast = Extract<Unwritten, { readonly kind: "refused" }>;

export interface BatchedChange extends BatchedRequest<ChangeOutcome> {
  readonly votePublicId: string;
  readonly body: Reading<VoteInput>;
}

export interface BatchedWithdrawal extends BatchedRequest<WithdrawOutcome> {
  readonly votePublicId: string;
}

/** Casts, changes and withdraws votes. Casts that arrive together share a transaction. */
export interface VoteBatcher {
  readonly cast: (request: BatchedCast) => Promise<BatchedResult<CastResult>>;
  readonly castAll: (request: BatchedCasts) => Promise<BatchedResult<CastsOutcome>>;
  readonly change: (request: BatchedChange) => Promise<BatchedResult<ChangeOutcome>>;
  readonly withdraw: (request: BatchedWithdrawal) => Promise<BatchedResult<WithdrawOutcome>>;
}

type ChangeRequest =
  | ({ readonly kind: "change" } & BatchedChange)
  | ({ readonly kind: "withdraw" } & BatchedWithdrawal);

export interface VoteBatcherOptions extends SellingSettings, CastSettings {
  /** Called after a commit that enqueued jobs of payments. */
  readonly wakeRelay: () => void;
  /** A request that is queued for longer gets 503. */
  readonly queueTimeoutMs: number;
}

export function createVoteBatcher(db: Db, options: VoteBatcherOptions): VoteBatcher {
  const cache = createPollCache();
  /** Transactions that enqueue jobs of payments. */
  const enqueuing = new WeakSet<Transaction>();
  const selling: SellingSettings = {
    amounts: options.amounts,
    unreadyPayees: options.unreadyPayees,
    openPurchases(tx, bought) {
      enqueuing.add(tx);
      return options.openPurchases(tx, bought);
    },
  };

  async function castTogether(
    tx: Transaction,
    requests: readonly (CastRequest & Pick<BatchedCast, "cause" | "language">)[],
  ): Promise<readonly (readonly (CastResult | Unwritten)[])[]> {
    const outcomes = await castVotes(tx, requests, cache, options);
    const buyers = requests.filter((_, index) => outcomes[index]?.some(changesPurchase));
    causedBy(tx, ...buyers.map(({ cause }) => cause));
    const sold = new Map(
      requests.flatMap(({ language }, index) =>
        (outcomes[index] ?? []).filter(changesPurchase).map((cast) => [cast, language] as const),
      ),
    );
    const urls = await updatePayments(tx, sold);
    return outcomes.map((ofRequest) =>
      ofRequest.map((outcome) =>
        outcome.kind === "to_pay" ? { kind: "to_pay", url: urls.get(outcome) ?? "" } : outcome,
      ),
    );
  }

  /** Opens and ends payments in the order of the casts, because a cast may end the purchase of an earlier one. */
  async function updatePayments(
    tx: Transaction,
    /** The casts with the language of each caller. */
    sold: ReadonlyMap<SoldCast, Language>,
  ): Promise<ReadonlyMap<SoldCast, string>> {
    const urls = new Map<SoldCast, string>();
    for (const round of eachVoteOnce([...sold.keys()])) {
      const bought = round.filter((one) => one.kind === "to_pay");
      const ended = round.filter((one) => one.kind === "cast");
      const purchases = bought.map((one) => ({
        purchase: one.purchase,
        replaces: one.replaces,
        language: sold.get(one) ?? preferredLanguage(undefined),
        // Last, because properties after a spread are slow (docs/performance.md#spreads).
        ...one.vote,
      }));
      const pages = purchases.length === 0 ? [] : await selling.openPurchases(tx, purchases);
      bought.forEach((one, index) => {
        urls.set(one, pages[index] ?? "");
      });
      const [first] = ended;
      if (first !== undefined) {
        const ids = ended.map(({ vote }) => vote.vote.publicId);
        enqueuing.add(tx);
        await endPurchases(tx, ids, first.vote.vote.updatedAt);
      }
    }
    return urls;
  }

  async function changeOne(
    tx: Transaction,
    [request]: readonly ChangeRequest[],
  ): Promise<readonly (ChangeOutcome | WithdrawOutcome | Unwritten)[]> {
    if (request === undefined) return [];
    const { rule, call } = request;
    const { polls, moment } = await lockPolls(tx, [call.pollHash], cache);
    const poll = polls.get(call.pollHash);
    const admission = admit(rule, call, { poll, participations: [] });
    if (admission.kind !== "admitted") return [admission];
    if (moment === undefined) throw new Error("the time of the locked poll is missing");
    const now = options.momentOf(moment);
    causedBy(tx, request.cause);
    const { actor } = call;
    return [
      request.kind === "change"
        ? await changeVote(tx, { ...request, ...admission, actor, now }, selling)
        : await withdrawVote(tx, { ...request, ...admission, actor, now }),
    ];
  }

  const sharing = {
    queueTimeoutMs: options.queueTimeoutMs,
    committed(tx: Transaction) {
      if (enqueuing.has(tx)) options.wakeRelay();
    },
  };
  const changes = shareTransactions(
    db,
    keepingReplies<ChangeOutcome | WithdrawOutcome, ChangeRequest>(changeOne),
    { ...CHANGES, ...sharing },
  );
  return {
    cast: shareTransactions(
      db,
      keepingReplies<CastResult, BatchedCast>(async (tx, requests) =>
        (await castTogether(tx, requests)).flat(),
      ),
      { ...CASTS, ...sharing },
    ),
    castAll: shareTransactions(
      db,
      keepingReplies<CastsOutcome, BatchedCasts>(async (tx, requests) =>
        (await castTogether(tx, requests)).map(castsOutcome),
      ),
      { ...BATCHES, ...sharing },
    ),
    // The outcome has the kind of the request.
    change: (request) =>
      changes({ ...request, kind: "change" }) as Promise<BatchedResult<ChangeOutcome>>,
    withdraw: (request) =>
      changes({ ...request, kind: "withdraw" }) as Promise<BatchedResult<WithdrawOutcome>>,
  };
}

/** A request that is not admitted to its poll casts no vote. */
function castsOutcome(results: readonly (CastResult | Unwritten)[]): CastsOutcome | Unwritten {
  const decided: (CastResult | RefusedCast)[] = [];
  for (const result of results) {
    if (result.kind === "password_needed") return result;
    if (result.kind === "refused" && result.unadmitted === true) return result;
    decided.push(result);
  }
  const unchanged = decided.every(({ kind }) => kind === "refused");
  return { kind: "casts", results: decided, ...(unchanged && { unchanged }) };
}

type SoldCast = Exclude<CastOutcome, { readonly kind: "held" }>;

const changesPurchase = (outcome: CastOutcome | Unwritten): outcome is SoldCast =>
  outcome.kind === "to_pay" || (outcome.kind === "cast" && outcome.endsPurchase);

/** Casts in rounds with each vote at most once. Nearly always, there is one round. */
function eachVoteOnce(casts: readonly SoldCast[]): readonly SoldCast[][] {
  const rounds: SoldCast[][] = [];
  const seen = new Map<string, number>();
  for (const cast of casts) {
    const { publicId } = cast.vote.vote;
    const round = seen.get(publicId) ?? 0;
    seen.set(publicId, round + 1);
    rounds[round] = [...(rounds[round] ?? []), cast];
  }
  return rounds;
}
