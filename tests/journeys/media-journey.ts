import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { atFileEnd, type Journey, startJourney } from "@polls/testing";
import { renderTools } from "../../services/media-worker/testing/render-tools";
import { openPollClient, type PollClient } from "./poll-client";

export interface MediaJourney extends PollClient {
  readonly journey: Journey<"gateway" | "media-worker">;
}

/** A gateway, a media worker with its own work directory, and a client. */
export async function startMediaJourney(
  env: Readonly<Record<string, string>> = {},
): Promise<MediaJourney> {
  const workshop = mkdtempSync(path.join(tmpdir(), "polls-workshop-"));
  atFileEnd("workshop", async () => rmSync(workshop, { recursive: true, force: true }));
  const { programs } = await renderTools();
  const journey = await startJourney({
    services: ["gateway", "media-worker"],
    env: {
      MEDIA_WORK_DIR: workshop,
      FFMPEG_PATH: programs.ffmpeg,
      ...env,
    },
  });
  return { journey, ...(await openPollClient(journey)) };
}
