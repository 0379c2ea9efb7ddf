import { parentPort, workerData } from "node:worker_threads";
import { startCounting } from "./make-count";

/** The thread that counts the ballots of one poll. Messages are batches of ballots; null ends them. */
const counting = startCounting(workerData);

parentPort?.on("message", (batch) => {
  if (batch !== null) return counting.add(batch);
  parentPort?.postMessage(counting.finish());
  parentPort?.close();
});
