import autocannon from "autocannon";

/** Sends votes flat out over so many connections for so long; each request is the next of `bodies`. */
export function sendVotes({ url, path, headers = {}, connections, seconds, nextBody, rate }) {
  return new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections,
        duration: seconds,
        ...(rate === undefined ? {} : { overallRate: rate }),
        requests: [
          {
            method: "POST",
            path,
            headers: { "Content-Type": "application/json", ...headers },
            setupRequest: (request) => ({ ...request, body: JSON.stringify(nextBody()) }),
          },
        ],
      },
      (error, result) => (error ? reject(error) : resolve(summary(result))),
    );
    run.on("error", reject);
  });
}

const summary = (result) => ({
  votes: result["2xx"],
  refused: result.non2xx + result.errors,
  perSecond: result["2xx"] / result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
});
