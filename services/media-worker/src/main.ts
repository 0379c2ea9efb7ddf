import { consumer, runWorker, storageDiagnostic } from "@polls/runtime";
import { openStorage, storageTrouble, tryStorage } from "@polls/storage";
import { backfill } from "./backfill";
import { loadConfig } from "./config";
import { findConfinement } from "./confined/confinement";
import { openTools } from "./deps";
import { mediaDiagnostics } from "./ffmpeg/ffmpeg-diagnostics";
import { quickHandlers, slowHandlers } from "./handlers";
import { showMediaCounters } from "./media-metrics";
import { sweepStorage } from "./sweep";
import { clearWorkspaces } from "./workspace";

void runWorker(
  "media-worker",
  () => loadConfig(process.env),
  ({ concurrency, videoConcurrency }) => concurrency + videoConcurrency + 3,
  async (config, { db, clock, life, log, metrics }) => {
    const storage = life.add("storage", await openStorage(config.storage), (s) => s.close());
    await clearWorkspaces(config.workRoot);
    const confinement = await findConfinement(config.searchPath);
    log.info({ measures: confinement.measures }, "how decoders are confined here");
    const tools = openTools(config, confinement);
    life.add("picture processes", tools.pictures, (processes) => processes.close());

    const deps = { db, storage, tools, workRoot: config.workRoot, clock, metrics };
    showMediaCounters(metrics);
    const sweep = async (signal: AbortSignal) => {
      const swept = await sweepStorage(deps, signal);
      if (swept.files + swept.uploads > 0) log.info({ swept }, "swept the storage");
    };
    const complete = backfill(deps, log);
    return {
      checks: [
        { part: "storage", needed: true, check: () => storage.check(), trouble: storageTrouble },
      ],
      diagnostics: [
        storageDiagnostic((signal) => tryStorage(storage, config.storage, signal)),
        ...mediaDiagnostics(config.tools.programs.ffmpeg, confinement),
      ],
      consumers: [
        consumer("media", quickHandlers, deps, config.concurrency),
        consumer("media-slow", slowHandlers, deps, config.videoConcurrency),
      ],
      chores: [
        { name: "sweep of the storage", everyMs: config.sweepEveryMs, work: sweep },
        {
          name: "completion of earlier uploads",
          everyMs: config.backfillEveryMs,
          work: async (signal) => {
            const completed = await complete(signal);
            if (completed > 0) log.info({ completed }, "completed uploads of an earlier release");
          },
        },
      ],
    };
  },
);
