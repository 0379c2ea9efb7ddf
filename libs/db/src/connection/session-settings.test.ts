import { createTestDatabase, describeWithPgBouncer, startPgBouncer } from "@polls/testing";
import { lockByName } from "../sql/advisory-locks";
import { inTransaction } from "../sql/in-transaction";
import { connectDatabase, type Db } from "./connect";
import { unsuitableSettings } from "./session-settings";

/** Settings that an operator may have set for the database or the role. */
const unusual = {
  DateStyle: "SQL, DMY",
  IntervalStyle: "iso_8601",
  TimeZone: "Asia/Kathmandu",
  bytea_output: "escape",
  client_encoding: "LATIN1",
  default_transaction_isolation: "serializable",
  extra_float_digits: "-10",
  search_path: "elsewhere",
  standard_conforming_strings: "off",
} as const;

/** A database whose new sessions have a setting. */
async function databaseWith(name: string, value: string): Promise<string> {
  const { url } = await createTestDatabase();
  const admin = connectDatabase(url, { max: 1 });
  await admin.pool.query(
    `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET ${name} = '${value}'`,
  );
  await admin.close();
  return url;
}

const text = `SELECT timestamptz '2030-01-02 03:04:05.678+00' AS moment, date '2030-01-02' AS day,
  '\\x00ff'::bytea AS bytes, 'Zoë \\ 投票'::text AS words, 0.1::float8 + 0.2 AS number,
  interval '1 day 2 seconds' AS span, (SELECT count(*)::int FROM polls) AS polls,
  current_setting('transaction_isolation') AS isolation`;

const read = async ({ pool, pipelined, prisma }: Db) => {
  const account = await prisma.account.create({
    data: { publicId: "zoë", email: "zoe@example.org", name: "Zoë \\ 投票" },
  });
  await inTransaction(pipelined, (tx) => lockByName(tx, "any"));
  return {
    ...(await pool.query(text)).rows[0],
    name: account.name,
    created: Math.abs(account.createdAt.getTime() - Date.now()) < 60_000,
  };
};

let expected: unknown;
beforeAll(async () => {
  const db = connectDatabase((await createTestDatabase()).url, { max: 1 });
  expected = await read(db);
  await db.close();
});

test.each(Object.entries(unusual))(
  "a database with %s = %s reads and writes the same",
  async (name, value) => {
    const db = connectDatabase(await databaseWith(name, value), { max: 1 });
    try {
      expect(await read(db)).toEqual(expected);
      expect(await unsuitableSettings(db)).toEqual([]);
    } finally {
      await db.close();
    }
  },
);

describeWithPgBouncer("behind a pooler", () => {
  const behindPooler = async (name: string, value: string) =>
    connectDatabase(await startPgBouncer(await databaseWith(name, value), 2), {
      max: 1,
      pooler: "transaction",
    });

  test.each(["DateStyle", "TimeZone", "client_encoding", "standard_conforming_strings"] as const)(
    "%s is the same for every client of the service",
    async (name) => {
      const db = await behindPooler(name, unusual[name]);
      try {
        expect(await read(db)).toEqual(expected);
        expect(await unsuitableSettings(db)).toEqual([]);
      } finally {
        await db.close();
      }
    },
  );

  test.each(["bytea_output", "search_path"] as const)(
    "an unsuitable %s is found, because poolers do not keep it for a client",
    async (name) => {
      const db = await behindPooler(name, unusual[name]);
      try {
        expect(await unsuitableSettings(db)).toMatchObject([{ name, value: unusual[name] }]);
      } finally {
        await db.close();
      }
    },
  );
});
