// Covers docs/reliability.md: backups

import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import type { Db } from "@polls/db/connection";
import { recountAll } from "@polls/db/counts";
import { migrate } from "@polls/db/migrations";
import { newPublicId } from "@polls/db/tokens";
import { newOriginalKey, openStorage } from "@polls/storage";
import {
  atFileEnd,
  buildComment,
  buildDelivery,
  buildOption,
  buildParticipants,
  buildPoll,
  buildWebhook,
} from "@polls/testing";
import { type Deployment, type Deployments, inDatabase, openDeployments } from "./deployments";

jest.setTimeout(120_000);

const migrations = path.resolve(__dirname, "../../prisma/migrations");

/** Characters that the text format of `COPY` must escape, and its old mark of the end. */
const ODD = 'a\tb\nc\\d\r\n\\.\n"é" 🎈 \\N ,';

/** Rows of many tables. Triggers count them. */
async function fill(db: Db, { storageDir }: Deployment): Promise<void> {
  for (const type of ["Polls::Voting", "Polls::Survey", "Polls::PhotoGallery"] as const) {
    const poll = await buildPoll(db, { type, title: `${type} ${ODD}` });
    const [first, second] = [
      await buildOption(db, poll, { content: ODD }),
      await buildOption(db, poll),
    ];
    await buildOption(db, poll, { parent: first });
    const [ada, bob] = await buildParticipants(db, poll, 2, { userName: ODD });
    if (ada === undefined || bob === undefined) throw new Error("no participants were made");
    const vote = {
      pollId: poll.id,
      type: "Votes::UpVote",
      value: "0.5",
      counts: true,
      score: "0.5",
    };
    await db.prisma.vote.createMany({
      data: [ada, bob].map(({ id: participantId }) => ({
        ...vote,
        publicId: newPublicId(),
        participantId,
        optionId: first.id,
        text: ODD,
      })),
    });
    await db.prisma.heldVote.create({
      data: {
        pollId: poll.id,
        type: vote.type,
        publicId: newPublicId(),
        participantId: ada.id,
        optionId: second.id,
      },
    });
    await buildComment(db, first, ada, { content: ODD });
    const payment = await db.prisma.payment.create({
      data: {
        publicId: newPublicId(),
        token: newPublicId(),
        kind: "votes",
        pollId: poll.id,
        pollTitle: ODD,
        quantity: 1,
        currency: "eur",
      },
    });
    await db.prisma.paymentEntry.create({ data: { paymentId: payment.id, after: "created" } });
    await buildDelivery(db, await buildWebhook(db), { pollId: poll.id });
    await store(db, storageDir, first.id);
  }
  // Rows were added without their tallies, and a sequence is ahead of its rows.
  await recountAll(db, { repair: true });
  await db.pool.query("SELECT nextval('options_id_seq') FROM generate_series(1, 7)");
}

async function store(db: Db, directory: string, optionId: bigint): Promise<void> {
  const storage = await openStorage({ kind: "disk", directory });
  const [storageKey, content, contentType] = [newOriginalKey(), Buffer.from(ODD), "text/plain"];
  await storage.put(storageKey, Readable.from([content]), { contentType });
  await db.prisma.attachment.create({
    data: {
      ...{ optionId, kind: "file", storageKey, contentType, byteSize: content.length },
      sha256: createHash("sha256").update(content).digest("hex"),
    },
  });
}

/** All rows of each table, and the values of all sequences. */
async function contentOf(url: string): Promise<Readonly<Record<string, unknown>>> {
  return inDatabase(url, async ({ pool }) => {
    const { rows: tables } = await pool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables
       WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
    );
    const content: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await pool.query(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`);
      content[name] = rows.map(({ row }) => row);
    }
    const { rows: sequences } = await pool.query(
      "SELECT sequencename, last_value FROM pg_sequences WHERE sequencename <> 'outbox_id_seq' ORDER BY 1",
    );
    // By name, so that a later release may have more of them.
    return {
      ...content,
      sequences: Object.fromEntries(sequences.map((one) => [one.sequencename, one.last_value])),
    };
  });
}

/** Everything that migrations make. */
async function schemaOf(url: string): Promise<Readonly<Record<string, unknown>>> {
  const statements = {
    columns: `SELECT table_name, column_name, column_default, is_nullable, data_type
      FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, ordinal_position`,
    constraints: `SELECT conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    indexes: `SELECT indexrelid::regclass::text, indisvalid, pg_get_indexdef(indexrelid)
      FROM pg_index WHERE indrelid::regclass::text !~ '^pg_' ORDER BY 1`,
    triggers: `SELECT tgrelid::regclass::text, tgname, tgenabled, pg_get_triggerdef(oid)
      FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
    migrations: "SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1",
  };
  return inDatabase(url, async ({ pool }) => {
    const schema: Record<string, unknown> = {};
    for (const [part, text] of Object.entries(statements))
      schema[part] = (await pool.query(text)).rows;
    return schema;
  });
}

const rowsIn = (content: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(content).flatMap(([name, rows]) =>
      Array.isArray(rows) ? [[name, rows.length]] : [],
    ),
  );

describe("a restored database", () => {
  let deployments: Deployments;
  beforeAll(async () => {
    deployments = await openDeployments();
  });

  /** A deployment whose role owns its database, but is no superuser. */
  async function prepareOwned(name: string): Promise<Deployment> {
    const deployment = await deployments.prepare(name);
    await inDatabase(deployment.databaseUrl, async ({ pool }) => {
      await pool.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
      await pool.query(`ALTER DATABASE ${name} OWNER TO ${name}`);
    });
    const url = new URL(deployment.databaseUrl);
    [url.username, url.password] = [name, name];
    return { ...deployment, env: { ...deployment.env, DATABASE_URL: `${url}` } };
  }

  test("equals the source in each row, sequence, constraint, index and trigger", async () => {
    const source = await deployments.prepare("whole");
    await migrate(source.databaseUrl, migrations);
    await inDatabase(source.databaseUrl, async (db) => {
      await fill(db, source);
      await db.pool.query("CREATE TABLE own_notes (id serial, note text)");
      await db.pool.query("INSERT INTO own_notes (note) VALUES ('of an operator')");
    });
    const place = path.join(deployments.place, "whole");
    const made = await deployments.run(source, "backup", "--to", place);
    expect(made).toMatchObject({ code: 0, error: "", json: { left_out: ["own_notes"], files: 3 } });

    const target = await prepareOwned("whole_target");
    const restored = await deployments.run(target, "restore", "--from", place);
    expect(restored).toMatchObject({ code: 0, error: "", json: { rows: made.json.rows } });
    await inDatabase(source.databaseUrl, ({ pool }) => pool.query("DROP TABLE own_notes"));
    const content = await contentOf(target.databaseUrl);
    expect(content).toEqual(await contentOf(source.databaseUrl));
    const filled = Object.values(content).filter((rows) => Array.isArray(rows) && rows.length > 0);
    expect(filled.length).toBeGreaterThan(15);
    expect(await schemaOf(target.databaseUrl)).toEqual(await schemaOf(source.databaseUrl));
    expect(
      await inDatabase(target.databaseUrl, (db) => recountAll(db, { repair: false })),
    ).toMatchObject({ drift: 0 });
  });

  test("of an older release is as old as its backup, and is migrated after it", async () => {
    const older = await mkdtemp(path.join(tmpdir(), "polls-migrations-"));
    atFileEnd("older migrations", () => rm(older, { recursive: true }));
    const names = (await readdir(migrations)).filter((name) => /^\d/.test(name)).sort();
    const later = names.slice(-3);
    for (const name of names.slice(0, -3))
      await cp(path.join(migrations, name), path.join(older, name), { recursive: true });
    const source = await deployments.prepare("older");
    await migrate(source.databaseUrl, older);
    // Builders write the newest columns, which these tables may not have yet.
    await inDatabase(source.databaseUrl, ({ pool }) =>
      pool.query(
        `WITH account AS (
           INSERT INTO accounts (public_id, email, name) VALUES ('a', 'a@example.org', $1) RETURNING id
         ), poll AS (
           INSERT INTO polls (member_hash, admin_hash, title, type, owner_account_id, created_by_account_id, settings)
           SELECT 'member', 'admin', $1, 'Polls::Voting', id, id, '{}' FROM account RETURNING id
         )
         INSERT INTO options (public_id, poll_id, type, content, position, settings)
         SELECT content, id, 'Options::TextOption', content, 1, '{}' FROM poll, unnest(ARRAY[$1, 'Soup']) AS content`,
        [ODD],
      ),
    );
    const place = path.join(deployments.place, "older");
    expect(await deployments.run(source, "backup", "--to", place)).toMatchObject({ code: 0 });

    const target = await prepareOwned("older_target");
    expect(await deployments.run(target, "restore", "--from", place)).toMatchObject({ code: 0 });
    const content = await contentOf(target.databaseUrl);
    expect(content).toEqual(await contentOf(source.databaseUrl));
    expect(await schemaOf(target.databaseUrl)).toEqual(await schemaOf(source.databaseUrl));
    expect(await migrate(target.env.DATABASE_URL ?? "", migrations)).toEqual(later);
    // A migration may add columns to the rows.
    expect(rowsIn(await contentOf(target.databaseUrl))).toMatchObject(rowsIn(content));
  });

  test("of a newer release is refused", async () => {
    const source = await deployments.prepare("newer");
    await migrate(source.databaseUrl, migrations);
    await inDatabase(source.databaseUrl, async (db) => {
      await buildPoll(db);
      await db.pool.query("CREATE TABLE later (id int); INSERT INTO later VALUES (1)");
      await db.pool.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
         VALUES ('later', '${"0".repeat(64)}', '29990101000000_later', now())`,
      );
    });
    const place = path.join(deployments.place, "newer");
    // The older release knows the new table from the migration, and backs it up.
    expect(await deployments.run(source, "backup", "--to", place)).toMatchObject({
      code: 0,
      json: { left_out: [] },
    });
    const target = await deployments.prepare("newer_target");
    for (const more of [[], ["--check"]]) {
      expect(await deployments.run(target, "restore", "--from", place, ...more)).toMatchObject({
        code: 1,
        error:
          "The restore failed: this release does not have the migration 29990101000000_later of the backup: restore it with the release that made it",
      });
    }
  });
});
