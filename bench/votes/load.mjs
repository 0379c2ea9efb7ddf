import http from "node:http";
import autocannon from "autocannon";

/** Sends votes at full speed for some seconds or an `amount`; `ok` is the status of an accepted vote. */
export function sendVotes({
  url,
  path,
  headers = {},
  connections,
  seconds,
  amount,
  nextBody,
  nextPath = () => path,
  nextHeaders = () => ({}),
  ok = 201,
}) {
  return new Promise((resolve, reject) => {
    let taken = 0;
    let refused = 0;
    const refusals = {};
    const run = autocannon(
      {
        url,
        connections,
        ...(amount === undefined ? { duration: seconds } : { amount }),
        requests: [
          {
            method: "POST",
            headers: { "Content-Type": "application/json", ...headers },
            setupRequest: (request) => ({
              ...request,
              path: nextPath(),
              headers: { ...request.headers, ...nextHeaders() },
              body: JSON.stringify(nextBody()),
            }),
          },
        ],
      },
      (error, { duration, latency, errors }) =>
        error
          ? reject(error)
          : resolve({
              votes: taken,
              refused: refused + errors,
              refusals: errors === 0 ? refusals : { ...refusals, errors },
              perSecond: taken / duration,
              p50: latency.p50,
              p99: latency.p99,
            }),
    );
    run.on("response", (_client, status) => {
      if (status === ok) taken++;
      else {
        refused++;
        refusals[status] = (refusals[status] ?? 0) + 1;
      }
    });
    run.on("error", reject);
  });
}

/**
 * Sends `rate` votes a second at even intervals, whether or not earlier ones are answered. The time of
 * a vote begins when it is due, also if no connection is free then; `late99` is how late this process
 * itself sent. (The rates of autocannon are bursts at full speed at the start of each second.)
 */
export async function sendVotesEvenly({
  url,
  path,
  headers = {},
  connections,
  seconds,
  rate,
  nextBody,
  nextPath = () => path,
  ok = 201,
}) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  const delays = [];
  let refused = 0;
  const send = (due) =>
    new Promise((resolve, reject) => {
      delays.push(performance.now() - due);
      const body = JSON.stringify(nextBody());
      const request = http.request(new URL(nextPath(), url), {
        method: "POST",
        agent,
        headers: {
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(body),
          ...headers,
        },
      });
      request.on("error", reject);
      request.on("response", (response) => {
        if (response.statusCode !== ok) refused++;
        response.resume().on("end", () => {
          times.push(performance.now() - due);
          resolve();
        });
      });
      request.end(body);
    });
  const began = performance.now();
  const all = [];
  while (all.length < rate * seconds) {
    const due = began + (all.length * 1_000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    all.push(send(due));
  }
  await Promise.all(all);
  agent.destroy();
  const quantile = (all, share) => {
    const sorted = all.toSorted((one, other) => one - other);
    return Math.round(sorted[Math.floor(sorted.length * share)] * 10) / 10;
  };
  return {
    refused,
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    late99: quantile(delays, 0.99),
  };
}
