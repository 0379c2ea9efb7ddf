import { runWorkers } from "@polls/runtime";
import { workersOf } from "./config";

void runWorkers("workers", process.env, workersOf);
