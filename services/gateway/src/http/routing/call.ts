import { cutText } from "@polls/domain/input";
import type { Request, Response } from "express";
import type { Deps } from "../../deps";
import { headerOf } from "../request/request-facts";
import { requestIdOf } from "../request/request-id";
import { spanOf } from "../server/trace-requests";
import type { Endpoint, PublicInput } from "./endpoint";
import type { ReadRequest } from "./request-body";
import type { RouteTable } from "./route-table";

/** A request to an endpoint. */
export interface Call {
  readonly routesAt: RouteTable<Endpoint>;
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly request: Request;
  readonly response: Response;
  readonly query: URLSearchParams;
  /** The public URL. Few endpoints read it, and to parse it takes time. */
  readonly address: () => URL;
  readonly clientAddress: string;
}

/** The most characters of a parameter that `Link` repeats. Longer ones have no more effect than these. */
const QUERY_MAX = 255;

/** With what an endpoint reads of a query, so that a response does not repeat all that a client sends. */
function listAddress(address: URL, { query }: Endpoint): URL {
  const known = new Set(["organization_id", ...Object.keys(query ?? {})]);
  const list = new URL(address);
  list.search = "";
  for (const [name, value] of address.searchParams) {
    if (known.delete(name)) list.searchParams.append(name, cutText(value, QUERY_MAX));
  }
  return list;
}

/** What the handler of the endpoint gets. */
export const inputOf = <Caller extends object>(
  { endpoint, params, request, response, query, address, clientAddress }: Call,
  { body, uploads }: ReadRequest,
  deps: Pick<Deps, "clock">,
  caller: Caller,
): PublicInput<unknown> & Caller => ({
  params,
  query,
  address: () => listAddress(address(), endpoint),
  body,
  uploads,
  header: (name) => headerOf(request, name),
  clientAddress,
  now: deps.clock(),
  requestId: requestIdOf(response),
  span: spanOf(response),
  // Last, because properties after a spread are slow (docs/performance.md#spreads).
  ...caller,
});
