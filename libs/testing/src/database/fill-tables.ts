import type { Pool } from "pg";

const ROWS = 2_000;
const TIMES = 500;

const valuesOfRow: Readonly<Record<string, string>> = {
  bigint: "n",
  "bigint[]": "ARRAY[n]",
  boolean: "n % 100 = 0",
  bytea: "sha256(n::text::bytea)",
  date: "DATE '2030-01-01' + n",
  "double precision": "n",
  integer: "n",
  jsonb: "'{}'::jsonb",
  numeric: "n",
  smallint: "n",
  text: "'x' || n",
  "text[]": "ARRAY['x' || n]",
  "timestamp with time zone": "TIMESTAMPTZ '2030-01-01' + make_interval(mins => n)",
  uuid: "md5(n::text)::uuid",
};

interface TableRow {
  readonly table: string;
  readonly columns: readonly string[];
  readonly types: readonly string[];
  /** What half of the rows have: the default, or null. */
  readonly usual: readonly (string | null)[];
  /** The conditions of partial indexes. */
  readonly parts: string | null;
}

/** The values of the nth row. Half of the rows have usual ones, so that no partial index is small. */
const valuesOf = ({ table, columns, types, usual, parts }: TableRow): readonly string[] =>
  columns.map((column, at) => {
    const type = types[at] ?? "";
    const value = valuesOfRow[type.replace(/\(.*?\)/, "")];
    if (value === undefined) throw new Error(`no value of the type ${type} of ${table}`);
    const asked = parts?.match(
      new RegExp(`\\b${column} = (?:ANY \\(ARRAY\\[)?('\\w+'::text)`),
    )?.[1];
    const half = asked ?? (/^nextval|^now/.test(usual[at] ?? "") ? undefined : usual[at]);
    return `(CASE WHEN n % 2 = 0 THEN ${half ?? value} ELSE ${value} END)::${type}`;
  });

/** Fills all tables, and lets the planner take them for a million rows. */
export async function fillTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SET session_replication_role = replica; SET statement_timeout = '60s'");
    const { rows } = await client.query<TableRow>(
      `SELECT c.relname AS table, array_agg(quote_ident(a.attname)) AS columns,
              array_agg(format_type(a.atttypid, a.atttypmod)) AS types,
              array_agg(CASE WHEN a.attnotnull THEN pg_get_expr(d.adbin, d.adrelid) ELSE 'NULL' END)
                AS usual,
              (SELECT string_agg(pg_get_expr(i.indpred, i.indrelid), ' ') FROM pg_index i
               WHERE i.indrelid = c.oid) AS parts
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0
         AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> '_prisma_migrations'
       GROUP BY c.oid, c.relname`,
    );
    const checks = await client.query<{ drop: string }>(
      `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop
       FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
    );
    for (const { drop } of checks.rows) await client.query(drop);
    const small: string[] = [];
    for (const row of rows) {
      const { rowCount } = await client.query(
        `INSERT INTO ${row.table} (${row.columns.join()}) OVERRIDING SYSTEM VALUE
         SELECT ${valuesOf(row).join()} FROM generate_series(1, ${ROWS}) AS n ON CONFLICT DO NOTHING`,
      );
      if ((rowCount ?? 0) < ROWS / 2) small.push(row.table);
    }
    // These have one row.
    if (small.join() !== "deployments,service_states")
      throw new Error(`without many rows: ${small.join()}`);
    await client.query("ANALYZE");
    await client.query(
      `UPDATE pg_class SET reltuples = reltuples * ${TIMES}
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`,
    );
  } finally {
    client.release(true);
  }
}
