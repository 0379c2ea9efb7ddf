// Covers docs/reference/client.md: live-results

import { NotFoundError, type Results } from "@polls/client";
import { waitFor } from "@polls/testing";
import { answering, type ClientFixture, startClients, watchedFetch } from "./fixture";

let all: ClientFixture;
beforeAll(async () => {
  const liveResults = { everyMs: 50, beatMs: 400, connections: 12, connectionsOfClient: 8 };
  all = await startClients({ config: { liveResults } });
});

interface Following {
  /** The distribution of the first option in each event. */
  readonly seen: unknown[];
  readonly statuses: readonly unknown[];
  readonly end: () => Promise<void>;
}

function follow(poll_id: string): Following {
  const ending = new AbortController();
  const { fetch, seen: statuses } = watchedFetch();
  const seen: unknown[] = [];
  const following = (async () => {
    const events: AsyncIterable<Results> = all.visitor
      .with({ fetch })
      .results.follow({ poll_id }, { signal: ending.signal });
    for await (const { options } of events) seen.push(options[0]?.distribution);
  })();
  return {
    seen,
    statuses,
    end: () => {
      ending.abort();
      return following;
    },
  };
}

async function pollWithVoter() {
  const poll_id = await all.makePoll();
  const option_id = await all.makeOption(poll_id, "Pizza");
  const voter_id = await all.join(poll_id);
  const vote = (value: 1 | -1) =>
    all.visitor.votes.cast({ poll_id, body: { voter_id, option_id, vote: { vote: value } } });
  return { poll_id, vote };
}

test("follows results until the signal ends it", async () => {
  const { poll_id, vote } = await pollWithVoter();
  const { seen, statuses, end } = follow(poll_id);
  await waitFor(() => seen.length === 1, { what: "the first event" });
  await vote(1);
  await waitFor(() => seen.length === 2, { what: "the event of the vote" });
  expect(seen).toEqual([{}, { 1: 1 }]);
  await end();
  expect(statuses).toEqual([200]);
});

test("resumes after a disconnect, and yields no event twice", async () => {
  const { poll_id, vote } = await pollWithVoter();
  const { seen, statuses, end } = follow(poll_id);
  await waitFor(() => seen.length === 1, { what: "the first event" });
  await all.link.set({ mode: "reset" });
  await waitFor(() => statuses.includes("broken"), { what: "an attempt to go on" });
  await all.link.set({ mode: "pass" });
  await waitFor(() => statuses.filter((status) => status === 200).length === 2, {
    what: "another connection",
  });
  await vote(1);
  await waitFor(() => seen.length >= 2, { what: "the event of the vote" });
  expect(seen).toEqual([{}, { 1: 1 }]);
  await end();
});

test("yields what has changed while it was disconnected", async () => {
  const { poll_id, vote } = await pollWithVoter();
  const { seen, end } = follow(poll_id);
  await waitFor(() => seen.length === 1, { what: "the first event" });
  await all.link.set({ mode: "reset" });
  await all.link.set({ mode: "pass" });
  await vote(1);
  await waitFor(() => seen.length >= 2, { what: "the event of the vote" });
  expect(seen).toEqual([{}, { 1: 1 }]);
  await end();
});

test("leaving the loop ends the connection", async () => {
  const { poll_id } = await pollWithVoter();
  const before = all.link.connections();
  for await (const { options } of all.visitor.results.follow({ poll_id })) {
    expect(options).toHaveLength(1);
    break;
  }
  await waitFor(() => all.link.connections() <= before, { what: "the end of the connection" });
});

test("its signal ends it without waiting for the next connection", async () => {
  const stream = { "Content-Type": "text/event-stream" };
  const { client, asked } = await answering([
    [200, stream, 'retry: 3600000\ndata: {"voters_count":1}\n\n'],
  ]);
  const ending = new AbortController();
  const events = client.results.follow({ poll_id: "lunch" }, { signal: ending.signal });
  for await (const { voters_count } of events) {
    expect(voters_count).toBe(1);
    ending.abort();
  }
  expect(asked).toHaveLength(1);
});

test("throws errors that no retry can fix", async () => {
  const { client, asked } = await answering([
    [200, { "Content-Type": "text/event-stream" }, "data: {broken\n\n"],
  ]);
  await expect(client.results.follow({ poll_id: "" }).next()).rejects.toThrow(TypeError);
  expect(asked).toHaveLength(0);
  await expect(client.results.follow({ poll_id: "lunch" }).next()).rejects.toThrow(SyntaxError);
  expect(asked).toHaveLength(1);
});

test("throws on a refusal, and waits on 429 and 503", async () => {
  const events = all.visitor.results.follow({ poll_id: "of-no-poll" });
  await expect(events.next()).rejects.toBeInstanceOf(NotFoundError);
  const stream = { "Content-Type": "text/event-stream" };
  const busy = await answering([
    [200, stream, 'retry: 10\nid: a\ndata: {"voters_count":1}\n\n'],
    [429, { "Retry-After": "0" }],
    [503, {}],
    [200, stream, 'id: b\ndata: {"voters_count":2}\n\n'],
  ]);
  const counts: number[] = [];
  for await (const { voters_count } of busy.client.results.follow({ poll_id: "lunch" })) {
    counts.push(voters_count);
    if (counts.length === 2) break;
  }
  expect(counts).toEqual([1, 2]);
  const ids = busy.asked.map(({ headers }) => headers["last-event-id"]);
  expect(ids.slice(0, 4)).toEqual([undefined, "a", "a", "a"]);
});
