import type { HeldName, HeldVoteFacts } from "@polls/domain/opt-ins";
import { nameColumns, namedOption, type StoredName } from "../rows/named-option";
import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";

/** A held vote, with the public id that it keeps when it is cast. */
interface HeldVote extends HeldVoteFacts {
  readonly publicId: string;
}

/** The data of a participant without a confirmed address that the owner of the address is asked to confirm. */
export interface OptInRequestFacts {
  readonly participantId: bigint;
  readonly participantPublicId: string;
  readonly userName: string | undefined;
  /** Whether its votes count already, and only the address is to be confirmed. */
  readonly takesPart: boolean;
  /** The time of the newest mail. */
  readonly askedAt: Date;
  readonly requesterKey: Uint8Array | undefined;
  readonly votes: readonly HeldVote[];
  /** The number of all held votes, including those that are not in `votes`. */
  readonly voteCount: number;
  /** Changes when the name or a vote changes. */
  readonly fingerprint: string;
}

/** Only this many of the newest mails to an address are searched for requests. */
const NEWEST = 200;

type RequestRow = Pick<
  OptInRequestFacts,
  "participantId" | "participantPublicId" | "takesPart" | "askedAt"
> & {
  readonly userName: string | null;
  readonly requesterKey: Uint8Array | null;
  readonly voteCount: number;
  readonly fingerprint: string;
};

const requestsSql = query<RequestRow>(
  "opt-in-requests",
  `WITH newest AS (
     (SELECT o.* FROM opt_ins o WHERE o.poll_id = $1::bigint AND o.address = $2::text
      ORDER BY o.created_at DESC LIMIT ${NEWEST})
     UNION SELECT o.* FROM opt_ins o WHERE o.participant_id = $4::bigint AND o.address = $2::text
   ), asked AS (
     SELECT DISTINCT ON (participant_id) participant_id, created_at, requester_key FROM newest o
     WHERE ended_at IS NULL AND confirmed_at IS NULL AND expires_at > $3::timestamptz
       AND NOT EXISTS (SELECT FROM opt_ins d WHERE d.participant_id = o.participant_id
                       AND d.address = o.address AND d.denied_at IS NOT NULL)
     ORDER BY participant_id, created_at DESC, id DESC
   ), shown AS (
     SELECT p.id, p.public_id, p.user_name, p.confirmed_at IS NOT NULL AS takes_part, a.created_at, a.requester_key
     FROM asked a JOIN participants p ON p.id = a.participant_id
       AND (p.confirmed_at IS NULL OR p.optin_email IS NULL)
     ORDER BY p.id = $4::bigint DESC, a.created_at DESC, p.id DESC LIMIT $5::int
   )
   SELECT s.id AS participant_id, s.public_id AS participant_public_id, s.user_name, s.takes_part,
     s.created_at AS asked_at, s.requester_key, coalesce(v.count, 0)::int AS vote_count,
     md5((s.user_name, v.digest)::text) AS fingerprint
   FROM shown s LEFT JOIN LATERAL (
     SELECT count(*), string_agg(md5((v.public_id, v.value, v.text,
       v.voting_category_id, v.vote_date, ${nameColumns("p")}, ${nameColumns("o")},
       ${nameColumns("l")})::text), '' ORDER BY v.id) AS digest
     FROM held_votes v JOIN options o ON o.id = v.option_id
       LEFT JOIN options p ON p.id = o.parent_id LEFT JOIN options l ON l.id = v.loser_option_id
     WHERE v.participant_id = s.id) v ON true
   ORDER BY s.id = $4::bigint DESC, s.created_at DESC, s.id DESC`,
);

interface TranslatedName extends StoredName {
  readonly translations: HeldName["translations"];
}

type VoteRow = {
  readonly participantId: bigint;
  readonly publicId: string;
  readonly type: string;
  readonly value: number | null;
  readonly text: string | null;
  readonly parent: TranslatedName | null;
  readonly option: TranslatedName;
  readonly loser: TranslatedName | null;
  readonly inputType: string | null;
  readonly votingCategoryId: number | null;
  readonly voteDate: string | null;
};

const translatedName = (o: string): string =>
  `${nameColumns(o)} || jsonb_build_object('translations', ${o}.settings->'translations')`;

const votesSql = query<VoteRow>(
  "held-votes-to-show",
  `SELECT v.participant_id, v.public_id, v.type, v.value::float8 AS value, left(v.text, 2000) AS text,
     CASE WHEN p.id IS NOT NULL THEN ${translatedName("p")} END AS parent,
     ${translatedName("o")} AS option,
     CASE WHEN l.id IS NOT NULL THEN ${translatedName("l")} END AS loser, o.input_type, v.voting_category_id, v.vote_date::text AS vote_date
   FROM unnest($1::bigint[]) AS wanted(id) CROSS JOIN LATERAL (
     SELECT * FROM held_votes WHERE participant_id = wanted.id ORDER BY id LIMIT $2::int) v
   JOIN options o ON o.id = v.option_id
   LEFT JOIN options p ON p.id = o.parent_id
   LEFT JOIN options l ON l.id = v.loser_option_id
   ORDER BY v.id`,
);

export interface RequestsWanted {
  readonly pollId: bigint;
  /** The address in the form for comparisons. */
  readonly address: string;
  /** The participant whose request comes first. Other requests follow, newest first. */
  readonly participantId: bigint;
  readonly now: Date;
  readonly limit: number;
  readonly votesLimit: number;
}

/** The open requests to confirm an address of a poll (docs/reference/opt-in.md#what-is-shown). */
export async function findOptInRequests(
  queryable: Queryable,
  { pollId, address, participantId, now, limit, votesLimit }: RequestsWanted,
): Promise<readonly OptInRequestFacts[]> {
  const requests = await queryable.run(requestsSql(pollId, address, now, participantId, limit));
  const ids = requests.rows.map((row) => String(row.participantId));
  if (ids.length === 0) return [];
  const votes = await queryable.run(votesSql(ids, votesLimit));
  return requests.rows.map((row) => ({
    ...row,
    userName: row.userName ?? undefined,
    requesterKey: row.requesterKey ?? undefined,
    votes: votes.rows.filter((vote) => vote.participantId === row.participantId).map(heldVote),
  }));
}

const heldName = (name: TranslatedName): HeldName => ({
  ...namedOption(name),
  translations: name.translations,
});

const heldVote = (row: VoteRow): HeldVote => ({
  publicId: row.publicId,
  type: row.type,
  value: row.value ?? undefined,
  text: row.text ?? undefined,
  options: [...(row.parent === null ? [] : [row.parent]), row.option].map(heldName),
  loser: row.loser === null ? undefined : heldName(row.loser),
  inputType: row.inputType ?? undefined,
  votingCategoryId: row.votingCategoryId ?? undefined,
  voteDate: row.voteDate ?? undefined,
});
