import { randomUUID } from "node:crypto";
import { type OptionListScope, ownOptions } from "@polls/db/options";
import { lockParticipant } from "@polls/db/participants";
import { lockPoll } from "@polls/db/polls";
import { inTransaction, type PrismaQueryable, type PrismaTransaction } from "@polls/db/sql";
import { findComparisons } from "@polls/db/votes";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import {
  byComparisons,
  CONTENDER_ORDER,
  choosePair,
  findScored,
  type PairFacts,
} from "@polls/domain/ratings";
import { NotFound } from "@polls/domain/refusals";
import { type Pair, samePair } from "@polls/domain/votes";
import { z } from "zod";
import type { Deps } from "../../deps";
import { readFlag } from "../../http/request/query-flag";
import { openText, sealText } from "../../identity/sealed-text";
import { inSlices } from "./in-slices";
import { loadSiblings, votingRulesOf } from "./load-siblings";
import { currentScores } from "./rate-options";
import { orderOf } from "./rating-snapshot";

interface Comparer {
  readonly id: bigint;
  readonly publicId: string;
}

type PairDeps = Pick<Deps, "config" | "db" | "ratingSnapshots">;

const OFFER_MS = 30 * 60_000;

/** The pair on offer, if any. `choose`: the contenders for a new one must be loaded first. */
type PairDecision = { readonly pair: readonly bigint[] | undefined } | "choose";

/**
 * The option list of a comparison for the owner of a participant: the pair on offer, or an empty
 * list if no pair is left. Undefined: the caller gets the ordinary list
 * (docs/reference/comparisons.md#options-list).
 */
export async function findPairOnOffer(
  caller: PollCaller,
  query: URLSearchParams,
  scope: OptionListScope,
  deps: PairDeps,
): Promise<readonly bigint[] | undefined> {
  if (readFlag(query, "pair") === false && caller.access === "admin") return undefined;
  const offered = readOffer(caller, query, deps);
  const offer = (facts?: PairFacts) =>
    inTransaction(deps.db, async (tx): Promise<PairDecision> => {
      // Removing an option deletes its pairs. The lock prevents that a new pair with it is stored
      // meanwhile.
      await lockPoll(tx, caller.poll.id, "shared");
      const comparer = await lockComparer(tx, caller, query.get("voter_id"));
      if (comparer !== undefined) return offerPair(tx, caller, scope, { comparer, offered, facts });
      const isOffered = offered !== undefined && (await areContenders(tx, caller, scope, offered));
      return { pair: isOffered ? offered : undefined };
    });
  const first = await offer();
  if (first !== "choose") return first.pair;
  // The contenders are loaded between the transactions, so that no lock is held during that time.
  const second = await offer(await loadContenders(caller, scope, deps));
  return second === "choose" ? [] : second.pair;
}

const optionId = z.string().transform(BigInt);
const Offer = z.object({ pair: z.tuple([optionId, optionId]), expiresAt: z.number() });

const offerContext = ({ id }: PollCaller["poll"]): string => `pair of poll ${id}`;

/**
 * Chooses a pair for a visitor who takes no part yet, as the text for the query `offer`. It is sealed, so clients
 * cannot name a pair themselves. Undefined: there is no pair.
 */
export async function newOffer(
  caller: PollCaller,
  scope: OptionListScope,
  deps: PairDeps,
): Promise<string | undefined> {
  const contenders = await loadContenders(caller, scope, deps);
  const pair = await inSlices(choosePair(contenders, [], randomUUID()));
  if (pair === undefined) return undefined;
  const facts = { pair: pair.map(String), expiresAt: caller.now.getTime() + OFFER_MS };
  return sealText(deps.config.keys.pairOffers, facts, offerContext(caller.poll));
}

/** Undefined if the service made no such offer for the poll, or too long ago. */
function readOffer(
  { poll, now }: PollCaller,
  query: URLSearchParams,
  { config: { keys } }: PairDeps,
): Pair | undefined {
  const offer = openText(keys.pairOffers, query.get("offer") ?? "", offerContext(poll), Offer);
  return offer !== undefined && offer.expiresAt >= now.getTime() ? offer.pair : undefined;
}

/** Locks the participant that the query names, or the caller's newest one. */
async function lockComparer(
  tx: PrismaTransaction,
  { poll, actor }: PollCaller,
  voterId: string | null,
): Promise<Comparer | undefined> {
  const ownerKey = ownerKeyOf(actor);
  const publicId = voterId?.trim() || undefined;
  const own =
    ownerKey === undefined
      ? null
      : await tx.prisma.participant.findFirst({
          where: { pollId: poll.id, ownerKey, ...(publicId !== undefined && { publicId }) },
          orderBy: { id: "desc" },
          select: { id: true, publicId: true },
        });
  // Casting locks this row too, so the pair does not change while a vote on it is cast.
  if (own === null || !(await lockParticipant(tx, own.id))) {
    if (publicId !== undefined) throw new NotFound("Participant");
    return undefined;
  }
  return own;
}

interface OfferFacts {
  readonly comparer: Comparer;
  /** The pair that the participant saw before taking part. */
  readonly offered: Pair | undefined;
  /** Undefined: the contenders are not loaded. */
  readonly facts: PairFacts | undefined;
}

async function offerPair(
  tx: PrismaTransaction,
  caller: PollCaller,
  scope: OptionListScope,
  { comparer, offered, facts }: OfferFacts,
): Promise<PairDecision> {
  const { poll } = caller;
  const comparisons = await findComparisons(tx, poll.id, comparer.id);
  const judged = comparisons.map(({ pair }) => pair);
  const used = comparisons.filter(({ offered }) => offered).length;
  const limit = votingRulesOf({ poll, parent: undefined })?.limitPerVoter;
  if (limit !== undefined && used >= limit) return withdrawOffer(tx, comparer);

  const stored = await storedOffer(tx, comparer);
  const open = stored ?? (judged.length === 0 ? offered : undefined);
  const isJudged = open !== undefined && judged.some((other) => samePair(open, other));
  if (open !== undefined && !isJudged && (await areContenders(tx, caller, scope, open))) {
    return stored === undefined ? storeOffer(tx, comparer, open) : { pair: open };
  }
  if (facts === undefined) return "choose";
  const pair = await inSlices(choosePair(facts, judged, comparer.publicId));
  if (pair === undefined || !(await areContenders(tx, caller, scope, pair))) {
    return withdrawOffer(tx, comparer);
  }
  return storeOffer(tx, comparer, pair);
}

async function storeOffer(
  tx: PrismaTransaction,
  comparer: Comparer,
  pair: Pair,
): Promise<PairDecision> {
  const [firstId, secondId] = pair;
  await tx.prisma.pairOffer.upsert({
    where: { participantId: comparer.id },
    create: { participantId: comparer.id, firstId, secondId },
    update: { firstId, secondId },
  });
  return { pair };
}

async function storedOffer(tx: PrismaTransaction, { id }: Comparer): Promise<Pair | undefined> {
  const row = await tx.prisma.pairOffer.findUnique({ where: { participantId: id } });
  return row === null ? undefined : [row.firstId, row.secondId];
}

async function withdrawOffer(tx: PrismaTransaction, { id }: Comparer): Promise<PairDecision> {
  await tx.prisma.pairOffer.deleteMany({ where: { participantId: id } });
  return { pair: [] };
}

/** What can be offered to the participant (docs/reference/comparisons.md#choice-of-pairs). */
async function loadContenders(
  caller: PollCaller,
  scope: OptionListScope,
  { db, ratingSnapshots }: PairDeps,
): Promise<PairFacts> {
  const set = { poll: caller.poll, parent: undefined, shownToMembers: true };
  const snapshot = await currentScores(db, set, ratingSnapshots);
  if (snapshot === undefined) return { contenders: [], find: () => undefined, excluded: new Set() };
  const contenders = await orderOf(snapshot, CONTENDER_ORDER);
  const { others, mine, own } = await offeredOptions(db, caller, scope);
  const find = (id: bigint) => {
    const found = findScored(snapshot.ranking, id);
    return found?.ranked && (others || (mine && own.has(id))) ? found : undefined;
  };
  if (others) return { contenders, find, excluded: mine ? new Set() : own };
  const offered = [...own].flatMap((id) => find(id) ?? []).sort(byComparisons);
  return { contenders: offered, find, excluded: new Set() };
}

async function areContenders(
  tx: PrismaTransaction,
  caller: PollCaller,
  scope: OptionListScope,
  ids: Pair,
): Promise<boolean> {
  const found = await loadSiblings(tx, { poll: caller.poll, parent: undefined }, ids);
  const { others, mine, own } = await offeredOptions(tx, caller, scope);
  const isOffered = (id: bigint) => (own.has(id) ? mine : others);
  return found.filter(({ id, ranked }) => ranked && isOffered(id)).length === ids.length;
}

interface OfferedOptions {
  readonly others: boolean;
  readonly mine: boolean;
  /** Empty if both are offered. */
  readonly own: ReadonlySet<bigint>;
}

/** Options of others are offered if they are visible, own ones unless voting for them is prevented. */
async function offeredOptions(
  queryable: PrismaQueryable,
  { poll, actor }: PollCaller,
  { reader }: OptionListScope,
): Promise<OfferedOptions> {
  const others = reader === "admin" || reader.othersShown;
  const mine = !poll.settings.prevent_vote_for_own_options;
  if (others && mine) return { others, mine, own: new Set() };
  const siblings = { pollId: poll.id, parentId: undefined };
  const own = new Set(await ownOptions(queryable, siblings, ownerKeyOf(actor), "all"));
  return { others, mine, own };
}
