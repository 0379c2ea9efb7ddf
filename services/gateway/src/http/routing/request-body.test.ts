// Covers docs/reference/errors.md: codes-of-fields, field-errors
// Covers docs/reference/requests.md: bodies, query-parameters
// Covers docs/reliability.md: invalid-requests

import { shareRouter } from "../../../testing/router-endpoints";

const { gateway, account, poll, title, rename } = shareRouter();

describe("the body", () => {
  test.each<[string, object, number, string]>([
    [
      "is no JSON",
      { text: "{", headers: { "Content-Type": "application/json" } },
      400,
      "malformed_json",
    ],
    [
      "is empty JSON",
      { text: " ", headers: { "Content-Type": "application/json" } },
      400,
      "malformed_json",
    ],
    [
      "is not UTF-8",
      {
        text: new Uint8Array([0x7b, 0xff, 0x7d]),
        headers: { "Content-Type": "application/json" },
      },
      400,
      "malformed_json",
    ],
    [
      "is nested too deeply",
      { text: "[".repeat(40_000), headers: { "Content-Type": "application/json" } },
      400,
      "bad_request",
    ],
    [
      "is of another type",
      { text: "poll[title]=x", headers: { "Content-Type": "application/x-www-form-urlencoded" } },
      415,
      "unsupported_media_type",
    ],
    [
      "has no type",
      { text: "{}", headers: { "Content-Type": "text/plain" } },
      415,
      "unsupported_media_type",
    ],
    [
      "is a form at an endpoint without files",
      { form: new FormData() },
      415,
      "unsupported_media_type",
    ],
    ...["utf-16", '"ISO-8859-1"', "utf-8; charset=utf-16"].map(
      (charset): [string, object, number, string] => [
        `has the charset ${charset}`,
        {
          text: '{"poll":{"title":"x"}}',
          headers: { "Content-Type": `application/json; charset=${charset}` },
        },
        415,
        "unsupported_media_type",
      ],
    ),
    ["is too large", { body: { poll: { title: "x".repeat(2_000_000) } } }, 413, "too_large"],
    ["has an unknown key", { body: { poll: { title: "x", shade: 1 } } }, 422, "invalid"],
    [
      "has __proto__",
      {
        text: '{"poll":{"title":"x","__proto__":{"a":1}}}',
        headers: { "Content-Type": "application/json" },
      },
      422,
      "invalid",
    ],
  ])("that %s is refused", async (_case, options, status, code) => {
    const answer = await gateway.request(`PATCH /api/v1/polls/${poll.memberHash}/title`, {
      token: account.privateToken,
      ...options,
    });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await title()).toBe("Where do we eat");
  });

  test.each(["utf-8", "UTF-8", '"utf-8"', "utf8"])(
    "with the charset %s is accepted",
    async (charset) => {
      const { status } = await gateway.request(`PATCH /api/v1/polls/${poll.memberHash}/title`, {
        token: account.privateToken,
        text: '{"poll":{"title":"Where do we eat"}}',
        headers: { "Content-Type": `application/json; charset=${charset}` },
      });
      expect(status).toBe(200);
    },
  );

  test("the response names all problems of the body, by attributes without the envelope", async () => {
    const answer = await rename({ shade: "red", title: 7 });
    expect(answer.body).toEqual({
      error: "Unprocessable",
      code: "invalid",
      errors: { title: ["must be a string"], shade: ["is not a known field"] },
      problems: {
        title: [{ code: "not_text", values: {} }],
        shade: [{ code: "unknown_field", values: {} }],
      },
    });
  });
});

describe("a body with many problems", () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`key_${at}`, 1]));

  test("is answered with 50 of them and the number of the others", async () => {
    const { status, body, text } = await rename(keys(5_000));
    expect([status, body.code, body.more_problems]).toEqual([422, "invalid", 5_001 - 50]);
    expect(Object.keys(body.errors)).toHaveLength(50);
    expect(Object.keys(body.problems)).toEqual(Object.keys(body.errors));
    expect(text.length).toBeLessThan(8_000);
  });

  test("with more than 30,000 keys or 200,000 entries is 400 before it is parsed", async () => {
    const ask = (text: string) =>
      gateway.request("POST /api/v1/large", {
        token: account.privateToken,
        text,
        headers: { "Content-Type": "application/json" },
      });
    const manyKeys = JSON.stringify(keys(30_001));
    const manyEntries = `{"list":[${"1,".repeat(200_001)}1]}`;
    for (const text of [manyKeys, manyEntries]) {
      const { status, body } = await ask(text);
      expect([status, body.error]).toEqual([400, "The body has too many keys or entries"]);
    }
    expect((await ask(JSON.stringify(keys(10_000)))).body.more_problems).toBe(9_950);
    const most = (await ask(JSON.stringify(keys(30_000)))).body;
    expect([most.code, Object.values(most.errors)]).toEqual([
      "invalid",
      [["must have at most 10000 entries"]],
    ]);
  });
});

describe("the URL", () => {
  test("a query with an invalid percent-encoding is 400", async () => {
    const answer = await gateway.inPoll(poll, account, "GET /whole?a=%E0%A4%A");
    expect([answer.status, answer.body.code]).toEqual([400, "bad_request"]);
  });

  test("a path with an invalid percent-encoding is 400", async () => {
    const answer = await gateway.as(account, "GET /api/v1/polls/%E0%A4%A/whole");
    expect([answer.status, answer.body.code]).toEqual([400, "bad_request"]);
  });

  test("OPTIONS lists the methods of a path, HEAD responds like GET without a body", async () => {
    const path = `/api/v1/polls/${poll.memberHash}/whole`;
    const options = await gateway.request(`OPTIONS ${path}`);
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    const head = await gateway.as(account, `HEAD ${path}`);
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  test.each(["/whole?a=%00", "%00/whole"])("a character 0 in %j is 400", async (end) => {
    const answer = await gateway.as(account, `GET /api/v1/polls/${poll.memberHash}${end}`);
    expect([answer.status, answer.body.code]).toEqual([400, "bad_request"]);
  });

  test("unknown query parameters are ignored", async () => {
    const answer = await gateway.inPoll(poll, account, "GET /whole?shade=red");
    expect(answer.status).toBe(200);
  });

  test("an unknown path is 404, as JSON", async () => {
    const answer = await gateway.request("DELETE /api/v1/nothing");
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: "Page not found", code: "page_not_found" },
    ]);
    expect(answer.headers.has("ratelimit-remaining")).toBe(true);
  });
});
