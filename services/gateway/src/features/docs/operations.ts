import type { JsonSchema } from "./json-schema";
import type { OpenApiDocument } from "./openapi-document";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface Content {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<
    Record<string, { readonly summary: string; readonly value: unknown }>
  >;
}

export interface OperationResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

/** An operation of the document. Its references are resolved. */
export interface ListedOperation {
  readonly method: string;
  /** The path with `{names}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly needsToken: boolean;
  readonly parameters: readonly Parameter[];
  readonly bodies: Readonly<Record<string, Content>>;
  readonly responses: Readonly<Record<string, OperationResponse>>;
  /** The media type of the response. Undefined: there is no body. */
  readonly responseType: string | undefined;
}

interface Operation
  extends Pick<ListedOperation, "operationId" | "summary" | "description" | "tags"> {
  readonly security?: readonly object[];
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, OperationResponse | Reference>>;
}

interface Reference {
  readonly $ref: string;
}

export const operationsOf = (document: OpenApiDocument): readonly ListedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      listed(method, path, operation as Operation, document),
    ),
  );

function listed(
  method: string,
  path: string,
  operation: Operation,
  document: OpenApiDocument,
): ListedOperation {
  const { operationId, summary, description, tags, parameters, requestBody, security } = operation;
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [
      status,
      resolve<OperationResponse>(response, document),
    ]),
  );
  const success = Object.keys(responses).find((status) => status.startsWith("2"));
  return {
    method,
    path,
    operationId,
    summary,
    description,
    tags,
    responses,
    needsToken: security === undefined,
    parameters: parameters.map((each) => resolve<Parameter>(each, document)),
    bodies: requestBody?.content ?? {},
    responseType: Object.keys(responses[success ?? ""]?.content ?? {})[0],
  };
}

/** The target of a reference, or the object itself if it is no reference. */
function resolve<Target>(value: Target | Reference, document: OpenApiDocument): Target {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return value;
  // biome-ignore lint/suspicious/noExplicitAny: the document is read like any JSON
  let node: any = document;
  for (const key of value.$ref.split("/").slice(1)) node = node[key];
  return node;
}
