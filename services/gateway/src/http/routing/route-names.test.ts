// Covers docs/reference/requests.md: overload
// Covers docs/reliability.md: overload

import type { IncomingMessage } from "node:http";
import { endpoints } from "../../endpoints";
import { routeNames } from "./route-names";
import { routeTable } from "./route-table";

const nameOf = routeNames(endpoints, routeTable(endpoints), [
  "/p/:hash",
  "/p/:hash/results",
  "/files/*key",
  "/healthz",
]);
const named = (method: string, url: string) => nameOf({ method, url } as IncomingMessage);

test.each([
  ["GET", "/api/v1/polls/abc?page=2", "GET", "/api/v1/polls/:poll_hash"],
  ["HEAD", "/api/v1/polls/abc", "GET", "/api/v1/polls/:poll_hash"],
  ["POST", "/api/v1/polls/abc/votes", "POST", "/api/v1/polls/:poll_id/votes"],
  ["PUT", "/api/v1/polls/abc", "any", "none"],
  ["GET", "/p/abc", "any", "/p"],
  ["POST", "/p/abc/results", "any", "/p"],
  ["GET", "/files/a/b.webp", "any", "/files"],
  ["GET", "/", "any", "none"],
  ["GET", "/wp-login.php", "any", "none"],
  ["GET", "*", "any", "none"],
])("%s %s is named %s %s", (method, url, namedMethod, path) => {
  expect(named(method, url)).toMatchObject({ method: namedMethod, path });
});

test.each(["/healthz", "/readyz", "/healthz?deep=1"])("a health check at %s has no name", (url) => {
  expect(named("GET", url)).toBeUndefined();
});

test("all requests of a route have the same name object", () => {
  expect(named("GET", "/api/v1/polls/a")).toBe(named("GET", "/api/v1/polls/b"));
  expect(named("GET", "/p/a")).toBe(named("GET", "/p/b"));
});

test("votes, files and streams may run many at a time, and streams are marked", () => {
  const flags = (method: string, url: string) => {
    const { manyAtOnce, isStream } = named(method, url) ?? {};
    return { manyAtOnce, isStream };
  };
  expect(flags("POST", "/api/v1/polls/a/votes")).toEqual({ manyAtOnce: true, isStream: false });
  expect(flags("GET", "/files/a")).toEqual({ manyAtOnce: true, isStream: false });
  expect(flags("GET", "/api/v1/polls/a/results/stream")).toEqual({
    manyAtOnce: true,
    isStream: true,
  });
  expect(flags("GET", "/api/v1/polls/a")).toEqual({ manyAtOnce: false, isStream: false });
});
