import type { IncomingMessage } from "node:http";
import type { Endpoint } from "./endpoint";
import type { RouteTable } from "./route-table";

/** Names what a request asks for. Requests of one name take about as long as one another. */
export interface RouteName {
  readonly method: string;
  /** The pattern of the path, or its first segment beside the API. */
  readonly path: string;
  /** They share transactions, or wait for the storage or for changes. */
  readonly manyAtOnce: boolean;
  readonly isStream: boolean;
}

const besideApi = (path: string): RouteName => ({
  ...{ method: "any", path, manyAtOnce: path === "/files", isStream: false },
});
const OTHERS = besideApi("none");
const ofEndpoint = ({ method, path, batched, contentType }: Endpoint): RouteName => {
  const isStream = contentType === "text/event-stream";
  const manyAtOnce = isStream || batched === true;
  return { method: method.toUpperCase(), path, isStream, manyAtOnce };
};
const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

const firstSegment = (path: string): string => /^\/[^/]*/.exec(path)?.[0] ?? path;

/**
 * Finds the name of a request by its line alone, before Express sees it; undefined for health.
 *
 * @param endpoints Those of `routesAt`.
 * @param besides The patterns of the paths beside the API. Those with the same first segment share a name.
 */
export function routeNames(
  endpoints: readonly Endpoint[],
  routesAt: RouteTable<Endpoint>,
  besides: readonly string[],
): (request: IncomingMessage) => RouteName | undefined {
  const names = new Map(endpoints.map((endpoint) => [endpoint, ofEndpoint(endpoint)]));
  const groups = new Map(besides.map(firstSegment).map((group) => [group, besideApi(group)]));
  return ({ method = "GET", url = "/" }) => {
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    if (probes.has(path)) return undefined;
    const endpoint = routesAt(path)?.of(method === "HEAD" ? "GET" : method);
    return (endpoint && names.get(endpoint)) ?? groups.get(firstSegment(path)) ?? OTHERS;
  };
}
