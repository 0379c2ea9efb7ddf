import { doctorCommand } from "./doctor/doctor-command";
import type { OpsEnvironment } from "./environment";
import { outboxCommands } from "./outbox-commands";
import { recountCommand } from "./recount-command";

/** The commands for operators of a deployment. */
export const opsCommands = (readEnvironment: () => OpsEnvironment) => [
  doctorCommand(readEnvironment),
  ...outboxCommands,
  recountCommand,
];
