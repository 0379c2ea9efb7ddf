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

function pathOf({ url = "/" }: IncomingMessage): string {
  const mark = url.indexOf("?");
  return mark === -1 ? url : url.slice(0, mark);
}

/** Health checks arrive every few seconds also where nothing happens. */
export const isHealthCheck = (request: IncomingMessage): boolean => probes.has(pathOf(request));

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
  return (request) => {
    const path = pathOf(request);
    if (probes.has(path)) return undefined;
    const { method = "GET" } = request;
    const endpoint = routesAt(path)?.of(method === "HEAD" ? "GET" : method);
    return (endpoint && names.get(endpoint)) ?? groups.get(firstSegment(path)) ?? OTHERS;
  };
}
