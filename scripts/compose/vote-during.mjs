// Votes in the stack through its balancer while something is done to it.
import { randomUUID } from "node:crypto";

const SENDERS = 4;
/** For how long a client sends a change with the same key again. */
const AGAIN_MS = 60_000;
const PAUSE_MS = 250;

/** Sends a request, and throws what is not 2xx. */
export async function ask(url, token, method, path, body, headers = {}) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

/** Sends a change with a key of its own, again and again until it is answered. */
async function askAgain(url, token, method, path, body) {
  const key = { "Idempotency-Key": randomUUID() };
  const end = performance.now() + AGAIN_MS;
  for (;;) {
    try {
      return await ask(url, token, method, path, body, key);
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/**
 * Casts votes until `work` is done, each once, or with a key until it is answered (`again`). Throws
 * if one failed or was not counted. Returns their number.
 */
export async function voteDuring({ url, token, again = false }, work) {
  const send = again ? askAgain : ask;
  const { member_hash: poll } = await ask(url, token, "POST", "/polls", {
    poll: { title: "While the stack is worked on" },
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
        const { id } = await send(url, token, "POST", `/polls/${poll}/voters`, { voter });
        const body = { voter_id: id, option_id, vote: { vote: 1 } };
        await send(url, token, "POST", `/polls/${poll}/votes`, body);
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
