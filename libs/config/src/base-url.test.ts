// Covers docs/reference/pages.md: below-a-path

import { BaseUrl, baseUrl, baseUrls } from "./base-url";

test.each([
  ["https://polls.example.com", "https://polls.example.com", ""],
  ["https://polls.example.com/", "https://polls.example.com", ""],
  ["https://example.com/polls", "https://example.com/polls", "/polls"],
  ["http://server:3000/a/b-c.d/", "http://server:3000/a/b-c.d", "/a/b-c.d"],
])("%s is an address of the service", (text, href, prefix) => {
  expect(baseUrl.parse(text)).toMatchObject({ href, prefix });
});

test.each([
  "polls.example.com",
  "ftp://polls.example.com",
  "https://polls.example.com/?a=1",
  "https://polls.example.com/#a",
  "https://user@polls.example.com",
  "https://polls.example.com/a//b",
  "https://polls.example.com/%2f",
  'https://polls.example.com/"x',
  "https://polls.example.com/;Secure",
  "",
])("%p is no address of the service", (text) => {
  expect(baseUrl.safeParse(text).success).toBe(false);
});

test("paths and addresses are below the path", () => {
  const below = new BaseUrl("https://example.com/polls/");
  expect(below.path("/p/abc")).toBe("/polls/p/abc");
  expect(below.url("/p/abc")).toBe("https://example.com/polls/p/abc");
  const whole = new BaseUrl("https://example.com");
  expect([whole.path("/"), whole.url("/p/abc")]).toEqual(["/", "https://example.com/p/abc"]);
});

test.each([
  ["/polls", "/"],
  ["/polls/", "/"],
  ["/polls/polls/new", "/polls/new"],
  ["/pollsters", undefined],
  ["/p/abc", undefined],
])("%s is at %s below /polls", (path, expected) => {
  expect(new BaseUrl("https://example.com/polls").below(path)).toBe(expected);
});

test("further addresses of the service count without their paths", () => {
  const urls = baseUrls.parse("https://example.com/polls, https://polls.lan");
  expect(urls.map(({ href }) => href)).toEqual(["https://example.com/", "https://polls.lan/"]);
});
