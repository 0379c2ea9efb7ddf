import autocannon from "autocannon";

/**
 * Sends votes at full speed, or at a rate with correction for coordinated omission, for some
 * seconds or an `amount`; `ok` is the status of an accepted vote.
 */
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
  rate,
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
        ...(rate === undefined ? {} : { overallRate: rate }),
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
