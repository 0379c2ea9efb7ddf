import type { Vote } from "@polls/domain/votes";
import type { HeldVote as HeldVoteRow } from "../generated/prisma/client";
import { voteFromRow } from "../rows/vote";
import type { Queryable, Transaction } from "../sql/queryable";
import { prepared, query } from "../sql/statement";

/** A vote or held vote with the option above the one it is for. */
export interface FoundVote extends Vote {
  readonly parentId: bigint | undefined;
}

/** What is asked of a participant's votes: all of them, or those on the options of one cast. */
export interface VotesWanted {
  readonly participantId: bigint;
  /** Undefined: all. A comparison names both sides. */
  readonly optionIds: readonly bigint[] | undefined;
}

/** Looked up for each vote by its key, so that nothing but the vote tells how many rows are read. */
const PARENT = "(SELECT o.parent_id FROM options o WHERE o.id = v.option_id) AS parent_id";

type FoundRow = Parameters<typeof voteFromRow>[0] & { readonly parentId: bigint | null };

const foundVote = (row: FoundRow): FoundVote => ({
  ...voteFromRow(row),
  parentId: row.parentId ?? undefined,
});

const votesOfParticipantsSql = query<FoundRow>(
  "votes-of-participants",
  `SELECT v.*, ${PARENT} FROM votes v WHERE v.participant_id = ANY($1::bigint[])
   UNION ALL
   SELECT v.*, ${PARENT} FROM unnest($2::bigint[], $3::bigint[]) AS r(participant_id, option_id)
   CROSS JOIN LATERAL (
     SELECT * FROM votes
     WHERE participant_id = r.participant_id AND option_id = r.option_id
     UNION ALL
     SELECT * FROM votes
     WHERE participant_id = r.participant_id AND loser_option_id = r.option_id
   ) v`,
  prepared,
);

/** The participants' votes that are wanted, each once, oldest first. */
export async function findVotes(
  tx: Transaction,
  wanted: readonly VotesWanted[],
): Promise<FoundVote[]> {
  const all = wanted.filter(({ optionIds }) => optionIds === undefined);
  const some = wanted.flatMap(({ participantId, optionIds = [] }) =>
    optionIds.map((optionId) => ({ participantId, optionId })),
  );
  const { rows } = await tx.run(
    votesOfParticipantsSql(
      all.map(({ participantId }) => String(participantId)),
      some.map(({ participantId }) => String(participantId)),
      some.map(({ optionId }) => String(optionId)),
    ),
  );
  const byId = new Map(rows.map((row) => [row.id, foundVote(row)]));
  return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

const heldVotesOfParticipantsSql = query<HeldVoteRow & { readonly parentId: bigint | null }>(
  "held-votes-of-participants",
  `SELECT v.*, ${PARENT} FROM held_votes v
   WHERE v.participant_id = ANY($1::bigint[]) ORDER BY v.id`,
  prepared,
);

/** All held votes of the participants, in the order they came. */
export async function findHeldVotes(
  tx: Transaction,
  participantIds: readonly bigint[],
): Promise<FoundVote[]> {
  if (participantIds.length === 0) return [];
  const { rows } = await tx.run(heldVotesOfParticipantsSql(participantIds.map(String)));
  return rows.map((row) => foundVote({ ...row, paidVotes: null }));
}

const ballotsOfParticipantsSql = query<{ participantId: bigint; voteDate: Date | null }>(
  "ballots-of-participants",
  `SELECT r.participant_id, r.vote_date
   FROM unnest($1::bigint[], $2::date[]) AS r(participant_id, vote_date)
   WHERE EXISTS (
     SELECT FROM votes v WHERE v.participant_id = r.participant_id
        AND v.vote_date IS NOT DISTINCT FROM r.vote_date AND v.counts)`,
  prepared,
);

/** Days (undefined: a poll without `vote_per_day`) on which a participant has a counting vote. */
export async function findBallots(
  tx: Transaction,
  asked: readonly { readonly participantId: bigint; readonly voteDate: string | undefined }[],
): Promise<ReadonlyMap<bigint, ReadonlySet<string | undefined>>> {
  if (asked.length === 0) return new Map();
  const { rows } = await tx.run(
    ballotsOfParticipantsSql(
      asked.map(({ participantId }) => String(participantId)),
      asked.map(({ voteDate }) => voteDate ?? null),
    ),
  );
  const ballots = new Map<bigint, Set<string | undefined>>();
  for (const { participantId, voteDate } of rows) {
    const days = ballots.get(participantId) ?? new Set();
    days.add(voteDate?.toISOString().slice(0, 10));
    ballots.set(participantId, days);
  }
  return ballots;
}

/** An option and the day whose places are asked for; undefined: of votes without a day. */
export interface PlacesWanted {
  readonly option: { readonly pollId: bigint; readonly id: bigint };
  readonly voteDate: string | undefined;
}

/**
 * How many participants give an option more than 0, or any text, on a day (decisions 6,
 * `limit_per_option`), in the order asked. Without a day they are kept with the tallies; those of a
 * day are counted.
 */
export async function countPlaces(
  tx: Transaction,
  wanted: readonly PlacesWanted[],
): Promise<number[]> {
  if (wanted.length === 0) return [];
  const undated = wanted.filter(({ voteDate }) => voteDate === undefined);
  const dated = wanted.filter(({ voteDate }) => voteDate !== undefined);
  const [kept, counted] = await Promise.all([keptPlaces(tx, undated), placesOfDays(tx, dated)]);
  const places = new Map([...kept, ...counted]);
  return wanted.map((one) => places.get(placeKey(one.option.id, one.voteDate)) ?? 0);
}

type PlacesByKey = readonly (readonly [string, number])[];

const placeKey = (optionId: bigint, voteDate: string | undefined): string =>
  `${optionId} ${voteDate ?? ""}`;

const placesOfOptionsSql = query<{ optionId: bigint; places: number }>(
  "places-of-options",
  `SELECT option_id, sum(places)::int AS places FROM option_tallies
   WHERE option_id = ANY($1::bigint[]) AND voting_category_id = 0 GROUP BY option_id`,
  prepared,
);

async function keptPlaces(tx: Transaction, wanted: readonly PlacesWanted[]): Promise<PlacesByKey> {
  if (wanted.length === 0) return [];
  const { rows } = await tx.run(
    placesOfOptionsSql([...new Set(wanted.map(({ option }) => String(option.id)))]),
  );
  return rows.map(({ optionId, places }) => [placeKey(optionId, undefined), places]);
}

const placesOfDaysSql = query<{ optionId: bigint; voteDate: Date; places: number }>(
  "places-of-days",
  `SELECT r.option_id, r.vote_date, (
     SELECT count(DISTINCT v.participant_id)::int FROM votes v
     WHERE v.poll_id = r.poll_id AND v.option_id = r.option_id
       AND v.vote_date = r.vote_date AND (v.value > 0 OR v.text IS NOT NULL)) AS places
   FROM (SELECT DISTINCT * FROM unnest($1::bigint[], $2::bigint[], $3::date[])
         AS w(poll_id, option_id, vote_date)) AS r`,
  prepared,
);

async function placesOfDays(
  tx: Transaction,
  wanted: readonly PlacesWanted[],
): Promise<PlacesByKey> {
  if (wanted.length === 0) return [];
  const { rows } = await tx.run(
    placesOfDaysSql(
      wanted.map(({ option }) => String(option.pollId)),
      wanted.map(({ option }) => String(option.id)),
      wanted.map(({ voteDate }) => voteDate),
    ),
  );
  return rows.map(({ optionId, voteDate, places }) => [
    placeKey(optionId, voteDate.toISOString().slice(0, 10)),
    places,
  ]);
}

const pairOffersSql = query<{ participantId: bigint; firstId: bigint; secondId: bigint }>(
  "pair-offers",
  `SELECT participant_id, first_id, second_id FROM pair_offers
   WHERE participant_id = ANY($1::bigint[])`,
  prepared,
);

/** The pair a participant is asked about now (decisions 8). */
export async function findPairOffers(
  tx: Transaction,
  participantIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly [bigint, bigint]>> {
  if (participantIds.length === 0) return new Map();
  const { rows } = await tx.run(pairOffersSql(participantIds.map(String)));
  return new Map(
    rows.map(({ participantId, firstId, secondId }) => [participantId, [firstId, secondId]]),
  );
}

const votableOptionsSql = query<{ votable: number }>(
  "votable-options",
  `SELECT count(*)::int AS votable FROM options o LEFT JOIN options p ON p.id = o.parent_id
   WHERE o.poll_id = $1::bigint AND ($2::bigint IS NULL OR o.parent_id = $2::bigint)
     AND o.approval_state = 'approved' AND NOT o.archived AND o.paid IS NOT FALSE
     AND o.type <> ALL($3::text[]) AND (p.id IS NULL OR p.type <> ALL($4::text[]))`,
  prepared,
);

/** Votable options that members see, under one step or (undefined) in the whole poll (decisions 6, ranks). */
export async function countVotable(
  queryable: Queryable,
  pollId: bigint,
  stepId: bigint | undefined,
  classes: {
    /** Classes that take no votes. */
    readonly never: readonly string[];
    /** Classes of groups, whose members take none. */
    readonly groups: readonly string[];
  },
): Promise<number> {
  const {
    rows: [row],
  } = await queryable.run(
    votableOptionsSql(
      String(pollId),
      stepId === undefined ? null : String(stepId),
      classes.never,
      classes.groups,
    ),
  );
  return row?.votable ?? 0;
}

const ownChildrenSql = query<{ publicId: string }>(
  "own-children",
  "SELECT public_id FROM options WHERE parent_id = $1::bigint AND owner_key = $2",
  prepared,
);

/** Public ids of what one user made under an option. */
export async function ownChildren(
  tx: Transaction,
  parentId: bigint,
  ownerKey: string,
): Promise<string[]> {
  const { rows } = await tx.run(ownChildrenSql(String(parentId), ownerKey));
  return rows.map(({ publicId }) => publicId);
}
