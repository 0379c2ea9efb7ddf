import {
  codesOf,
  type ErrorCode,
  errorCodes,
  type FieldProblemCode,
  problemSentences,
} from "@polls/domain/refusals";
import { z } from "zod";

const error = z.string().describe("A sentence for people; it may change.");

const withoutLinks = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");

/** The codes of a status, with when each is sent and what the client does. */
export const describeCodes = (status: number) =>
  Object.fromEntries(
    codesOf(status).map((code) => {
      const { when, remedy } = errorCodes[code];
      return [code, { when: withoutLinks(when), remedy }];
    }),
  );

/** The codes of a status; the extension `x-codes` describes each. */
const codeOf = (name: string, status: number) =>
  z.enum(codesOf(status) as readonly ErrorCode[] as [ErrorCode, ...ErrorCode[]]).meta({
    id: `${name}Code`,
    description:
      "The reason, a word that stays the same. New codes may be added. `x-codes` says when each is sent, and what to do.",
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
        "A word that stays the same. New codes may be added. `x-sentences` has the sentence of each, with the names of its values in braces.",
      "x-sentences": problemSentences,
    }),
    values: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe("What stands in the braces of the sentence."),
  })
  .meta({ id: "FieldProblem", description: "What is wrong with a field." });

const Unprocessable = z
  .object({
    error,
    errors: z
      .record(z.string(), z.array(z.string()))
      .describe("Sentences by attribute, without the envelope; `base` for no single attribute."),
    code: UnprocessableCode,
    problems: z
      .record(z.string(), z.array(FieldProblem))
      .optional()
      .describe("With `invalid` and `unusable_file`: the same as `errors`, for programs."),
    vote_id: z
      .string()
      .optional()
      .describe(
        "With `already_voted` the id of the first vote; with `opt_in_pending` the id that the vote gets.",
      ),
    voter_id: z
      .string()
      .optional()
      .describe("With `already_participating`: the id of the caller's participant."),
    least: z.int().optional().describe("With `purchase_too_small`: the least value of the vote."),
    most: z.int().optional().describe("With `purchase_too_large`: the largest value of the vote."),
  })
  .meta({ id: "Unprocessable", description: "The request is understood and declined." });

/** The body of an error by its status (docs/reference/errors.md#bodies). */
export const errorBodies = {
  400: problem("BadRequest", "The request cannot be read.", 400),
  401: problem("Unauthorized", "The token, the password or the host is not accepted.", 401),
  404: problem("NotFound", "The object does not exist for the caller.", 404),
  405: problem("MethodNotAllowed", "The path has other methods, which `Allow` names.", 405),
  408: problem("RequestTimeout", "The head of the request came too slowly.", 408),
  409: problem("Conflict", "A request with the same key is running.", 409),
  413: problem("TooLarge", "The request is larger than the service takes.", 413),
  415: problem("UnsupportedMediaType", "The endpoint takes another `Content-Type`.", 415),
  422: Unprocessable,
  429: problem("TooManyRequests", "A limit of requests is reached.", 429),
  431: problem("HeadersTooLarge", "The headers are larger than the service takes.", 431),
  500: z
    .object({
      error,
      code: codeOf("InternalError", 500),
      request_id: z.string().describe("The id under which the log has the detail."),
    })
    .meta({ id: "InternalError", description: "The service has a defect." }),
  503: problem("Unavailable", "A part of the service is missing for now.", 503),
} as const;

/** The body of a refused deletion of an option (docs/reference/errors.md#option-deletion-refusal). */
export const OptionDeletionRefusal = z
  .object({
    error,
    status: z.literal("unprocessable_entity").describe("The name of the status."),
    code: UnprocessableCode,
  })
  .meta({ id: "OptionDeletionRefusal", description: "The option cannot be deleted." });
