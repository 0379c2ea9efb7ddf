// Jobs through the outbox, compared with only BullMQ on the same Redis: the time from the commit of a job
// to its start, and the rate at which a backlog drains.
// `npm run bench:queue [-- --rounds 5 --jobs 10000 --concurrency 64 --save]`.
import { createRequire } from "node:module";
import { readOptions } from "./options.mjs";
import { startConsumer } from "./queue/consumer.mjs";
import { drains } from "./queue/drains.mjs";
import { latencies, quantile } from "./queue/measure.mjs";
import { openOurs } from "./queue/ours.mjs";
import { machine, median, save } from "./report.mjs";
import { closeAll, opened, startServers } from "./servers.mjs";

const { Queue } = createRequire(import.meta.url)("bullmq");

const values = readOptions({
  rounds: 5,
  jobs: 10_000,
  concurrency: 64,
  "latency-jobs": 400,
  "per-second": 40,
  save: false,
});
const { rounds, jobs, concurrency } = values;
const pace = { jobs: values["latency-jobs"], perSecond: values["per-second"] };

try {
  const { databaseUrl, redisUrl } = await startServers();
  if (redisUrl === undefined) throw new Error("There is no Redis server here");
  const facts = { databaseUrl, redisUrl, concurrency };
  const ours = openOurs(facts);
  opened(ours, () => ours.close());
  const queue = new Queue("bare", { prefix: "{bench}", connection: { url: redisUrl } });
  opened(queue, () => queue.close());
  const ourConsumer = opened(await startConsumer("ours", facts));
  const bareConsumer = opened(await startConsumer("bare", facts));

  const { addBare, ourDrain, bareDrain } = drains({ jobs, ours, queue, ourConsumer, bareConsumer });
  const ourLatency = (wake) => () =>
    latencies({
      ...pace,
      consumer: ourConsumer,
      sendOne: (number) => ours.sendOne(number, { wake }),
    });
  const bareLatency = () =>
    latencies({
      ...pace,
      consumer: bareConsumer,
      async sendOne(number) {
        await addBare([number]);
        return performance.timeOrigin + performance.now();
      },
    });

  const figures = { drains: { ours: [], bare: [] }, waits: { woken: [], alone: [], bare: [] } };
  for (let round = 0; round <= rounds; round++) {
    const keep = (list, figure) => {
      if (round > 0) list.push(figure);
    };
    const rate = { ours: await ourDrain(), bare: await bareDrain() };
    keep(figures.drains.ours, rate.ours);
    keep(figures.drains.bare, rate.bare);
    const waits = {
      woken: await ourLatency(true)(),
      alone: await ourLatency(false)(),
      bare: await bareLatency(),
    };
    for (const [name, each] of Object.entries(waits)) {
      keep(figures.waits[name], { p50: quantile(each, 0.5), p99: quantile(each, 0.99) });
    }
    process.stderr.write(
      `round ${round}: ${Math.round(rate.ours)} jobs/s, BullMQ alone ${Math.round(rate.bare)}; p99 ${Object.entries(
        waits,
      )
        .map(([name, each]) => `${name} ${quantile(each, 0.99).toFixed(1)} ms`)
        .join(", ")}\n`,
    );
  }

  const ms = (list, which) => Number(median(list.map((each) => each[which])).toFixed(1));
  const wait = (name, list) => ({ name, p50ms: ms(list, "p50"), p99ms: ms(list, "p99") });
  const perSecond = (list) => Math.round(median(list));
  const table = [
    { name: `drain of ${jobs} jobs`, jobsPerSecond: perSecond(figures.drains.ours) },
    { name: "reference: BullMQ alone", jobsPerSecond: perSecond(figures.drains.bare) },
    wait("commit to start, relay woken", figures.waits.woken),
    wait("commit to start, relay not woken", figures.waits.alone),
    wait("reference: add to start", figures.waits.bare),
  ];
  process.stdout.write(
    `${machine()}; ${concurrency} jobs at a time, ${pace.perSecond} jobs/s for the waits, median of ${rounds} rounds\n`,
  );
  console.table(table);
  if (values.save) {
    save({ "queue.json": { machine: machine(), concurrency, jobs, rounds, pace, table } });
  }
} finally {
  await closeAll();
}
