import type { DiagnosticResult, FindingState } from "@polls/runtime";
import { Printed } from "../../command";

/** What is no service. */
export const DATABASE = "database";

/** A line of the report: a finding, and the parts it is true of. */
export interface ReportLine extends DiagnosticResult {
  readonly parts: readonly string[];
}

/** A finding of one part: a service, or the database. */
export interface PartResult extends DiagnosticResult {
  readonly part: string;
}

/** Findings that differ in their part only become one line, in the order of the first. */
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

/** The report as a table, or as JSON. It ends with 1 where something failed. */
export function reportOf(results: readonly PartResult[], json: boolean): Printed {
  const counts = Object.fromEntries(
    states.map((state) => [state, results.filter((each) => each.state === state).length]),
  );
  const code = counts.failed === 0 ? 0 : 1;
  if (json) return new Printed(JSON.stringify({ ...counts, results }, undefined, 2), code);
  const summary = states.map((state) => `${counts[state]} ${state}`).join(", ");
  const services = new Set(results.map(({ part }) => part).filter((part) => part !== DATABASE));
  return new Printed(`${tableOf(linesOf(results), services.size)}\n\n${summary}`, code);
}

/** Below this, services are named one by one. */
const FEW = 3;

function tableOf(lines: readonly ReportLine[], services: number): string {
  const named = (parts: readonly string[]) =>
    parts.length === services && services >= FEW ? "all services" : parts.join(", ");
  const cells = lines.map(({ state, parts, check }) => [state, named(parts), check]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return lines
    .flatMap(({ found, remedy }, index) => {
      const head = (cells[index] ?? []).map((cell, column) => cell.padEnd(widths[column] ?? 0));
      const first = [...head, found].join("  ");
      if (remedy === undefined) return [first];
      return [first, `${" ".repeat(head.join("  ").length + 2)}→ ${remedy}`];
    })
    .join("\n");
}
