import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { openOperatorSession } from "../connection/operator-session";
import { tryLockMigrations, unlockMigrations } from "../migrations/migration-lock";
import { lockClasses } from "../sql/advisory-locks";
import { createShard, distributeCommonTables, isDistributed } from "./create-shard";
import { SHARDS_EVERY_MS } from "./open-shards";
import { HOME_SHARD, MAX_SHARD } from "./shard-numbers";

/** What an operator requests. An empty request finishes an interrupted run. */
export interface WantedShards {
  readonly add?: number;
  /** Citus only: the address at which nodes reach the coordinator, as `host:port`. */
  readonly coordinator?: string | undefined;
  /** Citus only: the servers for shards, as `host:port`. */
  readonly nodes?: readonly string[];
  /** The names of shards to open for new polls, and to close. */
  readonly open?: readonly string[];
  readonly close?: readonly string[];
  /** How long to wait until all processes know a new shard, in milliseconds. Tests have no other processes. */
  readonly settleMs?: number;
}

export interface ShardStatus {
  readonly number: number;
  readonly name: string;
  readonly state: "takes polls" | "takes no new polls" | "is being added";
  readonly polls: number;
  /** The node of the shard; absent without Citus. */
  readonly node?: string;
}

/** Processes read the list of shards every `SHARDS_EVERY_MS`. */
const SETTLE_MS = 4 * SHARDS_EVERY_MS;
const BATCH = 500;

/**
 * Distributes a database over shards (docs/scaling.md#shards). An interrupted run can be repeated. Throws while another
 * run is in progress.
 */
export async function distribute(
  databaseUrl: string,
  wanted: WantedShards,
  say: (line: string) => void,
): Promise<readonly ShardStatus[]> {
  const client = await openOperatorSession(databaseUrl, "polls-distribute");
  try {
    await lock(client);
    if (await isDistributed(client)) await prepareNodes(client, wanted, say);
    else if (wanted.coordinator !== undefined || (wanted.nodes ?? []).length > 0)
      throw new Error("the database has no extension citus: create it on each node first");
    await addShards(client, wanted.add ?? 0, say);
    await openAdded(client, wanted.settleMs ?? SETTLE_MS, say);
    for (const name of wanted.open ?? []) await setTakesPolls(client, name, true);
    for (const name of wanted.close ?? []) await setTakesPolls(client, name, false);
    return await readStatus(client);
  } finally {
    await client.end();
  }
}

async function lock(client: Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    `SELECT pg_try_advisory_lock(${lockClasses.distribute}, 0) AS free`,
  );
  if (rows[0]?.free !== true) throw new Error("another process distributes this database now");
}

function readAddress(text: string): readonly [host: string, port: number] {
  const [, host = "", port = "5432"] = /^(.+?)(?::(\d+))?$/.exec(text) ?? [];
  return [host, Number(port)];
}

/** Adds nodes before tables. Citus copies the common tables to nodes that are added later. */
async function prepareNodes(
  client: Client,
  { coordinator, nodes = [] }: WantedShards,
  say: (line: string) => void,
): Promise<void> {
  if (coordinator !== undefined) {
    await client.query("SELECT citus_set_coordinator_host($1, $2)", [...readAddress(coordinator)]);
  }
  for (const node of nodes) {
    const [host, port] = readAddress(node);
    const { rowCount } = await client.query(
      "SELECT FROM pg_dist_node WHERE nodename = $1 AND nodeport = $2",
      [host, port],
    );
    if (rowCount === 1) continue;
    await client.query("SELECT citus_add_node($1, $2)", [host, port]);
    say(`added node ${node}`);
  }
  await distributeCommonTables(client, (table) => say(`copied ${table} to every node`));
  await checkRecovery(client, say);
}

/** How often Citus should finish commits that a crash interrupted. Until then their rows are locked. */
const RECOVERY_MS = 1_000;

async function checkRecovery(client: Client, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ ms: number; shown: string }>(
    `SELECT setting::int AS ms, current_setting(name) AS shown FROM pg_settings
     WHERE name = 'citus.recover_2pc_interval'`,
  );
  const [found] = rows;
  if (found === undefined || (found.ms > 0 && found.ms <= RECOVERY_MS)) return;
  say(
    `set citus.recover_2pc_interval of the coordinator to ${RECOVERY_MS}ms: it is ${found.shown}, and rows of interrupted commits stay locked for that time`,
  );
}

async function registerHome(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO shelves (number, name, takes_polls) VALUES ($1, 'public', true)
     ON CONFLICT (number) DO NOTHING`,
    [HOME_SHARD],
  );
}

/** No migration may run meanwhile: a shard copies the tables of `public` and records their migrations. */
async function addShards(
  client: Client,
  count: number,
  say: (line: string) => void,
): Promise<void> {
  if (count === 0) return;
  if (!(await tryLockMigrations(client)))
    throw new Error("a process migrates this database now: run the command again after it");
  await registerHome(client);
  for (let added = 0; added < count; added++) await addShard(client, say);
  await unlockMigrations(client);
}

async function addShard(client: Client, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ next: number }>(
    "SELECT max(number) + 1 AS next FROM shelves",
  );
  const number = rows[0]?.next ?? 1;
  if (number > MAX_SHARD) throw new Error(`there are ${MAX_SHARD} shards already`);
  const name = `shard_${number}`;
  await createShard(client, name, number);
  say(`made ${name}`);
}

/**
 * Opens new shards for polls, once every process knows them and the shard of each hash is stored: a process that knows
 * of no shard does not look up hashes.
 */
async function openAdded(
  client: Client,
  settleMs: number,
  say: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ name: string; waitMs: number }>(
    `SELECT name, ($1::int - extract(epoch FROM clock_timestamp() - created_at) * 1000)::int AS "waitMs"
     FROM shelves WHERE takes_polls IS NULL ORDER BY number`,
    [settleMs],
  );
  if (rows.length === 0) return;
  const waitMs = Math.max(...rows.map((row) => row.waitMs));
  if (waitMs > 0) {
    say(`waiting ${Math.ceil(waitMs / 1_000)} s, until all processes know the new shards`);
    await pause(waitMs);
  }
  await storeAddresses(client, say);
  for (const { name } of rows) {
    await copyOptOuts(client, name);
    await setTakesPolls(client, name, true);
    say(`${name} takes polls`);
  }
}

/** Stores the shard of each hash of `public`. Transactions that began before the first shard have ended by then. */
async function storeAddresses(client: Client, say: (line: string) => void): Promise<void> {
  let last = "0";
  let stored = 0;
  for (;;) {
    await client.query("BEGIN");
    // Locked, so that no hash of these polls changes before its row is written.
    const { rows } = await client.query<{ id: string; member_hash: string; admin_hash: string }>(
      `SELECT id, member_hash, admin_hash FROM public.polls
       WHERE id > $1 AND (deleted_at IS NULL OR taken_down_at IS NOT NULL)
       ORDER BY id LIMIT ${BATCH} FOR SHARE`,
      [last],
    );
    const hashes = rows.flatMap(({ member_hash: member, admin_hash: admin }) => [member, admin]);
    const { rowCount } = await client.query(
      `INSERT INTO poll_addresses (hash, shelf) SELECT hash, ${HOME_SHARD} FROM unnest($1::text[]) AS new(hash)
       ON CONFLICT (hash) DO NOTHING`,
      [hashes],
    );
    await client.query("COMMIT");
    stored += rowCount ?? 0;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) break;
    if (stored % (100 * BATCH) === 0 && stored > 0) say(`stored the shard of ${stored} hashes`);
  }
  if (stored > 0) say(`stored the shard of ${stored} hashes of public`);
}

/** Copies opt-outs of all invitations, which apply to polls of every shard. */
async function copyOptOuts(client: Client, shard: string): Promise<void> {
  const { rows } = await client.query<{ key: Buffer; at: Date }>(
    "SELECT address_key AS key, created_at AS at FROM public.invitation_opt_outs WHERE poll_id IS NULL",
  );
  await client.query(
    `INSERT INTO ${client.escapeIdentifier(shard)}.invitation_opt_outs (address_key, created_at)
     SELECT key, at FROM unnest($1::bytea[], $2::timestamptz[]) AS all_polls(key, at)
     ON CONFLICT DO NOTHING`,
    [rows.map(({ key }) => key), rows.map(({ at }) => at)],
  );
}

async function setTakesPolls(client: Client, name: string, takes: boolean): Promise<void> {
  const { rowCount } = await client.query("UPDATE shelves SET takes_polls = $2 WHERE name = $1", [
    ...[name, takes],
  ]);
  if (rowCount === 0) throw new Error(`there is no shard ${name}`);
}

async function readStatus(client: Client): Promise<readonly ShardStatus[]> {
  const { rows } = await client.query<{ number: number; name: string; takes: boolean | null }>(
    "SELECT number, name, takes_polls AS takes FROM shelves ORDER BY number",
  );
  const nodes = (await isDistributed(client)) ? await readNodes(client) : new Map<string, string>();
  const all: ShardStatus[] = [];
  for (const { number, name, takes } of rows) {
    const { rows: counted } = await client.query<{ polls: string }>(
      `SELECT count(*) AS polls FROM ${client.escapeIdentifier(name)}.polls WHERE deleted_at IS NULL`,
    );
    const node = nodes.get(name);
    all.push({
      number,
      name,
      polls: Number(counted[0]?.polls),
      state: takes === null ? "is being added" : takes ? "takes polls" : "takes no new polls",
      ...(node !== undefined && { node }),
    });
  }
  return all;
}

async function readNodes(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; node: string }>(
    `SELECT DISTINCT n.nspname AS name, s.nodename || ':' || s.nodeport AS node
     FROM citus_shards s JOIN pg_class c ON c.oid = s.table_name::oid
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE s.citus_table_type = 'schema'`,
  );
  return new Map(rows.map(({ name, node }) => [name, node]));
}
