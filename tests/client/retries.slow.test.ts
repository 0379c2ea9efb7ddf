// Covers docs/reference/client.md: callers, deadlines, retries

import {
  ConnectionError,
  createClient,
  NotFoundError,
  TooManyRequestsError,
  UnavailableError,
} from "@polls/client";
import { createTestDatabase, startFaultProxy, waitFor } from "@polls/testing";
import { answering, type ClientFixture, startClients, watchedFetch } from "./fixture";

const now = { "Retry-After": "0" };

describe("with a gateway", () => {
  let all: ClientFixture;
  let database: Awaited<ReturnType<typeof startFaultProxy>>;
  beforeAll(async () => {
    database = await startFaultProxy((await createTestDatabase()).url);
    all = await startClients({ database: database.url });
  });

  async function castThrough(watched: ReturnType<typeof watchedFetch>) {
    const poll_id = await all.makePoll();
    const option_id = await all.makeOption(poll_id, "Pizza");
    const voter_id = await all.join(poll_id);
    const client = all.visitor.with({ fetch: watched.fetch });
    return {
      poll_id,
      cast: () => client.votes.cast({ poll_id, body: { voter_id, option_id, vote: { vote: 1 } } }),
      votes: () => all.visitor.votes.list({ poll_id, voter_id }),
      client,
    };
  }

  test("a vote whose response is lost is cast once", async () => {
    const watched = watchedFetch();
    const { cast, votes } = await castThrough(watched);
    let lost = 0;
    await all.link.set({ mode: "loseAnswers", lost: () => lost++ === 0 });
    const vote = await cast();
    expect(watched.seen).toEqual(["broken", 201]);
    expect(await votes()).toEqual([vote]);
    await all.link.set({ mode: "pass" });
  });

  test("a vote waits for a gateway that is down", async () => {
    const watched = watchedFetch();
    const { cast, votes } = await castThrough(watched);
    await all.link.set({ mode: "reset" });
    await all.link.set({ mode: "refuse" });
    const casting = cast();
    await waitFor(() => watched.seen.length > 0, { what: "an attempt that fails" });
    await all.link.set({ mode: "pass" });
    const vote = await casting;
    expect(watched.seen.at(-1)).toBe(201);
    expect(await votes()).toEqual([vote]);
  });

  test("a vote waits for the database as long as Retry-After requires", async () => {
    const watched = watchedFetch();
    const { cast, votes } = await castThrough(watched);
    await database.set({ mode: "reset" });
    const casting = cast();
    await waitFor(() => watched.seen.includes(503), { what: "503" });
    await database.set({ mode: "pass" });
    const vote = await casting;
    expect(new Set(watched.seen)).toEqual(new Set([503, 201]));
    expect(await votes()).toEqual([vote]);
  });

  test("a deletion whose response is lost succeeds", async () => {
    const watched = watchedFetch();
    const { poll_id, cast, votes, client } = await castThrough(watched);
    const vote = await cast();
    if (!("id" in vote)) throw new Error("votes of this poll are not bought");
    let lost = 0;
    await all.link.set({ mode: "loseAnswers", lost: () => lost++ === 0 });
    await client.votes.withdraw({ poll_id, id: vote.id });
    await all.link.set({ mode: "pass" });
    expect(watched.seen).toEqual([201, "broken", 404]);
    expect(await votes()).toEqual([]);
  });

  test("a rate limit beyond the deadline throws at once", async () => {
    const { owner } = await startClients({ env: { RATE_LIMIT_REQUESTS: "2" } });
    await owner.account.show();
    await owner.account.show();
    const refused = await owner.account.show({}, { deadlineMs: 10_000 }).catch((error) => error);
    expect(refused).toBeInstanceOf(TooManyRequestsError);
    expect(refused.code).toBe("rate_limited");
    expect(refused.retryAfter).toBeGreaterThan(10);
  });
});

const lunch = { body: { poll: { title: "Lunch" } } };

test("429, 503, 409 and broken connections are tried again, with the same key", async () => {
  const { asked, client } = await answering(
    ["break", [503, now], [429, now], [409, now], [201, {}, '{"title":"Lunch"}']],
    { retries: 4 },
  );
  expect(await client.polls.create(lunch)).toEqual({ title: "Lunch" });
  const keys = asked.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(1);
  await client.polls.create(lunch);
  expect(asked.at(-1)?.headers["idempotency-key"]).not.toBe(keys[0]);
});

test("a 404 after an uncertain deletion counts as success", async () => {
  const unclear = await answering([
    [503, now],
    [404, {}],
  ]);
  await unclear.client.votes.withdraw({ poll_id: "a", id: "b" });
  const limited = await answering([
    [429, now],
    [404, {}],
  ]);
  const withdrawing = limited.client.votes.withdraw({ poll_id: "a", id: "b" });
  await expect(withdrawing).rejects.toBeInstanceOf(NotFoundError);
});

test("an incomplete response counts as no response", async () => {
  const { client, asked } = await answering([
    [200, { "Content-Length": "100", Connection: "close" }, '{"na'],
    [200, {}, '{"name":"Ada"}'],
  ]);
  expect(await client.account.show()).toEqual({ name: "Ada" });
  expect(asked).toHaveLength(2);
});

test("after all retries the last error is thrown", async () => {
  const limited = await answering([[429, now, '{"code":"rate_limited"}']]);
  await expect(limited.client.account.show({}, { retries: 1 })).rejects.toMatchObject({
    code: "rate_limited",
    retryAfter: 0,
  });
  expect(limited.asked).toHaveLength(2);
  const broken = await answering(["break"], { retries: 1 });
  await expect(broken.client.account.show()).rejects.toBeInstanceOf(ConnectionError);
  expect(broken.asked).toHaveLength(2);
});

test("refusals and defects are not tried again", async () => {
  for (const status of [400, 401, 403, 404, 413, 415, 422, 500]) {
    const { asked, client } = await answering([[status, {}]]);
    await expect(client.account.show()).rejects.toMatchObject({ status });
    expect(asked).toHaveLength(1);
  }
});

test("a change of an anonymous reader is not retried without a response", async () => {
  const option = { poll_id: "lunch", body: { option: { content: "Pizza" } } };
  const { asked, client } = await answering(["break", [503, now], [201, {}]], {
    token: "ppk_reader",
  });
  await expect(client.options.create(option)).rejects.toBeInstanceOf(ConnectionError);
  expect(asked).toHaveLength(1);
  // After a 503 the change may be committed: docs/reliability.md#lost-answers
  await expect(client.options.create(option)).rejects.toBeInstanceOf(UnavailableError);
  expect(asked).toHaveLength(2);
  const limited = await answering(
    [
      [429, now],
      [201, {}],
    ],
    { token: "ppk_reader" },
  );
  await limited.client.options.create(option);
  expect(limited.asked).toHaveLength(2);
  const named = await answering(["break", [201, {}]], { token: "ppk_reader", identifier: "Ada" });
  await named.client.options.create(option);
  expect(named.asked).toHaveLength(2);
});

test("waits until a date in Retry-After", async () => {
  const date = new Date(Date.now() + 2_000).toUTCString();
  const { client } = await answering([
    [503, { "Retry-After": date }],
    [200, {}],
  ]);
  const began = Date.now();
  await client.account.show();
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(date));
  expect(began).toBeLessThan(Date.parse(date));
});

describe("deadlines", () => {
  test("an attempt without a response times out and is retried", async () => {
    const { asked, client } = await answering(["silence", [200, {}, '{"name":"Ada"}']], {
      timeoutMs: 1_000,
    });
    expect(await client.account.show()).toEqual({ name: "Ada" });
    expect(asked.length).toBeGreaterThan(1);
  });

  test("the deadline covers all attempts of a call", async () => {
    const { client } = await answering(["silence"], { timeoutMs: 200, deadlineMs: 500 });
    const began = performance.now();
    await expect(client.account.show()).rejects.toThrow(/no answer within \d+ ms/);
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  test("a signal aborts a call with its reason", async () => {
    const silent = await answering(["silence"]);
    const end = new AbortController();
    const calling = silent.client.account.show({}, { signal: end.signal });
    await waitFor(() => silent.asked.length === 1, { what: "the request" });
    end.abort(new Error("enough"));
    await expect(calling).rejects.toThrow("enough");
    await expect(silent.client.account.show({}, { signal: end.signal })).rejects.toThrow("enough");
    expect(silent.asked).toHaveLength(1);

    const busy = await answering([[503, { "Retry-After": "60" }]]);
    const later = new AbortController();
    const waiting = busy.client.account.show({}, { signal: later.signal });
    await waitFor(() => busy.asked.length === 1, { what: "the request" });
    later.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });
});

test("the token function is called for each call", async () => {
  let number = 0;
  const { asked, client } = await answering([[200, {}]], { token: () => `t${++number}` });
  await client.account.show();
  await client.account.show();
  await createClient({ baseUrl: `http://${asked[0]?.headers.host}` }).account.show();
  expect(asked.map(({ headers }) => headers.authorization)).toEqual([
    ...["Bearer t1", "Bearer t2"],
    undefined,
  ]);
});
