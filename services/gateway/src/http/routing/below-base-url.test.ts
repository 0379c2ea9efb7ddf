// Covers docs/reference/pages.md: below-a-path

import { BaseUrl } from "@polls/config";
import { pathsBelow } from "./below-base-url";

const paths = ["/", "/api/v1/polls", "/api/v1/polls/:id", "/healthz", "/p/:hash", "/polls"];
paths.push("/polls/new", "/docs", "/docs/:folder/:name", "/files/*key");

const served = (prefix: string, path: string): string =>
  pathsBelow(new BaseUrl(`https://example.com${prefix}`), paths)(path);

describe.each(["/votes", "/polls", "/p", "/api", "/docs", "/a/b"])("below %s", (prefix) => {
  test.each([
    "/api/v1/polls",
    "/api/v1/polls/abc",
    "/healthz",
    "/p/abc",
    "/polls/new",
    "/docs/reference/votes.md",
    "/files/a/b",
  ])("%s is served, whether the proxy strips the path or not", (path) => {
    expect([served(prefix, path), served(prefix, prefix + path)]).toEqual([path, path]);
  });

  test("a slash after the path is the start page, and unknown paths stay unknown", () => {
    expect(served(prefix, `${prefix}/`)).toBe("/");
    expect(served(prefix, "/")).toBe("/");
    expect(served(prefix, "/unknown/path")).toBe("/unknown/path");
    expect(served(prefix, `${prefix}ed/p/abc`)).toBe(`${prefix}ed/p/abc`);
  });
});

test("the path alone is the start page, unless a page has this path", () => {
  expect(served("/votes", "/votes")).toBe("/");
  expect(served("/p", "/p")).toBe("/");
  expect(served("/polls", "/polls")).toBe("/polls");
  expect(served("/polls", "/polls/polls")).toBe("/polls");
});
