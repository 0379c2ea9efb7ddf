import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { within } from "@polls/jobs";
import { type Metrics, releaseVersion } from "@polls/telemetry";
import { type Diagnosis, type Diagnostic, diagnose, shared } from "./diagnostics";
import { checkReadiness, type ReadinessCheck } from "./readiness";

export interface HealthServer {
  /** The port in use. If port 0 was requested, the system chose it. */
  readonly port: number;
  close(): Promise<void>;
}

export interface HealthOptions {
  readonly port: number;
  readonly host: string;
  readonly checks: readonly ReadinessCheck[];
  readonly diagnosis: DiagnosisOptions;
  /** The repeated tasks, which `POST /sweep` runs at once. May be filled later. */
  readonly chores: ReadonlyMap<string, RunChore>;
  /** Handles requests below `/ops/`, which only operators may reach. */
  readonly ops?: RequestListener | undefined;
  readonly metrics: Metrics;
  /** Aborted when the process ends. It is then no longer ready. */
  readonly ending: AbortSignal;
}

/** The data for `/diagnosis`. */
export interface DiagnosisOptions extends Pick<Diagnosis, "service"> {
  /** Read at each diagnosis, because shards are added while the process runs. */
  readonly connections: () => Diagnosis["connections"];
  readonly diagnostics: readonly Diagnostic[];
}

interface HealthAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** How long a diagnosis is cached. It writes files and logs in to servers. */
const KEPT_MS = 2_000;

const OPS = "/ops/";

type Pages = Readonly<Record<string, () => Promise<HealthAnswer>>>;

const json = (status: number, body: unknown): HealthAnswer => ({
  status,
  contentType: "application/json; charset=utf-8",
  body: JSON.stringify(body),
});

/**
 * Serves `/healthz` (the process runs), `/readyz` (its parts work), `/diagnosis` (for `doctor`),
 * `/metrics` and `POST /sweep`, where clients do not reach them
 * (docs/operations.md#health-and-metrics).
 */
export async function startHealthServer(options: HealthOptions): Promise<HealthServer> {
  const { service, connections, diagnostics } = options.diagnosis;
  const results = shared(() => diagnose(diagnostics), KEPT_MS);
  const sweeps: Pages = {
    "/sweep": async () => {
      const sweep: Sweep = { service, chores: await runChoresNow(options.chores) };
      return json(200, sweep);
    },
  };
  const version = releaseVersion();
  const pages: Pages = {
    "/healthz": async () => json(200, { status: "ok", version }),
    "/readyz": async () => {
      const readiness = await checkReadiness(options.checks, { ending: options.ending.aborted });
      return json(readiness.ready ? 200 : 503, readiness);
    },
    "/diagnosis": async () => {
      const diagnosis: Diagnosis = {
        service,
        connections: connections(),
        results: await results(),
      };
      return json(200, diagnosis);
    },
    "/metrics": async () => ({ status: 200, ...(await options.metrics.text()) }),
  };

  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (options.ops !== undefined && path.startsWith(OPS)) return options.ops(request, response);
    const isSweep = Object.hasOwn(sweeps, path);
    const page = isSweep ? sweeps[path] : Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (page === undefined) return send(response, json(404, { error: "Page not found" }));
    const methods = isSweep ? ["POST"] : ["GET", "HEAD"];
    if (!methods.includes(request.method ?? "")) {
      response.setHeader("Allow", methods.join(", "));
      return send(response, json(405, { error: "Method not allowed" }));
    }
    // Pages in an operator's browser must not be able to run tasks.
    if (isSweep && request.headers.origin !== undefined) {
      return send(response, json(403, { error: "Not for pages" }));
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

/** Runs a repeated task immediately. Returns false if it failed. */
export type RunChore = () => Promise<boolean>;

/** The outcome of a requested task. A slow task continues in the background. */
export interface SweptChore {
  readonly chore: string;
  readonly outcome: "done" | "failed" | "goes on";
}

/** The response of `POST /sweep`. */
export interface Sweep {
  readonly service: string;
  readonly chores: readonly SweptChore[];
}

/** How long a response waits for the tasks. */
const SWEEP_MS = 60_000;

/** Runs all repeated tasks of a process concurrently. */
export const runChoresNow = (
  chores: ReadonlyMap<string, RunChore>,
  deadlineMs: number = SWEEP_MS,
): Promise<readonly SweptChore[]> =>
  Promise.all(
    [...chores].map(async ([chore, run]) => {
      const ended = run().then((done) => (done ? "done" : "failed"));
      return { chore, outcome: await within(deadlineMs, ended, () => "goes on" as const) } as const;
    }),
  );
