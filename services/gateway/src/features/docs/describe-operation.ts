import { z } from "zod";
import { describeCodes } from "../../http/replies/error-bodies";
import type { Endpoint } from "../../http/routing/endpoint";
import type { FilesOf } from "../../http/uploads/uploads";
import { commonErrors, type DocumentedError, ownRefusals } from "./errors";
import type { JsonSchema, SchemaCollection } from "./json-schema";
import {
  challengeHeaders,
  everyHeader,
  listHeaders,
  methodHeaders,
  pathParameter,
  replayHeaders,
  type sharedParameters,
  tagHeaders,
  waitHeaders,
} from "./parameters";
import { examplesOf, type RecordedStep } from "./recorded";

export const pathTemplate = (path: string): string => path.replace(/:(\w+)/g, "{$1}");

export function describeOperation(endpoint: Endpoint, schemas: SchemaCollection): object {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: `${endpoint.description} ${accessOf(endpoint)}`,
    tags: [endpoint.tag],
    security: needsToken(endpoint) ? undefined : [],
    parameters: parametersOf(endpoint, schemas),
    requestBody: requestBody(endpoint, schemas),
    responses: responsesOf(endpoint, schemas),
  };
}

/** The sentence about the tokens that the endpoint accepts (docs/reference/access.md). */
function accessOf({ auth, poll }: Endpoint): string {
  if (auth === "none") return "Needs no token.";
  const token = auth === "private" ? "Needs a private token" : "Accepts private and public tokens";
  return poll?.adminOnly === true ? `${token}, and admin access to the poll.` : `${token}.`;
}

const needsToken = ({ auth }: Endpoint): boolean => auth !== "none";
const isOfPoll = ({ path }: Endpoint): boolean => /:poll_(id|hash)\b/.test(path);
const isWriting = ({ method }: Endpoint): boolean => method === "post" || method === "patch";
const isIdempotent = (endpoint: Endpoint): boolean => isWriting(endpoint) && needsToken(endpoint);
/** Reads with a JSON response have an ETag (docs/reference/requests.md#versions-of-answers). */
const isTagged = ({ method, contentType }: Endpoint): boolean =>
  method === "get" && contentType === undefined;
const takesBody = (endpoint: Endpoint): boolean =>
  isWriting(endpoint) && endpoint.body !== undefined;

const textHeaders = [
  ...(["UserIdentifier", "UserIdentifierEncoded"] as const),
  ...(["PollPassword", "PollPasswordEncoded"] as const),
];

function parametersOf(endpoint: Endpoint, schemas: SchemaCollection): readonly object[] {
  const refer = (name: keyof typeof sharedParameters) => ({
    $ref: `#/components/parameters/${name}`,
  });
  const parameter = (name: string, where: "path" | "query" | "header", schema: z.ZodType) => {
    const { description, ...rest } = schemas.add(schema, "input");
    return { name, in: where, required: where === "path", description, schema: rest };
  };
  return [
    ...[...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) =>
      parameter(name, "path", pathParameter(endpoint.path, name)),
    ),
    ...Object.entries(endpoint.query ?? {}).map(([name, schema]) =>
      parameter(name, "query", schema),
    ),
    ...Object.entries(endpoint.headers ?? {}).map(([name, schema]) =>
      parameter(name, "header", schema),
    ),
    ...(needsToken(endpoint) ? [refer("OrganizationId")] : []),
    ...(isOfPoll(endpoint) ? textHeaders.map(refer) : []),
    ...(isIdempotent(endpoint) ? [refer("IdempotencyKey")] : []),
    ...(isTagged(endpoint) ? [refer("IfNoneMatch")] : []),
  ];
}

function content(
  schema: JsonSchema,
  operation: string,
  what: "sent" | "received",
  pick: (step: RecordedStep) => unknown,
) {
  return { schema, examples: examplesOf(operation, what, pick) };
}

function requestBody(endpoint: Endpoint, schemas: SchemaCollection) {
  const { id, body } = endpoint;
  if (!takesBody(endpoint) || body === undefined) return undefined;
  const inner = body instanceof z.ZodOptional ? (body.unwrap() as z.ZodType) : body;
  const schema = schemas.add(inner, "input");
  return {
    required: inner === body,
    description: schemas.descriptionOf(schema) ?? "The body.",
    content: {
      "application/json": content(schema, id, "sent", (step) => step.body),
      ...(endpoint.files !== undefined && {
        "multipart/form-data": content(
          formSchema(schema, endpoint.files, schemas.named()),
          id,
          "sent",
          (step) => step.form,
        ),
      }),
    },
  };
}

function responsesOf(endpoint: Endpoint, schemas: SchemaCollection): object {
  const responses: Record<number, object> = {};
  const own = ownRefusals[endpoint.id] ?? {};
  for (const status of commonStatuses(endpoint)) responses[status] = referToCommon(status);
  for (const [status, error] of Object.entries(own)) {
    responses[Number(status)] = describeError(Number(status), error, schemas);
  }
  if (isTagged(endpoint)) {
    responses[304] = {
      description: "The client already has this response. No body.",
      headers: {
        ...everyHeader,
        ...tagHeaders,
        ...(endpoint.query?.per_page === undefined ? {} : listHeaders),
      },
    };
  }
  for (const [key, body] of Object.entries(endpoint.responses)) {
    const status = Number(key);
    // Refusals with a body of their own are already described.
    if (responses[status] !== undefined) continue;
    const schema = body === null ? undefined : schemas.add(body, "output");
    const type = endpoint.contentType ?? "application/json";
    responses[status] = {
      description:
        schema === undefined
          ? (withoutBody[status] ?? "Done. No body.")
          : (schemas.descriptionOf(schema) ?? "The answer."),
      headers: {
        ...everyHeader,
        ...(endpoint.query?.per_page === undefined ? {} : listHeaders),
        ...(isIdempotent(endpoint) ? replayHeaders : {}),
        ...(isTagged(endpoint) ? tagHeaders : {}),
      },
      content: schema && {
        [type]: content(schema, endpoint.id, "received", (step) =>
          step.status === status ? step.answer : undefined,
        ),
      },
    };
  }
  return responses;
}

function describeError(status: number, error: DocumentedError | null, schemas: SchemaCollection) {
  return {
    description: error?.says ?? withoutBody[status] ?? "Refused. No body.",
    headers: { ...everyHeader, ...refusalHeaders[status] },
    ...(error === null
      ? { "x-codes": describeCodes(status) }
      : {
          content: {
            "application/json": {
              schema: schemas.add(error.schema, "output"),
              examples: { refusal: { summary: error.says, value: error.example } },
            },
          },
        }),
  };
}

const refusalHeaders: Readonly<Record<number, object>> = {
  401: challengeHeaders,
  405: methodHeaders,
  429: waitHeaders,
  503: waitHeaders,
};

const referToCommon = (status: number) => ({ $ref: `#/components/responses/${nameOf(status)}` });

/** The schema of the error body has the same name as the shared response. */
const nameOf = (status: number): string =>
  String(commonErrors[status]?.schema.meta()?.id ?? status);

/** Responses of the router, which operations refer to. */
export const commonResponses = (schemas: SchemaCollection): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(commonErrors).map(([key, error]) => {
      const status = Number(key);
      return [nameOf(status), describeError(status, error, schemas)];
    }),
  );

const withoutBody: Readonly<Record<number, string>> = {
  204: "Done. No body.",
  403: "The object belongs to another user, or may not be deleted: no body. If an operator has blocked the account: an error body.",
};

/** Statuses that the router may return in addition to those of the endpoint. */
function commonStatuses(endpoint: Endpoint): readonly number[] {
  const hasPath = endpoint.path.includes(":");
  const declines = endpoint.query !== undefined || endpoint.method !== "get";
  return [
    ...[400, 405, 408, 429, 431, 500, 503],
    ...(needsToken(endpoint) ? [401, 403] : []),
    ...(hasPath || endpoint.mayBeAbsent === true ? [404] : []),
    ...(endpoint.poll === undefined ? [] : [410]),
    ...(declines ? [422] : []),
    ...(isIdempotent(endpoint) ? [409] : []),
    ...(isWriting(endpoint) ? [413, 415] : []),
  ];
}

type Properties = Readonly<Record<string, JsonSchema>>;

const file = { type: "string", contentMediaType: "application/octet-stream" } as const;

/** The field of files in forms, and whether it is required. */
const fileFields: Readonly<
  Record<FilesOf, { readonly properties: Properties; readonly required?: readonly string[] }>
> = {
  option: {
    properties: {
      "option_attachments[]": { type: "array", description: "The files", items: file },
    },
  },
  cover: {
    properties: { "cover[attachment]": { ...file, description: "The file" } },
    required: ["cover[attachment]"],
  },
};

/** Converts the schema of a JSON body to that of a form: `option[content]`, lists as `…[]`. */
function formSchema(
  body: JsonSchema,
  files: FilesOf,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const resolve = (schema: JsonSchema): JsonSchema => {
    const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
    return name === undefined ? schema : (components[name] ?? schema);
  };
  const fields: Record<string, JsonSchema> = {};
  const flatten = (schema: JsonSchema, nameOf: (key: string) => string) => {
    for (const [key, property] of Object.entries(resolve(schema).properties ?? {})) {
      const inner = resolve(property);
      if (inner.properties !== undefined) flatten(inner, (name) => `${nameOf(key)}[${name}]`);
      else if ([inner.type].flat().includes("array")) fields[`${nameOf(key)}[]`] = property;
      else if (key !== "attachment") fields[nameOf(key)] = property;
    }
  };
  flatten(body, (key) => key);
  const { properties, ...others } = fileFields[files];
  return { type: "object", properties: { ...fields, ...properties }, ...others };
}
