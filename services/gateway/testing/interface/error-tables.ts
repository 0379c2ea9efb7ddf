import {
  type ErrorArea,
  errorAreas,
  errorCodeNames,
  errorCodes,
  problemSentences,
} from "@polls/domain/refusals";
import { code, list } from "./markdown";

export const errorTableNames = errorAreas;

/** The document says this once for 429 and 503. */
const WAIT = "Wait as long as `Retry-After` says.";
/** A short remedy without a name follows from the cause. The OpenAPI document has all of them. */
const isPlain = (remedy: string): boolean =>
  remedy === WAIT || (!/[`[]/.test(remedy) && remedy.split(" ").length <= 8);

/** The error codes of an area, as a list for docs/reference/errors.md. Codes with the same cause share an item. */
export function errorTable(area: ErrorArea): string {
  const items = new Map<string, string[]>();
  for (const name of errorCodeNames.filter((name) => errorCodes[name].area === area)) {
    const { status, when, remedy } = errorCodes[name];
    const shown = status === 422 ? "" : ` ${status}`;
    const said = isPlain(remedy) ? "" : ` ${remedy}`;
    const text = `${shown}: ${when.replace(/^the .+ (?=is unknown, deleted or hidden$)/, "")}.${said}`;
    items.set(text, [...(items.get(text) ?? []), code(name)]);
  }
  return list([...items].map(([text, codes]) => `${codes.join(", ")}${text}`));
}

/** The codes of field problems by the values of their sentences, as a list for docs/reference/errors.md. */
export function fieldProblemTable(): string {
  const groups = new Map<string, string[]>();
  for (const [name, sentence] of Object.entries(problemSentences)) {
    const values = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, value]) => code(value ?? ""));
    const group = values.join(", ") || "no values";
    groups.set(group, [...(groups.get(group) ?? []), code(name)]);
  }
  return list([...groups].map(([values, codes]) => `${values}: ${codes.join(", ")}`));
}
