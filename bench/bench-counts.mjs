// What a vote costs in counts, which other load does not change: statements, written rows, log of PostgreSQL, bytes
// to the client, bytes that the gateway allocates. Fails if one is more than a tenth above `bench/results/counts.json`,
// or is not there: `npm run bench:counts [-- --save]`. A slow test runs it.
import { countingProxy } from "./footprint/counting-proxy.mjs";
import { readOptions } from "./options.mjs";
import { kept, save } from "./report.mjs";
import { closeAll, connect, opened, startGateway, startServers } from "./servers.mjs";
import { contestant, kinds } from "./votes/contestants.mjs";
import { createAccount, settle } from "./votes/data.mjs";
import { sendVotes } from "./votes/load.mjs";

const values = readOptions({ save: false });
/** What fails: a count that is so many times the stored one. */
const MOST = 1.1;
const VOTES = 100;
/** Votes of one request, which share their statements. */
const TOGETHER = 64;
const BATCHES = 10;
/** Requests after which V8 has compiled what a vote runs, and those whose allocations are counted. */
const WARM_UP = 40;
const ALLOCATING = 80;
/** Young objects are collected whenever they take so much, so the number of collections tells the bytes. */
const YOUNG_BYTES = 2 * 2 ** 20;
const RESULTS = "counts.json";
/** Each version of V8 allocates differently, so each version of Node has a count of its own. */
const allocatedBytes = `allocated bytes, Node ${process.versions.node.split(".")[0]}`;

try {
  // Whole pages in the log, and what a vacuum writes, would depend on the time.
  const { databaseUrl, redisUrl } = await startServers({
    shared_preload_libraries: "pg_stat_statements",
    full_page_writes: "off",
    autovacuum: "off",
  });
  const client = await connect(databaseUrl);
  await client.query("CREATE EXTENSION pg_stat_statements");
  const { private_token: token } = createAccount(databaseUrl);
  const gateway = await startGateway({
    databaseUrl,
    redisUrl,
    env: { REQUEST_WAIT_MS: "60000" },
    nodeArguments: [`--max-semi-space-size=${YOUNG_BYTES / 2 ** 20}`, "--no-minor-gc-task"],
  });
  const proxy = opened(await countingProxy(Number(new URL(gateway.url).port)));
  const url = `http://127.0.0.1:${proxy.port}`;

  const open = (name, participants) =>
    contestant(
      kinds.find((kind) => kind.name === name),
      { url, token, databaseUrl, participants },
    );

  /** Sends requests one after the other, so that each has its own transaction. */
  async function send({ target, nextPath, nextBody }, amount) {
    const how = { ...target, connections: 1, amount, nextPath, nextBody };
    const { refused, refusals } = await sendVotes(how);
    if (refused > 0) throw new Error(`votes were refused: ${JSON.stringify(refusals)}`);
  }

  /** The counts of requests, divided by their votes. What the gateway does beside them is rarer, or sends jobs. */
  async function countsOf(voting, requests, votes) {
    // The first request fills the cache of the poll.
    await send(voting, 1);
    await settle(databaseUrl);
    await client.query("SELECT pg_stat_statements_reset()");
    const received = proxy.counts().received;
    await send(voting, requests);
    const { rows } = await client.query(
      `SELECT sum(calls)::float AS statements, sum(wal_bytes)::float AS "WAL bytes",
         coalesce(sum(rows) FILTER (WHERE query ~ '^(INSERT|UPDATE|DELETE)'), 0)::float AS "written rows"
       FROM pg_stat_statements
       WHERE calls >= $1 AND query !~ 'pg_stat_statements|(FROM|UPDATE) outbox'`,
      [requests],
    );
    const sums = { ...rows[0], "bytes to the client": proxy.counts().received - received };
    return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / votes]));
  }

  const alone = async (name) => countsOf(await open(name, VOTES + 2), VOTES, VOTES);

  async function collections() {
    const text = await (await fetch(gateway.metricsUrl)).text();
    return Number(/^nodejs_gc_duration_seconds_count\{.*kind="minor".*\} (\d+)$/m.exec(text)[1]);
  }

  async function together() {
    const requests = 1 + BATCHES + WARM_UP + ALLOCATING;
    const single = await open("plain vote", (requests + 2) * TOGETHER);
    const voting = {
      target: { ...single.target, ok: 200 },
      nextPath: () => `${single.nextPath()}/batch`,
      nextBody: () => ({ votes: Array.from({ length: TOGETHER }, single.nextBody) }),
    };
    const counts = await countsOf(voting, BATCHES, BATCHES * TOGETHER);
    await send(voting, WARM_UP);
    const before = await collections();
    await send(voting, ALLOCATING);
    const collected = (await collections()) - before;
    const allocated = (collected * YOUNG_BYTES) / (ALLOCATING * TOGETHER);
    return { ...counts, [allocatedBytes]: allocated };
  }

  const counts = {
    "plain vote": await alone("plain vote"),
    [`plain vote, ${TOGETHER} in a request`]: await together(),
    "double opt-in, held": await alone("double opt-in, held"),
    // Without Redis, their jobs are in the database too.
    ...(redisUrl !== undefined && { "sold votes": await alone("sold votes") }),
  };
  const last = kept(RESULTS);
  const rows = Object.entries(counts).flatMap(([name, ofKind]) =>
    Object.entries(ofKind).map(([count, value]) => ({
      name,
      count,
      value: Number(value.toFixed(value < 100 ? 2 : 0)),
      stored: last[name]?.[count],
    })),
  );
  console.table(rows);
  if (values.save) {
    const saved = {};
    for (const { name, count, value } of rows) saved[name] = { ...saved[name], [count]: value };
    save({ [RESULTS]: saved });
  } else {
    for (const { name, count, value, stored } of rows) {
      if (stored === undefined ? count === allocatedBytes : value <= MOST * stored) continue;
      process.stdout.write(`${name}, ${count}: ${value} instead of ${stored ?? "none"}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await closeAll();
}
