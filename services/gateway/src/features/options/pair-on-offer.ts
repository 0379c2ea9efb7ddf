import { inTransaction, type Transaction } from "@polls/db";
import {
  type Contender,
  choosePair,
  NotFound,
  ownerKeyOf,
  type Pair,
  pollTypes,
  samePair,
} from "@polls/domain";
import type { Deps } from "../../deps";
import { loadJudged, setRules } from "./judged-siblings";
import type { OptionVisit } from "./option-visit";
import { pageOfReadable, type SiblingScope } from "./readable-siblings";

interface Comparer {
  readonly id: bigint;
  readonly publicId: string;
}

/**
 * The pair a participant's owner is asked about, or none where all is judged or the limit is used
 * up; undefined where the list is the ordinary one (decisions 8).
 */
export async function findAskedPair(
  visit: OptionVisit,
  query: URLSearchParams,
  scope: SiblingScope,
  { db }: Pick<Deps, "db">,
): Promise<readonly bigint[] | undefined> {
  if (!pollTypes.get(visit.poll.type).offersPairs) return undefined;
  if (visit.access === "admin" && query.get("pair") === "false") return undefined;
  return inTransaction(db, async (tx) => {
    const comparer = await lockComparer(tx, visit, query.get("voter_id"));
    if (comparer === undefined) return undefined;
    return (await offerPair(tx, visit, scope, comparer)) ?? [];
  });
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
): Promise<Pair | undefined> {
  const { poll } = visit;
  const judged = await loadComparisons(tx, poll.id, comparer.id);
  const limit = setRules({ poll, parent: undefined })?.limitPerVoter;
  if (limit !== undefined && judged.length >= limit) return withdrawOffer(tx, comparer);

  const contenders = await loadContenders(tx, visit, scope);
  const stored = await storedOffer(tx, comparer);
  const stands = (pair: Pair) =>
    pair.every((id) => contenders.some((contender) => contender.id === id)) &&
    !judged.some((other) => samePair(pair, other));
  if (stored !== undefined && stands(stored)) return stored;

  const pair = choosePair(contenders, judged, comparer.publicId);
  if (pair === undefined) return withdrawOffer(tx, comparer);
  const [firstId, secondId] = pair;
  await tx.pairOffer.upsert({
    where: { participantId: comparer.id },
    create: { participantId: comparer.id, firstId, secondId },
    update: { firstId, secondId },
  });
  return pair;
}

async function storedOffer(tx: Transaction, { id }: Comparer): Promise<Pair | undefined> {
  const row = await tx.pairOffer.findUnique({ where: { participantId: id } });
  return row === null ? undefined : [row.firstId, row.secondId];
}

async function withdrawOffer(tx: Transaction, { id }: Comparer): Promise<undefined> {
  await tx.pairOffer.deleteMany({ where: { participantId: id } });
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
  tx: Transaction,
  { poll, actor }: OptionVisit,
  scope: SiblingScope,
): Promise<Contender[]> {
  const seen = new Set(
    await pageOfReadable(tx, scope, "options.position asc", {
      limit: Number.MAX_SAFE_INTEGER,
      offset: 0,
    }),
  );
  const ownerKey = ownerKeyOf(actor);
  const own =
    poll.settings.prevent_vote_for_own_options && ownerKey !== undefined
      ? await tx.option.findMany({ where: { pollId: poll.id, ownerKey }, select: { id: true } })
      : [];
  const refused = new Set(own.map(({ id }) => id));
  const siblings = await loadJudged(tx, { poll, parent: undefined }, "all");
  return siblings
    .filter(({ id, ranked }) => ranked && seen.has(id) && !refused.has(id))
    .map(({ id, counts }) => ({
      id,
      comparisons: counts.reduce((sum, { votes }) => sum + votes, 0),
      wins: counts.reduce((sum, { total }) => sum + total, 0),
    }));
}
