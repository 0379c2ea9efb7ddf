// Covers docs/reference/pages.md: back-to-the-page

import { BaseUrl } from "@polls/config";
import { homePages } from "../home-pages/home.pages";
import { pollPages } from "../poll-pages/poll.pages";
import { returnPathOf } from "./return-path";

const config = { baseUrl: new BaseUrl("https://polls.example") };

test.each([
  ...homePages.map(({ path }) => path).filter((path) => path !== "/sign-in"),
  ...pollPages.map(({ path }) => path.replaceAll(/:\w+/g, "a2-_Z")),
])("%s is a valid return path", (path) => {
  expect(returnPathOf(path, config)).toBe(path);
});

test.each([
  ["another host", "https://evil.example/polls"],
  ["another host without a scheme", "//evil.example/polls"],
  ["a backslash that browsers read as a slash", "/\\evil.example/polls"],
  ["two backslashes", "\\\\evil.example/polls"],
  ["a tab, which browsers remove", "/\t/evil.example/polls"],
  ["a line break, which browsers remove", "/\n/evil.example/polls"],
  ["dots that produce an empty segment", "/p/..//evil.example/polls"],
  ["encoded dots that produce an empty segment", "/p/%2e%2e//evil.example/polls"],
  ["an encoded slash", "/%2fevil.example/polls"],
  ["an encoded slash and a backslash", "/%5cevil.example"],
  ["a user name before the host", "/@evil.example"],
  ["a script", "javascript:alert(1)"],
  ["a script after a space", " javascript:alert(1)"],
  ["a line break with a header", "/polls%0d%0aSet-Cookie:x=y"],
  ["a path of the API", "/api/v1/polls"],
  ["a link that signs in", `/sign-in/${"x".repeat(43)}`],
  ["the sign-in itself", "/sign-in"],
  ["a file", "/files/derivatives/x"],
  ["a path without a page", "/polls/more"],
  ["an absolute URL of this service", "https://polls.example/polls"],
  ["no path", "polls"],
  ["an empty text", ""],
  ["a very long path", `/p/${"x".repeat(300)}`],
])("%s is not a valid return path", (_case, text) => {
  expect(returnPathOf(text, config)).toBeUndefined();
});

test.each([
  ["/polls/p/abc/results", "/p/abc/results"],
  ["/polls/polls", "/polls"],
  ["/polls/", "/"],
  ["/p/abc", "/p/abc"],
  ["/polls/new", "/polls/new"],
  ["/polls/sign-in", undefined],
])("below /polls, %s returns to %s", (text, expected) => {
  expect(returnPathOf(text, { baseUrl: new BaseUrl("https://example.com/polls") })).toBe(expected);
});

test.each([
  ["/polls?to=//evil.example", "/polls"],
  ["/polls/new?to=//evil.example#ranking", "/polls/new#ranking"],
  ["/polls/new#", "/polls/new"],
  ["/polls/new#//evil.example", "/polls/new"],
  ["/polls/new#%0d%0aSet-Cookie:x=y", "/polls/new"],
  ["//evil.example/polls#ranking", undefined],
])("a query is removed and a plain fragment is kept: %s returns to %s", (text, expected) => {
  expect(returnPathOf(text, config)).toBe(expected);
});
