// Response times of lists, results and exports of large polls, compared with small polls:
// `npm run bench:lists [-- --rounds 5 --requests 200 --votes 1000000 --only pages,export --save]`.
import os from "node:os";
import { Pool } from "pg";
import {
  openSeed,
  seedComparisons,
  seedOptions,
  seedParticipants,
  seedPolls,
  seedRatings,
} from "./lists/data.mjs";
import { firstLists } from "./lists/first.mjs";
import { processorSeconds, residentMb, summary, timesOf } from "./lists/measure.mjs";
import { readOptions } from "./options.mjs";
import { machine, median, save, say } from "./report.mjs";
import { closeAll, opened, startDatabase } from "./servers.mjs";
import { startWatchedGateway } from "./stretches.mjs";
import { createAccount, createPoll, post } from "./votes/data.mjs";

const values = readOptions({
  rounds: 5,
  requests: 200,
  votes: 1_000_000,
  only: "pages,voting,comparisons,results,export,count,first",
  save: false,
});
const { rounds, requests, votes } = values;
const parts = new Set(values.only.split(","));
/** The most time for the requests of one list in a round. */
const LIST_MOST_MS = 10_000;
const sizes = [100, 1_000, 10_000, 100_000];

try {
  say("starting the database, and a gateway");
  const { databaseUrl } = await startDatabase();
  const [owner, reader, few, many] = ["owner", "reader", "few", "many"].map(
    (name) => createAccount(databaseUrl, name).private_token,
  );
  const gateway = await startWatchedGateway({ databaseUrl });
  const as = (token) => ({ Authorization: `Bearer ${token}` });
  const api = `${gateway.url}/api/v1`;

  // ---- data ----
  const ratings = { vote_type: "Votes::RatingVote" };
  const hashes = new Map();
  for (const size of sizes)
    hashes.set(size, (await createPoll(gateway.url, owner, ratings, 0)).hash);
  const comparison = { poll: { title: "Compare", type: "Polls::PairwiseComparison" } };
  const { member_hash: compared } = await post(`${api}/polls`, owner, comparison);
  const elected = await createPoll(gateway.url, owner, { ...ratings, counting_method: "star" }, 0);
  const seed = await openSeed(databaseUrl);
  const largest = sizes.at(-1);
  for (const size of sizes) {
    say(`seeding ${size} options with ${votes} votes`);
    const options = await seedOptions(seed, hashes.get(size), size);
    const each = size === largest ? 1 : 100;
    const participants = await seedParticipants(seed, options, votes / each);
    await seedRatings(seed, options, participants, each);
  }
  say("seeding comparisons and polls");
  const contenders = await seedOptions(seed, compared, 10_000);
  await seedComparisons(
    seed,
    contenders,
    await seedParticipants(seed, contenders, votes / 100),
    100,
  );
  if (parts.has("count")) {
    say("seeding an election of 30 options with 100,000 ballots");
    const candidates = await seedOptions(seed, elected.hash, 30);
    const ballots = await seedParticipants(seed, candidates, 100_000);
    await seedRatings(seed, candidates, ballots, 30);
  }
  const accountIds = await seed.client.query(
    "SELECT id FROM accounts WHERE email IN ('few@example.org', 'many@example.org') ORDER BY email",
  );
  await seedPolls(seed, accountIds.rows[0].id, 100);
  await seedPolls(seed, accountIds.rows[1].id, 100_000);
  await seed.end();
  const database = new Pool({ connectionString: databaseUrl, max: 1 });
  opened(database, () => database.end());

  // ---- requests ----
  const list = (name, size, query, token = reader) => ({
    name,
    size,
    url: `${api}/polls/${hashes.get(size)}/options?${new URLSearchParams({ per_page: "20", ...query })}`,
    headers: as(token),
    check: (body, response) => {
      const total = Number(response.headers.get("x-total-count"));
      if (total !== size) throw new Error(`${name}: ${total} of ${size}`);
      const shown = Math.min(20, Math.max(0, size - ((query.page ?? 1) - 1) * 20));
      if (body.length !== shown) throw new Error(`${name}: ${body.length} shown of ${shown}`);
    },
  });
  const counted = (name, size, url, token) => ({
    name,
    size,
    url,
    headers: as(token),
    check: (_, response) => {
      const total = Number(response.headers.get("x-total-count"));
      if (total !== size) throw new Error(`${name}: ${total} of ${size}`);
    },
  });
  const rated = (size, page) =>
    list(`options by average, page ${page}`, size, { sort: "options.average_rating desc", page });
  const voters = (size, page) =>
    counted(
      `participants, page ${page}`,
      size === 100 ? votes / 100 : votes,
      `${api}/polls/${hashes.get(size)}/voters?page=${page}`,
      owner,
    );
  const contestants = [];
  if (parts.has("pages")) {
    contestants.push(
      ...sizes.flatMap((size) => [rated(size, 1), ...(size > 100 ? [rated(size, 50)] : [])]),
      ...["options.created_at desc", "options.content asc"].flatMap((sort) => [
        list(`${sort}, page 1`, 100, { sort }),
        list(`${sort}, page 1`, largest, { sort }),
        list(`${sort}, page 50`, largest, { sort, page: 50 }),
      ]),
      counted("polls, page 1", 100, `${api}/polls`, few),
      counted("polls, page 1", 100_000, `${api}/polls`, many),
      counted("polls, page 50", 100_000, `${api}/polls?page=50`, many),
      voters(100, 1),
      voters(largest, 1),
      voters(largest, 50),
      voters(largest, votes / 20),
    );
  }
  if (parts.has("comparisons")) {
    const path = `${api}/polls/${compared}`;
    await post(`${path}/voters`, reader, { voter: { user_name: "Bench" } });
    contestants.push(
      { name: "the pair on offer", size: 10_000, url: `${path}/options`, headers: as(reader) },
      {
        name: "a new pair",
        size: 10_000,
        url: `${path}/options`,
        headers: as(reader),
        before: () => ask("DELETE FROM pair_offers"),
      },
      {
        name: "comparison by strength",
        size: 10_000,
        url: `${path}/options?sort=options.average_rating+desc`,
        headers: as(few),
      },
    );
  }
  if (parts.has("results")) {
    contestants.push(
      ...[100, largest].map((size) => ({
        name: "results",
        size,
        url: `${api}/polls/${hashes.get(size)}/results`,
        headers: as(reader),
      })),
    );
  }

  async function ask(sql) {
    return (await database.query(sql)).rows;
  }

  // ---- measurements ----
  async function measured(asked) {
    const times = asked.map(() => []);
    let longest = 0;
    for (let round = 0; round <= rounds; round++) {
      say(`round ${round} of ${rounds}: ${asked.length} lists`);
      await gateway.stretches();
      for (const [index, one] of asked.entries()) {
        const answers = await timesOf(one, round === 0 ? 20 : requests, LIST_MOST_MS);
        if (round > 0) times[index].push(answers);
        else say(`${one.name} (${one.size ?? "-"}): first ${Math.round(answers[0])} ms`);
      }
      const stretch = Math.round((await gateway.stretches()).stretchMs);
      say(`round ${round}: the main thread worked ${stretch} ms at a stretch at most`);
      if (round > 0) longest = Math.max(longest, stretch);
    }
    const table = asked.map(({ name, size }, index) => ({
      name,
      of: size,
      ...summary(times[index]),
    }));
    return { table, longest };
  }

  const withRatios = (table) =>
    table.map((row) => {
      const kind = row.name.replace(/, page \d+$/, "");
      const base = table.find((other) => other.name.replace(/, page \d+$/, "") === kind);
      return { ...row, ratio: Number((row.p50 / base.p50).toFixed(2)) };
    });

  const result = {};
  if (contestants.length > 0) {
    const { table, longest } = await measured(contestants);
    result.pages = withRatios(table);
    result.stretchMs = longest;
  }

  if (parts.has("voting")) {
    say("lists while votes are cast");
    const perSecond = 50;
    const ids = await ask(
      `SELECT v.public_id FROM participants v JOIN polls p ON p.id = v.poll_id
       WHERE p.member_hash = '${hashes.get(largest)}' ORDER BY v.id LIMIT 100000`,
    );
    const optionIds = await ask(
      `SELECT o.public_id FROM options o JOIN polls p ON p.id = o.poll_id
       WHERE p.member_hash = '${hashes.get(largest)}' ORDER BY o.id LIMIT 100000`,
    );
    let next = 0;
    let refused = 0;
    const timer = setInterval(() => {
      const n = next++;
      post(`${api}/polls/${hashes.get(largest)}/votes`, owner, {
        voter_id: ids[n % ids.length].public_id,
        option_id: optionIds[(n * 7_919 + 13) % optionIds.length].public_id,
        vote: { vote: 1 + (n % 5) },
      }).catch((error) => {
        refused++;
        if (refused === 1) say(String(error));
      });
    }, 1_000 / perSecond);
    try {
      const { table, longest } = await measured([
        rated(100, 1),
        rated(largest, 1),
        rated(largest, 50),
      ]);
      result.whileVoting = withRatios(table);
      result.whileVotingStretchMs = longest;
      result.votesMeanwhile = { cast: next, refused };
    } finally {
      clearInterval(timer);
    }
  }

  if (parts.has("first")) {
    say("first lists of gateways that start");
    const strength = {
      name: "comparison by strength",
      size: 10_000,
      hash: compared,
      url: `${api}/polls/${compared}/options?sort=options.average_rating+desc`,
      headers: as(few),
    };
    result.first = await firstLists({
      databaseUrl,
      gateway,
      ask,
      warmUp: rated(100, 1),
      lists: [{ ...rated(largest, 1), hash: hashes.get(largest) }, strength],
      rounds,
    });
  }

  if (parts.has("count")) {
    say("the count of an election");
    const url = `${api}/polls/${elected.hash}`;
    const reads = [];
    const used = processorSeconds(gateway.pid);
    const began = performance.now();
    let counted = false;
    while (!counted) {
      if (performance.now() - began > 60_000) throw new Error("no count within a minute");
      for (const path of ["/results/count", "/results", "/options?per_page=20"]) {
        const from = performance.now();
        const response = await fetch(url + path, { headers: as(reader) });
        await response.arrayBuffer();
        reads.push({ path, ms: Math.round(performance.now() - from), status: response.status });
        counted ||= path === "/results/count" && response.ok;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const slowest = reads.reduce((one, other) => (other.ms > one.ms ? other : one));
    result.count = [
      {
        ballots: 100_000,
        options: 30,
        firstCountMs: Math.round(performance.now() - began),
        processorSeconds: Number((processorSeconds(gateway.pid) - used).toFixed(1)),
        reads: reads.length,
        longestReadMs: slowest.ms,
        longestReadOf: slowest.path,
      },
    ];
  }

  if (parts.has("export")) {
    say("exports");
    result.export = [];
    for (const extension of ["csv", "json", "xlsx"]) {
      const speeds = [];
      let peak = 0;
      const before = residentMb(gateway.pid);
      const usedBefore = processorSeconds(gateway.pid);
      for (let round = 0; round < (extension === "csv" ? rounds : 1); round++) {
        const began = performance.now();
        const response = await fetch(`${api}/polls/${hashes.get(10_000)}/export.${extension}`, {
          headers: as(owner),
        });
        let bytes = 0;
        for await (const chunk of response.body) {
          bytes += chunk.length;
          peak = Math.max(peak, residentMb(gateway.pid));
        }
        speeds.push(votes / ((performance.now() - began) / 1_000));
        say(`export ${extension}: ${Math.round(speeds.at(-1))} rows/s, ${bytes} bytes`);
      }
      result.export.push({
        format: extension,
        rows: votes,
        rowsPerSecond: Math.round(median(speeds)),
        rowsPerProcessorSecond: Math.round(
          (votes * speeds.length) / (processorSeconds(gateway.pid) - usedBefore),
        ),
        memoryBeforeMb: before,
        memoryPeakMb: peak,
      });
    }
  }

  const head = {
    machine: machine(),
    load: os.loadavg().map((load) => Number(load.toFixed(1))),
    rounds,
    requests,
    votes,
  };
  process.stdout.write(
    `${machine()}, load ${head.load[0]}; ${requests} requests, median of ${rounds} rounds; ms\n`,
  );
  for (const [name, table] of Object.entries(result)) {
    process.stdout.write(`${name}${Array.isArray(table) ? "" : `: ${JSON.stringify(table)}`}\n`);
    if (Array.isArray(table)) console.table(table);
  }
  if (values.save) {
    save({ "lists.json": { ...head, ...result } });
  }
} finally {
  await closeAll();
}
