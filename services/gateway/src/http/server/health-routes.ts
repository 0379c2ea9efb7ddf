import { checkReadiness } from "@polls/runtime";
import type { Express } from "express";
import type { Deps } from "../../deps";
import { noteRequest } from "./request-log";

/** `/healthz`: the process answers. `/readyz`: so do the parts its requests need. `/metrics`: Prometheus. */
export function mountHealth(app: Express, { readiness, ending, metrics }: Deps): void {
  app.use(["/healthz", "/readyz", "/metrics"], (request, response, next) => {
    noteRequest(response, { route: request.baseUrl, probe: true });
    next();
  });
  app.get("/healthz", (_request, response) => {
    response.json({ status: "ok" });
  });
  app.get("/readyz", async (_request, response) => {
    const state = await checkReadiness(readiness, { ending: ending.aborted });
    response.status(state.ready ? 200 : 503).json(state);
  });
  app.get("/metrics", async (_request, response) => {
    const { contentType, body } = await metrics.text();
    response.set("Content-Type", contentType).send(body);
  });
}
