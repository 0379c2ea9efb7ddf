import { checkReadiness } from "@polls/runtime";
import type { Express } from "express";
import type { Deps } from "../../deps";
import { noteRequest } from "./request-log";

/** `/healthz`: the process answers. `/readyz`: its parts answer too. `/metrics`: Prometheus. */
export function addHealthRoutes(app: Express, { readiness, ending, metrics }: Deps): void {
  app.get("/healthz", (_request, response) => {
    noteRequest(response, { probe: true });
    response.json({ status: "ok" });
  });
  app.get("/readyz", async (_request, response) => {
    noteRequest(response, { probe: true });
    const state = await checkReadiness(readiness, { ending: ending.aborted });
    response.status(state.ready ? 200 : 503).json(state);
  });
  app.get("/metrics", async (_request, response) => {
    noteRequest(response, { probe: true });
    const { contentType, body } = await metrics.text();
    response.set("Content-Type", contentType).send(body);
  });
}
