import { comparesVotes, type PeopleSort } from "@polls/domain/participants";
import { foldedText } from "../sql/folded-text";
import { columnOf, type Queryable, rowOf } from "../sql/queryable";
import { query } from "../sql/statement";

const name = `lower(nullif(user_name, '') COLLATE "und-x-icu")`;

/** Participants without a name or a vote come last. Equal votes are in the order of names, or of random ids. */
const votesBy = (direction: "ASC" | "DESC"): string =>
  [
    ...["value", "amount", "text"].map((part) => `said.${part} ${direction} NULLS LAST`),
    `CASE WHEN NOT $6::bool THEN ${name} END`,
    "public_id",
  ].join(", ");

const orders: Readonly<Record<PeopleSort, string>> = {
  "voters.created_at desc": "id DESC",
  "voters.created_at asc": "id",
  "voters.user_name asc": `${name} NULLS LAST, id`,
  "voters.user_name desc": `${name} DESC NULLS LAST, id`,
  "votes.vote desc": votesBy("DESC"),
  "votes.vote asc": votesBy("ASC"),
};

const isFound = `poll_id = $1::bigint AND ($2::text IS NULL
       OR strpos(${foldedText("user_name")}, ${foldedText("$2::text")}) > 0)`;

/** The highest vote of each participant on an option. Texts that are numbers are compared as numbers. */
const joinVotes = `LEFT JOIN (
       SELECT participant_id, max(value) AS value, max(lower(text COLLATE "und-x-icu")) AS text,
         max(CASE WHEN text ~ '^[-+]?[0-9]{1,30}([.][0-9]{1,30})?$' THEN text::numeric END) AS amount
       FROM votes WHERE poll_id = $1::bigint AND option_id = (
         SELECT id FROM options WHERE poll_id = $1::bigint AND public_id = $5::text)
       GROUP BY participant_id) AS said ON said.participant_id = id`;

const pageBy = (sort: PeopleSort) =>
  query<{ id: bigint }>(
    `page-of-people ${sort}`,
    `SELECT id FROM participants ${comparesVotes(sort) ? joinVotes : ""}
     WHERE ${isFound} ORDER BY ${orders[sort]} LIMIT $3::int OFFSET $4::int`,
  );

const pageSql = Object.fromEntries(
  Object.keys(orders).map((sort) => [sort, pageBy(sort as PeopleSort)]),
) as Readonly<Record<PeopleSort, ReturnType<typeof pageBy>>>;

const countSql = query<{ found: number }>(
  "count-found-people",
  `SELECT count(*)::int AS found FROM participants WHERE ${isFound}`,
);

export interface PeopleList {
  /** A part of the name, in any letter case, with or without accents. Null: all participants. */
  readonly search: string | null;
  readonly sort: PeopleSort;
  /** The public id of the option whose votes are compared. */
  readonly optionId: string | null;
  /** Whether the order must not tell names or when participants were created: of votes only. */
  readonly anonymous: boolean;
}

/** Ids of one page of the participants of a poll, in order. It reads all of them, and the votes that it compares. */
export async function pageOfPeople(
  queryable: Queryable,
  pollId: bigint,
  { search, sort, optionId, anonymous }: PeopleList,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly bigint[]> {
  const votes = comparesVotes(sort) ? [optionId, anonymous] : [];
  return columnOf(queryable, pageSql[sort](pollId, search, limit, offset, ...votes), "id");
}

/** How many participants of a poll have a text in their name. */
export const countFoundPeople = async (queryable: Queryable, pollId: bigint, search: string) =>
  (await rowOf(queryable, countSql(pollId, search)))?.found ?? 0;
