// Covers docs/reference/requests.md: service-addresses

import { request } from "node:http";
import { shareGateway } from "../../../testing/share-gateway";
import { createApp } from "../../app";
import { endpoints } from "../../endpoints";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

/** A URL of the path pattern, with a value for each parameter. */
const anAddressAt = (path: string) => path.replace(/[:*]\w+/g, "x");

interface Route {
  readonly path: string;
  readonly methods: Readonly<Record<string, boolean>>;
}

describe("methods", () => {
  let routes: readonly Route[];

  const gateway = shareGateway({
    env: { LOG_LEVEL: "silent", DEV_MAIL_URL: "http://127.0.0.1:1" },
  });
  beforeAll(async () => {
    // The types of Express do not declare the methods of a route.
    const { stack } = createApp(gateway.deps).router;
    routes = stack.flatMap(({ route }) => (route ? [route as unknown as Route] : []));
  });

  const send = (method: string, path: string) =>
    new Promise<{ readonly status: number; readonly allow: string | undefined; text: string }>(
      (resolve, reject) => {
        const sent = request(`${gateway.url}${path}`, { method }, (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk) => {
            text += chunk;
          });
          response.on("end", () => {
            resolve({ status: response.statusCode ?? 0, allow: response.headers.allow, text });
          });
        });
        sent.on("error", reject).end();
      },
    );

  const served = (methods: readonly string[]) =>
    [...new Set(["OPTIONS", ...methods, ...(methods.includes("GET") ? ["HEAD"] : [])])].sort();

  /** The methods of each path inside and outside of the API. */
  function pathsWithMethods(): ReadonlyMap<string, readonly string[]> {
    const paths = new Map<string, string[]>();
    for (const { method, path } of endpoints) {
      // Paths that differ only in the names of parameters are one path.
      const address = anAddressAt(path);
      paths.set(address, [...(paths.get(address) ?? []), method.toUpperCase()]);
    }
    for (const { path, methods } of routes) {
      const named = Object.keys(methods).filter((name) => name !== "_all");
      paths.set(
        anAddressAt(path),
        named.map((name) => name.toUpperCase()),
      );
    }
    return paths;
  }

  test("every path responds to all other methods with 405 and Allow", async () => {
    const wrong: string[] = [];
    const paths = pathsWithMethods();
    expect(paths.size).toBeGreaterThan(40);
    for (const [path, methods] of paths) {
      const allowed = served(methods);
      for (const method of METHODS) {
        const { status, allow, text } = await send(method, path);
        const said = `${method} ${path}: ${status}, Allow: ${allow}, ${text.slice(0, 80)}`;
        if (method === "OPTIONS" && (status !== 204 || allow !== allowed.join(", "))) {
          wrong.push(said);
        }
        if ((status === 405) === allowed.includes(method)) wrong.push(said);
        if (status === 405 && allow !== allowed.join(", ")) wrong.push(said);
        if (status >= 500 && !path.startsWith("/dev/mail") && status !== 503) wrong.push(said);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("a 405 has an error body like every error", async () => {
    const answer = await gateway.request("PUT /api/v1/polls/x");
    expect([answer.status, answer.body]).toEqual([
      405,
      { error: "The path does not have this method", code: "method_not_allowed" },
    ]);
    expect(answer.headers.get("allow")).toBe("DELETE, GET, HEAD, OPTIONS, PATCH");
    expect(Number(answer.headers.get("ratelimit-remaining"))).toBeGreaterThan(0);
  });

  test("an unknown path is 404 with every method", async () => {
    for (const method of METHODS) {
      expect([method, (await send(method, "/api/v1/nowhere")).status]).toEqual([method, 404]);
      expect([method, (await send(method, "/nowhere")).status]).toEqual([method, 404]);
    }
  });
});
