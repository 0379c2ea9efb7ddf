import type { Pool } from "pg";

export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A node of `EXPLAIN (FORMAT JSON)`. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  /** With `ANALYZE`. */
  readonly "Actual Rows"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The plan and all plans below it. */
export const nodesOf = (plan: PlanNode): readonly PlanNode[] => [
  plan,
  ...(plan.Plans ?? []).flatMap(nodesOf),
];

/** The tables that a plan reads from the beginning to the end: without a condition on an index, and without a limit. */
export function wholeScans(node: PlanNode, limited = false): readonly string[] {
  const { "Node Type": type, "Relation Name": table, Plans = [] } = node;
  const isScan = /^(?:Seq|Index|Index Only|Bitmap Heap) Scan$/.test(type) && table !== undefined;
  const byIndex = node["Index Cond"] !== undefined || type === "Bitmap Heap Scan";
  const isWhole = isScan && !byIndex && (type === "Seq Scan" || !limited);
  return [
    ...(isWhole
      ? [`${table}${node["Index Name"] === undefined ? "" : ` (${node["Index Name"]})`}`]
      : []),
    ...Plans.flatMap((inner) => wholeScans(inner, limited || type === "Limit")),
  ];
}

/** Records the statements that the connections of a pool send from now on, those of Prisma included. */
export function recordStatements(
  pool: Pool,
  onRows: (rows: number) => void = () => undefined,
): SentStatement[] {
  const sent: SentStatement[] = [];
  const heard = new WeakSet<object>();
  pool.on("acquire", (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    client.query = ((...asked: unknown[]) => {
      const [first, second] = asked as [string | SentStatement, unknown];
      const text = typeof first === "string" ? first : first.text;
      const values = Array.isArray(second) ? second : ((first as SentStatement).values ?? []);
      sent.push({ text, values });
      const answer = query(...asked);
      if (answer instanceof Promise) {
        answer.then(
          ({ rows }) => onRows(rows?.length ?? 0),
          () => undefined,
        );
      }
      return answer;
    }) as typeof client.query;
  });
  return sent;
}
