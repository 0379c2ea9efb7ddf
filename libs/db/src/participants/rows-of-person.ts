import { foldAddress } from "@polls/domain/opt-ins";
import { escapePattern } from "../sql/pattern";
import type { Queryable } from "../sql/queryable";
import { query, type StatementMaker } from "../sql/statement";

const BATCH = 10_000;

interface Search<Row extends object> {
  readonly end: StatementMaker<{ readonly last: bigint | null }>;
  readonly found: StatementMaker<Row>;
}

/** Finds rows of a table without an index for the condition, whose values begin with `$3`. */
const search = <Row extends { readonly id: bigint }>(
  table: string,
  columns: string,
  condition: string,
): Search<Row> => ({
  end: query(
    `end-of-batch-of-${table}`,
    `SELECT max(id) AS last
     FROM (SELECT id FROM ${table} WHERE id > $1::bigint ORDER BY id LIMIT ${BATCH}) AS batch`,
  ),
  found: query<Row>(
    `${table}-of-person`,
    `SELECT ${columns} FROM ${table}
     WHERE id > $1::bigint AND id <= $2::bigint AND (${condition}) ORDER BY id`,
  ),
});

interface AddressRow {
  readonly id: bigint;
  readonly address: string;
}

const byAddress = (table: string, column: string) =>
  search<AddressRow>(table, `id, ${column} AS address`, `${column} ILIKE $3::text`);

const searches = {
  participants: search<{
    readonly id: bigint;
    readonly address: string | null;
    readonly own: boolean;
  }>(
    "participants",
    "id, optin_email AS address, owner_key IS NOT DISTINCT FROM $4::text AS own",
    "optin_email ILIKE $3::text OR owner_key = $4::text",
  ),
  // No user owns a merged option, but its author is stored for an undo.
  options: search<{ readonly id: bigint }>(
    "options",
    "id",
    "owner_key IN ($3::text, 'merged:' || $3::text)",
  ),
  optIns: search<{ readonly id: bigint; readonly participantId: bigint; readonly own: boolean }>(
    "opt_ins",
    `id, participant_id, confirmed_at IS NOT NULL OR denied_at IS NULL AND EXISTS (
       SELECT FROM participants p WHERE p.id = participant_id AND p.confirmed_at IS NULL) AS own`,
    "address = $3::text",
  ),
  creatorLinks: search<{ readonly id: bigint }>("creator_links", "id", "address = $3::text"),
  invitations: byAddress("invitations", "email"),
  mails: byAddress("mails", "address"),
  polls: byAddress("polls", "creator_email"),
} as const;

async function find<Row extends object>(
  queryable: Queryable,
  { end, found }: Search<Row>,
  ...values: readonly unknown[]
): Promise<readonly Row[]> {
  const all: Row[] = [];
  let after = 0n;
  for (;;) {
    const { rows: ends } = await queryable.run(end(String(after)));
    const last = ends[0]?.last ?? null;
    if (last === null) return all;
    const { rows } = await queryable.run(found(String(after), String(last), ...values));
    all.push(...rows);
    after = last;
  }
}

export interface RowsOfPerson {
  readonly participantIds: readonly bigint[];
  readonly optionIds: readonly bigint[];
  readonly optInIds: readonly bigint[];
  readonly creatorLinkIds: readonly bigint[];
  readonly invitationIds: readonly bigint[];
  readonly mailIds: readonly bigint[];
  /** Polls with the address as `creator_email`. */
  readonly pollIds: readonly bigint[];
}

/** Finds the rows of a person by address in any letter case, and by owner key. Reads whole tables, in batches. */
export async function findRowsOfPerson(
  queryable: Queryable,
  email: string,
  ownerKey: string | undefined,
): Promise<RowsOfPerson> {
  const address = foldAddress(email);
  // Domains have several forms, which are compared below.
  const pattern = `${escapePattern(email.slice(0, email.lastIndexOf("@")))}@%`;
  const isTheirs = (row: { readonly address: string | null }) =>
    row.address !== null && foldAddress(row.address) === address;
  const named = async (one: Search<AddressRow>) =>
    idsOf((await find(queryable, one, pattern)).filter(isTheirs));
  const participants = await find(queryable, searches.participants, pattern, ownerKey ?? null);
  const optIns = await find(queryable, searches.optIns, address);
  const participantIds = [
    ...idsOf(participants.filter((row) => row.own || isTheirs(row))),
    // Any client can enter an address: a request that was denied, or left by a participant who takes part, proves nothing.
    ...optIns.filter(({ own }) => own).map(({ participantId }) => participantId),
  ];
  return {
    participantIds: [...new Set(participantIds)],
    optionIds:
      ownerKey === undefined ? [] : idsOf(await find(queryable, searches.options, ownerKey)),
    optInIds: idsOf(optIns),
    creatorLinkIds: idsOf(await find(queryable, searches.creatorLinks, address)),
    invitationIds: await named(searches.invitations),
    mailIds: await named(searches.mails),
    pollIds: await named(searches.polls),
  };
}

const idsOf = (rows: readonly { readonly id: bigint }[]): readonly bigint[] =>
  rows.map(({ id }) => id);
