import type { Sweep } from "@polls/runtime";
import { z } from "zod";
import { command, Printed } from "../command/command";
import { askServices, type ProcessAnswer } from "./ask-services";
import type { OpsEnvironment } from "./environment";
import { tableOf } from "./table";

/** Longer than a process waits for its tasks. */
const ANSWER_MS = 65_000;

const sweep: z.ZodType<Sweep> = z.object({
  service: z.string(),
  chores: z.array(z.object({ chore: z.string(), outcome: z.enum(["done", "failed", "goes on"]) })),
});

function linesOf(answer: ProcessAnswer) {
  const said = "body" in answer ? sweep.safeParse(answer.body).data : undefined;
  if (said !== undefined) return said.chores.map((each) => ({ service: said.service, ...each }));
  const problem = "problem" in answer ? answer.problem : "it is another program";
  return [{ service: answer.at.service, chore: "all", outcome: `failed: ${problem}` }];
}

/** `ops sweep` runs the repeated tasks of all services now. */
export const sweepCommand = (readEnvironment: () => OpsEnvironment) =>
  command({
    name: "ops sweep",
    summary: "Runs the repeated tasks of all services now; their logs have the details.",
    options: { json: { description: "prints JSON in place of a table" } },
    async run(_db, { json }) {
      const answers = await askServices(readEnvironment().services, {
        path: "/sweep",
        method: "POST",
        deadlineMs: ANSWER_MS,
      });
      const lines = answers.flatMap(linesOf);
      const code = lines.some(({ outcome }) => outcome.startsWith("failed")) ? 1 : 0;
      if (json) return new Printed(lines, code);
      const rows = lines.map(({ service, chore, outcome }) => [service, chore, outcome]);
      return new Printed(tableOf([["service", "task", "outcome"], ...rows]), code);
    },
  });
