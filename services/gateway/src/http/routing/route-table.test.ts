import { routeTable } from "./route-table";

const find = routeTable([
  { method: "get", path: "/polls", name: "list" },
  { method: "get", path: "/polls/:hash", name: "poll" },
  { method: "patch", path: "/polls/:poll_id", name: "change" },
  { method: "get", path: "/polls/:poll_id/votes/:id", name: "vote" },
  { method: "get", path: "/polls/new/votes", name: "literal" },
  { method: "get", path: "/", name: "root" },
]);

const at = (method: string, path: string) => {
  const found = find(path)?.route(method);
  return found && [found.route.name, found.params];
};

test.each([
  ["GET", "/polls", ["list", {}]],
  ["GET", "/polls/", ["list", {}]],
  ["GET", "/polls/abc", ["poll", { hash: "abc" }]],
  ["PATCH", "/polls/abc", ["change", { poll_id: "abc" }]],
  ["GET", "/polls/a%2Fb%20c", ["poll", { hash: "a/b c" }]],
  ["GET", "/polls/abc/votes/v", ["vote", { poll_id: "abc", id: "v" }]],
  ["GET", "/polls/new/votes", ["literal", {}]],
  ["GET", "/polls/new/votes/v", ["vote", { poll_id: "new", id: "v" }]],
  ["GET", "/polls/new", ["poll", { hash: "new" }]],
  ["GET", "/", ["root", {}]],
  ["POST", "/polls", undefined],
  ["GET", "/Polls", undefined],
  ["GET", "/polls//", undefined],
  ["GET", "/polls/abc/votes", undefined],
  ["GET", "/polls/abc/votes/v/w", undefined],
  ["GET", "", undefined],
])("%s %s", (method, path, expected) => {
  expect(at(method, path)).toEqual(expected);
});

test("returns the methods of a path", () => {
  expect(find("/polls/abc")?.methods).toEqual(["GET", "PATCH"]);
});

test("throws for a parameter with an invalid percent-encoding", () => {
  expect(() => at("GET", "/polls/%E0%A4%A")).toThrow(URIError);
});
