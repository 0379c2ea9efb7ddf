// The cost of a vote in CPU time, database log, disk and network, by the size of the batches:
// `npm run bench:footprint [-- --rounds 3 --seconds 6 --stored 500000 --save]`.
import { randomUUID } from "node:crypto";
import { countingProxy } from "./footprint/counting-proxy.mjs";
import { busySeconds, serverSeconds } from "./footprint/processes.mjs";
import { processorSeconds } from "./lists/measure.mjs";
import { readOptions } from "./options.mjs";
import { machine, median, save, say } from "./report.mjs";
import { closeAll, connect, opened, startGateway, startServers } from "./servers.mjs";
import { contestant, kinds, MOST_VOTES_A_SECOND } from "./votes/contestants.mjs";
import { createAccount, createParticipants, createPoll, settle } from "./votes/data.mjs";
import { sendVotes } from "./votes/load.mjs";

const values = readOptions({
  rounds: 3,
  seconds: 6,
  /** Clients that each send one vote after the other. */
  connections: "1,8,64,128",
  stored: 500_000,
  save: false,
});
const { rounds, seconds, stored } = values;
const numbers = (text) => text.split(",").filter(Boolean).map(Number);
const OPTIONS = 10;
const USUAL_CONNECTIONS = 64;
const STORING_CONNECTIONS = 128;
const PARTICIPANTS = 400_000;
const TABLES = ["votes", "participants", "option_tallies", "poll_tallies"];

try {
  say("starting the database, Redis and a gateway");
  const { postgres, databaseUrl, redisUrl } = await startServers({
    shared_preload_libraries: "pg_stat_statements",
  });
  const client = await connect(databaseUrl);
  const rowOf = async (text) => (await client.query(text)).rows[0];
  await client.query("CREATE EXTENSION pg_stat_statements");
  const { private_token: token, public_token: publicToken } = createAccount(databaseUrl);
  const servers = { databaseUrl, redisUrl };
  const gateway = await startGateway(servers);

  say(`a poll of ${OPTIONS} options and ${PARTICIPANTS} participants`);
  const { hash, optionIds } = await createPoll(gateway.url, token, {}, OPTIONS);
  const voters = await createParticipants(databaseUrl, hash, PARTICIPANTS);
  const target = { url: gateway.url, headers: { Authorization: `Bearer ${token}` } };
  let cast = 0;
  const usual = {
    ...target,
    path: `/api/v1/polls/${hash}/votes`,
    /** Each participant votes on one option after the other; all vote on the first option before any continues. */
    nextBody() {
      const voter = cast % PARTICIPANTS;
      const option = (voter + 3 * Math.floor(cast / PARTICIPANTS)) % OPTIONS;
      cast++;
      return { voter_id: voters[voter], option_id: optionIds[option], vote: { vote: 1 } };
    },
  };
  let people = 0;
  const joining = {
    ...target,
    path: `/api/v1/polls/${hash}/voters`,
    headers: { Authorization: `Bearer ${publicToken}` },
    nextHeaders: () => ({ "X-SERVICE-USER-IDENTIFIER": `visitor-${people++}` }),
    nextBody: () => ({ voter: { user_name: "Ada" } }),
  };
  const withKey = { ...usual, nextHeaders: () => ({ "Idempotency-Key": randomUUID() }) };
  const ofKind = async (name) => {
    const kind = kinds.find((one) => one.name === name);
    const participants = (rounds + 2) * seconds * MOST_VOTES_A_SECOND;
    const own = { url: gateway.url, token, databaseUrl, participants };
    const { target: to, ...next } = await contestant(kind, own);
    return { ...to, ...next };
  };
  const manyPolls = await ofKind("1,000 polls");
  const sold = await ofKind("sold votes");
  await settle(databaseUrl);

  const reading = async () => ({
    gateway: processorSeconds(gateway.pid),
    thread: processorSeconds(gateway.pid, gateway.pid),
    database: serverSeconds(postgres.pid),
    load: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    busy: busySeconds(),
    at: performance.now() / 1000,
    ...(await rowOf(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float AS wal,
         wal_fpi::float AS pages FROM pg_stat_wal`,
    )),
  });
  const difference = (before, after) =>
    Object.fromEntries(Object.keys(before).map((name) => [name, after[name] - before[name]]));

  /** The load per second without votes. */
  async function idle() {
    const before = await reading();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const spent = difference(before, await reading());
    return Object.fromEntries(
      ["gateway", "thread", "database", "wal"].map((name) => [name, spent[name] / spent.at]),
    );
  }

  let quiet;
  async function measure(load) {
    await client.query("SELECT pg_stat_statements_reset()");
    const before = await reading();
    const result = await sendVotes({ ...load, seconds });
    if (result.refused > 0) throw new Error(`refused: ${JSON.stringify(result.refusals)}`);
    const spent = difference(before, await reading());
    const { batches, statements } = await rowOf(`
      SELECT sum(calls) FILTER (WHERE query ~* 'INSERT INTO votes')::float AS batches,
        sum(calls) FILTER (WHERE query !~* 'outbox|^(SELECT sum|BEGIN|COMMIT|ROLLBACK)')::float AS statements
      FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat%'`);
    await client.query("DELETE FROM outbox");
    const each = (name, unit = 1e6) =>
      (unit * (spent[name] - (quiet?.[name] ?? 0) * spent.at)) / result.votes;
    const ours = spent.gateway + spent.database + spent.load;
    return {
      perSecond: result.perSecond,
      p50: result.p50,
      p99: result.p99,
      batch: result.votes / batches,
      gatewayUs: each("gateway"),
      threadUs: each("thread"),
      databaseUs: each("database"),
      walBytes: each("wal", 1),
      pagesInLog: spent.pages / result.votes,
      statements: statements / result.votes,
      loadUs: (1e6 * spent.load) / result.votes,
      otherCores: Math.max(0, (spent.busy - ours) / spent.at),
    };
  }

  quiet = await idle();
  say(`idle: ${JSON.stringify(quiet)}`);
  const runs = [
    ...numbers(values.connections).map((connections) => ({
      name: `${connections} clients`,
      ...usual,
      connections,
    })),
    ...[
      { name: "with Idempotency-Key", ...withKey },
      { name: "over 1,000 polls", ...manyPolls },
      { name: "sold", ...sold },
      { name: "a participant who joins", ...joining },
    ].map((load) => ({ ...load, connections: USUAL_CONNECTIONS })),
  ];
  say(`${rounds} rounds and one before them, each of ${runs.length} runs of ${seconds} s`);
  const all = new Map(runs.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const { name, ...load } of runs) {
      const result = await measure(load);
      if (round > 0) all.get(name).push(result);
      say(`round ${round} ${name}: ${JSON.stringify(result)}`);
    }
  }
  const rounded = (number) => Number(number.toFixed(number > 100 ? 0 : 2));
  const loads = [...all].map(([name, results]) => ({
    name,
    ...Object.fromEntries(
      Object.keys(results[0])
        .map((figure) => [figure, median(results.map((one) => one[figure]))])
        .filter(([, value]) => Number.isFinite(value))
        .map(([figure, value]) => [figure, rounded(value)]),
    ),
  }));

  say("bytes on the network");
  const databaseProxy = opened(await countingProxy(Number(new URL(databaseUrl).port)));
  const through = new URL(databaseUrl);
  through.port = String(databaseProxy.port);
  const behind = await startGateway({ ...servers, databaseUrl: through.href });
  const clientProxy = opened(await countingProxy(Number(new URL(behind.url).port)));
  const network = [];
  for (const connections of [1, USUAL_CONNECTIONS]) {
    const before = [databaseProxy.counts(), clientProxy.counts()];
    const url = `http://127.0.0.1:${clientProxy.port}`;
    const { votes } = await sendVotes({ ...usual, url, connections, seconds });
    const [toDatabase, toClient] = [databaseProxy, clientProxy].map((proxy, at) =>
      difference(before[at], proxy.counts()),
    );
    network.push({
      name: `${connections} clients`,
      fromClient: rounded(toClient.sent / votes),
      toClient: rounded(toClient.received / votes),
      toDatabase: rounded(toDatabase.sent / votes),
      fromDatabase: rounded(toDatabase.received / votes),
      roundTrips: rounded(toDatabase.roundTrips / votes),
    });
  }
  await behind.stop();

  const facts = `${machine()}; median of ${rounds} rounds of ${seconds} s`;
  if (values.save) save({ "footprint.json": { facts, idle: quiet, loads, network } });

  say(`${stored} votes are stored`);
  const sizes = async () =>
    (
      await client.query(
        `SELECT name, pg_relation_size(name::regclass)::float AS rows,
           pg_indexes_size(name::regclass)::float AS indexes FROM unnest($1::text[]) AS name`,
        [TABLES],
      )
    ).rows;
  const before = { sizes: await sizes(), at: await reading() };
  const ids = async () => {
    await client.query("CHECKPOINT");
    return rowOf(`SELECT split_part(next_xid, ':', 2)::float AS transactions,
      next_multixact_id::text::float AS multixacts FROM pg_control_checkpoint()`);
  };
  const idsBefore = await ids();
  let there = 0;
  while (there < stored) {
    const sent = await sendVotes({ ...usual, connections: STORING_CONNECTIONS, seconds: 10 });
    if (sent.refused > 0 || sent.votes === 0)
      throw new Error(`${sent.votes} votes, refused: ${JSON.stringify(sent.refusals)}`);
    there += sent.votes;
    say(`${there} votes of ${stored}`);
  }
  const log = difference(before.at, await reading());
  const idsUsed = difference(idsBefore, await ids());
  const grown = (await sizes()).map(({ name, ...now }, at) => {
    const { rows, indexes } = before.sizes[at];
    return { name, rows: (now.rows - rows) / there, indexes: (now.indexes - indexes) / there };
  });
  const indexes = (
    await client.query(`SELECT indexrelid::regclass::text AS name,
      pg_relation_size(indexrelid)::float / (SELECT count(*) FROM votes) AS bytes
      FROM pg_index WHERE indrelid = 'votes'::regclass ORDER BY 2 DESC`)
  ).rows;
  const { people: taking } = await rowOf("SELECT count(*)::float AS people FROM participants");
  const ofParticipants = (await sizes()).find(({ name }) => name === "participants");

  const measured = {
    facts,
    idle: quiet,
    loads,
    network,
    stored: {
      votes: there,
      grown,
      indexes,
      participant: {
        rows: ofParticipants.rows / taking,
        indexes: ofParticipants.indexes / taking,
      },
      walBytes: log.wal / there,
      pagesInLog: log.pages / there,
      transactions: idsUsed.transactions / there,
      multixacts: idsUsed.multixacts / there,
      perSecond: there / log.at,
    },
  };
  process.stdout.write(`${measured.facts}\n`);
  console.table(loads);
  console.table(network);
  console.table(grown);
  console.table(indexes);
  process.stdout.write(`${JSON.stringify(measured.stored, undefined, 2)}\n`);
  if (values.save) save({ "footprint.json": measured });
} finally {
  await closeAll();
}
