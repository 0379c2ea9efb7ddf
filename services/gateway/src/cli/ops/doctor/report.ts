import type { DiagnosticResult, FindingState } from "@polls/runtime";
import { Printed } from "../../command/command";
import { tableRows } from "../table";

export const DATABASE = "database";
/** The environment of the command. */
export const COMMAND = "this command";
/** The public address of `--from`. */
export const ADDRESS = "the address";

const noServices: ReadonlySet<string> = new Set([DATABASE, COMMAND, ADDRESS]);

/** A line of the report: a finding, and the parts that it is about. */
export interface ReportLine extends DiagnosticResult {
  readonly parts: readonly string[];
}

/** A finding about one part: a service, or the database. */
export interface PartResult extends DiagnosticResult {
  readonly part: string;
}

/** Groups equal findings into one line, in the order of the first. */
export function linesOf(results: readonly PartResult[]): readonly ReportLine[] {
  const lines = new Map<string, ReportLine & { readonly parts: string[] }>();
  for (const { part, ...result } of results) {
    const key = JSON.stringify([result.check, result.state, result.found, result.remedy]);
    const line = lines.get(key) ?? { ...result, parts: [] };
    if (!line.parts.includes(part)) line.parts.push(part);
    lines.set(key, line);
  }
  return [...lines.values()];
}

const states: readonly FindingState[] = ["ok", "warning", "failed"];

/** The report as a table or as JSON. The exit code is 1 if a finding is a failure. */
export function reportOf(results: readonly PartResult[], json: boolean): Printed {
  const counts = Object.fromEntries(
    states.map((state) => [state, results.filter((each) => each.state === state).length]),
  );
  const code = counts.failed === 0 ? 0 : 1;
  if (json) return new Printed({ ...counts, results }, code);
  const summary = states.map((state) => `${counts[state]} ${state}`).join(", ");
  const services = new Set(results.map(({ part }) => part).filter((part) => !noServices.has(part)));
  return new Printed(`${findingsTable(linesOf(results), services.size)}\n\n${summary}`, code);
}

/** Up to this number, services are listed by name. */
const FEW = 3;

/** One line per finding, and its remedy below it. */
function findingsTable(lines: readonly ReportLine[], services: number): string {
  const named = (parts: readonly string[]) =>
    parts.length === services && services >= FEW ? "all services" : parts.join(", ");
  const rows = tableRows(
    lines.map(({ state, parts, check, found }) => [state, named(parts), check, found]),
  );
  return lines
    .flatMap(({ found, remedy }, index) => {
      const row = rows[index] ?? "";
      if (remedy === undefined) return [row];
      return [row, `${" ".repeat(row.length - found.length)}→ ${remedy}`];
    })
    .join("\n");
}
