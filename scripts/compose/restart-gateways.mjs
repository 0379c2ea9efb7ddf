// Rolling restarts in the stack: gateways are restarted and replaced while votes are cast through the balancer.

const SENDERS = 4;
/** More than the 10 s for which a gateway answers on, and the 25 s of its end. */
const STOP_SECONDS = 40;
const READY_MS = 180_000;

/** Sends a request, and throws what is not 2xx. */
async function ask(url, token, method, path, body) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

/**
 * Casts votes until `work` is done, each once and without a second try. Throws where one failed or was not counted.
 * Returns their number.
 */
async function voteDuring(url, token, work) {
  const { member_hash: poll } = await ask(url, token, "POST", "/polls", {
    poll: { title: "While gateways are replaced" },
  });
  const { id: option_id } = await ask(url, token, "POST", `/polls/${poll}/options`, {
    option: { content: "Pizza" },
  });
  let over = false;
  let cast = 0;
  const failures = [];
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let nth = 0; !over; nth++) {
      try {
        const voter = { user_name: `${sender} ${nth}` };
        const { id } = await ask(url, token, "POST", `/polls/${poll}/voters`, { voter });
        const body = { voter_id: id, option_id, vote: { vote: 1 } };
        await ask(url, token, "POST", `/polls/${poll}/votes`, body);
        cast += 1;
      } catch (error) {
        failures.push(error.cause?.message ?? error.message);
      }
    }
  });
  await work().finally(() => {
    over = true;
  });
  await Promise.all(senders);
  if (failures.length > 0) {
    throw new Error(`${failures.length} requests failed: ${failures.slice(0, 3).join("; ")}`);
  }
  const { voters_count } = await ask(url, token, "GET", `/polls/${poll}/results`);
  if (voters_count !== cast) throw new Error(`${cast} were cast, ${voters_count} are counted`);
  return cast;
}

/** `docker` and `compose` run commands beside this program, and resolve with their output. */
export async function restartGateways({ url, token, docker, compose }) {
  const gateways = async () =>
    (await compose(["ps", "-q", "gateway"])).trim().split("\n").filter(Boolean);
  const healthy = async (id) => {
    const end = performance.now() + READY_MS;
    for (;;) {
      const state = (await docker(["inspect", "-f", "{{.State.Health.Status}}", id])).trim();
      if (state === "healthy") return;
      if (performance.now() > end) throw new Error(`gateway ${id} is ${state}`);
    }
  };
  const up = (count) =>
    compose([
      ...["up", "-d", "--no-deps", "--no-recreate", "--wait", "--wait-timeout", "180"],
      ...["--scale", `gateway=${count}`, "gateway"],
    ]);
  const before = await gateways();
  const votes = await voteDuring(url, token, async () => {
    for (const id of before) {
      await docker(["restart", "-t", String(STOP_SECONDS), id]);
      await healthy(id);
    }
    // As for a new release: new ones first, then the old ones end.
    await up(2 * before.length);
    for (const id of before) {
      await docker(["stop", "-t", String(STOP_SECONDS), id]);
      await docker(["rm", id]);
    }
  });
  const left = await gateways();
  if (left.length !== before.length || left.some((id) => before.includes(id))) {
    throw new Error(`the gateways were not replaced: ${left.length} run`);
  }
  return votes;
}
