import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const agent = new http.Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
/** Streams that are opened at the same time. */
const AT_ONCE = 20;

/** Opens streams. `seen` gets the number of votes in each event, and the stream. */
export async function openStreams({ count, urlOf, headersOf, seen }) {
  const requests = [];
  let broken = 0;
  const open = (number) =>
    new Promise((resolve, reject) => {
      const request = http.get(urlOf(number), { agent, headers: headersOf(number) }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`status ${response.statusCode}`));
        response.setEncoding("utf8");
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
          for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
            const votes = /"voter_count":(\d+)/.exec(text.slice(0, end))?.[1];
            if (votes !== undefined) seen(Number(votes), number);
            text = text.slice(end + 2);
          }
        });
        response.on("close", () => broken++);
        return resolve(request);
      });
      request.on("error", reject);
    });
  for (let at = 0; at < count; at += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) => at + index);
    requests.push(...(await Promise.all(numbers.map(open))));
  }
  return {
    broken: () => broken,
    close() {
      for (const request of requests) request.destroy();
    },
  };
}

/** Makes changes one after the other; returns the milliseconds from each response to its event, for each stream. */
export function latenciesOf({ changes, streams, change, pauseMs, deadlineMs }) {
  const latencies = [];
  let lost = 0;
  let wanted = 0;
  let answeredAt = 0;
  let waiting = new Set();
  let arrived = [];
  const seen = (votes, number) => {
    if (votes >= wanted && waiting.delete(number)) arrived.push(performance.now());
  };
  const run = async () => {
    for (let n = 1; n <= changes; n++) {
      await pause(pauseMs * (0.5 + Math.random()));
      arrived = [];
      wanted = n;
      waiting = new Set(Array.from({ length: streams }, (_, number) => number));
      await change(n);
      answeredAt = performance.now();
      while (waiting.size > 0 && performance.now() - answeredAt < deadlineMs) await pause(5);
      lost += waiting.size;
      latencies.push(...arrived.map((at) => Math.max(0, at - answeredAt)));
    }
    return { latencies, lost };
  };
  return { seen, run };
}
