// Processor time of a vote, a page of a list and a job, each as a ratio to a bare reference of the same rounds, and
// compared with the ratios of the last release in `bench/results/guard.json`. Fails if one is more than a tenth above
// it: `npm run bench:guard [-- --rounds 9 --save]`. On a busy machine it ends after three rounds, and saves nothing.
import { createRequire } from "node:module";
import autocannon from "autocannon";
import { threadSeconds } from "./lists/measure.mjs";
import { readOptions } from "./options.mjs";
import { startConsumer } from "./queue/consumer.mjs";
import { drains } from "./queue/drains.mjs";
import { openOurs } from "./queue/ours.mjs";
import { kept, machine, median, save } from "./report.mjs";
import { closeAll, connect, opened, startGateway, startServers } from "./servers.mjs";
import { contestant, startReferences } from "./votes/contestants.mjs";
import { createAccount, createPoll, settle } from "./votes/data.mjs";
import { sendVotes } from "./votes/load.mjs";

const { Queue } = createRequire(import.meta.url)("bullmq");

const values = readOptions({
  rounds: 9,
  save: false,
});
const { rounds } = values;
/** What fails: a ratio that is so many times the ratio of the last release. */
const MOST = 1.1;
/** After three rounds, no further round begins after this time. */
const MOST_MS = 90_000;
const LEAST_ROUNDS = 3;
const CONNECTIONS = 64;
/** Few enough that no page is refused on a busy machine. */
const READERS = 4;
const VOTES = 6_000;
const PAGES = 500;
const JOBS = 3_000;
const OPTIONS = 100;
const RESULTS = "guard.json";

/** Reads an address `PAGES` times. */
async function readPages(url, headers = {}) {
  const { errors, non2xx } = await autocannon({
    url,
    headers,
    connections: READERS,
    amount: PAGES,
  });
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors + non2xx} pages failed`);
}

async function castVotes({ target, nextPath, nextBody }) {
  const { refused } = await sendVotes({
    ...target,
    connections: CONNECTIONS,
    amount: VOTES,
    nextPath,
    nextBody,
  });
  if (refused > 0) throw new Error(`${refused} votes were refused`);
}

/** What is measured: the same work through the service and through its reference, with their processes. */
async function openPairs() {
  const { databaseUrl, redisUrl } = await startServers();
  if (redisUrl === undefined) throw new Error("There is no Redis server here");
  const client = await connect(databaseUrl);
  const { private_token: token } = createAccount(databaseUrl);
  // Nothing is refused while other programs take most of the processor.
  const env = { REQUEST_WAIT_MS: "60000" };
  const gateway = await startGateway({ databaseUrl, redisUrl, env });
  const [, http] = await startReferences(client, databaseUrl);
  const voting = await contestant(
    { name: "plain vote" },
    { url: gateway.url, token, databaseUrl, participants: (rounds + 1) * VOTES + CONNECTIONS },
  );
  const { hash } = await createPoll(gateway.url, token, {}, OPTIONS);
  const options = `${gateway.url}/api/v1/polls/${hash}/options?per_page=${OPTIONS}`;
  await settle(databaseUrl);

  const facts = { databaseUrl, redisUrl, concurrency: CONNECTIONS };
  const ours = openOurs(facts);
  opened(ours, () => ours.close());
  const queue = new Queue("bare", { prefix: "{bench}", connection: { url: redisUrl } });
  opened(queue, () => queue.close());
  const ourConsumer = opened(await startConsumer("ours", facts));
  const bareConsumer = opened(await startConsumer("bare", facts));
  const { ourDrain, bareDrain } = drains({ jobs: JOBS, ours, queue, ourConsumer, bareConsumer });

  const service = [gateway.pid];
  const bare = [http.server.pid];
  return [
    {
      name: "vote, of bare node:http",
      ours: { pids: service, run: () => castVotes(voting) },
      bare: { pids: bare, run: () => castVotes(http) },
    },
    {
      name: "page of 100 options, of bare node:http",
      ours: {
        pids: service,
        run: () => readPages(options, { Authorization: `Bearer ${token}` }),
      },
      bare: { pids: bare, run: () => readPages(`${http.server.url}/votes`) },
    },
    {
      name: "job, of BullMQ alone",
      // This process runs the relay, and adds the jobs of the reference.
      ours: { pids: [process.pid, ourConsumer.pid], run: ourDrain },
      bare: { pids: [process.pid, bareConsumer.pid], run: bareDrain },
    },
  ];
}

/** The processor seconds that work takes of its processes. */
async function cost({ pids, run }) {
  const used = () => pids.reduce((sum, pid) => sum + threadSeconds(pid), 0);
  const before = used();
  await run();
  return used() - before;
}

try {
  const pairs = await openPairs();
  const ratios = new Map(pairs.map(({ name }) => [name, []]));
  const end = performance.now() + MOST_MS;
  for (let round = 0; round <= rounds; round++) {
    if (round > LEAST_ROUNDS && performance.now() > end) break;
    for (const { name, ours, bare } of pairs) {
      const ratio = (await cost(ours)) / (await cost(bare));
      // The first round warms up.
      if (round > 0) ratios.get(name).push(ratio);
    }
  }
  const last = kept(RESULTS).ratios ?? {};
  const rows = [...ratios].map(([name, all]) => {
    const ratio = Number(median(all).toFixed(2));
    const before = last[name];
    return {
      name,
      ratio,
      lowest: Number(Math.min(...all).toFixed(2)),
      highest: Number(Math.max(...all).toFixed(2)),
      "last release": before,
      change: before === undefined ? undefined : Number((ratio / before).toFixed(2)),
    };
  });
  const measured = ratios.get(pairs[0].name).length;
  process.stdout.write(`${machine()}; processor time, median of ${measured} rounds\n`);
  console.table(rows);
  if (values.save && measured < rounds) {
    throw new Error(`Only ${measured} of ${rounds} rounds: not saved, this machine is busy`);
  }
  if (values.save) {
    const saved = Object.fromEntries(rows.map(({ name, ratio }) => [name, ratio]));
    save({ [RESULTS]: { machine: machine(), rounds: measured, ratios: saved } });
  } else {
    for (const { name, ratio, change } of rows.filter((row) => row.change > MOST)) {
      process.stdout.write(`${name}: ${ratio}, ${change} times that of the last release\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await closeAll();
}
