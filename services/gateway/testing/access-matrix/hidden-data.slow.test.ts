// Covers docs/reference/access.md: hidden-is-absent
// Covers docs/reference/errors.md: bodies
// Covers docs/reference/options.md: calendar-doors, fields, order, visibility
// Covers docs/reference/participants.md: visibility
// Covers docs/reference/ratings.md: visibility
// Covers docs/reference/results.md: body, groups, who-reads-the-count
// Covers docs/reference/votes.md: private-answers, reading-votes
// Covers docs/reliability.md: hidden-objects

import { newPublicId } from "@polls/db/tokens";
import { sorts } from "@polls/domain/polls";
import { buildPoll, type RequestOptions, sampleCases, type TestResponse } from "@polls/testing";
import { answered } from "../answered";
import { hiddenCases } from "./hidden-cases";
import { shareTwins, type Twin } from "./twins";

const twins = shareTwins();
const { gateway, owner, member, twinsOf } = twins;
const cases = hiddenCases(twins);

/** Every read of a member, with different orders, pages and filters. */
function readsOf({ options, participants }: Twin): readonly string[] {
  const orders = ["", ...sorts.map((sort) => `?sort=${encodeURIComponent(sort)}`)];
  return [
    "",
    ...orders.map((order) => `/options${order}`),
    ...orders.map((order) => `/results${order}`),
    "/results/count",
    "/results/stream",
    ...["Ada", "Zoe", "first", "Gold"].map((text) => `/options?search=${text}`),
    "/options?per_page=1&page=2",
    "/options?per_page=2",
    ...options.map(({ publicId }) => `/options/${publicId}`),
    ...options.map(({ publicId }) => `/options?parent_option_id=${publicId}`),
    "/voters",
    "/voters?per_page=1",
    `/voters/${participants[0].publicId}`,
    "/votes",
    "/votes?per_page=1&page=2",
    ...options.map(({ publicId }) => `/votes?option_id=${publicId}`),
    `/votes?voter_id=${participants[0].publicId}`,
    `/votes?voter_id=${participants[1].publicId}`,
    "/invitations",
    "/export.csv",
  ];
}

const ownToRequest = new Set([
  ...["x-request-id", "date", "ratelimit-remaining", "ratelimit-reset"],
  // The ETag depends on the ids in the body, which differ.
  "etag",
]);

/** The whole response as one text, without values that belong to the request. */
function wholeOf({ status, headers, text }: TestResponse, names: ReadonlyMap<string, string>) {
  const lines = [...headers]
    .filter(([name]) => !ownToRequest.has(name))
    .map(([name, value]) => `${name}: ${value}`);
  // The id of an event is a digest of its content, which contains ids. Ids are compared by name
  // instead.
  const told = text.replace(/^id: [\w-]{22}$/m, "id: of what is said");
  const whole = [String(status), ...lines, "", told].join("\n");
  return [...names].reduce((all, [id, name]) => all.replaceAll(id, name), whole);
}

const readers = (): Readonly<Record<string, RequestOptions>> => ({
  "who takes part": { token: member.privateToken },
  "a visitor": { token: owner.publicToken, identifier: "nobody yet" },
  "a reader": { token: owner.publicToken },
});

describe("members get equal responses from two polls that differ only in hidden data, headers included", () => {
  test.each(Object.entries(cases))("%s", async (name, twinCase) => {
    const [first, second] = await twinsOf(twinCase);
    const caseNumber = Object.keys(cases).indexOf(name);
    for (const [readerNumber, [reader, credentials]] of Object.entries(readers()).entries()) {
      const answersOf = (twin: Twin) =>
        Promise.all(
          sampleCases(readsOf(twin), 3, caseNumber + readerNumber).map(async (read, at) => {
            const line = `GET /api/v1/polls/${twin.poll.memberHash}${read}`;
            const answer = wholeOf(
              await answered(() => gateway.request(line, credentials)),
              twin.names,
            );
            return `${reader}, read ${at}: ${answer}`;
          }),
        );
      expect(await answersOf(second)).toEqual(await answersOf(first));
    }
    expect(await tellsAdmins(first)).not.toEqual(await tellsAdmins(second));
  });

  /** Checks that admins see the difference. Otherwise the comparison would prove nothing. */
  async function tellsAdmins(twin: Twin) {
    const path = `GET /api/v1/polls/${twin.poll.memberHash}`;
    const answers = [];
    for (const read of ["/options", "/voters", "/votes", "/results", ...idReads(twin)]) {
      const answer = await gateway.request(`${path}${read}`, { token: owner.privateToken });
      answers.push(wholeOf(answer, twin.names));
    }
    return answers;
  }
  const idReads = ({ options }: Twin) =>
    options.flatMap(({ publicId }) => [
      `/options/${publicId}`,
      `/options?parent_option_id=${publicId}`,
    ]);
});

test("every setting that hides something from members has a case", async () => {
  const { settings } = await buildPoll(gateway.db);
  const tested = new Set(Object.values(cases).flatMap((one) => Object.keys(one.settings)));
  // `hide_tags` hides a field and its filter from members (list-options.test.ts).
  const hiding = Object.keys(settings).filter(
    (name) => /^(?:hide|hidden)_|_visible$/.test(name) && name !== "hide_tags",
  );
  expect(hiding.filter((name) => !tested.has(name))).toEqual([]);
});

test("the reads have every parameter by which members choose, order and count", async () => {
  const { paths } = (await gateway.request("GET /openapi.json")).body;
  const parameters = ["options", "results", "voters", "votes"].flatMap((list) =>
    paths[`/api/v1/polls/{poll_id}/${list}`].get.parameters
      .filter((parameter: { in?: string }) => parameter.in === "query")
      .map(({ name }: { name: string }) => name),
  );
  const chosen = [
    "option_id",
    "page",
    "parent_option_id",
    "per_page",
    "search",
    "sort",
    "voter_id",
  ];
  // Only admins filter by state, and by tags that are hidden. Held votes are those of the reader, and an offer is a pair
  // that the service chose and checks again. The others choose parts of the response.
  const others = [
    "approval_state",
    "data",
    "description",
    "held",
    "media",
    "offer",
    "pair",
    "settings",
    "tag",
  ];
  expect([...new Set(parameters)].sort()).toEqual([...chosen, ...others].sort());
});

describe("every request for a hidden object gets the response of an object that does not exist", () => {
  /** The other cases hide only fields of visible objects. */
  const hiding = Object.entries(cases).filter(
    ([name]) => !/picked|marked|authors|images|door/.test(name),
  );
  test.each(hiding)("%s", async (_name, twinCase) => {
    const [, twin] = await twinsOf(twinCase);
    const credentials = { token: member.privateToken };
    expect(twin.hidden.size).toBe(1);
    for (const [noun, hidden] of twin.hidden) {
      for (const { line, body } of requestsAbout(twin, noun)) {
        const ask = async (id: string) =>
          wholeOf(
            await gateway.request(line(id), {
              ...credentials,
              ...(body !== undefined && { body: body(id) }),
            }),
            new Map(),
          );
        const unknown = await ask(newPublicId());
        expect(unknown).toMatch(/^404\n/);
        expect([line(":id"), await ask(hidden)]).toEqual([line(":id"), unknown]);
      }
    }
  });

  interface Asked {
    readonly line: (id: string) => string;
    readonly body?: (id: string) => unknown;
  }

  function requestsAbout({ poll, participants }: Twin, noun: string): readonly Asked[] {
    const path = `/api/v1/polls/${poll.memberHash}`;
    const one = (method: string, body?: unknown): Asked => ({
      line: (id) => `${method} ${path}/${noun}/${id}`,
      ...(body !== undefined && { body: () => body }),
    });
    const byNoun: Readonly<Record<string, readonly Asked[]>> = {
      votes: [one("GET"), one("PATCH", { vote: { vote: 1 } }), one("DELETE")],
      // The 403 of deletions and casts: unseen-participants.test.ts.
      voters: [one("GET"), one("PATCH", { voter: { user_name: "Eve" } })],
      options: [
        one("GET"),
        one("PATCH", { option: { content: "Mine" } }),
        one("DELETE"),
        {
          line: () => `POST ${path}/votes`,
          body: (id) => ({
            voter_id: participants[0].publicId,
            option_id: id,
            vote: { vote: 1 },
          }),
        },
        {
          line: () => `POST ${path}/options`,
          body: (id) => ({ option: { content: "x" }, parent_option_id: id }),
        },
        { line: (id) => `GET ${path}/options?parent_option_id=${id}` },
      ],
    };
    return byNoun[noun] ?? [];
  }
});
