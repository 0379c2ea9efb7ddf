// How fast a change of results reaches all streams, and the memory of a stream, compared with a bare server of
// server-sent events:
// `npm run bench:live [-- --streams 1000 --changes 20 --rounds 3 --memory 200,600,1000,1400,2000 --save]`.
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { processorSeconds } from "./lists/measure.mjs";
import { memoryOf, slopesOf } from "./live/stream-memory.mjs";
import { latenciesOf, openStreams } from "./live/streams.mjs";
import { machine, median, save } from "./report.mjs";
import { root, startDatabase, startGateway, startServer, whatIsOpen } from "./servers.mjs";
import { createAccount, createParticipants, createPoll } from "./votes/data.mjs";

const { values } = parseArgs({
  options: {
    streams: { type: "string", default: "1000" },
    changes: { type: "string", default: "20" },
    rounds: { type: "string", default: "3" },
    options: { type: "string", default: "5" },
    /** The numbers of streams at which memory is measured. */
    memory: { type: "string", default: "200,600,1000,1400,2000" },
    save: { type: "boolean", default: false },
  },
});
const streams = Number(values.streams);
const changes = Number(values.changes);
const rounds = Number(values.rounds);
const collects = ["--expose-gc", "--import", path.join(root, "bench/memory/collect.mjs")];
const PAUSE_MS = 1_000;
const DEADLINE_MS = 15_000;
/** One of this number of readers is an admin, who gets other results. */
const ADMIN_OF = 10;

const streamsAllowed = {
  RESULT_STREAMS: "100000",
  RESULT_STREAMS_PER_CLIENT: "100000",
  CONNECTIONS_PER_CLIENT: "100000",
};
const say = (text) => process.stderr.write(`${text}\n`);
const part = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const round = (number) => Number(number.toFixed(1));

const { opened, closeAll } = whatIsOpen();
try {
  const { postgres, url: databaseUrl } = await startDatabase();
  opened(postgres);
  const account = createAccount(databaseUrl);
  const gateway = opened(
    await startGateway({
      databaseUrl,
      nodeArguments: collects,
      env: streamsAllowed,
    }),
  );

  async function measure(server, target) {
    const { seen, run } = latenciesOf({
      changes,
      streams,
      pauseMs: PAUSE_MS,
      deadlineMs: DEADLINE_MS,
      change: target.change,
    });
    // Warm up compiled code and pools before memory is read.
    const warm = await openStreams({ ...target, count: 50, seen: () => {} });
    await pause(1_500);
    warm.close();
    await pause(500);

    const open = await openStreams({ ...target, count: streams, seen });
    await pause(2_000);
    const usedBefore = processorSeconds(server.pid);
    const { latencies, lost } = await run();
    const used = processorSeconds(server.pid) - usedBefore;
    const broken = open.broken();

    open.close();
    await pause(1_000);
    const sorted = latencies.sort((one, other) => one - other);
    return {
      p50: part(sorted, 0.5),
      p99: part(sorted, 0.99),
      max: sorted.at(-1),
      lost,
      broken,
      processorMsOfChange: (used * 1_000) / changes,
    };
  }

  /** The memory of a gateway in a new process, for increasing numbers of streams. */
  async function measureMemory() {
    const fresh = await startGateway({ databaseUrl, nodeArguments: collects, env: streamsAllowed });
    const counts = values.memory.split(",").map(Number);
    const target = await ours(fresh, counts.length + 1);
    const opened = [];
    try {
      const warm = await openStreams({ ...target, count: 50, seen: () => {} });
      await target.change(1);
      await pause(2_000);
      warm.close();
      const points = [];
      for (const [at, count] of counts.entries()) {
        const before = counts[at - 1] ?? 0;
        opened.push(
          await openStreams({
            count: count - before,
            seen: () => {},
            urlOf: target.urlOf,
            headersOf: (number) => target.headersOf(before + number),
          }),
        );
        await target.change(at + 2);
        await pause(3_000);
        points.push({ streams: count, ...(await memoryOf(fresh)) });
        say(`memory: ${JSON.stringify(points.at(-1))}`);
      }
      const broken = opened.reduce((sum, one) => sum + one.broken(), 0);
      if (broken > 0) throw new Error(`${broken} streams broke`);
      return { points, kbOfStream: slopesOf(points) };
    } finally {
      for (const one of opened) one.close();
      await fresh.stop();
    }
  }

  async function ours(through = gateway, votes = changes) {
    const { hash, optionIds } = await createPoll(
      through.url,
      account.private_token,
      {},
      Number(values.options),
    );
    const voters = await createParticipants(databaseUrl, hash, votes);
    return {
      urlOf: () => `${through.url}/api/v1/polls/${hash}/results/stream`,
      headersOf: (number) =>
        number % ADMIN_OF === 0
          ? { Authorization: `Bearer ${account.private_token}` }
          : {
              Authorization: `Bearer ${account.public_token}`,
              "X-SERVICE-USER-IDENTIFIER": `reader ${number}`,
            },
      async change(n) {
        const response = await fetch(`${through.url}/api/v1/polls/${hash}/votes`, {
          method: "POST",
          headers: {
            Authorization: `Bearer ${account.private_token}`,
            "Content-Type": "application/json",
          },
          body: JSON.stringify({
            voter_id: voters[n - 1],
            option_id: optionIds[0],
            vote: { vote: 1 },
          }),
        });
        if (response.status !== 201) throw new Error(await response.text());
      },
      resultsOf: async () =>
        (
          await fetch(`${through.url}/api/v1/polls/${hash}/results`, {
            headers: { Authorization: `Bearer ${account.public_token}` },
          })
        ).text(),
    };
  }

  const memory = await measureMemory();
  const found = { ours: [], bare: [] };
  for (let n = 1; n <= rounds; n++) {
    const target = await ours();
    const bodyBytes = (await target.resultsOf()).length;
    const bare = await startServer(
      "bench/live/sse-server.mjs",
      { BODY_BYTES: String(bodyBytes) },
      { nodeArguments: collects },
    );
    try {
      const bareTarget = {
        urlOf: () => `${bare.url}/stream`,
        headersOf: () => ({}),
        change: async () => void (await fetch(`${bare.url}/votes`, { method: "POST" })).text(),
      };
      found.bare.push(await measure(bare, bareTarget));
    } finally {
      await bare.stop();
    }
    found.ours.push({ ...(await measure(gateway, target)), bodyBytes });
    say(`round ${n}: ${JSON.stringify({ ours: found.ours.at(-1), bare: found.bare.at(-1) })}`);
  }

  const names = ["p50", "p99", "max", "lost", "broken", "processorMsOfChange"];
  const table = Object.fromEntries(
    Object.entries(found).map(([name, all]) => [
      name,
      Object.fromEntries(names.map((each) => [each, round(median(all.map((one) => one[each])))])),
    ]),
  );
  const head = {
    machine: machine(),
    load: os.loadavg().map(round),
    streams,
    changes,
    rounds,
    bodyBytes: found.ours[0].bodyBytes,
  };
  process.stdout.write(
    `${machine()}, load ${head.load[0]}; ${streams} streams, median of ${rounds} rounds of ${changes} changes; ms from the answer of a vote to its event\n`,
  );
  console.table(table);
  process.stdout.write("KB that a stream adds, and memory in MB by the number of streams\n");
  console.table({ "KB of a stream": memory.kbOfStream });
  console.table(memory.points);
  if (values.save) save({ "live.json": { ...head, ...table, memory } });
} finally {
  await closeAll();
}
