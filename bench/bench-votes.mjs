// Votes a second through the real gateway, beside pgbench and two bare servers on the same
// database:
// `npm run bench:votes [-- --rounds 5 --seconds 6 --connections 64 --stored 1000000 --only
// kinds,sizes --save]`.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { bars } from "./bars.mjs";
import { kept, machine, median, save } from "./report.mjs";
import { startGateway, startServers, whatIsOpen } from "./servers.mjs";
import { contestant, kinds, sizes, startReferences } from "./votes/contestants.mjs";
import { createAccount, createPoll, settle, storeVotes } from "./votes/data.mjs";
import { sendVotes } from "./votes/load.mjs";
import { openPgbench } from "./votes/pgbench.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "6" },
    connections: { type: "string", default: "64" },
    /** The numbers of stored votes at which the cost of a vote is measured. */
    stored: { type: "string", default: "1000000" },
    only: { type: "string", default: "kinds,sizes,stored" },
    save: { type: "boolean", default: false },
  },
});
const parts = new Set(values.only.split(","));
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const stored = values.stored.split(",").filter(Boolean).map(Number);
const WARM_UP_SECONDS = 3;
/** More votes than any machine casts in a second, so that participants do not run out. */
const MOST_A_SECOND = 6_000;
const STORED_AT_ONCE = 1_000_000;

const { opened, closeAll } = whatIsOpen();

/**
 * Runs all contestants in each round, after one warm-up round, and returns their medians. Every other
 * round runs in reverse order, so that the vacuum of PostgreSQL does not always affect the same one.
 */
async function compare(client, contestants) {
  const results = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? contestants.toReversed() : contestants;
    for (const { name, target, nextPath, nextBody, run } of order) {
      const length = round === 0 ? WARM_UP_SECONDS : seconds;
      const result =
        run === undefined
          ? await sendVotes({ ...target, connections, seconds: length, nextPath, nextBody })
          : run(length);
      if (result.refused > 0) throw new Error(`${name}: ${result.refused} votes were refused`);
      if (round > 0) results.get(name).push(result);
      // Jobs without a worker would slow down the next run.
      await client.query("DELETE FROM outbox");
      process.stderr.write(`round ${round} ${name}: ${Math.round(result.perSecond)} votes/s\n`);
    }
  }
  return contestants.map(({ name, reference: isReference = false }) => {
    const all = results.get(name);
    const middle = (figure) => median(all.map((one) => one[figure]));
    return {
      name,
      votesPerSecond: Math.round(middle("perSecond")),
      p50ms: middle("p50"),
      p99ms: middle("p99"),
      byRound: all.map(({ perSecond }) => Math.round(perSecond)),
      ...(isReference ? { reference: true } : {}),
    };
  });
}

/** The median of the ratios of all rounds, because other load affects both in a round. */
const ratio = (one, other) =>
  Number(median(one.byRound.map((votes, round) => votes / other.byRound[round])).toFixed(2));
const named = (rows, name) => rows.find((row) => row.name === name);

try {
  const { databaseUrl, redisUrl } = await startServers(opened);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  opened(client, () => client.end());
  const { private_token: token } = createAccount(databaseUrl);
  const gateway = opened(await startGateway({ databaseUrl, redisUrl }));
  const references = await startReferences(client, databaseUrl, opened);
  const [express] = references;

  const totalSeconds = WARM_UP_SECONDS + rounds * seconds;
  const make = (kind, runs = 1, through = gateway) =>
    contestant(kind, {
      url: through.url,
      token,
      databaseUrl,
      participants: totalSeconds * MOST_A_SECOND * runs,
    });

  async function votesOfEachKind() {
    process.stderr.write("what votes of each kind cost\n");
    const ours = [];
    for (const kind of kinds) ours.push(await make(kind, kind.name === "plain vote" ? 4 : 1));
    const [plain] = ours;
    const logging = opened(
      await startGateway({ databaseUrl, redisUrl, env: { LOG_LEVEL: "info" } }),
    );
    ours.push(await make({ name: "plain vote, a log line each" }, 1, logging));
    const { hash, optionIds } = plain.place;
    const pgbench = await openPgbench(client, hash, optionIds[0], rounds + 1);
    if (pgbench === undefined) process.stderr.write("there is no pgbench here: left out\n");
    else opened(pgbench, () => pgbench.close());
    await settle(databaseUrl);
    const limit = pgbench && {
      name: "pgbench, one vote a transaction",
      reference: true,
      run: (length) => pgbench.run(databaseUrl, length),
    };
    const byKind = await compare(client, [...ours, ...references, ...(limit ? [limit] : [])]);
    const best = named(byKind, "plain vote");
    for (const row of byKind) {
      row.ofBareExpress = ratio(row, named(byKind, "bare Express"));
      row.ofPlainVote = ratio(row, best);
    }

    process.stderr.write("at half of that rate\n");
    const half = Math.floor(best.votesPerSecond / 2);
    const calm = [];
    for (let round = 0; round <= rounds; round++) {
      const { target, nextPath, nextBody } = plain;
      const result = await sendVotes({
        ...target,
        connections,
        seconds,
        nextPath,
        nextBody,
        rate: half,
      });
      if (round > 0) calm.push(result);
    }
    const atHalf = {
      name: `plain votes at ${half.toLocaleString("en-US")} a second`,
      votesPerSecond: Math.round(median(calm.map(({ perSecond }) => perSecond))),
      p50ms: median(calm.map(({ p50 }) => p50)),
      p99ms: median(calm.map(({ p99 }) => p99)),
    };

    process.stderr.write("two gateways\n");
    const second = opened(await startGateway({ databaseUrl, redisUrl }));
    const both = [];
    for (let round = 0; round <= rounds; round++) {
      const at = (url) =>
        sendVotes({
          ...plain.target,
          url,
          connections: connections / 2,
          seconds,
          nextPath: plain.nextPath,
          nextBody: plain.nextBody,
        });
      const pair = await Promise.all([at(gateway.url), at(second.url)]);
      if (round > 0) both.push(pair.reduce((sum, { perSecond }) => sum + perSecond, 0));
    }
    await second.stop();
    const two = { name: "two gateways, plain votes", votesPerSecond: Math.round(median(both)) };
    if (limit !== undefined) {
      const { votesPerSecond } = named(byKind, limit.name);
      two.ofPgbench = Number((two.votesPerSecond / votesPerSecond).toFixed(2));
    }
    return { byKind, atHalf, twoGateways: two };
  }

  async function votesInPollsOfEachSize() {
    process.stderr.write("in polls of each size\n");
    const large = [];
    for (const size of sizes) large.push(await make(size));
    await settle(databaseUrl);
    const bySize = await compare(client, large);
    for (const row of bySize) row.ofSmallest = ratio(row, bySize[0]);
    return { bySize };
  }

  async function votesBesideStoredOnes() {
    const byStored = [];
    const { hash } = await createPoll(gateway.url, token, {}, 1);
    let there = 0;
    for (const count of [0, ...stored]) {
      process.stderr.write(`beside ${count} votes more\n`);
      for (; there < count; there += STORED_AT_ONCE) {
        await storeVotes(databaseUrl, hash, Math.min(STORED_AT_ONCE, count - there));
      }
      const more = await make({ name: "plain vote" });
      await settle(databaseUrl);
      const rows = await compare(client, [more, express]);
      byStored.push({
        ...rows[0],
        name: `${count.toLocaleString("en-US")} votes more`,
        bareExpress: rows[1].votesPerSecond,
        ofBareExpress: ratio(rows[0], rows[1]),
      });
    }
    return { byStored };
  }

  const facts = `${machine()}; ${connections} connections, median of ${rounds} rounds of ${seconds} s`;
  const measured = {
    ...(parts.has("kinds") && { kinds: { facts, ...(await votesOfEachKind()) } }),
    ...(parts.has("sizes") && { sizes: { facts, ...(await votesInPollsOfEachSize()) } }),
    ...(parts.has("stored") && { stored: { facts, ...(await votesBesideStoredOnes()) } }),
  };
  process.stdout.write(`${facts}\n`);
  for (const { facts: _, ...tables } of Object.values(measured)) {
    for (const rows of Object.values(tables)) {
      console.table([rows].flat().map(({ reference: _, byRound: __, ...row }) => row));
    }
  }
  if (values.save) {
    const { kinds: own } = measured;
    save({
      "votes.json": { ...kept("votes.json"), ...measured },
      ...(own && {
        "votes.svg": bars({
          title: "Votes a second through one gateway",
          note: facts,
          rows: own.byKind.map(({ name, votesPerSecond, reference: isReference }) => ({
            name,
            value: votesPerSecond,
            reference: isReference,
          })),
        }),
      }),
    });
  }
} finally {
  await closeAll();
}
