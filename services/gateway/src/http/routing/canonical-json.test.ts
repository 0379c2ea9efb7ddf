// Covers docs/reference/requests.md: idempotency

import { canonicalJson } from "./idempotency";

test.each<[string, unknown, unknown]>([
  ["members in another order", { a: 1, b: { d: [], c: null } }, { b: { c: null, d: [] }, a: 1 }],
  ["objects in lists", [{ a: 1, b: 2 }], [{ b: 2, a: 1 }]],
  [
    "a member named __proto__",
    JSON.parse('{"b":1,"__proto__":2}'),
    JSON.parse('{"__proto__":2,"b":1}'),
  ],
  ["nothing", undefined, undefined],
])("%s is the same text", (_case, one, other) => {
  expect(canonicalJson(one)).toBe(canonicalJson(other));
});

test.each<[string, unknown, unknown]>([
  ["another order of a list", [1, 2], [2, 1]],
  ["another value", { a: 1 }, { a: "1" }],
  ["another name", { a: 1 }, { b: 1 }],
  ["no member and null", {}, { a: null }],
  ["a list and an object", [], {}],
  ["a member named __proto__", {}, JSON.parse('{"__proto__":2}')],
])("%s is another text", (_case, one, other) => {
  expect(canonicalJson(one)).not.toBe(canonicalJson(other));
});
