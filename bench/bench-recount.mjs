// Duration of a recount of all votes, and latency of votes during it:
// `npm run bench:recount [-- --votes 10000000 --per-second 100 --save]`; `--database URL` uses a
// filled database.

import { once } from "node:events";
import path from "node:path";
import { Client } from "pg";
import { spawn } from "../scripts/setup/children.mjs";
import { readOptions } from "./options.mjs";
import { fill } from "./recount/fill.mjs";
import { machine, median, save, say } from "./report.mjs";
import { closeAll, root, startDatabase, startGateway } from "./servers.mjs";
import { createAccount, createParticipants, createPoll } from "./votes/data.mjs";
import { sendVotes } from "./votes/load.mjs";

const values = readOptions({
  votes: 10_000_000,
  database: undefined,
  "per-second": 100,
  save: false,
});
const { votes, "per-second": rate } = values;
const latency = (spans) => ({
  p50ms: median(spans.map(({ p50 }) => p50)),
  p99ms: median(spans.map(({ p99 }) => p99)),
  worstP99ms: Math.max(...spans.map(({ p99 }) => p99)),
});
/** The number of counts that are changed before one of the runs. */
const spoiled = 20;

try {
  const databaseUrl = values.database ?? (await startDatabase()).databaseUrl;
  if (values.database === undefined) await fill(databaseUrl, votes, say);
  const account = createAccount(databaseUrl);
  const gateway = await startGateway({ databaseUrl });
  const token = account.private_token;
  const poll = await createPoll(gateway.url, token, {}, 1);
  const voters = await createParticipants(databaseUrl, poll.hash, rate * 600);
  let next = 0;
  const vote = (seconds) =>
    sendVotes({
      url: gateway.url,
      path: `/api/v1/polls/${poll.hash}/votes`,
      headers: { Authorization: `Bearer ${token}` },
      connections: 16,
      rate,
      seconds,
      nextBody: () => ({
        voter_id: voters[next++],
        option_id: poll.optionIds[0],
        vote: { vote: 1 },
      }),
    });

  const recount = async (...words) => {
    const began = performance.now();
    const command = spawn(
      process.execPath,
      [path.join(root, "services/gateway/dist/cli/main.js"), "ops", "recount", ...words],
      {
        env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const chunks = [];
    command.stdout.on("data", (chunk) => chunks.push(chunk));
    const [code] = await once(command, "close");
    if (code !== 0) throw new Error(`ops recount ${words.join(" ")} ended with ${code}`);
    const seconds = (performance.now() - began) / 1_000;
    return { ...JSON.parse(Buffer.concat(chunks).toString()), seconds };
  };
  const spoil = async () => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(
      `UPDATE option_tallies SET votes = votes + 1 WHERE (option_id, voting_category_id, slot) IN (
         SELECT option_id, voting_category_id, slot FROM option_tallies ORDER BY option_id LIMIT $1)`,
      [spoiled],
    );
    await client.end();
  };

  // The participants above were inserted as rows.
  await recount("--poll", poll.hash);
  await vote(5);
  const calm = [];
  for (let at = 0; at < 5; at++) calm.push(await vote(3));
  say(`nothing else runs: ${JSON.stringify(latency(calm))}`);
  const table = [];
  for (const [words, wrong] of [
    [["--check"], 0],
    [[], spoiled],
    [["--check"], 0],
  ]) {
    const name = ["ops recount", ...words].join(" ");
    if (wrong > 0) await spoil();
    // Votes are cast in intervals of three seconds while the command runs.
    const seconds = [];
    let counting = true;
    const voting = (async () => {
      while (counting) seconds.push(await vote(3));
    })();
    const result = await recount(...words);
    counting = false;
    await voting;
    if (result.drift !== wrong) throw new Error(`${name} found ${result.drift}, not ${wrong}`);
    const refused = seconds.reduce((sum, each) => sum + each.refused, 0);
    if (refused > 0) {
      const why = JSON.stringify(seconds.map(({ refusals }) => refusals));
      throw new Error(`${refused} votes were refused meanwhile: ${why}`);
    }
    const row = {
      name: `${name}, ${wrong} counts wrong`,
      seconds: Number(result.seconds.toFixed(1)),
      ...latency(seconds),
    };
    table.push(row);
    say(JSON.stringify(row));
  }
  table.unshift({ name: "voting while nothing else runs", ...latency(calm) });
  process.stdout.write(
    `${machine()}; ${votes} votes counted, ${rate} votes/s meanwhile; median and worst of spans of 3 s\n`,
  );
  console.table(table);
  if (values.save) {
    save({ "recount.json": { machine: machine(), votes, rate, table } });
  }
} finally {
  await closeAll();
}
