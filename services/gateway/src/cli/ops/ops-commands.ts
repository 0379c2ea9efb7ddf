import { doctorCommand } from "./doctor/doctor-command";
import type { OpsEnvironment } from "./environment";
import { mailsCommands } from "./mails-commands";
import { outboxCommands } from "./outbox-commands";
import { paymentsCommand } from "./payments-command";
import { queuesCommand } from "./queues-command";
import { recountCommand } from "./recount-command";
import { sweepCommand } from "./sweep-command";
import { traceCommand } from "./trace/trace-command";

/** The commands for operators of a deployment. */
export const opsCommands = (readEnvironment: () => OpsEnvironment) => [
  doctorCommand(readEnvironment),
  queuesCommand(readEnvironment),
  ...outboxCommands,
  ...mailsCommands,
  paymentsCommand,
  recountCommand,
  sweepCommand(readEnvironment),
  traceCommand(readEnvironment),
];
