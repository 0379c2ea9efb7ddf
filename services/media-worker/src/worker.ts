import { type Db, deploymentId } from "@polls/db/connection";
import { perShard } from "@polls/db/shards";
import { consumer, defineWorker, onEachShard, storageDiagnostic } from "@polls/runtime";
import {
  claimAtStart,
  openStorage,
  ownedStorage,
  storageTrouble,
  tryStorage,
} from "@polls/storage";
import { backfill } from "./backfill";
import { loadConfig } from "./config";
import { findConfinement } from "./confined/confinement";
import { openTools } from "./deps";
import { confinementCheck, mediaDiagnostics, noteFfmpeg } from "./ffmpeg/ffmpeg-diagnostics";
import { quickHandlers, slowHandlers } from "./handlers";
import { showConfinement, showMediaCounters } from "./media-metrics";
import { sweepStorage } from "./sweep";
import { clearWorkspaces } from "./workspace";

/** Makes the derivatives of files, and sweeps the storage. */
export const worker = defineWorker(
  "media-worker",
  loadConfig,
  ({ concurrency, videoConcurrency }) => concurrency + videoConcurrency + 3,
  async (config, { shards, clock, life, log, metrics }) => {
    const opened = ownedStorage(await openStorage(config.storage), {
      deployment: () => deploymentId(shards.home),
      onForeign: (err) => log.error({ err }, "files are only read"),
    });
    const storage = life.add("storage", opened, (s) => s.close());
    await claimAtStart(storage, config.production);
    await clearWorkspaces(config.workRoot);
    const confinement = await findConfinement(config.searchPath);
    const { measures, missing } = confinement;
    log[missing.length === 0 ? "info" : "warn"]({ measures, missing }, "how decoders are confined");
    showConfinement(metrics, confinement);
    const mayDecode = missing.length === 0 || !config.confinementRequired;
    if (!mayDecode) {
      log.error({ missing }, "nothing is decoded, because MEDIA_CONFINEMENT is required");
    }
    const ffmpeg = await noteFfmpeg(config.tools.programs.ffmpeg, confinement, log);
    const tools = openTools(config, confinement, ffmpeg);
    life.add("picture processes", tools.pictures, (processes) => processes.close());

    const { workRoot } = config;
    const depsOn = (db: Db) => ({ db, storage, tools, workRoot, clock, metrics });
    showMediaCounters(metrics);
    const sweep = async (signal: AbortSignal) => {
      // Includes shards that were added a moment ago.
      await shards.refresh();
      const swept = await sweepStorage({ shards: shards.all(), storage, clock }, signal);
      if (swept.files + swept.uploads + swept.foreign > 0) log.info({ swept }, "swept the storage");
    };
    const completeOn = perShard((db) => backfill(depsOn(db), log));
    return {
      checks: [
        { part: "storage", needed: true, check: () => storage.check(), trouble: storageTrouble },
        ...(config.confinementRequired ? [confinementCheck(confinement)] : []),
      ],
      diagnostics: [
        storageDiagnostic((signal) => tryStorage(storage, config.storage, signal)),
        ...mediaDiagnostics(config.tools.programs.ffmpeg, confinement, {
          confinementRequired: config.confinementRequired,
          known: ffmpeg,
        }),
      ],
      consumers: mayDecode
        ? [
            consumer("media", quickHandlers, depsOn, config.concurrency),
            consumer("media-slow", slowHandlers, depsOn, config.videoConcurrency),
          ]
        : [],
      chores: [
        { name: "sweep of the storage", everyMs: config.sweepEveryMs, work: sweep },
        {
          name: "completion of earlier uploads",
          everyMs: config.backfillEveryMs,
          work: onEachShard(shards, completeOn, async (complete, signal) => {
            const completed = await complete(signal);
            if (completed > 0) log.info({ completed }, "completed uploads of an earlier release");
          }),
        },
      ],
    };
  },
);
