// Covers docs/reference/requests.md: versions-of-answers

import { buildOption, type RequestOptions } from "@polls/testing";
import { endpoints } from "../src/endpoints";
import { buildAccountFixture } from "./access-matrix/account-fixture";
import { accountRows, lineOf } from "./access-matrix/account-rows";
import { callerOf, type MatrixCallers, signUpCallers } from "./access-matrix/callers";
import { buildMatrixFixture } from "./access-matrix/matrix-fixture";
import { lineOfRow, rows } from "./access-matrix/rows";
import { shareGateway } from "./share-gateway";
import { signUp } from "./sign-up";

let cast: MatrixCallers;
const gateway = shareGateway({
  env: { RATE_LIMIT_REQUESTS: "1000000" },
});
beforeAll(async () => {
  cast = await signUpCallers(gateway);
});

/** Reads that stream their body. They have no ETag. */
const streams = endpoints.filter(({ contentType }) => contentType !== undefined);
const reads = endpoints
  .filter((endpoint) => endpoint.method === "get" && !streams.includes(endpoint))
  .map(({ path }) => `GET ${path}`);

/** The request of the first row of each read endpoint. */
async function requestOf(endpoint: string): Promise<readonly [string, RequestOptions]> {
  const row = rows.find((each) => each.endpoint === endpoint);
  if (row !== undefined) {
    const caller = callerOf(cast, "owner by the admin hash");
    const fixture = await buildMatrixFixture(gateway.db, cast, caller, {}, "");
    const line = lineOfRow(row, fixture, row.id?.(fixture));
    return [line, { ...caller.credentials, ...row.request?.(fixture) }];
  }
  const accountRow = accountRows.find((each) => each.endpoint === endpoint);
  if (accountRow === undefined) throw new Error(`${endpoint} has no row`);
  const caller = callerOf(cast, "organization's owner");
  const fixture = await buildAccountFixture(gateway.db, cast, gateway.deps.config.keys);
  return [lineOf(accountRow, fixture), { ...caller.credentials, ...accountRow.request?.(fixture) }];
}

describe("If-None-Match", () => {
  test.each(reads)("%s has an ETag, and is 304 if the request names it", async (endpoint) => {
    const [line, options] = await requestOf(endpoint);
    const ask = (tag: string) =>
      gateway.request(line, { ...options, headers: { ...options.headers, "If-None-Match": tag } });
    const first = await gateway.request(line, options);
    expect([first.status, first.text.length > 0]).toEqual([200, true]);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await ask(tag);
    expect([again.status, again.text]).toEqual([304, ""]);
    for (const name of ["etag", "cache-control", "vary", "x-total-count", "link"]) {
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    }
    expect((await ask('W/"another"')).status).toBe(200);
  });

  const scene = async () => {
    const owner = await signUp(gateway.db);
    const poll = await owner.buildPoll();
    const read = (line: string, tag?: string, token = owner.privateToken) =>
      gateway.request(line, {
        token,
        ...(tag === undefined ? {} : { headers: { "If-None-Match": tag } }),
      });
    return { owner, poll, read };
  };

  test.each([
    ["the ETag as a strong one", (tag: string) => tag.slice(2), 304],
    ["several ETags", (tag: string) => `"a", ${tag} ,W/"b"`, 304],
    ["an asterisk", () => "*", 304],
    ["a part of the ETag", (tag: string) => tag.slice(0, -2), 200],
    ["an empty header", () => "", 200],
    ["a malformed header", () => '"""",,W/W/', 200],
  ])("%s", async (_case, given, status) => {
    const { poll, read } = await scene();
    const line = `GET /api/v1/polls/${poll.memberHash}`;
    const tag = (await read(line)).headers.get("etag") ?? "";
    expect((await read(line, given(tag))).status).toBe(status);
  });

  test("a changed body or number of entries changes the ETag", async () => {
    const { owner, poll, read } = await scene();
    const line = `GET /api/v1/polls/${poll.memberHash}/options?page=9`;
    const empty = await read(line);
    const tag = empty.headers.get("etag") ?? "";
    await buildOption(gateway.db, poll);
    const grown = await read(line, tag);
    expect([grown.status, grown.text]).toEqual([200, empty.text]);
    const shown = `GET /api/v1/polls/${poll.memberHash}`;
    const before = (await read(shown)).headers.get("etag") ?? "";
    await gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { title: "Another" },
    });
    expect((await read(shown, before)).body.title).toBe("Another");
  });

  test("callers that read different fields get different ETags", async () => {
    const { poll, read } = await scene();
    const line = `GET /api/v1/polls/${poll.memberHash}`;
    const tag = (await read(line)).headers.get("etag") ?? "";
    const stranger = await signUp(gateway.db);
    const answer = await read(line, tag, stranger.privateToken);
    expect([answer.status, answer.body.admin_hash]).toEqual([200, undefined]);
  });

  test("HEAD is 304 like GET; refusals and changes have no ETag", async () => {
    const { owner, poll, read } = await scene();
    const path = `/api/v1/polls/${poll.memberHash}`;
    const tag = (await read(`HEAD ${path}`)).headers.get("etag") ?? "";
    expect((await read(`HEAD ${path}`, tag)).status).toBe(304);
    const refused = await read("GET /api/v1/polls/unknown", "*");
    expect([refused.status, refused.headers.has("etag")]).toEqual([404, false]);
    const changed = await gateway.request(`PATCH /api/v1/polls/${poll.adminHash}`, {
      token: owner.privateToken,
      headers: { "If-None-Match": "*" },
      body: { poll: {} },
    });
    expect([changed.status, changed.headers.has("etag")]).toEqual([200, false]);
  });
});
