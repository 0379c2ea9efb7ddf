import { drain, until } from "./measure.mjs";

/** As many jobs as a pass of the relay claims. */
const bulk = 200;

/** Drains a backlog of jobs, through the outbox or with only BullMQ. Each gives the jobs a second. */
export function drains({ jobs, ours, queue, ourConsumer, bareConsumer }) {
  let sent = 0;
  const addBare = async (numbers) => {
    await queue.addBulk(
      numbers.map((number) => ({
        name: "job",
        data: { number },
        opts: { jobId: `b-${++sent}`, attempts: 3, backoff: { type: "exponential", delay: 5_000 } },
      })),
    );
  };
  const ourDrain = async () => {
    await ours.stopRelaying();
    await ours.clear();
    await ours.sendMany(jobs);
    const { ran } = await ourConsumer.expect(jobs);
    const ended = async () => {
      await ran;
      await until(async () => (await ours.pending()) === 0, "the backlog to be done");
    };
    return drain(jobs, async () => ours.startRelaying(), ended);
  };
  const bareDrain = async () => {
    const { ran } = await bareConsumer.expect(jobs);
    const numbers = Array.from({ length: jobs }, (_, at) => at + 1);
    const release = async () => {
      for (let at = 0; at < jobs; at += bulk) await addBare(numbers.slice(at, at + bulk));
    };
    return drain(jobs, release, async () => {
      await ran;
      await until(
        async () => (await queue.getJobCountByTypes("active", "wait")) === 0,
        "the queue",
      );
    });
  };
  return { addBare, ourDrain, bareDrain };
}
