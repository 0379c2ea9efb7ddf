// Votes a second through the real gateway, beside two bare servers on the same database:
// `npm run bench:votes [-- --rounds 5 --seconds 8 --connections 64]`.
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { createAccount, createParticipants, createPoll } from "./votes/data.mjs";
import { sendVotes } from "./votes/load.mjs";
import { root, startDatabase, startServer } from "./votes/stack.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "8" },
    connections: { type: "string", default: "64" },
    save: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const participants = Math.ceil(rounds * seconds * 9_000);

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const { postgres, url: databaseUrl } = await startDatabase();
const servers = [];
try {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    CREATE TABLE reference_votes (id bigserial PRIMARY KEY, participant text, option_id text,
      value int, created_at timestamptz DEFAULT now(), UNIQUE (participant, option_id));
    CREATE TABLE reference_tallies (option_id text, slot int, votes int, total int,
      PRIMARY KEY (option_id, slot)) WITH (fillfactor = 50)`);
  await client.end();

  const account = createAccount(databaseUrl);
  const gateway = await startServer(
    "services/gateway/dist/main.js",
    {
      NODE_ENV: "development",
      DATABASE_URL: databaseUrl,
      BASE_URL: "http://bench.example",
      STORAGE_DIR: path.join(os.tmpdir(), `polls-bench-${process.pid}`),
      APP_SECRET: "a secret that only this benchmark has, and nobody else",
      RATE_LIMIT_REQUESTS: "100000000",
      LOG_LEVEL: "warn",
    },
    "/readyz",
  );
  const reference = (kind) =>
    startServer(
      "bench/votes/reference-server.mjs",
      { DATABASE_URL: databaseUrl, REFERENCE: kind },
      "/readyz",
    );
  const bare = await reference("express");
  const barest = await reference("http");
  servers.push(gateway, bare, barest);

  const token = account.private_token;
  const kinds = [
    ["plain vote", {}],
    ["limit per voter", { vote_limit_per_voter: 3 }],
    ["limit per option", { limit_per_option: 2_000_000_000 }],
  ];
  const contestants = [];
  for (const [name, settings] of kinds) {
    const poll = await createPoll(gateway.url, token, settings, 1);
    const ids = await createParticipants(databaseUrl, poll.hash, participants);
    let next = 0;
    contestants.push({
      name,
      target: {
        url: gateway.url,
        path: `/api/v1/polls/${poll.hash}/votes`,
        headers: { Authorization: `Bearer ${token}` },
      },
      nextBody: () => ({ voter_id: ids[next++], option_id: poll.optionIds[0], vote: { vote: 1 } }),
    });
  }
  let voter = 0;
  for (const [name, server] of [
    ["reference: bare Express", bare],
    ["reference: bare node:http", barest],
  ]) {
    contestants.push({
      name,
      target: { url: server.url, path: "/votes" },
      nextBody: () => ({ voter_id: `v${voter++}`, option_id: "o", vote: { vote: 1 } }),
    });
  }

  const results = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const { name, target, nextBody } of contestants) {
      const warmUp = round === 0;
      const result = await sendVotes({
        ...target,
        connections,
        seconds: warmUp ? 3 : seconds,
        nextBody,
      });
      if (result.refused > 0) throw new Error(`${name}: ${result.refused} votes were refused`);
      if (!warmUp) results.get(name).push(result);
      process.stderr.write(`round ${round} ${name}: ${Math.round(result.perSecond)} votes/s\n`);
    }
  }

  const table = contestants.map(({ name }) => {
    const all = results.get(name);
    return {
      name,
      votesPerSecond: Math.round(median(all.map(({ perSecond }) => perSecond))),
      p50ms: median(all.map(({ p50 }) => p50)),
      p99ms: median(all.map(({ p99 }) => p99)),
    };
  });
  const express = table.find(({ name }) => name.includes("Express")).votesPerSecond;
  for (const row of table) row.ofBareExpress = Number((row.votesPerSecond / express).toFixed(2));
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model}, Node ${process.version}`;
  process.stdout.write(
    `${machine}; ${connections} connections, median of ${rounds} rounds of ${seconds} s\n`,
  );
  console.table(table);
  if (values.save) {
    writeFileSync(
      path.join(root, "bench/results/votes.json"),
      `${JSON.stringify({ machine, connections, rounds, seconds, table }, undefined, 2)}\n`,
    );
  }
} finally {
  for (const server of servers) await server.stop();
  await postgres.stop();
}
