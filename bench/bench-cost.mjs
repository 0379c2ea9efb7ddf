// CPU time of a vote, in the gateway, in each statement of PostgreSQL, and in two bare servers
// beside them. Works on a busy machine, where votes per second are not meaningful:
// `npm run bench:cost [-- --kinds "plain vote;sold votes" --rounds 3 --seconds 6 --profile
// folder --traces]`. With `--traces` each round also measures a gateway that traces every request.
import { createServer } from "node:http";
import { processorSeconds } from "./lists/measure.mjs";
import { readOptions } from "./options.mjs";
import { machine, median } from "./report.mjs";
import { closeAll, connect, opened, startGateway, startServers } from "./servers.mjs";
import { contestant, kinds, MOST_VOTES_A_SECOND, startReferences } from "./votes/contestants.mjs";
import { createAccount, settle } from "./votes/data.mjs";
import { sendVotes } from "./votes/load.mjs";

const values = readOptions({
  kinds: "plain vote;1,000 polls;sold votes",
  rounds: 3,
  seconds: 6,
  connections: 64,
  /** The folder for a CPU profile of the gateway (`--cpu-prof`). */
  profile: undefined,
  traces: false,
});
const { rounds, seconds, connections } = values;

try {
  const { databaseUrl, redisUrl } = await startServers({
    shared_preload_libraries: "pg_stat_statements",
  });
  const client = await connect(databaseUrl);
  await client.query("CREATE EXTENSION pg_stat_statements");
  const { private_token: token } = createAccount(databaseUrl);

  const wanted = values.kinds.split(";").map((name) => {
    const kind = kinds.find((one) => one.name === name);
    if (kind === undefined)
      throw new Error(`${name}: kinds are ${kinds.map((one) => one.name).join("; ")}`);
    return kind;
  });
  const participants = (values.traces ? 2 : 1) * (rounds + 1) * seconds * MOST_VOTES_A_SECOND;
  const first = await startGateway({ databaseUrl, redisUrl });
  const contestants = [];
  for (const kind of wanted) {
    contestants.push(await contestant(kind, { url: first.url, token, databaseUrl, participants }));
  }
  await first.stop();
  await settle(databaseUrl);

  // A new process, so that its profile contains only votes.
  const gateway = await startGateway({
    databaseUrl,
    redisUrl,
    nodeArguments: values.profile ? ["--cpu-prof", "--cpu-prof-dir", values.profile] : [],
  });
  const references = await startReferences(client, databaseUrl);
  const measured = [{ gateway, suffix: "" }];
  let exports = 0;
  if (values.traces) {
    const collector = createServer((request, response) => {
      exports += 1;
      request.resume().once("end", () => response.end("{}"));
    });
    await new Promise((resolve) => collector.listen(0, "127.0.0.1", resolve));
    opened(collector, () => collector.close());
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.address().port}` };
    const traced = await startGateway({ databaseUrl, redisUrl, env });
    measured.push({ gateway: traced, suffix: ", traced" });
  }

  async function measure({ name, target, nextPath, nextBody }, server) {
    const used = () =>
      [undefined, server.pid].map((thread) => 1e6 * processorSeconds(server.pid, thread));
    await client.query("SELECT pg_stat_statements_reset()");
    const before = used();
    const { votes, refused } = await sendVotes({
      ...target,
      url: server.url,
      connections,
      seconds,
      nextPath,
      nextBody,
    });
    if (refused > 0) throw new Error(`${name}: ${refused} votes were refused`);
    const after = used();
    const { rows } = await client.query(
      `SELECT regexp_replace(left(query, 400), '\\s+', ' ', 'g') AS statement, calls::int,
         total_exec_time * 1000 AS us, wal_bytes::float AS wal
       FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%' ORDER BY us DESC`,
    );
    // Jobs without a worker would slow down the next run.
    await client.query("DELETE FROM outbox");
    const sum = (figure) => rows.reduce((all, row) => all + row[figure], 0);
    return {
      process: (after[0] - before[0]) / votes,
      mainThread: (after[1] - before[1]) / votes,
      statements: sum("us") / votes,
      walBytes: sum("wal") / votes,
      bySql: rows.map(({ statement, us, wal }) => ({
        us: us / votes,
        wal: wal / votes,
        statement,
      })),
    };
  }

  const all = new Map();
  const runs = [
    ...contestants.flatMap((one) =>
      measured.map(({ gateway: server, suffix }) => ({
        ...one,
        name: `${one.name}${suffix}`,
        server,
      })),
    ),
    ...references,
  ];
  for (let round = 0; round <= rounds; round++) {
    for (const one of runs) {
      const result = await measure(one, one.server);
      if (round > 0) all.set(one.name, [...(all.get(one.name) ?? []), result]);
    }
  }
  if (values.traces && exports === 0) throw new Error("no traces were exported");
  process.stdout.write(`${machine()}; microseconds a vote, median of ${rounds} rounds\n`);
  const middle = (results, figure) => Math.round(median(results.map((one) => one[figure])));
  /** The median of the ratios of all rounds, because other load affects both in a round. */
  const ratioTo = (reference, results) => {
    const of = all.get(reference.name);
    return Number(median(results.map((one, at) => one.process / of[at].process)).toFixed(2));
  };
  console.table(
    [...all].map(([name, results]) => ({
      name,
      process: middle(results, "process"),
      "votes per processor second": Math.round(1e6 / middle(results, "process")),
      ...Object.fromEntries(
        references.map((reference) => [`of ${reference.name}`, ratioTo(reference, results)]),
      ),
      "its main thread": middle(results, "mainThread"),
      statements: middle(results, "statements"),
      "WAL bytes": middle(results, "walBytes"),
    })),
  );
  for (const [name, results] of all) {
    process.stdout.write(`${name}: microseconds, WAL bytes, statement\n`);
    for (const { us, wal, statement } of results.at(-1).bySql.slice(0, 8)) {
      const figures = `${us.toFixed(1).padStart(8)} ${wal.toFixed(0).padStart(6)}`;
      process.stdout.write(`${figures} ${statement.slice(0, 110)}\n`);
    }
  }
} finally {
  await closeAll();
}
