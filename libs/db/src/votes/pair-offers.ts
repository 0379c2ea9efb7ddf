import { rowsOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";
import { optionFacts } from "./votes";

const offersSql = query<{ participantId: bigint; firstId: bigint; secondId: bigint }>(
  "pair-offers",
  `SELECT participant_id, first_id, second_id FROM pair_offers
   WHERE participant_id = ANY($1::bigint[])`,
  prepared,
);

/** The pairs on offer of participants, if they have one (docs/reference/comparisons.md#pair-on-offer). */
export async function findPairOffers(
  tx: Transaction,
  participantIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly [bigint, bigint]>> {
  if (participantIds.length === 0) return new Map();
  const { rows } = await tx.run(offersSql(participantIds.map(String)));
  return new Map(
    rows.map(({ participantId, firstId, secondId }) => [participantId, [firstId, secondId]]),
  );
}

const removeSql = command(
  "remove-pair-offer",
  "DELETE FROM pair_offers WHERE participant_id = $1::bigint",
  prepared,
);

const storeSql = command(
  "store-pair-offer",
  `INSERT INTO pair_offers (participant_id, first_id, second_id, created_at)
   VALUES ($1::bigint, $2::bigint, $3::bigint, now())
   ON CONFLICT (participant_id) DO UPDATE
     SET first_id = excluded.first_id, second_id = excluded.second_id,
         created_at = excluded.created_at`,
  prepared,
);

/** Stores the pair on offer of a participant. Undefined means no pair. */
export async function storePairOffer(
  tx: Transaction,
  participantId: bigint,
  pair: readonly [bigint, bigint] | undefined,
): Promise<void> {
  if (pair === undefined) {
    await tx.run(removeSql(String(participantId)));
    return;
  }
  await tx.run(storeSql(String(participantId), ...pair.map(String)));
}

const comparisonsSql = query<{ optionId: bigint; loserOptionId: bigint; offered: boolean }>(
  "comparisons-of-participant",
  `SELECT v.option_id, v.loser_option_id, facts.offered FROM votes v ${optionFacts}
   WHERE poll_id = $1::bigint AND participant_id = $2::bigint AND loser_option_id IS NOT NULL
   UNION ALL
   SELECT v.option_id, v.loser_option_id, facts.offered FROM held_votes v ${optionFacts}
   WHERE poll_id = $1::bigint AND participant_id = $2::bigint AND loser_option_id IS NOT NULL`,
);

/** A judged pair, the winner first. */
interface Comparison {
  readonly pair: readonly [bigint, bigint];
  /** Whether both options are still offered to the participant. */
  readonly offered: boolean;
}

/** The comparisons of a participant, including held votes. */
export async function findComparisons(
  tx: Transaction,
  pollId: bigint,
  participantId: bigint,
): Promise<readonly Comparison[]> {
  const rows = await rowsOf(tx, comparisonsSql(pollId, participantId));
  return rows.map(({ optionId, loserOptionId, offered }) => ({
    pair: [optionId, loserOptionId],
    offered,
  }));
}
