import type { Db } from "@polls/db/connection";
import { type Diagnosis, type DiagnosticResult, diagnose, failed, warning } from "@polls/runtime";
import { z } from "zod";
import { command, UsageError } from "../../command/command";
import { askServices, type ProcessAnswer } from "../ask-services";
import type { OpsEnvironment } from "../environment";
import { diagnoseAddress } from "./address-diagnostics";
import {
  connectionsDiagnostic,
  databaseDiagnostics,
  findingOfReplicaConnections,
} from "./database-diagnostics";
import { ADDRESS, COMMAND, DATABASE, type PartResult, reportOf } from "./report";

/** Longer than the diagnosis of a process takes, because each of its parts has a deadline. */
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
      replica: z.object({ opens: z.number(), connections: z.number() }).optional(),
    }),
  ),
}) as z.ZodType<Diagnosis>;

async function examine(
  db: Db,
  { services, unknownVariables }: Pick<OpsEnvironment, "services" | "unknownVariables">,
): Promise<readonly PartResult[]> {
  const fromServices = askServices(services, {
    path: "/diagnosis",
    method: "GET",
    deadlineMs: ANSWER_MS,
  });
  const [own, answers] = await Promise.all([diagnose(databaseDiagnostics(db)), fromServices]);
  const heard = answers.map((answer) => ({ answer, said: readDiagnosis(answer) }));
  const needed = heard.reduce((sum, { said }) => sum + (said?.connections ?? 0), 0);
  const connections = await diagnose([connectionsDiagnostic(db, needed)]);
  const replicas = heard.flatMap(
    ({ said }) => said?.results.flatMap((one) => one.replica ?? []) ?? [],
  );
  return [
    ...[...own, ...connections, ...replicaConnections(replicas)].map((result) => ({
      part: DATABASE,
      ...result,
    })),
    ...heard.flatMap(
      ({ answer, said }) =>
        said?.results.map((result) => ({ part: said.service, ...result })) ?? [silent(answer)],
    ),
    ...unknownVariables.map((name) => ({
      part: COMMAND,
      check: "variables",
      ...warning(`no variable is named ${name}: it has no effect`, "correct its name, or unset it"),
    })),
  ];
}

/** Counts only the gateways that responded. */
function replicaConnections(
  replicas: readonly NonNullable<DiagnosticResult["replica"]>[],
): readonly DiagnosticResult[] {
  if (replicas.length === 0) return [];
  const opens = replicas.reduce((sum, each) => sum + each.opens, 0);
  const connections = Math.min(...replicas.map((each) => each.connections));
  return [{ check: "replica connections", ...findingOfReplicaConnections(opens, connections) }];
}

const readDiagnosis = (answer: ProcessAnswer): Diagnosis | undefined =>
  "body" in answer ? diagnosis.safeParse(answer.body).data : undefined;

function silent(answer: ProcessAnswer): PartResult {
  const { service, host, port } = answer.at;
  const problem = "problem" in answer ? answer.problem : "it is another program";
  return {
    part: service,
    check: "process",
    ...failed(
      `${host}:${port}: ${problem}`,
      "start it, look at its log, or name its address in OPS_SERVICES",
    ),
  };
}

function addressIn(text: string): URL {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text);
  throw new UsageError("--from must be an address like https://polls.example.com");
}

export const doctorCommand = (readEnvironment: () => OpsEnvironment) =>
  command({
    name: "ops doctor",
    summary: "Checks every part of the deployment; the exit code is 1 if one has failed.",
    options: {
      from: {
        value: "URL",
        description:
          "a public address of the service: also checks how the service sees requests to it",
      },
      json: { description: "prints JSON in place of a table" },
    },
    run: async (db, { from, json }) => {
      const address = from === undefined ? [] : diagnoseAddress(addressIn(from));
      const results = await examine(db, readEnvironment());
      const ofAddress = (await address).map((result) => ({ part: ADDRESS, ...result }));
      return reportOf([...results, ...ofAddress], json);
    },
  });
