import type { Db } from "@polls/db";
import { type Diagnosis, diagnose, failed } from "@polls/runtime";
import { z } from "zod";
import { command } from "../../command";
import { askServices, type ProcessAnswer } from "../ask-services";
import type { OpsEnvironment } from "../environment";
import { connectionsDiagnostic, databaseDiagnostics } from "./database-diagnostics";
import { DATABASE, type PartResult, reportOf } from "./report";

/** Longer than the diagnostics of a process, each of which has a deadline. */
const ANSWER_MS = 8_000;

const diagnosis: z.ZodType<Diagnosis> = z.object({
  service: z.string(),
  connections: z.number(),
  results: z.array(
    z.object({
      check: z.string(),
      state: z.enum(["ok", "warning", "failed"]),
      found: z.string(),
      remedy: z.string().optional(),
    }),
  ),
}) as z.ZodType<Diagnosis>;

/** Everything that doctor finds. All parts are asked at once, each with a deadline. */
async function examine(
  db: Db,
  { services }: Pick<OpsEnvironment, "services">,
): Promise<readonly PartResult[]> {
  const asked = askServices(services, {
    ...{ path: "/diagnosis", method: "GET", deadlineMs: ANSWER_MS },
  });
  const [own, answers] = await Promise.all([diagnose(databaseDiagnostics(db)), asked]);
  const heard = answers.map((answer) => ({ answer, said: readDiagnosis(answer) }));
  const needed = heard.reduce((sum, { said }) => sum + (said?.connections ?? 0), 0);
  const connections = await diagnose([connectionsDiagnostic(db, needed)]);
  return [
    ...[...own, ...connections].map((result) => ({ part: DATABASE, ...result })),
    ...heard.flatMap(
      ({ answer, said }) =>
        said?.results.map((result) => ({ part: said.service, ...result })) ?? [silent(answer)],
    ),
  ];
}

const readDiagnosis = (answer: ProcessAnswer): Diagnosis | undefined =>
  "body" in answer ? diagnosis.safeParse(answer.body).data : undefined;

function silent(answer: ProcessAnswer): PartResult {
  const { service, host, port } = answer.at;
  const problem = "problem" in answer ? answer.problem : "it is another program";
  return {
    ...{ part: service, check: "process" },
    ...failed(
      `${host}:${port}: ${problem}`,
      "start it, look at its log, or name its address in OPS_SERVICES",
    ),
  };
}

/** `ops doctor`: looks at every part of a deployment. */
export const doctorCommand = (readEnvironment: () => OpsEnvironment) =>
  command({
    name: "ops doctor",
    summary: "Looks at every part of the deployment; ends with 1 where one has failed.",
    options: { json: { description: "prints JSON in place of a table" } },
    run: async (db, { json }) => reportOf(await examine(db, readEnvironment()), json),
  });
