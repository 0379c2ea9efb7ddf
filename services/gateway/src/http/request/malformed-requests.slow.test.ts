// Covers docs/reference/requests.md: bodies
// Covers docs/reliability.md: malformed-http

import { gzipSync } from "node:zlib";
import { buildOption, sampleCases } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { createApp } from "../../app";
import { endpoints } from "../../endpoints";

interface Envelope {
  readonly says: string;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  /**
   * The statuses with which an endpoint that reads the body may refuse it. Undefined: any but 5xx.
   */
  readonly statuses?: readonly number[];
}

const JSON_TYPE = "application/json";
const form = (boundary = "y") => `multipart/form-data; boundary=${boundary}`;
const part = (...lines: readonly string[]) => ["--y", ...lines, "--y--", ""].join("\r\n");

/** Bodies that every parser refuses, and bodies that match no schema. */
const envelopes: readonly Envelope[] = [
  { says: "half of an object", type: JSON_TYPE, body: '{"poll":', statuses: [400] },
  { says: "two values", type: JSON_TYPE, body: "{}{}", statuses: [400] },
  { says: "a comment", type: JSON_TYPE, body: "{}//", statuses: [400] },
  { says: "NaN", type: JSON_TYPE, body: '{"a":NaN}', statuses: [400] },
  { says: "a character 0", type: JSON_TYPE, body: "\0", statuses: [400] },
  {
    says: "invalid UTF-8",
    type: JSON_TYPE,
    body: Buffer.from([0x22, 0xff, 0x22]),
    statuses: [400],
  },
  { says: "UTF-16", type: JSON_TYPE, body: Buffer.from("{}", "utf16le"), statuses: [400] },
  { says: "21 levels", type: JSON_TYPE, body: "[".repeat(21), statuses: [400] },
  { says: "9 MB", type: JSON_TYPE, body: Buffer.alloc(9_000_000, " "), statuses: [413] },
  {
    says: "a compressed body",
    type: JSON_TYPE,
    body: gzipSync("{}"),
    headers: { "Content-Encoding": "gzip" },
    statuses: [415],
  },
  { says: "a body without a type", type: "", body: "{}", statuses: [415] },
  { says: "a text", type: "text/plain", body: "{}", statuses: [415] },
  {
    says: "an encoded form",
    type: "application/x-www-form-urlencoded",
    body: "a=b",
    statuses: [415],
  },
  { says: "a type that is none", type: ";;,", body: "{}", statuses: [415] },
  ...["null", "[]", '"a"', "1", "{}", '{"poll":null}', '{"poll":[]}', '{"__proto__":{}}'].map(
    (body) => ({ says: body, type: JSON_TYPE, body }),
  ),
  ...["option", "voter", "vote", "account", "organization", "member", "webhook"].flatMap((name) =>
    ["null", "[[]]", '{"__proto__":1,"constructor":2}', '{"\\u0000":"\\ud800"}'].map((value) => ({
      says: `${name}: ${value}`,
      type: JSON_TYPE,
      body: `{"${name}":${value}}`,
    })),
  ),
  {
    says: "a form without a boundary",
    type: "multipart/form-data",
    body: "x",
    statuses: [400, 415],
  },
  { says: "a form of nothing", type: form(), body: "", statuses: [400, 415] },
  { says: "another boundary", type: form("z"), body: part("", "x"), statuses: [400, 415] },
  { says: "a boundary of 300", type: form("y".repeat(300)), body: "x", statuses: [400, 415] },
  {
    says: "a part without a name",
    type: form(),
    body: part("Content-Disposition: form-data", "", "x"),
    statuses: [400, 415],
  },
  {
    says: "a file without a name",
    type: form(),
    body: part('Content-Disposition: form-data; filename="x"', "", "x"),
    statuses: [400, 415],
  },
  {
    says: "half of a form",
    type: form(),
    body: '--y\r\nContent-Disposition: form-data; name="terms"\r\n\r\n1',
    statuses: [400, 415],
  },
  { says: "half an encoding in the query", query: "?page=%", statuses: [400] },
  { says: "a character 0 in the query", query: "?a=%00", statuses: [400] },
  {
    says: "an identifier with a tab",
    headers: { "X-SERVICE-USER-IDENTIFIER": "a\tb" },
    statuses: [400],
  },
  {
    says: "an identifier of 256 bytes",
    headers: { "X-SERVICE-USER-IDENTIFIER": "x".repeat(256) },
  },
  {
    says: "a key of 256 characters",
    type: JSON_TYPE,
    body: "{}",
    headers: { "Idempotency-Key": "k".repeat(256) },
    statuses: [400],
  },
];

/** Whether the headers or the query are malformed too. */
const hasHead = ({ headers, query }: Envelope) => headers !== undefined || query !== undefined;

describe("malformed requests", () => {
  const gateway = shareGateway({
    env: { LOG_LEVEL: "silent", RATE_LIMIT_REQUESTS: "100000" },
  });

  async function newTarget(path: string) {
    const account = await signUp(gateway.db);
    const poll = await account.buildPoll();
    const option = await buildOption(gateway.db, poll);
    const address = path
      .replace(/:poll_(id|hash)/, poll.memberHash)
      .replace(/\/options\/:id/, `/options/${option.publicId}`)
      .replace(/:\w+/g, "x");
    return { token: account.privateToken, address };
  }

  const send = (method: string, address: string, token: string, envelope: Envelope) => {
    const { type, body, headers, query = "" } = envelope;
    const sends = body !== undefined && method !== "GET";
    return gateway.request(`${method} ${address}${query}`, {
      token,
      headers: { ...headers, ...(type === undefined ? {} : { "Content-Type": type }) },
      ...(sends ? { text: new Uint8Array(Buffer.from(body)) } : {}),
    });
  };

  test.each(
    endpoints.map((each, at) => [`${each.method.toUpperCase()} ${each.path}`, each, at] as const),
  )("%s refuses them without an internal error", async (_line, { method, path, auth }, at) => {
    const reads = method === "post" || method === "patch";
    const wrong: string[] = [];
    let target = await newTarget(path);
    // `fetch` sends no body with GET.
    const different = method === "get" ? envelopes.filter(hasHead) : sampleCases(envelopes, 8, at);
    for (const envelope of different) {
      const { says, statuses, query, body } = envelope;
      const { status, text } = await send(
        method.toUpperCase(),
        target.address,
        target.token,
        envelope,
      );
      // Sign-in endpoints do not read the user identifier or the `Idempotency-Key`.
      const isRead = query !== undefined || (auth !== "none" && body === undefined) || reads;
      const isPublicHeader =
        auth === "none" && envelope.headers !== undefined && says !== "a compressed body";
      const expected = isRead && !isPublicHeader ? statuses : undefined;
      const isWrong = status >= 500 || (expected !== undefined && !expected.includes(status));
      if (isWrong) wrong.push(`${says}: ${status} ${text.slice(0, 100)}`);
      // If the request was accepted, the token may be rotated or the poll deleted.
      if (status < 300) target = await newTarget(path);
    }
    expect(wrong).toEqual([]);
  });

  test("paths outside of the API refuse them without an internal error either", async () => {
    const { stack } = createApp(gateway.deps).router;
    const paths = stack.flatMap(({ route }) => (route === undefined ? [] : [route.path]));
    expect(paths.length).toBeGreaterThan(10);
    const wrong: string[] = [];
    for (const path of paths) {
      const address = String(path).replace(/[:*]\w+/g, "x");
      for (const envelope of envelopes) {
        const { status, text } = await send("POST", address, "", envelope);
        if (status >= 500) wrong.push(`${address}, ${envelope.says}: ${status} ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 400_000);
});
