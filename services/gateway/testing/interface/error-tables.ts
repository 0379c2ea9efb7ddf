import {
  type ErrorArea,
  errorAreas,
  errorCodeNames,
  errorCodes,
  problemSentences,
} from "@polls/domain/refusals";
import { table } from "./markdown";

export const errorTableNames = errorAreas;

/** The error codes of an area, as a table for docs/reference/errors.md. */
export const errorTable = (area: ErrorArea): string =>
  table(
    ["code", "status", "sent when", "what to do"],
    errorCodeNames
      .filter((code) => errorCodes[code].area === area)
      .map((code) => {
        const { status, when, remedy } = errorCodes[code];
        return [`\`${code}\``, String(status), when, remedy];
      }),
  );

/** The codes of field problems with their sentences, as a table for docs/reference/errors.md. */
export const fieldProblemTable = (): string =>
  table(
    ["code", "sentence"],
    Object.entries(problemSentences).map(([code, sentence]) => [`\`${code}\``, sentence]),
  );
