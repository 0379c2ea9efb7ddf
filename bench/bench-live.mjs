// How fast a change of results reaches all streams, and the memory of a stream, compared with a bare server of
// server-sent events:
// `npm run bench:live [-- --streams 1000 --changes 20 --rounds 3 --memory 200,600,1000,1400,2000 --save]`.
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { processorSeconds } from "./lists/measure.mjs";
import { latenciesOf, openStreams } from "./live/streams.mjs";
import { slope } from "./memory/slope.mjs";
import { readOptions } from "./options.mjs";
import { machine, median, save, say } from "./report.mjs";
import { closeAll, root, startDatabase, startGateway, startServer } from "./servers.mjs";
import { createAccount, createParticipants, createPoll, post } from "./votes/data.mjs";

const COLLECTIONS = 5;
const figures = {
  heapMb: "nodejs_heap_size_used_bytes",
  externalMb: "nodejs_external_memory_bytes",
  residentMb: "process_resident_memory_bytes",
};

/** The memory of a gateway in MB: the minimum of several measurements, each after a garbage collection. */
async function memoryOf({ pid, metricsUrl }) {
  const looks = [];
  for (let n = 0; n < COLLECTIONS; n++) {
    process.kill(pid, "SIGUSR2");
    await pause(400);
    const text = await (await fetch(metricsUrl)).text();
    const read = (name) =>
      Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1]) / 2 ** 20;
    looks.push(Object.fromEntries(Object.entries(figures).map(([key, name]) => [key, read(name)])));
  }
  const least = (key) => Number(Math.min(...looks.map((look) => look[key])).toFixed(2));
  return Object.fromEntries(Object.keys(figures).map((key) => [key, least(key)]));
}

/** The memory of a stream in KB: the median slope between any two numbers of streams. */
function slopesOf(points) {
  const kb = (mbOf) => {
    const line = points.map((point) => ({ at: point.streams, value: mbOf(point) * 1_024 }));
    return Number(slope(line, 1).median.toFixed(1));
  };
  return {
    heapAndExternal: kb(({ heapMb, externalMb }) => heapMb + externalMb),
    resident: kb(({ residentMb }) => residentMb),
  };
}

const values = readOptions({
  streams: 1000,
  changes: 20,
  rounds: 3,
  options: 5,
  /** The numbers of streams at which memory is measured. */
  memory: "200,600,1000,1400,2000",
  save: false,
});
const { streams, changes, rounds } = values;
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
const part = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const round = (number) => Number(number.toFixed(1));

try {
  const { databaseUrl } = await startDatabase();
  const account = createAccount(databaseUrl);
  const gateway = await startGateway({
    databaseUrl,
    nodeArguments: collects,
    env: streamsAllowed,
  });

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

  /**
   * The memory of a gateway in a new process, after events and a garbage collection, for increasing
   * numbers of streams.
   */
  async function measureMemory() {
    const fresh = await startGateway({ databaseUrl, nodeArguments: collects, env: streamsAllowed });
    const counts = values.memory.split(",").map(Number);
    const target = await ours(fresh, counts.length + 1);
    const sets = [];
    try {
      const warm = await openStreams({ ...target, count: 50, seen: () => {} });
      await target.change(1);
      await pause(2_000);
      warm.close();
      const points = [];
      for (const [at, count] of counts.entries()) {
        const before = counts[at - 1] ?? 0;
        sets.push(
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
      const broken = sets.reduce((sum, one) => sum + one.broken(), 0);
      if (broken > 0) throw new Error(`${broken} streams broke`);
      return { points, kbOfStream: slopesOf(points) };
    } finally {
      for (const one of sets) one.close();
      await fresh.stop();
    }
  }

  async function ours(through = gateway, votes = changes) {
    const { hash, optionIds } = await createPoll(
      through.url,
      account.private_token,
      {},
      values.options,
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
      change: (n) =>
        post(`${through.url}/api/v1/polls/${hash}/votes`, account.private_token, {
          voter_id: voters[n - 1],
          option_id: optionIds[0],
          vote: { vote: 1 },
        }),
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
