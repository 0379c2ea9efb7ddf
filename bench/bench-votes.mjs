// Votes a second through the real gateway, beside pgbench and two bare servers on the same
// database:
// `npm run bench:votes [-- --rounds 3 --seconds 3 --connections 64 --only kinds,sizes,stored
// --stored 1000000 --minutes 6 --save]`. Prints one table of what was measured, also if the time ran
// out, a part failed, or Ctrl-C ended it. The part `stored` runs only if it is named.
import { bars } from "./bars.mjs";
import { flushesPerSecond } from "./disk.mjs";
import { readOptions } from "./options.mjs";
import { kept, machine, median, save } from "./report.mjs";
import { closeAll, connect, opened, startGateway, startServers } from "./servers.mjs";
import {
  contestant,
  kinds,
  MOST_VOTES_A_SECOND,
  sizes,
  startReferences,
} from "./votes/contestants.mjs";
import { createAccount, createPoll, settle, storeVotes } from "./votes/data.mjs";
import { sendVotes, sendVotesEvenly } from "./votes/load.mjs";
import { openPgbench } from "./votes/pgbench.mjs";

const values = readOptions({
  rounds: 3,
  seconds: 3,
  connections: 64,
  /** The numbers of stored votes at which the cost of a vote is measured. */
  stored: "1000000",
  only: "kinds,sizes",
  minutes: 6,
  save: false,
});
const { rounds, seconds, connections } = values;
const parts = new Set(values.only.split(","));
const stored = values.stored.split(",").filter(Boolean).map(Number);
const WARM_UP_SECONDS = 3;
const STORED_AT_ONCE = 1_000_000;

/** The results of the rounds so far, by part and name. */
const results = new Map();

/** Keeps the result of a round. Round 0 warms up. */
function keep(part, name, round, result) {
  process.stderr.write(
    `${part}, round ${round}, ${name}: ${Math.round(result.perSecond)} votes/s\n`,
  );
  if (round === 0) return;
  const ofPart = results.get(part) ?? new Map();
  results.set(part, ofPart);
  ofPart.set(name, [...(ofPart.get(name) ?? []), result]);
}

/**
 * All contestants in each round after a warm-up, every other round in reverse, so that a vacuum
 * does not always affect the same one.
 */
async function compare(part, client, contestants) {
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? contestants.toReversed() : contestants;
    for (const { name, target, nextPath, nextBody, run } of order) {
      const length = round === 0 ? WARM_UP_SECONDS : seconds;
      const result =
        run === undefined
          ? await sendVotes({ ...target, connections, seconds: length, nextPath, nextBody })
          : run(length);
      if (result.refused > 0) throw new Error(`${name}: ${result.refused} votes were refused`);
      // Jobs without a worker would slow down the next run.
      await client.query("DELETE FROM outbox");
      keep(part, name, round, result);
    }
  }
}

/** The medians of the rounds of a part. */
function rowsOf(part, { isReference = () => false } = {}) {
  return [...(results.get(part) ?? [])].map(([name, all]) => {
    const middle = (figure) => median(all.map((one) => one[figure]));
    return {
      name,
      votesPerSecond: Math.round(middle("perSecond")),
      p50ms: middle("p50"),
      p99ms: middle("p99"),
      byRound: all.map(({ perSecond }) => Math.round(perSecond)),
      ...(isReference(name) ? { reference: true } : {}),
    };
  });
}

/** The median of the ratios of all rounds, because other load affects both in a round. */
const ratio = (one, other) => {
  const both = one.byRound.slice(0, other?.byRound.length ?? 0);
  if (both.length === 0) return undefined;
  return Number(median(both.map((votes, round) => votes / other.byRound[round])).toFixed(2));
};
const named = (rows, name) => rows.find((row) => row.name === name);

const PLAIN = kinds[0].name;
const EXPRESS = "bare Express";
const HTTP = "bare node:http";
const PGBENCH = "pgbench, one vote a transaction";
const HALF = "plain votes at half of that rate";
const EXPRESS_HALF = "bare Express at the same rate";
const TWO = "two gateways, plain votes";

function kindsSoFar(facts) {
  const isReference = (name) => [EXPRESS, HTTP, PGBENCH].includes(name);
  const byKind = rowsOf("kinds", { isReference });
  for (const row of byKind) {
    row.ofBareExpress = ratio(row, named(byKind, EXPRESS));
    row.ofBareHttp = ratio(row, named(byKind, HTTP));
    row.ofPlainVote = ratio(row, named(byKind, PLAIN));
  }
  const atHalf = rowsOf("half", { isReference: (name) => name === EXPRESS_HALF }).map((row) => ({
    ...row,
    sentLate99ms: median(
      results
        .get("half")
        .get(row.name)
        .map(({ late99 }) => late99),
    ),
  }));
  const [twoGateways] = rowsOf("two gateways");
  const pgbench = named(byKind, PGBENCH);
  if (twoGateways !== undefined && pgbench !== undefined) {
    twoGateways.ofPgbench = Number(
      (twoGateways.votesPerSecond / pgbench.votesPerSecond).toFixed(2),
    );
  }
  return { facts, byKind, atHalf, twoGateways };
}

function sizesSoFar(facts) {
  const bySize = rowsOf("sizes");
  for (const row of bySize) row.ofSmallest = ratio(row, bySize[0]);
  return { facts, bySize };
}

const besideName = (count) => `${count.toLocaleString("en-US")} votes more`;

function storedSoFar(facts) {
  const byStored = [0, ...stored].flatMap((count) => {
    const rows = rowsOf(besideName(count));
    const ours = named(rows, PLAIN);
    if (ours === undefined) return [];
    const express = named(rows, EXPRESS);
    return [
      {
        ...ours,
        name: besideName(count),
        bareExpress: express?.votesPerSecond,
        ofBareExpress: ratio(ours, express),
      },
    ];
  });
  return { facts, byStored };
}

async function measureAll() {
  // A server that has run for a while reuses segments of its log. A new one creates each, and
  // votes wait for that.
  const { databaseUrl, redisUrl } = await startServers({ min_wal_size: "1GB" });
  const client = await connect(databaseUrl);
  const { private_token: token } = createAccount(databaseUrl);
  const gateway = await startGateway({ databaseUrl, redisUrl });
  const references = await startReferences(client, databaseUrl);
  const [express] = references;

  const totalSeconds = WARM_UP_SECONDS + rounds * seconds;
  const make = (kind, runs = 1, through = gateway) =>
    contestant(kind, {
      url: through.url,
      token,
      databaseUrl,
      participants: totalSeconds * MOST_VOTES_A_SECOND * runs,
    });

  async function votesOfEachKind() {
    const ours = [];
    for (const kind of kinds) ours.push(await make(kind, kind.name === PLAIN ? 4 : 1));
    const [plain] = ours;
    const logging = await startGateway({ databaseUrl, redisUrl, env: { LOG_LEVEL: "info" } });
    ours.push(await make({ name: "plain vote, a log line each" }, 1, logging));
    const { hash, optionIds } = plain.place;
    const pgbench = await openPgbench(client, hash, optionIds[0], rounds + 1);
    if (pgbench === undefined) process.stderr.write("there is no pgbench here: left out\n");
    else opened(pgbench, () => pgbench.close());
    await settle(databaseUrl);
    const limit = pgbench && {
      name: PGBENCH,
      run: (length) => pgbench.run(databaseUrl, length),
    };
    await compare("kinds", client, [...ours, ...references, ...(limit ? [limit] : [])]);

    const { target, nextPath, nextBody } = plain;
    const send = (how) => sendVotes({ ...target, seconds, nextPath, nextBody, ...how });
    await client.query("CHECKPOINT");
    const rate = Math.floor(named(rowsOf("kinds"), PLAIN).votesPerSecond / 2);
    for (let round = 0; round <= rounds; round++) {
      for (const [name, one] of Object.entries({ [HALF]: plain, [EXPRESS_HALF]: express })) {
        const { target, nextPath, nextBody } = one;
        const how = { ...target, connections, seconds: 2 * seconds, rate, nextPath, nextBody };
        keep("half", name, round, await sendVotesEvenly(how));
      }
    }
    const second = await startGateway({ databaseUrl, redisUrl });
    for (let round = 0; round <= rounds; round++) {
      const at = (url) => send({ url, connections: connections / 2 });
      const pair = await Promise.all([at(gateway.url), at(second.url)]);
      const perSecond = pair.reduce((sum, one) => sum + one.perSecond, 0);
      keep("two gateways", TWO, round, { perSecond });
    }
    await second.stop();
  }

  async function votesInPollsOfEachSize() {
    const large = [];
    for (const size of sizes) large.push(await make(size));
    await settle(databaseUrl);
    await compare("sizes", client, large);
  }

  async function votesBesideStoredOnes() {
    const { hash } = await createPoll(gateway.url, token, {}, 1);
    let there = 0;
    for (const count of [0, ...stored]) {
      for (; there < count; there += STORED_AT_ONCE) {
        await storeVotes(databaseUrl, hash, Math.min(STORED_AT_ONCE, count - there));
      }
      const more = await make({ name: PLAIN });
      await settle(databaseUrl);
      await compare(besideName(count), client, [more, express]);
    }
  }

  if (parts.has("kinds")) await votesOfEachKind();
  if (parts.has("sizes")) await votesInPollsOfEachSize();
  if (parts.has("stored")) await votesBesideStoredOnes();
}

/** Throws when the time is over, on Ctrl-C, and what a callback of the load generator throws. */
const interrupted = () =>
  new Promise((_, reject) => {
    const minutes = values.minutes;
    setTimeout(() => reject(new Error(`${minutes} minutes are over`)), minutes * 60_000).unref();
    process.once("uncaughtException", reject);
    for (const signal of ["SIGINT", "SIGTERM"]) {
      process.once(signal, () => reject(new Error(`ended by ${signal}`)));
    }
  });

const ended = await Promise.race([measureAll(), interrupted()]).then(
  () => undefined,
  (error) => error,
);

const facts = `${machine()}; ${flushesPerSecond()} flushes to disk a second; ${connections} connections, median of ${rounds} rounds of ${seconds} s`;
const measured = {
  ...(parts.has("kinds") && { kinds: kindsSoFar(facts) }),
  ...(parts.has("sizes") && { sizes: sizesSoFar(facts) }),
  ...(parts.has("stored") && { stored: storedSoFar(facts) }),
};
process.stdout.write(`${facts}\n`);
console.table(
  Object.values(measured)
    .flatMap(({ facts: _, ...tables }) => Object.values(tables).flat())
    .filter((row) => row !== undefined)
    .map(({ reference: _, byRound: __, ...row }) => row),
);
if (ended === undefined && values.save) {
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
if (ended !== undefined) process.stdout.write(`Not complete: ${ended.stack}\n`);
await closeAll();
process.exit(ended === undefined ? 0 : 1);
