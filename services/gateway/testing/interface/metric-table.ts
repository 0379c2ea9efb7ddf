import { metricTable, type Reporter, reporters } from "@polls/telemetry";
import { table } from "./markdown";

const namesOf = (from: readonly Reporter[]): string => {
  if (from.length === reporters.length) return "all";
  if (from.length === reporters.length - 1 && !from.includes("gateway")) return "workers";
  return from.join(", ");
};

/** All metrics, as the table of docs/operations.md. */
export const metricList = (): string =>
  table(
    ["metric", "kind", "from", "what it is"],
    Object.entries(metricTable).map(([name, { kind, labels, help, from }]) => [
      `\`${name}${labels.length === 0 ? "" : `{${labels.join(",")}}`}\``,
      kind,
      namesOf(from),
      help,
    ]),
  );
