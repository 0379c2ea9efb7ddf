// Whether the memory of the gateway grows under use:
// `npm run bench:memory [-- --minutes 60 --visits 4 --save]`. A run of an hour or more fails above
// 1 MB an hour.
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { floors, slope } from "./memory/slope.mjs";
import { visitsOf } from "./memory/visits.mjs";
import { machine, save } from "./report.mjs";
import { root, startDatabase, startGateway, whatIsOpen } from "./servers.mjs";
import { createAccount } from "./votes/data.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    visits: { type: "string", default: "4" },
    save: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
const perSecond = Number(values.visits);
const minute = 60_000;
const mostPerHour = 1;
const polls = 8;
/** The warm-up: until caches are full and code is compiled. */
const warmUpMs = Math.min(15, minutes / 3) * minute;
const spanMs = Math.min(2, minutes / 10) * minute;

const { opened, closeAll } = whatIsOpen();
try {
  const { postgres, url: databaseUrl } = await startDatabase();
  opened(postgres);
  const account = createAccount(databaseUrl);
  const gateway = opened(
    await startGateway({
      databaseUrl,
      nodeArguments: ["--expose-gc", "--import", path.join(root, "bench/memory/collect.mjs")],
    }),
  );
  const { visit, manage, makePoll, counts } = visitsOf(gateway.url, account);
  const hashes = [];
  for (let at = 0; at < polls; at++) {
    hashes.push(await makePoll(at % 2 === 0 ? {} : { vote_limit_per_voter: 3 }));
  }

  const began = performance.now();
  const over = () => performance.now() - began > minutes * minute;
  /** Repeats work at a rate, one call at a time; calls that are late are skipped. */
  const repeat = async (everyMs, work) => {
    for (let number = 0; !over(); number++) {
      const [done] = await Promise.all([work(number).catch((error) => error), pause(everyMs)]);
      if (done instanceof Error) counts.failed++;
    }
  };
  const samples = { rss: [], heap: [] };
  const look = async () => {
    process.kill(gateway.pid, "SIGUSR2");
    await pause(500);
    const body = await (await fetch(gateway.metricsUrl)).text();
    const read = (name) =>
      Number(new RegExp(`^${name}\\{.*\\} (\\S+)$`, "m").exec(body)?.[1]) / 2 ** 20;
    const at = performance.now() - began;
    samples.rss.push({ at, value: read("process_resident_memory_bytes") });
    samples.heap.push({ at, value: read("nodejs_heap_size_used_bytes") });
  };
  const tell = async (number) => {
    if (number === 0) return;
    const last = (list) => `${list.at(-1)?.value.toFixed(1)} MB`;
    const { answered, failed } = counts;
    process.stderr.write(
      `${number} min: resident ${last(samples.rss)}, heap ${last(samples.heap)}; ${answered} requests, ${failed} failed\n`,
    );
  };
  const clients = Array.from({ length: perSecond }, (_, client) =>
    repeat(1_000, (number) => visit(hashes[(client + number) % polls])),
  );
  await Promise.all([
    ...clients,
    repeat(5_000, (number) => manage(hashes[number % polls])),
    repeat(10_000, look),
    repeat(minute, tell),
  ]);

  const table = Object.entries(samples).map(([name, all]) => {
    const kept = floors(
      all.filter(({ at }) => at > warmUpMs),
      spanMs,
    );
    const { median, from, to } = slope(kept, 60 * minute);
    const mb = (value) => Number(value.toFixed(2));
    return {
      name: name === "rss" ? "resident memory" : "heap in use",
      first: mb(kept[0]?.value ?? 0),
      last: mb(kept.at(-1)?.value ?? 0),
      perHour: mb(median),
      middleHalf: `${mb(from)} to ${mb(to)}`,
      points: kept.length,
    };
  });
  process.stdout.write(
    `${machine()}; ${minutes} min, the first ${(warmUpMs / minute).toFixed(1)} not counted; ${counts.answered} requests, ${counts.failed} failed; MB, least of each ${(spanMs / minute).toFixed(1)} min\n`,
  );
  console.table(table);
  if (values.save) {
    save({ "memory.json": { machine: machine(), minutes, requests: counts, table } });
  }
  const grows = table.some(({ perHour }) => perHour > mostPerHour);
  if (minutes < 60) process.stdout.write("Shorter than an hour: shown, not judged.\n");
  else if (grows) process.exitCode = 1;
} finally {
  await closeAll();
}
