import http from "node:http";

/**
 * Sends bodies that were made before for some seconds, `connections` at a time. Bodies that are sent leave the
 * list. The answers are read when the time is over: each vote must be cast.
 */
export async function sendBatches({ url, path, headers, connections, seconds, bodies }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const target = { agent, method: "POST", headers };
  const answers = [];
  const times = [];
  const began = performance.now();
  const sender = async () => {
    while (performance.now() - began < seconds * 1_000) {
      const body = bodies.pop();
      if (body === undefined) throw new Error("all prepared batches were sent");
      const sent = performance.now();
      answers.push(await post(`${url}${path}`, target, body));
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  const passed = (performance.now() - began) / 1_000;
  agent.destroy();
  return () => {
    const votes = answers.flatMap(castIn).length;
    times.sort((one, other) => one - other);
    return { votes, perSecond: votes / passed, p99: times[Math.floor(times.length * 0.99)] };
  };
}

const post = (address, { agent, method, headers }, body) =>
  new Promise((resolve, reject) => {
    const length = { "Content-Type": "application/json", "Content-Length": body.length };
    const request = http.request(address, { agent, method, headers: { ...headers, ...length } });
    request.on("error", reject).on("response", (response) => {
      const chunks = [];
      response
        .on("error", reject)
        .on("data", (chunk) => chunks.push(chunk))
        .on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(chunks) }));
    });
    request.end(body);
  });

function castIn({ status, text }) {
  if (status !== 200) throw new Error(`a batch was refused: ${status} ${text}`);
  const { outcomes } = JSON.parse(text);
  const refused = outcomes.find((outcome) => outcome.status !== 201);
  if (refused !== undefined) throw new Error(`a vote was refused: ${JSON.stringify(refused)}`);
  return outcomes;
}
