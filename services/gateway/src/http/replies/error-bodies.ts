import {
  codesOf,
  type ErrorCode,
  errorCodes,
  type FieldProblemCode,
  problemSentences,
} from "@polls/domain/refusals";
import { z } from "zod";
import { field } from "./schema-parts";

const error = field.text("A sentence for people; it may change.");

const withoutLinks = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");

export const describeCodes = (status: number) =>
  Object.fromEntries(
    codesOf(status).map((code) => {
      const { when, remedy } = errorCodes[code];
      return [code, { when: withoutLinks(when), remedy }];
    }),
  );

/** The schema of `code` for a status. The extension `x-codes` describes each code. */
const codeOf = (name: string, status: number) =>
  z.enum(codesOf(status) as readonly ErrorCode[]).meta({
    id: `${name}Code`,
    description:
      "A stable identifier of the reason. New codes may be added. `x-codes` says when each code is sent and what the client can do.",
    "x-codes": describeCodes(status),
  });

const problem = (id: string, description: string, status: number) =>
  z.object({ error, code: codeOf(id, status) }).meta({ id, description });

const UnprocessableCode = codeOf("Unprocessable", 422);

const problemCodes = Object.keys(problemSentences) as readonly FieldProblemCode[];

const FieldProblem = z
  .object({
    code: z.enum([...problemCodes, "other"]).meta({
      id: "FieldProblemKind",
      description:
        "A stable identifier of the problem. New codes may be added. `x-sentences` has the sentence of each code, with placeholders in braces.",
      "x-sentences": problemSentences,
    }),
    values: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe("The values of the placeholders in the sentence."),
  })
  .meta({ id: "FieldProblem", description: "One problem of a field." });

const Unprocessable = z
  .object({
    error,
    errors: z
      .record(z.string(), z.array(z.string()))
      .describe(
        "Sentences by attribute, without the envelope; `base` has the problems of no single attribute.",
      ),
    code: UnprocessableCode,
    problems: z
      .record(z.string(), z.array(FieldProblem))
      .optional()
      .describe(
        "With `invalid` and `unusable_file`: the same problems as in `errors`, in a form for programs.",
      ),
    more_problems: field
      .whole("How many more problems were found. At most 50 are listed.")
      .optional(),
    vote_id: field
      .text(
        "With `already_voted`: the id of the first vote. With `opt_in_pending`: the id that the vote will have.",
      )
      .optional(),
    voter_id: field
      .text("With `already_participating`: the id of the caller's participant.")
      .optional(),
    least: field
      .whole("With `purchase_too_small`: the least value that the vote may have.")
      .optional(),
    most: field
      .whole("With `purchase_too_large`: the largest value that the vote may have.")
      .optional(),
  })
  .meta({
    id: "Unprocessable",
    description: "The request was understood, but it is not possible in the current state.",
  });

/** The schema of the error body of each status (docs/reference/errors.md#bodies). */
export const errorBodies = {
  400: problem("BadRequest", "The request cannot be read.", 400),
  401: problem("Unauthorized", "The token, the poll password or the origin is not accepted.", 401),
  403: problem(
    "Forbidden",
    "An operator has blocked the account, or the owner of the poll. With `forbidden` the response has no body.",
    403,
  ),
  404: problem("NotFound", "The object does not exist, or the caller may not see it.", 404),
  405: problem(
    "MethodNotAllowed",
    "The path does not have this method. `Allow` lists its methods.",
    405,
  ),
  408: problem("RequestTimeout", "The headers of the request arrived too slowly.", 408),
  409: problem("Conflict", "A request with the same `Idempotency-Key` is still running.", 409),
  410: z
    .object({
      error,
      code: codeOf("Gone", 410),
      reason: field.text("The reason that the operator gave, for readers."),
    })
    .meta({ id: "Gone", description: "An operator has taken the poll down." }),
  413: problem("TooLarge", "The request body is larger than the service accepts.", 413),
  415: problem("UnsupportedMediaType", "The endpoint expects another `Content-Type`.", 415),
  422: Unprocessable,
  429: problem("TooManyRequests", "A rate limit is exceeded.", 429),
  431: problem("HeadersTooLarge", "The headers are larger than the service accepts.", 431),
  500: z
    .object({
      error,
      code: codeOf("InternalError", 500),
      request_id: field.text("The id of the request in the log, where the details are."),
    })
    .meta({ id: "InternalError", description: "The service has a defect." }),
  503: problem("Unavailable", "A part of the service is temporarily not available.", 503),
} as const;

/** When an option cannot be deleted (docs/reference/errors.md#option-deletion-refusal). */
export const OptionDeletionRefusal = z
  .object({
    error,
    status: z.literal("unprocessable_entity").describe("The name of the status."),
    code: UnprocessableCode,
  })
  .meta({ id: "OptionDeletionRefusal", description: "The option cannot be deleted." });
