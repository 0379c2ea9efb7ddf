// Covers docs/reference/polls.md: import

import { Worker } from "node:worker_threads";
import { answerOf, newThreadNumber, ThreadLimit } from "./start-thread";

/** A thread that does this, and then answers. */
async function answer(act: string, processorMs: number): Promise<string> {
  const thread = newThreadNumber();
  const script = `
    const { parentPort, workerData } = require("node:worker_threads");
    const { readlinkSync } = require("node:fs");
    workerData[0] = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    ${act}
    parentPort.postMessage("done");`;
  const worker = new Worker(script, { eval: true, workerData: thread });
  try {
    return await answerOf(worker, { deadlineMs: 60_000, processor: { ms: processorMs, thread } });
  } finally {
    await worker.terminate();
  }
}

test("a thread that computes for longer than its processor time is ended", async () => {
  await expect(answer("for (;;) {}", 200)).rejects.toEqual(new ThreadLimit("time"));
});

test("a thread that waits for the processor does not spend its time", async () => {
  const waits = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);";
  expect(await answer(waits, 1_000)).toBe("done");
});
