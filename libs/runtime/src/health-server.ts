import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "@polls/telemetry";
import { type Diagnosis, type Diagnostic, diagnose, shared } from "./diagnostics";
import { checkReadiness, type ReadinessCheck } from "./readiness";

export interface HealthServer {
  /** The port in use; another one than was asked for if that was 0. */
  readonly port: number;
  close(): Promise<void>;
}

export interface HealthOptions {
  readonly port: number;
  readonly host: string;
  readonly checks: readonly ReadinessCheck[];
  readonly diagnosis: DiagnosisOptions;
  readonly metrics: Metrics;
  /** Aborted when the process ends; then it is no longer ready. */
  readonly ending: AbortSignal;
}

/** What `/diagnosis` is made of. */
export interface DiagnosisOptions extends Pick<Diagnosis, "service" | "connections"> {
  readonly diagnostics: readonly Diagnostic[];
}

interface HealthAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** How long a diagnosis is kept: it writes files and logs in to servers. */
const DIAGNOSIS_MS = 2_000;

const json = (status: number, body: unknown): HealthAnswer => ({
  status,
  contentType: "application/json; charset=utf-8",
  body: JSON.stringify(body),
});

/**
 * Serves `/healthz` (the process answers), `/readyz` (its parts do), `/diagnosis` (what `doctor` asks for) and
 * `/metrics`, on an address that clients do not reach (docs/operations.md#health-and-metrics).
 */
export async function startHealthServer(options: HealthOptions): Promise<HealthServer> {
  const { service, connections, diagnostics } = options.diagnosis;
  const results = shared(() => diagnose(diagnostics), DIAGNOSIS_MS);
  const pages: Readonly<Record<string, () => Promise<HealthAnswer>>> = {
    "/healthz": async () => json(200, { status: "ok" }),
    "/readyz": async () => {
      const readiness = await checkReadiness(options.checks, { ending: options.ending.aborted });
      return json(readiness.ready ? 200 : 503, readiness);
    },
    "/diagnosis": async () => {
      const diagnosis: Diagnosis = { service, connections, results: await results() };
      return json(200, diagnosis);
    },
    "/metrics": async () => ({ status: 200, ...(await options.metrics.text()) }),
  };

  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (page === undefined) return send(response, json(404, { error: "Page not found" }));
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      return send(response, json(405, { error: "Method not allowed" }));
    }
    page().then(
      (answer) => send(response, answer),
      () => send(response, json(500, { error: "Internal error" })),
    );
  });
  await listen(server, options.port, options.host);
  const { port } = server.address() as AddressInfo;
  return { port, close: () => close(server) };
}

function send(response: ServerResponse, { status, contentType, body }: HealthAnswer): void {
  response.writeHead(status, { "Content-Type": contentType, "Cache-Control": "no-store" });
  response.end(body);
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
