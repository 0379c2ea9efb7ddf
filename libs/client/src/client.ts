import type { Follow } from "./follow";
import { operationTable } from "./generated/operation-table";
import type { Operations } from "./generated/operations";
import type { Page } from "./operation-types";
import { type RequestOptions, send } from "./transport";
import type { Fetch } from "./upload";

/** The identity for which a client acts, and how it sends requests. */
export interface ClientOptions
  extends Pick<RequestOptions, "timeoutMs" | "deadlineMs" | "retries"> {
  /** The address of the service, such as `https://polls.example`. Its own pages omit it. */
  readonly baseUrl?: string | URL | undefined;
  /**
   * A private or public token. A function is called for each request, including each page of a list
   * and each connection of a stream.
   */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** The identifier of the anonymous user, for a public token: hard to guess, kept by callers. */
  readonly identifier?: string | undefined;
  readonly pollPassword?: string | undefined;
  /** The organization in whose context the requests run. */
  readonly organizationId?: string | undefined;
  /** Languages of the mails that requests cause, in the form of `Accept-Language`. */
  readonly language?: string | undefined;
  readonly fetch?: Fetch | undefined;
  /** Reads streams. A client of `createRequestClient` has it only if it is given. */
  readonly follow?: Follow | undefined;
}

export interface WithOptions<Self> {
  /** The same client with other options, such as another identifier or poll password. */
  with(options: ClientOptions): Self;
}

/** The operations of the service by name. */
export type RequestClient = Operations & WithOptions<RequestClient>;

type Arguments = Readonly<Record<string, unknown>>;
type Row = readonly [method: string, path: string, kind: "json" | "list" | "file" | "events"];

/**
 * Creates a client that cannot verify deliveries of webhooks, and reads streams only with the option `follow`, which makes
 * bundles smaller.
 */
export const createRequestClient = (options: ClientOptions = {}): RequestClient =>
  withOperations(options, {
    with: (others: ClientOptions) => createRequestClient({ ...options, ...others }),
  }) as object as RequestClient;

/** Adds the operations to a tree of functions. */
export function withOperations(options: ClientOptions, tree: Tree): Tree {
  for (const [id, row] of Object.entries<Row>(operationTable)) {
    place(tree, id.split("."), operationOf(options, row));
  }
  return tree;
}

type Tree = { [name: string]: Tree | object };

function place(tree: Tree, [head = "", ...rest]: readonly string[], value: object): void {
  if (rest.length === 0) tree[head] = Object.assign(value, tree[head]);
  else {
    tree[head] ??= {};
    place(tree[head] as Tree, rest, value);
  }
}

function operationOf(client: ClientOptions, [method, path, kind]: Row): object {
  async function request<Value>(
    args: Arguments,
    options: RequestOptions,
    read: (response: Response) => Value | Promise<Value>,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Value> {
    const token = typeof client.token === "function" ? await client.token() : client.token;
    // An error of the platform would contain the token.
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new TypeError("the token has invalid characters");
    const isChange = method === "POST" || method === "PATCH";
    const headers = new Headers({ ...headersOf(client, token), ...more });
    if (isChange) headers.set("idempotency-key", options.idempotencyKey ?? randomKey());
    const { body } = args;
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers.set("content-type", "application/json");
    return send(
      client.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      {
        method,
        headers,
        read,
        url: urlOf(client, path, args),
        body: isForm ? body : JSON.stringify(body),
        // Anonymous readers cannot be distinguished: docs/reference/requests.md#idempotency
        isRepeatable:
          !isChange || client.identifier !== undefined || token?.startsWith("ppk_") !== true,
      },
      {
        ...options,
        timeoutMs: options.timeoutMs ?? client.timeoutMs,
        deadlineMs: options.deadlineMs ?? client.deadlineMs,
        retries: options.retries ?? client.retries,
      },
    );
  }

  const call = (args: Arguments = {}, options: RequestOptions = {}) =>
    request(args, options, kind === "file" ? asItIs : jsonOf);

  const page = (args: Arguments = {}, options: RequestOptions = {}): Promise<Page<unknown>> =>
    request(args, options, async (response) => ({
      items: (await response.json()) as unknown[],
      total: Number(response.headers.get("x-total-count")),
      totalPages: Number(response.headers.get("x-total-pages")),
    }));

  async function* all(args: Arguments = {}, options: RequestOptions = {}) {
    for (let number = 1, last = 1; number <= last; number++) {
      const { items, totalPages } = await page({ per_page: 100, ...args, page: number }, options);
      last = totalPages;
      yield* items;
    }
  }

  const events = (args: Arguments = {}, options: RequestOptions = {}) => {
    if (client.follow === undefined) throw new TypeError("the client has no option follow");
    return client.follow(
      (lastEventId, signal) =>
        request(args, { ...options, signal, retries: 0 }, asItIs, {
          accept: "text/event-stream",
          ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
        }),
      options.signal,
    );
  };

  if (kind === "events") return events;
  return kind === "list" ? Object.assign(call, { page, all }) : call;
}

const asItIs = (response: Response): Response => response;
const jsonOf = (response: Response): unknown =>
  response.status === 204 ? undefined : response.json();

/** A random key of 128 bits. Pages loaded without encryption have no `crypto.randomUUID`. */
const randomKey = (): string => globalThis.crypto.getRandomValues(new BigUint64Array(2)).join("-");

function headersOf(
  { identifier, pollPassword, language }: ClientOptions,
  token: string | undefined,
): Record<string, string> {
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(identifier !== undefined && {
      "x-service-user-identifier-encoded": encodeURIComponent(identifier),
    }),
    ...(pollPassword !== undefined && {
      "x-service-poll-password-encoded": encodeURIComponent(pollPassword),
    }),
    ...(language !== undefined && { "accept-language": language }),
  };
}

/** Fills the arguments that occur in the path into it. The others become the query. */
function urlOf(client: ClientOptions, path: string, { body: _, ...args }: Arguments): string {
  const { location } = globalThis as object as { location?: { readonly origin: string } };
  const base = String(client.baseUrl ?? location?.origin ?? "").replace(/\/$/, "");
  if (base === "") throw new TypeError("baseUrl is missing");
  const url = new URL(
    base + path.replace(/\{(\w+)\}/g, (_whole, name) => partOfPath(name, args[name])),
  );
  const query = { organization_id: client.organizationId, ...args };
  for (const [name, value] of Object.entries(query)) {
    if (path.includes(`{${name}}`) || value === undefined || value === null) continue;
    url.searchParams.append(name, String(value));
  }
  return url.href;
}

/** Encodes an id in a path. `.` and `..` would lead to another address. */
function partOfPath(name: string, value: unknown): string {
  if (value === undefined || value === null) throw new TypeError(`${name} is missing`);
  const text = String(value);
  if (/^\.{0,2}$/.test(text)) {
    throw new TypeError(`${name} is not a valid id: ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(text);
}
