// Covers docs/reference/errors.md: field-errors
// Covers docs/reference/requests.md: bodies, field-rules
// Covers docs/reliability.md: invalid-requests

import { z } from "zod";
import { moreProblems } from "../refusals/refusal";
import {
  entry,
  isEmail,
  isLink,
  jsonObject,
  link,
  listOf,
  nameEntry,
  text,
  wholeNumber,
} from "./fields";
import { mergeErrors, readBody } from "./read-body";

const schema = z.strictObject({
  voter_id: z.string(),
  vote: z.strictObject({
    vote: z.number().nullable().optional(),
    more: z.strictObject({ deep: z.int().min(1) }).optional(),
    kind: z.enum(["a", "b"]).optional(),
  }),
});

test.each<[string, unknown, string]>([
  ["a list", { voter_id: Array(10_001).fill(1) }, "voter_id"],
  ["a list in lists", { vote: { more: [[1], Array(10_001).fill({})] } }, "more.1"],
  [
    "an object",
    { vote: { more: Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [at, 1])) } },
    "more",
  ],
])("%s of more than 10,000 entries is the only problem of a body", (_what, body, key) => {
  const reading = readBody(schema, body);
  expect(reading).toEqual({ ok: false, errors: { [key]: ["must have at most 10000 entries"] } });
});

describe("readBody", () => {
  test.each<[string, unknown, Readonly<Record<string, readonly string[]>>]>([
    ["missing fields are required", {}, { voter_id: ["is required"], vote: ["is required"] }],
    [
      "keys lack the envelope",
      { voter_id: "x", vote: { vote: "1" } },
      { vote: ["must be a number"] },
    ],
    [
      "keys inside objects are paths",
      { voter_id: "x", vote: { more: { deep: 0 } } },
      { "more.deep": ["must be at least 1"] },
    ],
    [
      "unknown keys inside and beside the envelope are named",
      { voter_id: "x", vote: { color: 1 }, shape: 2 },
      { color: ["is not a known field"], shape: ["is not a known field"] },
    ],
    [
      "a missing field that is inside the envelope says where it belongs",
      { vote: { voter_id: "x" } },
      { voter_id: ["must be sent beside `vote`, not inside it"] },
    ],
    [
      "a text as the body is an error of base",
      "text",
      { base: ["The body must be a JSON object"] },
    ],
    ["no body is an error of base", undefined, { base: ["The body must be a JSON object"] }],
    [
      "a value that is not listed",
      { voter_id: "x", vote: { kind: "c" } },
      { kind: ["must be one of a, b"] },
    ],
    [
      "a whole number",
      { voter_id: "x", vote: { more: { deep: 1.5 } } },
      { "more.deep": ["must be a whole number"] },
    ],
  ])("%s", (_case, input, errors) => {
    expect(readBody(schema, input)).toEqual({ ok: false, errors });
  });

  test("a key named __proto__ is an unknown field", () => {
    const input = JSON.parse('{"voter_id":"x","vote":{},"__proto__":{"polluted":1}}');
    const read = readBody(schema, input);
    expect(read.ok ? [] : Object.keys(read.errors)).toEqual(["__proto__"]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("problem sentences end without a period", () => {
    const inputs = [
      {},
      { voter_id: 1, vote: 2 },
      null,
      { voter_id: "x", vote: { vote: [], kind: 1 } },
    ];
    for (const input of inputs) {
      const read = readBody(schema, input);
      expect(read.ok ? [] : Object.values(read.errors).flat()).not.toContainEqual(
        expect.stringMatching(/\.$/),
      );
    }
  });
});

describe("more problems than a refusal lists", () => {
  const keys = (count: number, name = "key") =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}_${at}`, 1]));
  const errorsOf = (input: unknown) => {
    const read = readBody(schema, input);
    if (read.ok) throw new Error("the body is valid");
    return read.errors;
  };

  test("are counted: 50 of 9,000 unknown keys are listed", () => {
    const errors = errorsOf({ voter_id: "x", vote: {}, ...keys(9_000) });
    expect([Object.keys(errors).length, errors[moreProblems]]).toEqual([50, 8_950]);
  });

  test("are counted across parts of a body", () => {
    const some = errorsOf({ voter_id: "x", vote: {}, ...keys(40) });
    const many = errorsOf({ vote: keys(100, "other") });
    expect([some[moreProblems], many[moreProblems]]).toEqual([undefined, 51]);
    const all = mergeErrors(some, many);
    expect(Object.values(all).flat()).toHaveLength(50);
    expect(all[moreProblems]).toBe(40 + 51);
  });

  test("50 problems are all listed", () => {
    const errors = errorsOf({ voter_id: "x", vote: keys(50) });
    expect([Object.keys(errors).length, errors[moreProblems]]).toEqual([50, undefined]);
  });

  test("a long key is shortened", () => {
    const [key = ""] = Object.keys(errorsOf({ voter_id: "x", vote: {}, ["k".repeat(90_000)]: 1 }));
    expect(key).toBe(`${"k".repeat(200)}…`);
  });
});

describe("fields", () => {
  test("lengths are counted in characters, not in surrogates", () => {
    expect(text(2).safeParse("😀😀").success).toBe(true);
    expect(text(2).safeParse("😀😀😀").success).toBe(false);
  });
  test.each([
    ["  ", null],
    [" a ", "a"],
    [null, null],
  ])("%p is the text %p", (given, value) => {
    expect(text().parse(given)).toBe(value);
  });
  test.each([
    ["https://example.org/a?b#c", true],
    ["HTTP://example.org", true],
    ["ftp://example.org", false],
    ["javascript:alert(1)", false],
    ["https://user:pw@example.org", false],
    ["https://", false],
    ["//example.org", false],
    ["data:text/html,x", false],
    ['https://a"onmouseover=1', false],
    ['https://example.org/"x', false],
    ["https://example.org/\u202egnp", false],
    ["https://exam\u200bple.org", false],
    ["https://example.org\\@evil.example", false],
    ["https:///example.org", false],
    ["https://2130706433", false],
    ["https://%65xample.org", false],
    ["https://example.org:8443/a'b", true],
    ["https://[::1]:80/", true],
    ["https://BÜCHER.example/Käse", true],
  ])("whether the link %s is valid: %s", (value, ok) => {
    expect(isLink(value)).toBe(ok);
    expect(link.safeParse(value).success).toBe(ok);
  });
  test.each([
    ["My phone", true],
    ["שלום\u200f phone", true],
    ["a\nb", false],
    ["a\u2028b", false],
    ["a\u202egnp", false],
    ["a\u2066b", false],
  ])("whether %j is a name: %s", (value, ok) => {
    expect(nameEntry().safeParse(value).success).toBe(ok);
  });
  test.each([
    ["ann@example.org", true],
    ["ann.b+c@mail.example.org", true],
    ["ann@example", false],
    ["ann@@example.org", false],
    ['"a b"@example.org', false],
    ["a@evil.com,b@example.org", false],
    ["ann@example.org\r\nBcc: x@y.z", false],
    ["Ann <ann@example.org>", false],
    [".ann@example.org", false],
    ["ann@-example.org", false],
    ["ann@example.org.", false],
    ["jörg@example.org", true],
    ["user%x@example.org", true],
    ["info@müller.de", true],
    ["ann@हिन्दी.भारत", true],
    ["ann@தமிழ்.இந்தியா", true],
    ["ann@ไทย.ไทย", true],
    ["ann\u0000@example.org", false],
    ["ann\u0007@example.org", false],
    ["an\u200bn@example.org", false],
    ["an\u034fn@example.org", false],
    ["an\u3164n@example.org", false],
    ["an\u{1d173}n@example.org", false],
    ["ann@1.2.3.4", false],
    ["ann@example.123", false],
    ["ann@4you.example", true],
    ["ann\u202e@example.org", false],
    ["ann@exa\u0301\u0000mple.org", false],
  ])("whether the address %j is valid: %s", (value, ok) => {
    expect(isEmail(value)).toBe(ok);
  });
  test("an address has at most 254 characters", () => {
    const domain = `${"a".repeat(60)}.`.repeat(4);
    const addressOf = (length: number) => `${"b".repeat(length - domain.length - 3)}@${domain}de`;
    expect(isEmail(addressOf(254))).toBe(true);
    expect(isEmail(addressOf(255))).toBe(false);
  });
  test("a link has at most 2,048 characters", () => {
    const linkOf = (length: number) => "https://example.org/".padEnd(length, "a");
    expect(link.safeParse(linkOf(2_048)).success).toBe(true);
    expect(link.safeParse(linkOf(2_049)).success).toBe(false);
  });
  test("control characters other than tabs and line breaks are refused, in objects too", () => {
    for (const taken of ["a\tb", "a\nb", "a\r\nb"]) {
      expect(text().safeParse(taken).success).toBe(true);
      expect(jsonObject.safeParse({ deep: [{ [taken]: taken }] }).success).toBe(true);
    }
    for (const refused of ["a\u0000b", "a\u0008b", "a\u001bb", "a\u007fb", "a\u0085b"]) {
      expect(text().safeParse(refused).success).toBe(false);
      expect(jsonObject.safeParse({ deep: [refused] }).success).toBe(false);
      expect(jsonObject.safeParse({ deep: { [refused]: 1 } }).success).toBe(false);
    }
  });
  test("a list has at most 1,000 entries", () => {
    expect(listOf(entry()).safeParse(Array(1_000).fill("a")).success).toBe(true);
    expect(listOf(entry()).safeParse(Array(1_001).fill("a")).success).toBe(false);
  });
  test("a number beyond 2^53 has one problem, and one that is too large for a double its own", () => {
    const body = z.strictObject({
      limit: wholeNumber().optional(),
      any: z.union([z.string(), z.number()]).optional(),
    });
    const errors = (input: object) => {
      const reading = readBody(body, input);
      return reading.ok ? undefined : reading.errors;
    };
    expect(errors({ limit: 2 ** 53 })).toEqual({ limit: ["must be at most 2147483647"] });
    const tooLarge = ["is a number that is too large to store"];
    expect(errors({ limit: Number.POSITIVE_INFINITY, any: Number.NEGATIVE_INFINITY })).toEqual({
      limit: tooLarge,
      any: tooLarge,
    });
    expect(errors({ any: [] })).toEqual({
      any: ["has the wrong type: expected is a string, a number"],
    });
  });
  test("a comment and other envelopes are not part of a key", () => {
    for (const name of ["comment", "passkey", "refund", "connected_account", "webhook"]) {
      const reading = readBody(z.strictObject({ [name]: z.strictObject({ a: z.string() }) }), {
        [name]: {},
      });
      expect(reading).toEqual({ ok: false, errors: { a: ["is required"] } });
    }
  });
  test("integers have at most 31 bits", () => {
    expect(wholeNumber().safeParse(2 ** 31 - 1).success).toBe(true);
    expect(wholeNumber().safeParse(2 ** 31).success).toBe(false);
    expect(wholeNumber().safeParse(0.5).success).toBe(false);
  });
});
