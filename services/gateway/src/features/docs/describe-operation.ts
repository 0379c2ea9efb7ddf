import type { Endpoint } from "../../http/routing/endpoint";
import { commonErrors, type DocumentedError, ownRefusals } from "./errors";
import { requestExamples } from "./examples";
import { formSchema } from "./form-schema";
import type { SchemaCollection } from "./json-schema";
import {
  allowHeaders,
  everyHeader,
  listHeaders,
  pathParameters,
  queryNumbers,
  replayHeaders,
  type sharedParameters,
  waitHeaders,
} from "./parameters";

/** An Express path as OpenAPI writes it. */
export const pathTemplate = (path: string): string => path.replace(/:(\w+)/g, "{$1}");

/** `GET /api/v1/polls/:poll_id/votes/:id` → `getPollsByPollIdVotesById`. */
export function operationIdOf({ method, path }: Pick<Endpoint, "method" | "path">): string {
  const words = path
    .replace(/^\/api\/v1\//, "")
    .split(/[/._-]/)
    .flatMap((word) => (word.startsWith(":") ? ["by", ...word.slice(1).split("_")] : [word]))
    .filter((word) => word !== "");
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** An endpoint as an operation of the document. */
export function describeOperation(endpoint: Endpoint, schemas: SchemaCollection): object {
  const operationId = operationIdOf(endpoint);
  const body = requestBody(endpoint, operationId, schemas);
  return {
    operationId,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...access[endpoint.auth],
    parameters: parametersOf(endpoint),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responsesOf(endpoint, schemas),
  };
}

/** What an operation says of the token it needs; the document as a whole asks for a token. */
const access: Readonly<Record<Endpoint["auth"], object>> = {
  any: {},
  private: { description: "With a private token only." },
  none: { description: "Without a token.", security: [] },
};
const needsToken = ({ auth }: Endpoint): boolean => auth !== "none";

const isOfPoll = ({ path }: Endpoint): boolean => /:poll_(id|hash)\b/.test(path);
const isWriting = ({ method }: Endpoint): boolean => method === "post" || method === "patch";
const isIdempotent = (endpoint: Endpoint): boolean => isWriting(endpoint) && needsToken(endpoint);
const takesBody = (endpoint: Endpoint): boolean =>
  isWriting(endpoint) && endpoint.body !== undefined;

const textHeaders = [
  ...(["UserIdentifier", "UserIdentifierEncoded"] as const),
  ...(["PollPassword", "PollPasswordEncoded"] as const),
];

function parametersOf(endpoint: Endpoint): readonly object[] {
  const refer = (name: keyof typeof sharedParameters) => ({
    $ref: `#/components/parameters/${name}`,
  });
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: pathParameters[name] ?? "The public id",
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(endpoint.query ?? {}).map(([name, description]) => ({
    name,
    in: "query",
    required: false,
    description,
    schema: queryNumbers[name] ?? { type: "string" },
  }));
  const inHeader = Object.entries(endpoint.headers ?? {}).map(([name, description]) => ({
    ...{ name, in: "header", required: false, description },
    schema: { type: "string" },
  }));
  return [
    ...inPath,
    ...inQuery,
    ...inHeader,
    ...(needsToken(endpoint) ? [refer("OrganizationId")] : []),
    ...(isOfPoll(endpoint) ? textHeaders.map(refer) : []),
    ...(isIdempotent(endpoint) ? [refer("IdempotencyKey")] : []),
  ];
}

function requestBody(endpoint: Endpoint, operationId: string, schemas: SchemaCollection) {
  if (!takesBody(endpoint) || endpoint.body === undefined) return undefined;
  const schema = schemas.add(endpoint.body, "input");
  const example = requestExamples[operationId];
  return {
    required: true,
    content: {
      "application/json": { schema, ...(example === undefined ? {} : { example }) },
      ...(endpoint.files === true
        ? { "multipart/form-data": { schema: formSchema(schema, schemas.named()) } }
        : {}),
    },
  };
}

function responsesOf(endpoint: Endpoint, schemas: SchemaCollection): object {
  const responses: Record<number, object> = {};
  for (const [status, error] of refusalsOf(endpoint)) {
    responses[status] = refusal(status, error, schemas);
  }
  for (const [status, schema] of Object.entries(endpoint.responses)) {
    responses[Number(status)] = {
      description: descriptions[Number(status)] ?? "The answer",
      headers: {
        ...everyHeader,
        ...(endpoint.query?.per_page === undefined ? {} : listHeaders),
        ...(isIdempotent(endpoint) ? replayHeaders : {}),
      },
      ...(schema === null
        ? {}
        : {
            content: {
              [endpoint.contentType ?? "application/json"]: {
                schema: schemas.add(schema, "output"),
              },
            },
          }),
    };
  }
  return responses;
}

/** The answer to a method that a path does not have. No operation has it: the operation would exist. */
export const methodNotAllowed = (schemas: SchemaCollection): object =>
  refusal(405, commonError(405), schemas);

function refusal(status: number, error: DocumentedError | null, schemas: SchemaCollection): object {
  return {
    description: error?.says ?? descriptions[status] ?? "Declined",
    headers: { ...everyHeader, ...refusalHeaders[status] },
    ...(error === null
      ? {}
      : {
          content: {
            "application/json": {
              schema: schemas.add(error.schema, "output"),
              example: error.example,
            },
          },
        }),
  };
}

const refusalHeaders: Readonly<Record<number, object>> = {
  405: allowHeaders,
  429: waitHeaders,
  503: waitHeaders,
};

const descriptions: Readonly<Record<number, string>> = {
  200: "Done",
  201: "Created",
  202: "Taken",
  204: "Done, without a body",
  403: "Belongs to somebody else, or may not be deleted; without a body",
  422: "Understood and declined",
};

function commonError(status: number): DocumentedError {
  const error = commonErrors[status];
  if (error === undefined) throw new Error(`No error body is described for ${status}`);
  return error;
}

/** Answers of the router, which the endpoint does not declare: status and body, or null for none. */
function refusalsOf(endpoint: Endpoint): readonly (readonly [number, DocumentedError | null])[] {
  const hasPath = endpoint.path.includes(":");
  const declines = endpoint.query !== undefined || endpoint.method !== "get";
  const statuses = [
    400,
    ...(needsToken(endpoint) ? [401] : []),
    ...(hasPath ? [404] : []),
    ...(declines ? [422] : []),
    ...(isIdempotent(endpoint) ? [409] : []),
    ...(isWriting(endpoint) ? [413, 415] : []),
    429,
    500,
    503,
  ];
  const common = statuses.map((status) => [status, commonError(status)] as const);
  const own = Object.entries(ownRefusals[operationIdOf(endpoint)] ?? {});
  return [...common, ...own.map(([status, error]) => [Number(status), error] as const)];
}
