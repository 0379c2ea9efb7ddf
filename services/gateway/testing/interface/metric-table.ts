import { metricTable, type Reporter, reporters } from "@polls/telemetry";
import { code, list } from "./markdown";

const namesOf = (from: readonly Reporter[]): string => {
  if (from.length === reporters.length) return "all";
  if (from.length === reporters.length - 1 && !from.includes("gateway")) return "workers";
  return from.join(", ");
};

/** All metrics, as the list of docs/metrics.md. */
export const metricList = (): string =>
  list(
    Object.entries(metricTable).map(([name, { kind, labels, help, from }]) => {
      const shown = code(`${name}${labels.length === 0 ? "" : `{${labels.join(",")}}`}`);
      return `${shown} (${kind}, ${namesOf(from)}): ${help}`;
    }),
  );
