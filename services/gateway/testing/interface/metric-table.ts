import { metricTable, type Reporter, reporters } from "@polls/telemetry";
import { code, list } from "./markdown";

const namesOf = (from: readonly Reporter[]): string => {
  if (from.length === reporters.length) return "all";
  if (from.length === reporters.length - 1 && !from.includes("gateway")) return "workers";
  return from.join(", ");
};

/** Said once in docs/operations.md#metrics. */
const ESTIMATED = ", from 1000 on by the statistics of PostgreSQL";

/** All metrics by the services that report them, as the lists of docs/metrics.md. */
export function metricList(): string {
  const groups = new Map<string, string[]>();
  for (const [name, { kind, labels, help, from }] of Object.entries(metricTable)) {
    const shown = code(`${name}${labels.length === 0 ? "" : `{${labels.join(",")}}`}`);
    const group = namesOf(from);
    const item = `${shown} (${kind}): ${help.replace(ESTIMATED, "")}`;
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return [...groups].map(([group, items]) => `From ${group}:\n\n${list(items)}`).join("\n\n");
}
