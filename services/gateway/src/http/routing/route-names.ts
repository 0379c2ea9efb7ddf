import type { IncomingMessage } from "node:http";
import type { RouteName } from "../limits/load";
import { firstSegment } from "./below-base-url";
import type { Endpoint } from "./endpoint";
import type { RouteTable } from "./route-table";

const outsideApi = (path: string): RouteName => ({
  method: "any",
  path,
  manyAtOnce: path === "/files",
  isStream: false,
});
const OTHERS = outsideApi("none");
const ofEndpoint = ({ method, path, run, contentType }: Endpoint): RouteName => {
  const isStream = contentType === "text/event-stream";
  const manyAtOnce = isStream || run === "batch";
  return { method: method.toUpperCase(), path, isStream, manyAtOnce };
};
const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/**
 * Finds the route name of a request before Express sees it. Health checks have none. `otherPaths` outside of the
 * API with the same first segment share one.
 */
export function routeNames(
  endpoints: readonly Endpoint[],
  routesAt: RouteTable<Endpoint>,
  otherPaths: readonly string[],
): (request: IncomingMessage) => RouteName | undefined {
  const names = new Map(endpoints.map((endpoint) => [endpoint, ofEndpoint(endpoint)]));
  const groups = new Map(otherPaths.map(firstSegment).map((group) => [group, outsideApi(group)]));
  return ({ method = "GET", url = "/" }) => {
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    if (probes.has(path)) return undefined;
    const endpoint = routesAt(path)?.of(method === "HEAD" ? "GET" : method);
    return (endpoint && names.get(endpoint)) ?? groups.get(firstSegment(path)) ?? OTHERS;
  };
}
