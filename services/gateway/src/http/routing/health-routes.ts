import { checkReadiness } from "@polls/runtime";
import type { Express, RequestHandler, Response } from "express";
import type { ServerDeps } from "../../deps";
import { noteRequest } from "../server/request-log";
import { servePath } from "./allowed-methods";

/** `/healthz`: the process responds. `/readyz`: the parts that it depends on respond too. */
export function addHealthRoutes(
  app: Express,
  deps: Pick<ServerDeps, "config" | "ending" | "rateLimiter" | "readiness">,
): void {
  const { readiness, ending } = deps;
  const probe = (path: string, answer: (response: Response) => Promise<unknown>) => {
    const get: RequestHandler = async (_request, response) => {
      noteRequest(response, { probe: true });
      await answer(response);
    };
    servePath(app, path, { get: [get] }, deps);
  };
  probe("/healthz", async (response) => response.json({ status: "ok" }));
  probe("/readyz", async (response) => {
    const state = await checkReadiness(readiness, { ending: ending.aborted });
    response.status(state.ready ? 200 : 503).json(state);
  });
}
