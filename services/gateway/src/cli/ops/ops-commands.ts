import type { StorageLocation } from "@polls/storage";
import { doctorCommand } from "./doctor/doctor-command";
import type { OpsEnvironment } from "./environment";
import { mailsCommands } from "./mails-commands";
import { outboxCommands } from "./outbox-commands";
import { queuesCommand } from "./queues-command";
import { recountCommand } from "./recount-command";
import { storageAdoptCommand } from "./storage-command";
import { sweepCommand } from "./sweep-command";
import { traceCommand } from "./trace/trace-command";

/** The commands for operators of a deployment. */
export const opsCommands = (
  readEnvironment: () => OpsEnvironment,
  readStorage: () => StorageLocation,
) => [
  doctorCommand(readEnvironment),
  queuesCommand(readEnvironment),
  ...outboxCommands,
  ...mailsCommands,
  recountCommand,
  sweepCommand(readEnvironment),
  storageAdoptCommand(readStorage),
  traceCommand(readEnvironment),
];
