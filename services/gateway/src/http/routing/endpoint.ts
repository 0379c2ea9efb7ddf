import type { Db, PrismaQueryable, PrismaTransaction } from "@polls/db";
import type { Actor } from "@polls/domain/access";
import { preferredLanguage } from "@polls/markup";
import type { Span } from "@polls/telemetry";
import type { z } from "zod";
import type { Deps, ReadDeps, TransactionDeps } from "../../deps";
import type { TokenScope } from "../../identity/token";
import type { Reply, ReplyOf, Responses } from "../replies/reply";
import type { FileRule } from "../uploads/file-rule";
import type { UploadStore } from "../uploads/store-uploads";
import type { Upload } from "../uploads/uploads";
import { matchPassword, type PollContext, type PollRule, pollCall } from "./admission";
import type { Credentials } from "./authenticate";
import { type BatchedRequest, type BatchedResult, isReplay, isUnwritten } from "./batches";
import type { IdempotentRequest } from "./idempotency";
import type { Tag } from "./tags";

/** A request with files, before the files are read. */
export interface UploadRequest extends PollContext {
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
}

/** Refuses a request whose files could not be stored. Returns the files that it may send. */
type AdmitFiles = (
  queryable: PrismaQueryable,
  visit: UploadRequest,
  deps: Deps,
) => Promise<FileRule>;

/** Credentials that replace those of the headers. */
export interface StandInCredentials {
  readonly credentials: Credentials;
  /** The hash of a poll password that was checked before. */
  readonly matchedPasswordHash: string | undefined;
}

/** Finds credentials in the URL of a request, for clients that cannot send headers. Throws 401. */
type StandIn = (
  request: Pick<Input<undefined>, "params" | "query">,
  deps: Deps,
) => StandInCredentials | undefined;

/** Chooses a shelf before a transaction or snapshot begins. The request is not refused here. */
type ChooseShelf<Body> = (
  input: Pick<Input<Body>, "params" | "rawBody" | "idempotent">,
  deps: Pick<Deps, "shelves">,
) => Db | Promise<Db>;

/** The input of every handler. */
export interface Input<Body> {
  readonly actor: Actor;
  /** The credentials with which the actor was authenticated. */
  readonly credentials: Credentials;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The public URL of the request, for `Link` headers. */
  readonly address: URL;
  /** The body, parsed by the endpoint's schema. Throws 422 with all problems. */
  readonly body: () => Body;
  /** The body, parsed by a schema that depends on the poll. Throws 422 with all problems. */
  readonly read: <Value>(schema: z.ZodType<Value>) => Value;
  /** The body as sent. The values of a form are strings, which `read` and `body` convert. */
  readonly rawBody: unknown;
  /** Files of a form, or of a `data:` URI. They are removed unless the handler keeps them. */
  readonly uploads: readonly Upload[];
  readonly header: (name: string) => string | undefined;
  readonly clientAddress: string;
  readonly now: Date;
  readonly requestId: string;
  /** The span of the request. Undefined while traces are off. */
  readonly span: Span | undefined;
  /** The `Idempotency-Key` of the request, which the transaction of a writing endpoint applies. */
  readonly idempotent: IdempotentRequest | undefined;
}

/** Work of a writing endpoint that is done before its transaction. */
type Prepare<Body, Rule, Prepared> = (
  input: Input<Body> & {
    /** Admits the caller. The work is done only for callers who are admitted. */
    readonly admit: () => Promise<Rule extends PollRule ? PollContext : undefined>;
    /** Stores files, which are removed at the end of the request unless the handler keeps them. */
    readonly acceptFiles: UploadStore["accept"];
  },
  deps: Deps,
) => Promise<Prepared>;

/** The input of the handler of a public endpoint. */
export type PublicInput<Body> = Omit<Input<Body>, "actor" | "credentials" | "idempotent">;

interface EndpointDefinition<
  R extends Responses,
  Body,
  Rule extends PollRule | undefined,
  Extra,
  Needs = Deps,
> {
  readonly method: "post" | "patch" | "delete";
  /** Absolute path with `:parameters`. */
  readonly path: string;
  /**
   * The stable name of the operation (`votes.cast`). Generated clients derive the names of their
   * methods from it.
   */
  readonly id: `${string}.${string}`;
  readonly summary: string;
  /**
   * Whole sentences for authors of clients: what the operation does, who may call it, what the
   * response means.
   */
  readonly description: string;
  readonly tag: Tag;
  /**
   * The tokens that may call it: `private` excludes public tokens
   * (docs/reference/access.md#private-tokens-only).
   */
  readonly auth: "any" | "private";
  /**
   * The scope that a token needs. Default: `read` for GET, else `manage`
   * (docs/reference/accounts.md#scopes).
   */
  readonly scope?: TokenScope;
  /**
   * Pages need a recent sign-in, because the result outlasts the session
   * (docs/reference/accounts.md#recent-sign-in).
   */
  readonly recentSignIn?: true;
  readonly poll?: Rule;
  /** Query parameters other than `organization_id`: name → schema with a description. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** Request headers that only this endpoint has: name → schema with a description. */
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType<Body>;
  /** The largest size of a JSON body, if it differs from the default. */
  readonly bodyMaxBytes?: number;
  /** Also accepts `multipart/form-data`. A JSON body may then contain a `data:` URI. */
  readonly files?: boolean;
  /** The content type of successful responses that are not JSON. Errors are always JSON. */
  readonly contentType?: string;
  readonly admitFiles?: AdmitFiles;
  readonly standIn?: StandIn;
  /** The shelf that the endpoint works on, where its path names no poll. `public` if absent. */
  readonly shelf?: ChooseShelf<Body>;
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
  /** `none`: the request needs no token, and is counted for the client address. */
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
  // biome-ignore lint/suspicious/noExplicitAny: as for `handle`
  readonly shelf?: ChooseShelf<any>;
  readonly responses: Responses;
  /** The router opens a transaction for the handler. */
  readonly transaction: boolean;
  /** The router admits the request and calls the handler in one snapshot, with `ReadDeps`. */
  readonly snapshot?: boolean;
  readonly large?: boolean;
  /** The batcher, not the router, loads the poll and admits the request. */
  readonly batched?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: as for `handle`
  readonly prepare?: (input: any, deps: Deps) => Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the router passes what the definition declares
  readonly handle: (input: any, deps: any) => Promise<Reply>;
}

/**
 * An endpoint that reads. Its response shows the state of one moment
 * (docs/adr/0018-a-read-sees-one-moment.md).
 */
export const readEndpoint = <R extends Responses, Rule extends PollRule | undefined = undefined>(
  definition: Omit<EndpointDefinition<R, undefined, Rule, unknown, ReadDeps>, "method"> & {
    /**
     * Whether it reads many rows. It then uses the replica, if there is one
     * (docs/operations.md#a-read-replica).
     */
    readonly large?: boolean;
  },
): Endpoint => ({ ...definition, method: "get", transaction: false, snapshot: true }) as Endpoint;

/**
 * An endpoint that writes its body for longer than a snapshot may be open. Its handler opens
 * snapshots itself.
 */
export const streamEndpoint = <R extends Responses, Rule extends PollRule | undefined = undefined>(
  definition: Omit<EndpointDefinition<R, undefined, Rule, unknown>, "method"> & {
    readonly contentType: string;
  },
): Endpoint => ({ ...definition, method: "get", transaction: false }) as Endpoint;

/** An endpoint whose handler is not run in a transaction. */
export const endpoint = <
  R extends Responses,
  Body = undefined,
  Rule extends PollRule | undefined = undefined,
>(
  definition: EndpointDefinition<R, Body, Rule, unknown>,
): Endpoint => ({ ...definition, transaction: false }) as Endpoint;

/**
 * An endpoint whose handler runs in one transaction. An error rolls back. A reply commits, and is
 * stored for the `Idempotency-Key` in the same transaction. The handler receives the result of
 * `prepare`.
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
 * An endpoint that submits its request to a batcher, which executes several requests in one
 * transaction. If the poll needs a password, it is checked outside of the transaction, and the
 * request is submitted again.
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
  /** A batcher does not load the facts that a restricted view needs. */
  readonly poll: PollRule & { readonly restricted: false };
  readonly submit: (
    request: BatchedRequest<Outcome>,
    input: Input<Body>,
    deps: Deps,
  ) => Promise<BatchedResult<Outcome>>;
  /** Also returns the reply that is stored for the request's `Idempotency-Key`. */
  readonly reply: (outcome: Outcome) => ReplyOf<R>;
}): Endpoint => ({
  ...definition,
  transaction: false,
  batched: true,
  async handle(input: Input<Body>, deps) {
    const { poll: rule } = definition;
    const { actor, clientAddress, header } = input;
    const pollHash = input.params[rule.param] ?? "";
    const idempotent = input.idempotent && { serialize: reply, ...input.idempotent };
    const unmatched = { actor, clientAddress, pollHash, matchedPasswordHash: undefined };
    const language = preferredLanguage(header("Accept-Language"));
    let call = pollCall(unmatched, header, deps);
    for (;;) {
      const result = await submit(
        { rule, cause: input, language, idempotent, ...call },
        input,
        deps,
      );
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
