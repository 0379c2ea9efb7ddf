import { readFileSync } from "node:fs";
import path from "node:path";
import { buildPerson } from "../../../testing/build-person";
import { notExported, otherColumns, personalColumns } from "../../../testing/personal-columns";
import { shareGateway } from "../../../testing/share-gateway";
import { erasePerson } from "./erase-person";
import { exportPerson } from "./export-person";

const MARK = "mark7f3a";
const email = `${MARK}@example.org`;
const now = new Date("2030-06-15T12:00:00Z");

const gateway = shareGateway();
const { db } = gateway;

test("every column of texts, JSON and bytes says whether it is personal", async () => {
  const { rows } = await db.pool.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns JOIN pg_tables ON tablename = table_name
     WHERE table_schema = 'public' AND schemaname = 'public' AND table_name NOT LIKE '\\_prisma%'
       AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')`,
  );
  const known = [
    ...Object.entries(personalColumns).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    ),
    ...Object.entries(otherColumns).flatMap(([table, columns]) =>
      columns.split(" ").map((column) => `${table}.${column}`),
    ),
  ];
  const all = rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`);
  expect(known.sort()).toEqual(all.sort());
});

test("docs/privacy.md says how long each table with personal data is kept", () => {
  const text = readFileSync(path.resolve(__dirname, "../../../../../docs/privacy.md"), "utf8");
  const named = new Set([...text.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(Object.keys(personalColumns).filter((table) => !named.has(table))).toEqual([]);
});

/** The columns by which the person is found, and keys of the account. */
const found = /^(?:email|creator_email|optin_email|address|owner_key)$/;
const unique = /^(?:digest|token_digest|storage_key)$/;

/** The mark as a value of the types that are no plain texts. */
const values: Readonly<Record<string, (mark: string) => string>> = {
  jsonb: (mark) => `{"1": "${mark}"}`,
  "text[]": (mark) => `{${mark}}`,
};
const translated = (mark: string) => `{"translations": {"de": {"content": "${mark}"}}}`;
const plain = (mark: string) => mark;

/** The personal columns that a mark can be written into, by table. */
const markable = Object.entries(personalColumns).flatMap(([table, columns]) =>
  Object.entries(columns)
    .filter(([column, treatment]) => {
      return treatment !== "hash" && !found.test(column) && !unique.test(column);
    })
    .map(([column]) => [table, column] as const),
);

const markOf = (table: string, column: string) => `${MARK}.${table}.${column};`;

/** Writes a mark into every personal column. Accounts and options of others are left out. */
async function markAll(accountId: bigint): Promise<void> {
  const own: Readonly<Record<string, string>> = {
    accounts: `WHERE id = ${accountId}`,
    options: `WHERE owner_key = 'user:${accountId}'`,
  };
  for (const [table, column] of markable) {
    const type = await typeOf(table, column);
    const textOf = column === "settings" ? translated : (values[type] ?? plain);
    const value = textOf(markOf(table, column));
    await db.pool.query(`UPDATE ${table} SET ${column} = '${value}'::${type} ${own[table] ?? ""}`);
  }
}

async function typeOf(table: string, column: string): Promise<string> {
  const { rows } = await db.pool.query<{ data_type: string }>(
    "SELECT data_type FROM information_schema.columns WHERE table_name = $1 AND column_name = $2",
    [table, column],
  );
  const type = rows[0]?.data_type ?? "text";
  return type === "ARRAY" ? "text[]" : type;
}

/** The tables in which a row has the mark. */
async function marked(): Promise<readonly string[]> {
  const hex = Buffer.from(MARK).toString("hex");
  const { rows } = await db.pool.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const tables: string[] = [];
  for (const { tablename } of rows) {
    const { rowCount } = await db.pool.query(
      `SELECT FROM ${tablename} t WHERE t::text LIKE '%${MARK}%' OR t::text LIKE '%${hex}%' LIMIT 1`,
    );
    if ((rowCount ?? 0) > 0) tables.push(tablename);
  }
  return tables;
}

test("the export of a person has every personal column without a reason to omit it, and erasing leaves none", async () => {
  await markAll(await buildPerson(db, { email, now }));
  const data = await exportPerson([db], email);
  const text = JSON.stringify(data, (_, one) => (typeof one === "bigint" ? String(one) : one));
  const missing = markable.filter(([table, column]) => !text.includes(markOf(table, column)));
  expect(missing.map((names) => names.join(".")).sort()).toEqual(Object.keys(notExported).sort());
  const rows = [{ address: email }, { address: email }];
  expect(data).toMatchObject({
    ...{ optIns: rows, creatorLinks: rows, signUpInvitations: [{ address: email }] },
    options: [{ attachments: [{ storageKey: expect.any(String) }] }, { attachments: [{}] }],
  });
  const personal = Object.entries(personalColumns).filter(([, columns]) =>
    Object.entries(columns).some(([name, what]) => what !== "hash" && !unique.test(name)),
  );
  expect(await marked()).toEqual(personal.map(([table]) => table).sort());
  await erasePerson([db], email, now);
  // Their files and rows are deleted by a job.
  expect(await marked()).toEqual(["attachments"]);
  const attachments = await db.prisma.attachment.findMany({ select: { id: true, optionId: true } });
  const jobs = await db.prisma.outbox.findMany({ where: { job: "media.delete-attachment" } });
  expect(jobs.map(({ payload }) => payload)).toEqual(
    attachments.map(({ id }) => ({ attachmentId: String(id) })),
  );
  expect(attachments.map(({ optionId }) => optionId)).toEqual([null, null]);
});
