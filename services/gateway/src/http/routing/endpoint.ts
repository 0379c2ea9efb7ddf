import type { PrismaQueryable, PrismaTransaction } from "@polls/db";
import type { Actor } from "@polls/domain/access";
import type { Span } from "@polls/telemetry";
import type { z } from "zod";
import type { Deps, ReadDeps, TransactionDeps } from "../../deps";
import type { TokenScope } from "../../features/accounts/token";
import type { Reply, ReplyOf, Responses } from "../replies/reply";
import type { FileRule } from "../uploads/file-rule";
import type { Upload } from "../uploads/uploads";
import { matchPassword, type PollContext, type PollRule, pollCall } from "./admission";
import type { Credentials } from "./authenticate";
import { type Batched, type BatchedRequest, isReplay, isUnwritten } from "./batches";
import type { IdempotentRequest } from "./idempotency";
import type { Tag } from "./tags";

/** A request with files, before the files are read. */
export interface UploadRequest extends PollContext {
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
}

/** Refuses a request whose files could not be kept; returns the files that it may bring. */
type AdmitFiles = (
  queryable: PrismaQueryable,
  visit: UploadRequest,
  deps: Deps,
) => Promise<FileRule>;

/** Credentials that stand in for those of the headers. */
export interface StandInCredentials {
  readonly credentials: Credentials;
  /** The hash that a password matched before. */
  readonly matchedPasswordHash: string | undefined;
}

/** Finds credentials in the address of a request, for clients that cannot send headers. Throws 401. */
type StandIn = (
  request: Pick<Input<undefined>, "params" | "query">,
  deps: Deps,
) => StandInCredentials | undefined;

/** What every handler gets. */
export interface Input<Body> {
  readonly actor: Actor;
  /** What the actor was authenticated by. */
  readonly credentials: Credentials;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The public address of the request, for `Link` headers. */
  readonly address: URL;
  /** The body parsed by the endpoint's schema. Throws 422 with all problems. */
  readonly body: () => Body;
  /** The body parsed by a schema that depends on the poll. Throws 422 with all problems. */
  readonly read: <Value>(schema: z.ZodType<Value>) => Value;
  /** The body as sent. The values of a form are strings, which `read` and `body` convert. */
  readonly rawBody: unknown;
  /** Files of a form, or of a `data:` URI; removed unless kept. */
  readonly uploads: readonly Upload[];
  readonly header: (name: string) => string | undefined;
  readonly clientAddress: string;
  readonly now: Date;
  readonly requestId: string;
  /** Of the request; undefined where traces are off. */
  readonly span: Span | undefined;
  /** The `Idempotency-Key` of the request, which the transaction of a writing endpoint applies. */
  readonly idempotent: IdempotentRequest | undefined;
}

/** The work of a writing endpoint before its transaction. */
type Prepare<Body, Rule, Prepared> = (
  input: Input<Body> & {
    /** Admits the caller, so that the work is done for those only who may ask for it. */
    readonly admit: () => Promise<Rule extends PollRule ? PollContext : undefined>;
  },
  deps: Deps,
) => Promise<Prepared>;

/** What the handler of a public endpoint gets. */
export type PublicInput<Body> = Omit<Input<Body>, "actor" | "credentials" | "idempotent">;

interface EndpointDefinition<
  R extends Responses,
  Body,
  Rule extends PollRule | undefined,
  Extra,
  Needs = Deps,
> {
  readonly method: "post" | "patch" | "delete";
  /** Absolute path, with `:parameters`. */
  readonly path: string;
  /** The stable name of the operation, which clients generate their methods from: `votes.cast`. */
  readonly id: `${string}.${string}`;
  readonly summary: string;
  /** What it does, whom it belongs to, what its answer means: whole sentences for authors of clients. */
  readonly description: string;
  readonly tag: Tag;
  /** Which tokens may call it: `private` excludes public tokens (docs/reference/access.md#private-tokens-only). */
  readonly auth: "any" | "private";
  /** What a token must allow; `read` where absent for GET, else `manage` (docs/reference/accounts.md#scopes). */
  readonly scope?: TokenScope;
  /** What it gives outlasts a session, so that pages need a recent sign-in (docs/reference/accounts.md#recent-sign-in). */
  readonly recentSignIn?: true;
  readonly poll?: Rule;
  /** Query parameters beside `organization_id`: name → schema with a description. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** Request headers of this endpoint alone: name → schema with a description. */
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType<Body>;
  /** The most bytes of a JSON body, where it is longer than others. */
  readonly bodyMaxBytes?: number;
  /** Also takes `multipart/form-data`; a JSON body may then carry a `data:` URI. */
  readonly files?: boolean;
  /** The type of answers that are not JSON. Errors always are JSON. */
  readonly contentType?: string;
  readonly admitFiles?: AdmitFiles;
  readonly standIn?: StandIn;
  readonly responses: R;
  readonly handle: (
    input: Input<Body> & (Rule extends PollRule ? PollContext : unknown) & Extra,
    deps: Needs,
  ) => Promise<ReplyOf<R>>;
}

/** An endpoint without its type parameters, for the router and the OpenAPI document. */
export interface Endpoint {
  readonly method: "get" | "post" | "patch" | "delete";
  readonly path: string;
  readonly id: `${string}.${string}`;
  readonly summary: string;
  readonly description: string;
  readonly tag: Tag;
  /** `none`: the request needs no token and counts against the client's address. */
  readonly auth: "any" | "private" | "none";
  readonly scope?: TokenScope;
  readonly recentSignIn?: true;
  readonly poll?: PollRule;
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType;
  readonly bodyMaxBytes?: number;
  readonly files?: boolean;
  readonly contentType?: string;
  readonly admitFiles?: AdmitFiles;
  readonly standIn?: StandIn;
  readonly responses: Responses;
  /** The router opens a transaction for the handler. */
  readonly transaction: boolean;
  /** The router admits the request and calls the handler in one snapshot, with `ReadDeps`. */
  readonly snapshot?: boolean;
  readonly large?: boolean;
  /** A batcher loads the poll and admits the request, instead of the router. */
  readonly batched?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: as for `handle`
  readonly prepare?: (input: any, deps: Deps) => Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the router hands over what the definition asked for
  readonly handle: (input: any, deps: any) => Promise<Reply>;
}

/** An endpoint that reads. All that its answer shows is of one moment (docs/adr/0018-a-read-sees-one-moment.md). */
export const readEndpoint = <R extends Responses, Rule extends PollRule | undefined = undefined>(
  definition: Omit<EndpointDefinition<R, undefined, Rule, unknown, ReadDeps>, "method"> & {
    /** Whether it reads much: it runs on the replica, if there is one (docs/operations.md#a-read-replica). */
    readonly large?: boolean;
  },
): Endpoint => ({ ...definition, method: "get", transaction: false, snapshot: true }) as Endpoint;

/** An endpoint that writes its body for longer than a snapshot may be held. Its handler opens its own snapshots. */
export const streamEndpoint = <R extends Responses, Rule extends PollRule | undefined = undefined>(
  definition: Omit<EndpointDefinition<R, undefined, Rule, unknown>, "method"> & {
    readonly contentType: string;
  },
): Endpoint => ({ ...definition, method: "get", transaction: false }) as Endpoint;

/** An endpoint whose handler opens its own transaction. */
export const endpoint = <
  R extends Responses,
  Body = undefined,
  Rule extends PollRule | undefined = undefined,
>(
  definition: EndpointDefinition<R, Body, Rule, unknown>,
): Endpoint => ({ ...definition, transaction: false }) as Endpoint;

/**
 * An endpoint whose handler runs in one transaction. An error rolls back; a reply commits, and is kept for
 * the `Idempotency-Key` in the same transaction. The handler gets the result of `prepare`.
 */
export const writeEndpoint = <
  R extends Responses,
  Body = undefined,
  Rule extends PollRule | undefined = undefined,
  Prepared = undefined,
>(
  definition: EndpointDefinition<
    R,
    Body,
    Rule,
    { readonly tx: PrismaTransaction; readonly prepared: Prepared },
    TransactionDeps
  > & { readonly prepare?: Prepare<Body, Rule, Prepared> },
): Endpoint => ({ ...definition, transaction: true }) as Endpoint;

/**
 * An endpoint that submits its request to a batcher, where requests share a transaction. A password that
 * the poll needs is checked outside of the transaction; then the request is submitted again.
 */
export const batchEndpoint = <
  R extends Responses,
  Outcome extends { readonly kind: string },
  Body = undefined,
>({
  submit,
  reply,
  ...definition
}: Omit<EndpointDefinition<R, Body, PollRule, unknown>, "handle"> & {
  /** A batcher does not load what a restricted view needs. */
  readonly poll: PollRule & { readonly restricted: false };
  readonly submit: (
    request: BatchedRequest<Outcome>,
    input: Input<Body>,
    deps: Deps,
  ) => Promise<Batched<Outcome>>;
  /** Also gives the reply that is kept for the request's `Idempotency-Key`. */
  readonly reply: (outcome: Outcome) => ReplyOf<R>;
}): Endpoint => ({
  ...definition,
  transaction: false,
  batched: true,
  async handle(input: Input<Body>, deps) {
    const { poll: rule } = definition;
    const { actor, clientAddress, header } = input;
    const pollHash = input.params[rule.param] ?? "";
    const idempotent = input.idempotent && { ...input.idempotent, serialize: reply };
    const unmatched = { actor, clientAddress, pollHash, matchedPasswordHash: undefined };
    let call = pollCall(unmatched, header, deps);
    for (;;) {
      const result = await submit({ ...call, rule, cause: input, idempotent }, input, deps);
      if (isReplay(result)) return result.reply;
      if (!isUnwritten(result)) return reply(result);
      if (result.kind === "refused") throw result.refusal;
      call = await matchPassword(result, call, deps);
    }
  },
});

/** An endpoint that needs no token. */
export const publicEndpoint = <R extends Responses, Body = undefined>(
  definition: Pick<
    EndpointDefinition<R, Body, undefined, unknown>,
    "method" | "path" | "id" | "summary" | "description" | "tag" | "body" | "responses"
  > & { readonly handle: (input: PublicInput<Body>, deps: Deps) => Promise<ReplyOf<R>> },
): Endpoint => ({ ...definition, auth: "none", transaction: false }) as Endpoint;
