import type { Db } from "@polls/db/connection";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import type { Actor } from "@polls/domain/access";
import type { Span } from "@polls/telemetry";
import type { z } from "zod";
import type { Deps, ReadDeps, TransactionDeps } from "../../deps";
import type { TokenScope } from "../../identity/token";
import type { ReplyOf, Responses } from "../replies/reply";
import type { FileRule } from "../uploads/file-rule";
import type { UploadStore } from "../uploads/store-uploads";
import type { FilesOf, Upload } from "../uploads/uploads";
import type { PollContext, PollRule } from "./admission";
import type { Credentials } from "./authenticate";
import type { BatchedRequest, BatchedResult } from "./batches";
import type { IdempotentRequest } from "./idempotency";

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
export interface UrlCredentials {
  readonly credentials: Credentials;
  /** The hash of a poll password that was checked before. */
  readonly matchedPasswordHash: string | undefined;
}

/** Finds credentials in the URL of a request, for clients that cannot send headers. Throws 401. */
type ReadUrlCredentials = (
  request: Pick<Input<undefined>, "params" | "query">,
  deps: Deps,
) => UrlCredentials | undefined;

/** Chooses a shard before a transaction or snapshot begins. The request is not refused here. */
type ChooseShard<Body> = (
  input: Pick<Input<Body>, "params" | "body" | "idempotent">,
  deps: Pick<Deps, "shards">,
) => Db | Promise<Db>;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters that a path names, such as `{ poll_id: string }` for `/polls/:poll_id`. */
type ParamsOf<Path extends string> = {
  readonly [Name in string extends Path ? string : NamesIn<Path>]: string;
};

export interface Input<Body, Path extends string = string> {
  readonly actor: Actor;
  readonly credentials: Credentials;
  readonly params: ParamsOf<Path>;
  readonly query: URLSearchParams;
  /** The public URL of a list, for `Link` headers. Its query has only what the endpoint reads. */
  readonly address: () => URL;
  readonly body: RequestBody<Body>;
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

export interface RequestBody<Body> {
  /** The values of a form are strings, which `read` converts. */
  readonly sent: unknown;
  /** Parses by the endpoint's schema, or by one that depends on the request. Throws 422 with all problems. */
  read(): Body;
  read<Value>(schema: z.ZodType<Value>): Value;
}

export type PublicInput<Body, Path extends string = string> = Omit<
  Input<Body, Path>,
  "actor" | "credentials" | "idempotent"
>;

/** What the endpoints of one file mostly share. */
interface Group {
  readonly tag: Tag;
  /**
   * `private` excludes public tokens (docs/reference/access.md#private-tokens-only). `none` needs no token, and
   * is counted for the client address.
   */
  readonly auth: "any" | "private" | "none";
}

interface Definition<
  R extends Responses,
  Body,
  Rule extends PollRule | undefined,
  Path extends string,
> {
  /** `get` if absent. */
  readonly method?: "get" | "post" | "patch" | "delete";
  /** Absolute path with `:parameters`. */
  readonly path: Path;
  /** The stable name of the operation (`votes.cast`), by which generated clients name methods. */
  readonly id: `${string}.${string}`;
  readonly summary: string;
  /** For authors of clients: what the operation does, who may call it, what the response means. */
  readonly description: string;
  /** Default: `read` for GET, else `manage` (docs/reference/accounts.md#scopes). */
  readonly scope?: TokenScope;
  /** Of pages, because the result outlasts the session (docs/reference/accounts.md#recent-sign-in). */
  readonly recentSignIn?: true;
  readonly poll?: Rule;
  /** The object is found without an id in the path, and may not exist. */
  readonly mayBeAbsent?: true;
  /** Query parameters other than `organization_id`: name → schema with a description. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** Request headers that only this endpoint has: name → schema with a description. */
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType<Body>;
  /** Of JSON, if it differs from the default. */
  readonly bodyMaxBytes?: number;
  /** Also accepts forms. JSON may then have a `data:` URI as `attachment` of the object with this name. */
  readonly files?: FilesOf;
  /** The content type of successful responses that are not JSON. Errors are always JSON. */
  readonly contentType?: string;
  readonly admitFiles?: AdmitFiles;
  readonly urlCredentials?: ReadUrlCredentials;
  /** The shard that the endpoint works on, where its path names no poll. `public` if absent. */
  readonly shard?: ChooseShard<Body>;
  readonly responses: R;
}

type Context<Rule> = Rule extends PollRule ? PollContext : unknown;

/** How an endpoint is run. Parameters of methods are compared loosely, so that one list can have all types. */
type Run<
  R extends Responses,
  Body,
  Rule extends PollRule | undefined,
  Path extends string,
  Prepared,
  Outcome extends { readonly kind: string },
> =
  /** In one snapshot: its response shows the state of one moment (docs/adr/0018-a-read-sees-one-moment.md). */
  | {
      readonly run: "snapshot";
      /** Reads many rows, so it uses the replica, if there is one (docs/operations.md#a-read-replica). */
      readonly large?: boolean;
      handle(input: Input<undefined, Path> & Context<Rule>, deps: ReadDeps): Promise<ReplyOf<R>>;
    }
  /**
   * In one transaction. An error rolls back. A reply commits, and is stored for the `Idempotency-Key` in it. The
   * handler receives the result of `prepare`.
   */
  | {
      readonly run: "transaction";
      prepare?(
        input: Input<Body, Path> & {
          /** Admits the caller. The work is done only for callers who are admitted. */
          readonly admit: () => Promise<Rule extends PollRule ? PollContext : undefined>;
          /** Stores files, which are removed at the end of the request unless the handler keeps them. */
          readonly acceptFiles: UploadStore["accept"];
        },
        deps: Deps,
      ): Promise<Prepared>;
      handle(
        input: Input<Body, Path> &
          Context<Rule> & { readonly tx: PrismaTransaction; readonly prepared: Prepared },
        deps: TransactionDeps,
      ): Promise<ReplyOf<R>>;
    }
  /**
   * In a transaction that several requests share. The batcher loads the poll and admits, without the facts that
   * a restricted view needs.
   */
  | {
      readonly run: "batch";
      readonly poll: PollRule & { readonly restricted: false };
      submit(
        request: BatchedRequest<Outcome>,
        input: Input<Body, Path>,
        deps: Deps,
      ): Promise<BatchedResult<Outcome>>;
      /** Also returns the reply that is stored for the request's `Idempotency-Key`. */
      reply(outcome: Outcome): ReplyOf<R>;
    }
  /** By its handler alone, which may open snapshots and transactions. */
  | {
      readonly run: "alone";
      handle(input: Input<Body, Path> & Context<Rule>, deps: Deps): Promise<ReplyOf<R>>;
    }
  /** By its handler alone, without a token. */
  | {
      readonly run: "public";
      readonly auth: "none";
      handle(input: PublicInput<Body, Path>, deps: Deps): Promise<ReplyOf<R>>;
    };

// biome-ignore lint/suspicious/noExplicitAny: the router passes what the definition declares
type Any = any;

export type Endpoint = Group &
  Definition<Responses, Any, PollRule | undefined, string> &
  Run<Any, Any, Any, Any, Any, Any> & { readonly method: "get" | "post" | "patch" | "delete" };

/** Defines the endpoints of a group. One may have another `auth` than the others. */
export const endpointsOf =
  (group: Group) =>
  <
    R extends Responses,
    const Path extends string,
    Body = undefined,
    Rule extends PollRule | undefined = undefined,
    Prepared = undefined,
    Outcome extends { readonly kind: string } = never,
  >(
    definition: Definition<R, Body, Rule, Path> &
      Partial<Pick<Group, "auth">> &
      Run<R, Body, Rule, Path, Prepared, Outcome>,
  ): Endpoint =>
    ({ method: "get", ...group, ...definition }) as Endpoint;

export const scopeOf = ({ scope, method }: Endpoint): TokenScope =>
  scope ?? (method === "get" ? "read" : "manage");

export const isChange = (endpoint: Endpoint): boolean => scopeOf(endpoint) !== "read";

/** The groups of operations in the documentation, in their order there. */
export const tags = {
  Account: "The account of a private token, its tokens, and signing in.",
  Organizations: "Accounts that share polls.",
  Polls: "Polls and their settings.",
  Options: "What participants vote on: texts, dates, files, questions of surveys.",
  Participants: "The people who take part in a poll; `voter` in bodies.",
  Invitations: "Codes with which one participant each can join a poll.",
  Votes: "Values that participants give to options.",
  Comments: "What participants write about options.",
  Results: "Ratings, live results, and all votes as a file.",
  Payments: "Bought votes, fees and donations.",
  Webhooks: "Events that the service sends to a URL of the client.",
} as const satisfies Readonly<Record<string, string>>;

export type Tag = keyof typeof tags;
