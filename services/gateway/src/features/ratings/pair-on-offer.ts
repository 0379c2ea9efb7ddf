import { inTransaction, lockPoll, type Queryable, type Transaction } from "@polls/db";
import { ownerKeyOf } from "@polls/domain/access";
import { pollTypes } from "@polls/domain/poll-types";
import { type Contender, choosePair } from "@polls/domain/ratings";
import { NotFound } from "@polls/domain/refusals";
import { type Pair, samePair } from "@polls/domain/votes";
import type { Deps } from "../../deps";
import type { OptionVisit } from "../options/option-visit";
import { inSlices } from "./in-slices";
import { scoresNow } from "./rated-options";
import { ownOptions, type SiblingScope } from "./readable-siblings";
import { loadSiblings, setRules } from "./siblings";

interface Comparer {
  readonly id: bigint;
  readonly publicId: string;
}

type PairDeps = Pick<Deps, "db" | "ratingSnapshots">;

/** What becomes of a request for a pair; `open`: one is to be chosen, which takes the contenders. */
type Asked = { readonly pair: readonly bigint[] | undefined } | "open";

/**
 * The pair a participant's owner is asked about, or none where all is judged or the limit is used
 * up; undefined where the list is the ordinary one (decisions 8).
 */
export async function findAskedPair(
  visit: OptionVisit,
  query: URLSearchParams,
  scope: SiblingScope,
  deps: PairDeps,
): Promise<readonly bigint[] | undefined> {
  if (!pollTypes.get(visit.poll.type).offersPairs) return undefined;
  if (visit.access === "admin" && query.get("pair") === "false") return undefined;
  const ask = (contenders?: readonly Contender[]) =>
    inTransaction(deps.db, async (tx): Promise<Asked> => {
      // An option that is removed takes the pairs along that name it: none is stored meanwhile.
      await lockPoll(tx, visit.poll.id, "shared");
      const comparer = await lockComparer(tx, visit, query.get("voter_id"));
      if (comparer === undefined) return { pair: undefined };
      return offerPair(tx, visit, scope, comparer, contenders);
    });
  const asked = await ask();
  if (asked !== "open") return asked.pair;
  // Read before the participant is locked again: they are many, and nobody else's votes wait.
  const chosen = await ask(await loadContenders(visit, scope, deps));
  return chosen === "open" ? [] : chosen.pair;
}

/** The newest participant of the actor, or the one that the query names. */
async function lockComparer(
  tx: Transaction,
  { poll, actor }: OptionVisit,
  asked: string | null,
): Promise<Comparer | undefined> {
  const ownerKey = ownerKeyOf(actor);
  const publicId = asked?.trim() || undefined;
  const own =
    ownerKey === undefined
      ? null
      : await tx.participant.findFirst({
          where: { pollId: poll.id, ownerKey, ...(publicId !== undefined && { publicId }) },
          orderBy: { id: "desc" },
          select: { id: true, publicId: true },
        });
  if (own === null) {
    if (publicId !== undefined) throw new NotFound("Participant");
    return undefined;
  }
  // Casting locks the row too: no pair is replaced under a vote on it.
  await tx.$executeRaw`SELECT FROM participants WHERE id = ${own.id} FOR UPDATE`;
  return own;
}

async function offerPair(
  tx: Transaction,
  visit: OptionVisit,
  scope: SiblingScope,
  comparer: Comparer,
  contenders: readonly Contender[] | undefined,
): Promise<Asked> {
  const { poll } = visit;
  const judged = await loadComparisons(tx, poll.id, comparer.id);
  const limit = setRules({ poll, parent: undefined })?.limitPerVoter;
  if (limit !== undefined && judged.length >= limit) return withdrawOffer(tx, comparer);

  const stored = await storedOffer(tx, comparer);
  const isJudged = stored !== undefined && judged.some((other) => samePair(stored, other));
  if (stored !== undefined && !isJudged && (await areContenders(tx, visit, scope, stored))) {
    return { pair: stored };
  }
  if (contenders === undefined) return "open";
  const pair = await inSlices(choosePair(contenders, judged, comparer.publicId));
  if (pair === undefined || !(await areContenders(tx, visit, scope, pair))) {
    return withdrawOffer(tx, comparer);
  }
  const [firstId, secondId] = pair;
  await tx.pairOffer.upsert({
    where: { participantId: comparer.id },
    create: { participantId: comparer.id, firstId, secondId },
    update: { firstId, secondId },
  });
  return { pair };
}

async function storedOffer(tx: Transaction, { id }: Comparer): Promise<Pair | undefined> {
  const row = await tx.pairOffer.findUnique({ where: { participantId: id } });
  return row === null ? undefined : [row.firstId, row.secondId];
}

async function withdrawOffer(tx: Transaction, { id }: Comparer): Promise<Asked> {
  await tx.pairOffer.deleteMany({ where: { participantId: id } });
  return { pair: [] };
}

/** Pairs the participant has judged, held ones included. */
async function loadComparisons(
  tx: Transaction,
  pollId: bigint,
  participantId: bigint,
): Promise<Pair[]> {
  const rows = await tx.$queryRaw<{ option_id: bigint; loser_option_id: bigint }[]>`
    SELECT option_id, loser_option_id FROM votes
    WHERE poll_id = ${pollId} AND participant_id = ${participantId} AND loser_option_id IS NOT NULL
    UNION ALL
    SELECT option_id, loser_option_id FROM held_votes
    WHERE poll_id = ${pollId} AND participant_id = ${participantId} AND loser_option_id IS NOT NULL`;
  return rows.map(({ option_id, loser_option_id }) => [option_id, loser_option_id]);
}

/** Options the participant sees that take part, without its own where these take no votes of it. */
async function loadContenders(
  visit: OptionVisit,
  scope: SiblingScope,
  { db, ratingSnapshots }: PairDeps,
): Promise<Contender[]> {
  const { poll } = visit;
  const set = { poll, parent: undefined, shownToMembers: true };
  const scores = await scoresNow(db.prisma, set, ratingSnapshots);
  const takesPart = await partTakers(db.prisma, visit, scope);
  return scores
    .filter(({ id, ranked }) => ranked && takesPart(id))
    .map(({ id, score }) => ({ id, comparisons: score.votes, wins: score.rating }));
}

/** Whether options, as they are now, may be offered. */
async function areContenders(
  tx: Transaction,
  visit: OptionVisit,
  scope: SiblingScope,
  ids: Pair,
): Promise<boolean> {
  const found = await loadSiblings(tx, { poll: visit.poll, parent: undefined }, { ids });
  const takesPart = await partTakers(tx, visit, scope);
  return found.filter(({ id, ranked }) => ranked && takesPart(id)).length === ids.length;
}

/** Of the options that everybody may see, whose: others' too, one's own too. */
async function partTakers(
  queryable: Queryable,
  { poll, actor }: OptionVisit,
  { reader }: SiblingScope,
): Promise<(id: bigint) => boolean> {
  const others = reader === "admin" || reader.othersShown;
  const mine = !poll.settings.prevent_vote_for_own_options;
  if (others && mine) return () => true;
  const siblings = { pollId: poll.id, parentId: undefined };
  const own = new Set(await ownOptions(queryable, siblings, ownerKeyOf(actor)));
  return (id) => (own.has(id) ? mine : others);
}
