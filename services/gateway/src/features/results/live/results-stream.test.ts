// Covers docs/reference/results.md: live-stream, resuming-a-stream, stream-limits
// Covers docs/reliability.md: expensive-requests

import { readPollFingerprints } from "@polls/db/polls";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant } from "@polls/testing";
import { shareAccount, shareAnother, shareGateway } from "../../../../testing/share-gateway";
import { signUp } from "../../../../testing/sign-up";
import type { TestGateway } from "../../../../testing/start-gateway";

const EVERY_MS = 50;
const BEAT_MS = 400;
const DEADLINE_MS = 60_000;
const liveResults = { everyMs: EVERY_MS, beatMs: BEAT_MS, connections: 12, connectionsOfClient: 8 };

/** A stream and the events received so far. Each wait has a timeout. */
interface TestStream {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: as `TestResponse.body`
  readonly next: () => Promise<{ readonly id: string; readonly results: any; readonly at: number }>;
  /** Waits for this number of heartbeats. */
  readonly heartbeats: (count: number) => Promise<void>;
  readonly heartbeatCount: () => number;
  /** Waits for the end. Resolves to false if the connection broke. */
  readonly ended: () => Promise<boolean>;
  readonly close: () => void;
}

const gateway = shareGateway({ config: { liveResults } });
const other = shareAnother(gateway, { config: { liveResults } });
const owner = shareAccount(gateway);
let openStreams: TestStream[] = [];
afterEach(() => {
  for (const { close } of openStreams) close();
  openStreams = [];
});

async function follow(
  { memberHash }: Poll,
  options: {
    readonly token?: string;
    readonly lastEventId?: string;
    readonly at?: TestGateway;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<TestStream> {
  const closing = new AbortController();
  const { at = gateway, token = owner.privateToken, lastEventId, headers } = options;
  const response = await fetch(`${at.url}/api/v1/polls/${memberHash}/results/stream`, {
    headers: {
      Authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId }),
      ...headers,
    },
    signal: closing.signal,
  });
  const events: { id: string; results: unknown; at: number }[] = [];
  let heartbeats = 0;
  let end: "in order" | "broken" | undefined;
  let wake: () => void = () => undefined;
  void (async () => {
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString("utf8");
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
        const data = field("data");
        if (block === ":") heartbeats += 1;
        if (data !== undefined) {
          events.push({ id: field("id") ?? "", results: JSON.parse(data), at: performance.now() });
        }
      }
      wake();
    }
  })()
    .then(
      () => "in order" as const,
      () => "broken" as const,
    )
    .then((how) => {
      end = how;
      wake();
    });
  async function until<Found>(look: () => Found | undefined, what: string): Promise<Found> {
    const until = performance.now() + DEADLINE_MS;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const left = until - performance.now();
      if (left <= 0) throw new Error(`${what}: not within ${DEADLINE_MS} ms`);
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, left);
      });
      clearTimeout(timer);
    }
  }
  const one: TestStream = {
    status: response.status,
    headers: response.headers,
    next: () => until(() => events.shift(), "an event"),
    heartbeats: (count) =>
      until(() => (heartbeats >= count ? null : undefined), "heartbeats").then(() => undefined),
    heartbeatCount: () => heartbeats,
    ended: () => until(() => end, "the end").then((how) => how === "in order"),
    close: () => closing.abort(),
  };
  openStreams.push(one);
  return one;
}

const participantOf = (poll: Poll) =>
  buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });

async function vote(
  poll: Poll,
  option: Option,
  body: object,
  at: TestGateway = gateway,
): Promise<string> {
  return voteAs(await participantOf(poll), poll, option, body, at);
}

async function voteAs(
  participant: Participant,
  poll: Poll,
  option: Option,
  body: object,
  at: TestGateway = gateway,
): Promise<string> {
  const answer = await at.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
    token: owner.privateToken,
    body: { voter_id: participant.publicId, option_id: option.publicId, vote: body },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

/** Waits for the event with this rating. An earlier event may only contain the new participant. */
async function rated(stream: TestStream, rating: number) {
  for (;;) {
    const event = await stream.next();
    if (event.results.options[0].rating === rating) return event;
  }
}

const change = (poll: Poll, settings: object) =>
  gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}`, { poll: settings });

test("starts with the current results, equals the results endpoint, and is not cached", async () => {
  const poll = await owner.buildPoll();
  const option = await buildOption(gateway.db, poll);
  await vote(poll, option, { vote: 1 });
  const stream = await follow(poll);
  expect(stream.status).toBe(200);
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "private, no-store, no-transform",
    "x-accel-buffering": "no",
  });
  const results = await gateway.inPoll(poll, owner, "GET /results");
  const { id, results: first } = await stream.next();
  expect(first).toEqual(results.body);
  expect(id).toMatch(/^[\w-]{22}$/);
});

test("sends a vote of any gateway, and each change once", async () => {
  const poll = await owner.buildPoll();
  const option = await buildOption(gateway.db, poll);
  const streams = [await follow(poll), await follow(poll, { at: other })];
  for (const stream of streams) expect((await stream.next()).results.options[0].rating).toBe(0);
  await vote(poll, option, { vote: 1 });
  const [one, two] = await Promise.all(streams.map((stream) => rated(stream, 1)));
  expect(one?.results.options[0]).toMatchObject({ rating: 1, voter_count: 1 });
  expect(two?.id).toBe(one?.id);
  await vote(poll, option, { vote: 1 }, other);
  for (const stream of streams) {
    const { results } = await rated(stream, 2);
    expect(results.options[0]).toMatchObject({ rating: 2, distribution: { 1: 2 } });
  }
});

test("sends few events for many votes, and the last event has all votes", async () => {
  const poll = await owner.buildPoll();
  const option = await buildOption(gateway.db, poll);
  const participants: Participant[] = [];
  for (let n = 0; n < 60; n++) participants.push(await participantOf(poll));
  const stream = await follow(poll);
  await stream.next();
  const began = performance.now();
  await Promise.all(participants.map((one) => voteAs(one, poll, option, { vote: 1 })));
  let events = 0;
  for (let rating = 0; rating < 60; events++) {
    rating = (await stream.next()).results.options[0].rating;
  }
  expect(events).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / EVERY_MS) + 1);
});

test("sends changes that change no count, such as another text or title of an option", async () => {
  const poll = await owner.buildPoll({ type: "Polls::Table" });
  const option = await buildOption(gateway.db, poll, { type: "Options::InputOption" });
  const id = await vote(poll, option, { vote_text: "red" });
  const stream = await follow(poll);
  expect((await stream.next()).results.options[0].distribution).toEqual({ red: 1 });
  const changed = await gateway.inPoll(poll, owner, `PATCH /votes/${id}`, {
    vote: { vote_text: "blue" },
  });
  expect(changed.status).toBe(200);
  expect((await stream.next()).results.options[0].distribution).toEqual({ blue: 1 });
  await gateway.inPoll(poll, owner, `PATCH /options/${option.publicId}`, {
    option: { content: "Color" },
  });
  expect((await stream.next()).results.options[0].content).toBe("Color");
});

test("resumes at any gateway: a client with the current results only gets later ones", async () => {
  const poll = await owner.buildPoll();
  const option = await buildOption(gateway.db, poll);
  const first = await follow(poll);
  const { id } = await first.next();
  first.close();
  const again = await follow(poll, { lastEventId: id, at: other });
  await again.heartbeats(1);
  await vote(poll, option, { vote: 1 });
  expect((await rated(again, 1)).id).not.toBe(id);
  const late = await follow(poll, { lastEventId: id });
  expect((await late.next()).results.options[0].rating).toBe(1);
});

test("does not contain held votes", async () => {
  const poll = await owner.buildPoll({ settings: { double_opt_in: true } });
  const option = await buildOption(gateway.db, poll);
  const stream = await follow(poll);
  const { id } = await stream.next();
  const participant = await buildParticipant(gateway.db, poll, {
    ownerKey: `user:${owner.id}`,
    confirmedAt: null,
    optinEmail: "ada@example.org",
  });
  const held = await gateway.inPoll(poll, owner, "POST /votes", {
    voter_id: participant.publicId,
    option_id: option.publicId,
    vote: { vote: 1 },
  });
  expect(held.body).toMatchObject({ code: "opt_in_pending" });
  await buildOption(gateway.db, poll, { content: "Seen next" });
  const next = await stream.next();
  expect(next.id).not.toBe(id);
  expect(next.results.options).toHaveLength(2);
  expect(next.results.options[0]).toMatchObject({ rating: 0, voter_count: 0, distribution: {} });
});

test.each([
  ["the results are hidden", (poll: Poll) => change(poll, { hide_results: true })],
  [
    "the poll is deleted",
    (poll: Poll) => gateway.as(owner, `DELETE /api/v1/polls/${poll.adminHash}`),
  ],
])("ends for members when %s, and the next request gets the reason", async (_, happens) => {
  const poll = await owner.buildPoll();
  await buildOption(gateway.db, poll);
  const member = await signUp(gateway.db);
  const stream = await follow(poll, { token: member.privateToken });
  await stream.next();
  expect((await happens(poll)).status).toBeLessThan(300);
  await stream.ended();
  expect((await follow(poll, { token: member.privateToken })).status).toBe(404);
});

test("ends for a member whose last vote is withdrawn, with after_own_vote", async () => {
  const poll = await owner.buildPoll({ settings: { results_visible: "after_own_vote" } });
  const option = await buildOption(gateway.db, poll);
  const { id, privateToken: token } = await signUp(gateway.db);
  const by = await buildParticipant(gateway.db, poll, { ownerKey: `user:${id}` });
  expect((await follow(poll, { token })).status).toBe(404);
  const path = `/api/v1/polls/${poll.memberHash}/votes`;
  // An abstention: its withdrawal changes no result.
  const body = { voter_id: by.publicId, option_id: option.publicId, vote: { vote: null } };
  const vote = await gateway.request(`POST ${path}`, { token, body });
  const stream = await follow(poll, { token });
  await stream.next();
  expect((await gateway.request(`DELETE ${path}/${vote.body.id}`, { token })).status).toBe(204);
  await stream.ended();
  expect((await follow(poll, { token })).status).toBe(404);
});

test("ends when its token is rotated", async () => {
  const poll = await owner.buildPoll();
  const member = await signUp(gateway.db);
  const stream = await follow(poll, { token: member.privateToken });
  await stream.next();
  const rotated = await gateway.as(member, "POST /api/v1/account/tokens/private/rotate");
  expect(rotated.status).toBe(201);
  await stream.ended();
  expect((await follow(poll, { token: member.privateToken })).status).toBe(401);
});

test("shows authors their own options, and not those of others", async () => {
  const poll = await owner.buildPoll({
    settings: { allow_new_options: true, moderate_options: true },
  });
  await buildOption(gateway.db, poll, { content: "For all" });
  const [author, reader] = [await signUp(gateway.db), await signUp(gateway.db)];
  await buildOption(gateway.db, poll, {
    content: "Mine",
    ownerKey: `user:${author.id}`,
    approvalState: "unreviewed",
  });
  const streams = [author, reader].map(({ privateToken }) => follow(poll, { token: privateToken }));
  const seen = async () => {
    const events = await Promise.all((await Promise.all(streams)).map((stream) => stream.next()));
    return events.map(({ results }) =>
      results.options.map(({ content }: { content: string }) => content),
    );
  };
  expect(await seen()).toEqual([["For all", "Mine"], ["For all"]]);
  await buildOption(gateway.db, poll, { content: "Another" });
  expect(await seen()).toEqual([
    ["For all", "Mine", "Another"],
    ["For all", "Another"],
  ]);
});

test("sends heartbeats while nothing changes", async () => {
  const stream = await follow(await owner.buildPoll());
  await stream.heartbeats(2);
});

test("sends heartbeats while the results of another poll cannot be read", async () => {
  const broken = await owner.buildPoll();
  await buildOption(gateway.db, broken);
  const stream = await follow(broken);
  await stream.next();
  const other = await follow(await owner.buildPoll());
  await other.next();
  await gateway.db.prisma.option.updateMany({
    where: { pollId: broken.id },
    data: { type: "Options::Unknown" },
  });
  await participantOf(broken);
  await other.heartbeats(3);
});

test("checks access again soon after a check that failed", async () => {
  const seldom = await gateway.startAnother({
    config: { liveResults: { ...liveResults, beatMs: 4_000 } },
  });
  const member = await signUp(gateway.db);
  const stream = await follow(await owner.buildPoll(), { token: member.privateToken, at: seldom });
  await stream.next();
  const { authenticator } = seldom.deps;
  const authenticate = jest.spyOn(authenticator, "authenticate");
  authenticate.mockRejectedValueOnce(new Error("the database is away"));
  await gateway.as(member, "POST /api/v1/account/tokens/private/rotate");
  expect(await stream.ended()).toBe(true);
  expect(authenticate).toHaveBeenCalledTimes(2);
  expect(stream.heartbeatCount()).toBe(1);
});

test("is limited in number per client, and an ended stream does not count", async () => {
  const poll = await owner.buildPoll();
  const streams: TestStream[] = [];
  for (let n = 0; n < liveResults.connectionsOfClient; n++) streams.push(await follow(poll));
  const refused = await follow(poll);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
  streams[0]?.close();
  const retry = async (): Promise<number> => {
    const end = performance.now() + DEADLINE_MS;
    for (;;) {
      const { status } = await follow(poll);
      if (status === 200 || performance.now() > end) return status;
    }
  };
  expect(await retry()).toBe(200);
});

test("is limited in number per process", async () => {
  const full = await gateway.startAnother({
    config: { liveResults: { ...liveResults, connections: 1 } },
  });
  const poll = await owner.buildPoll();
  expect((await follow(poll, { at: full })).status).toBe(200);
  const refused = await follow(poll, { at: full });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
});

test("ends at once when its process ends", async () => {
  const ending = await gateway.startAnother({ config: { liveResults } });
  const stream = await follow(await owner.buildPoll(), { at: ending });
  await stream.next();
  await ending.close();
  // Connections that are open at the end of the grace period break.
  expect(await stream.ended()).toBe(true);
});

test("a HEAD request ends at once", async () => {
  const poll = await owner.buildPoll();
  const { status } = await fetch(`${gateway.url}/api/v1/polls/${poll.memberHash}/results/stream`, {
    method: "HEAD",
    headers: { Authorization: `Bearer ${owner.privateToken}` },
  });
  expect(status).toBe(200);
});

test("the fingerprint stays the same without changes, and differs after a vote, a change and a deletion", async () => {
  const poll = await owner.buildPoll();
  const option = await buildOption(gateway.db, poll);
  const fingerprint = async () => (await readPollFingerprints(gateway.db, [poll.id])).get(poll.id);
  const fingerprints = [await fingerprint()];
  expect(await fingerprint()).toBe(fingerprints[0]);
  await vote(poll, option, { vote: 1 });
  fingerprints.push(await fingerprint());
  await change(poll, { title: "Another" });
  fingerprints.push(await fingerprint());
  await gateway.db.prisma.option.delete({ where: { id: option.id } });
  fingerprints.push(await fingerprint());
  await change(poll, { status: "closed" });
  fingerprints.push(await fingerprint());
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
});

test.each(["sort=foo", "per_page=0", "page=x"])(
  "an invalid query is refused: %s",
  async (query) => {
    const { memberHash } = await owner.buildPoll();
    const { status, body } = await gateway.request(
      `GET /api/v1/polls/${memberHash}/results/stream?${query}`,
      { token: owner.privateToken },
    );
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split("=")[0]]]);
  },
);
