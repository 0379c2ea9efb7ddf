import { runWorkers } from "@polls/runtime";
import { worker } from "./worker";

void runWorkers(worker.name, process.env, () => [worker]);
