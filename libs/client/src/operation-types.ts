import type { operationTable } from "./generated/operation-table";
import type { operations } from "./generated/schema";
import type { RequestOptions } from "./transport";

type Table = typeof operationTable;
/** The names of operations, such as `polls.create`. */
export type OperationId = keyof Table & keyof operations;
type KindOf<Id extends OperationId> = Table[Id][2];

type PartOf<Parameters, Part extends string> = Parameters extends { [Name in Part]: infer Value }
  ? Value
  : Parameters extends { [Name in Part]?: infer Value }
    ? OptionalPart<NonNullable<Value>>
    : unknown;
/** The optional part of a type, or nothing if an operation has no such parameters. */
type OptionalPart<Value> = [Value] extends [never] ? unknown : Partial<Value>;

type ContentOf<Holder> = Holder extends { content: infer Content } ? Content : never;
type JsonOf<Content> = Content extends { "application/json": infer Json } ? Json : never;
type FormOf<Content> = Content extends { "multipart/form-data": unknown } ? FormData : never;
type SentAs<Content> = JsonOf<Content> | FormOf<Content>;
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? { readonly body: SentAs<ContentOf<Body>> }
  : operations[Id] extends { requestBody?: infer Body }
    ? [NonNullable<Body>] extends [never]
      ? unknown
      : { readonly body?: SentAs<ContentOf<NonNullable<Body>>> }
    : unknown;

/** The path and query parameters of an operation by name, and its body as `body`. */
export type ArgumentsOf<Id extends OperationId> = Readonly<
  PartOf<operations[Id]["parameters"], "path">
> &
  Readonly<PartOf<operations[Id]["parameters"], "query">> &
  BodyOf<Id>;

type Success = 200 | 201 | 202 | 204;
type ReadAs<Answer> = Answer extends { content: infer Content } ? JsonOf<Content> : undefined;
type JsonAnswer<Responses> = {
  [Status in keyof Responses & Success]: ReadAs<Responses[Status]>;
}[keyof Responses & Success];

/** The result of an operation: parsed JSON, the `Response` for files, or `undefined`. */
export type AnswerTo<Id extends OperationId> =
  KindOf<Id> extends "file" ? Response : JsonAnswer<operations[Id]["responses"]>;

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The number of entries on all pages. */
  readonly total: number;
  readonly totalPages: number;
}

type ItemOf<Id extends OperationId> = AnswerTo<Id> extends readonly (infer Item)[] ? Item : never;

interface List<Id extends OperationId> {
  /** Returns one page, with the number of all entries. */
  page(...args: Arguments<Id>): Promise<Page<ItemOf<Id>>>;
  /** Yields all entries, page by page. */
  all(...args: Arguments<Id>): AsyncGenerator<ItemOf<Id>, void, undefined>;
}

/** The type of the events of each stream. A missing stream is a compile error. */
interface Streams {
  "results.follow": AnswerTo<"results.show">;
}
type StreamId = { [Id in OperationId]: KindOf<Id> extends "events" ? Id : never }[OperationId];

/** Arguments may be omitted if none is required. */
type Arguments<Id extends OperationId> =
  Record<never, never> extends ArgumentsOf<Id>
    ? [args?: ArgumentsOf<Id>, options?: RequestOptions]
    : [args: ArgumentsOf<Id>, options?: RequestOptions];

type Call<Id extends OperationId> = (...args: Arguments<Id>) => Promise<AnswerTo<Id>>;
export type Operation<Id extends OperationId> = Id extends StreamId
  ? (...args: Arguments<Id>) => AsyncGenerator<Streams[Id], void, undefined>
  : KindOf<Id> extends "list"
    ? Call<Id> & List<Id>
    : Call<Id>;
