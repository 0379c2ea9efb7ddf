import { randomUUID } from "node:crypto";

/** Typical use of the service: all requests of a visitor, and requests of the owner. */
export function visitsOf(url, account) {
  const counts = { answered: 0, failed: 0 };
  async function ask(line, { token = account.private_token, identifier, key, body } = {}) {
    const [method, path] = line.split(" ");
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(identifier === undefined ? {} : { "X-SERVICE-USER-IDENTIFIER": identifier }),
        ...(key === undefined ? {} : { "Idempotency-Key": key }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    counts[response.status < 500 ? "answered" : "failed"]++;
    return text === "" ? undefined : JSON.parse(text);
  }

  async function makePoll(settings = {}) {
    const poll = await ask("POST /polls", { body: { poll: { title: "Memory", ...settings } } });
    for (let number = 1; number <= 6; number++) {
      await ask(`POST /polls/${poll.member_hash}/options`, {
        body: { option: { content: `Option ${number}` } },
      });
    }
    return poll.member_hash;
  }

  /** An anonymous visitor arrives, votes twice, reads, changes one vote, and withdraws the other. */
  async function visit(poll) {
    const visitor = { token: account.public_token, identifier: randomUUID() };
    const path = `/polls/${poll}`;
    await ask(`GET ${path}`, visitor);
    const options = await ask(`GET ${path}/options`, visitor);
    const voter = await ask(`POST ${path}/voters`, {
      ...visitor,
      body: { voter: { user_name: "Grace" } },
    });
    const votes = [];
    for (const { id } of options.slice(0, 2)) {
      const body = { voter_id: voter.id, option_id: id, vote: { vote: 1 } };
      const vote = await ask(`POST ${path}/votes`, { ...visitor, key: randomUUID(), body });
      if (vote?.id !== undefined) votes.push(vote.id);
    }
    await ask(`GET ${path}/results`, visitor);
    await ask(`GET ${path}/votes`, visitor);
    const [first, second] = votes;
    await ask(`PATCH ${path}/votes/${first}`, { ...visitor, body: { vote: { vote: -1 } } });
    await ask(`DELETE ${path}/votes/${second}`, visitor);
    // Failed requests must not leak either.
    await ask(`GET ${path}/votes/unknown-${randomUUID()}`, visitor);
    await ask(`GET /polls/nowhere-${randomUUID()}`, { token: randomUUID() });
    await ask(`POST ${path}/votes`, { ...visitor, body: { voter_id: voter.id } });
  }

  /** The owner lists, creates and deletes. */
  async function manage(poll) {
    await ask("GET /polls");
    await ask(`GET /polls/${poll}/voters`);
    await ask(`DELETE /polls/${await makePoll()}`);
  }

  return { visit, manage, makePoll, counts };
}
