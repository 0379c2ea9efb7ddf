import {
  type ErrorArea,
  errorAreas,
  errorCodeNames,
  errorCodes,
  problemSentences,
} from "@polls/domain/refusals";
import { code, list } from "./markdown";

/** The document says these once, for all codes with the status. */
const saidAbove = new Set(["Treat it as absent.", "Wait as long as `Retry-After` says."]);

export const errorTableNames = errorAreas;

/** The error codes of an area, as a list for docs/reference/errors.md. Codes with the same cause share an item. */
export function errorTable(area: ErrorArea): string {
  const items = new Map<string, string[]>();
  for (const name of errorCodeNames.filter((name) => errorCodes[name].area === area)) {
    const { status, when, remedy } = errorCodes[name];
    const said = saidAbove.has(remedy) ? "" : ` ${remedy}`;
    const text = `${status}: ${when.replace(/^the .+ is unknown/, "is unknown")}.${said}`;
    items.set(text, [...(items.get(text) ?? []), code(name)]);
  }
  return list([...items].map(([text, codes]) => `${codes.join(", ")} ${text}`));
}

/** The codes of field problems with their sentences, as a list for docs/reference/errors.md. */
export const fieldProblemTable = (): string =>
  list(Object.entries(problemSentences).map(([name, sentence]) => `${code(name)}: ${sentence}`));
