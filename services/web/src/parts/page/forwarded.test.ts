// Covers docs/reference/pages.md: url-parameters

import { forwardedIn, withParameters } from "./forwarded";

const forwards = { forward_url_parameters: true, forwarded_url_parameters: ["ref", "class"] };

test("only the named parameters are passed on, and only with the setting", () => {
  const search = "?ref=a%26b&other=1&invitation=secret";
  expect([...forwardedIn(forwards, search)]).toEqual([["ref", "a&b"]]);
  expect(forwardedIn({ ...forwards, forward_url_parameters: false }, search).size).toBe(0);
});

test("a link gets the parameters, and keeps its own", () => {
  const given = new Map([
    ["ref", "a&b"],
    ["class", "7"],
  ]);
  expect(withParameters("https://example.org/x?class=1#end", given)).toBe(
    "https://example.org/x?class=1&ref=a%26b#end",
  );
  expect(withParameters("https://example.org/x", new Map())).toBe("https://example.org/x");
});
