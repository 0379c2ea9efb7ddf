import { follow } from "./follow";
import { operationTable } from "./generated/operation-table";
import type { Operations } from "./generated/operations";
import type { Page } from "./operation-types";
import { type RequestOptions, send } from "./transport";
import type { Fetch } from "./upload";
import { verifyDelivery } from "./webhooks";

/** Whom a client acts for, and how it sends. */
export interface ClientOptions
  extends Pick<RequestOptions, "timeoutMs" | "deadlineMs" | "retries"> {
  /** The address of the service, for example `https://polls.example`. Pages of the service itself leave it out. */
  readonly baseUrl?: string | URL | undefined;
  /** A private or public token. A function is asked for each request, also for each of a list or stream. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** The anonymous user behind a public token: a text that is hard to guess, and kept. */
  readonly identifier?: string | undefined;
  readonly pollPassword?: string | undefined;
  /** The organization in whose context the requests run. */
  readonly organizationId?: string | undefined;
  /** Languages of the mails that requests cause, as in `Accept-Language`. */
  readonly language?: string | undefined;
  readonly fetch?: Fetch | undefined;
}

/** The operations of the service by their names, and what needs no request. */
export type Client = Operations & {
  /** The same client with other options, for example another identifier or poll password. */
  with(options: ClientOptions): Client;
  readonly webhooks: { readonly verify: typeof verifyDelivery };
};

type Arguments = Readonly<Record<string, unknown>>;
type Row = readonly [method: string, path: string, kind: "json" | "list" | "file" | "events"];

/**
 * A client of the service: docs/reference/client.md#operations. `client.polls.create` is the operation
 * `polls.create`. Calls throw `ApiError` for a refusal and `ConnectionError` where no answer comes.
 */
export function createClient(options: ClientOptions = {}): Client {
  const tree: Tree = {
    with: (others: ClientOptions) => createClient({ ...options, ...others }),
    webhooks: { verify: verifyDelivery },
  };
  for (const [id, row] of Object.entries<Row>(operationTable)) {
    place(tree, id.split("."), operationOf(options, row));
  }
  return tree as object as Client;
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
    // The error of the platform would show it.
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new TypeError("the token has characters that no token has");
    const isChange = method === "POST" || method === "PATCH";
    const headers = new Headers({ ...headersOf(client, token), ...more });
    if (isChange) headers.set("idempotency-key", options.idempotencyKey ?? randomKey());
    const { body } = args;
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers.set("content-type", "application/json");
    return send(
      client.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      {
        ...{ method, headers, read, url: urlOf(client, path, args) },
        body: isForm ? body : JSON.stringify(body),
        // Nothing tells one anonymous reader from another: docs/reference/requests.md#idempotency
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

  const events = (args: Arguments = {}, options: RequestOptions = {}) =>
    follow(
      (lastEventId, signal) =>
        request(args, { ...options, signal, retries: 0 }, asItIs, {
          accept: "text/event-stream",
          ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
        }),
      options.signal,
    );

  if (kind === "events") return events;
  return kind === "list" ? Object.assign(call, { page, all }) : call;
}

const asItIs = (response: Response): Response => response;
const jsonOf = (response: Response): unknown =>
  response.status === 204 ? undefined : response.json();

/** 128 bits, also where a page has no `crypto.randomUUID` because it came without encryption. */
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

/** Arguments that the path names fill it; the others are the query. */
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

/** An id in a path. `.` and `..` would lead to another address. */
function partOfPath(name: string, value: unknown): string {
  const text = String(value ?? "");
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} is no id: ${JSON.stringify(value)}`);
  return encodeURIComponent(text);
}
