import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { within } from "@polls/jobs";
import type { ServiceAddress } from "./environment";

export type ProcessAnswer = { readonly at: ServiceAddress } & (
  | { readonly body: unknown }
  | { readonly problem: string }
);

const LOOKUP_MS = 3_000;

/** Asks every process at once. Each answers within the DNS lookup and `deadlineMs`. */
export async function askServices(
  services: readonly ServiceAddress[],
  { path, method, deadlineMs }: AskOptions,
): Promise<readonly ProcessAnswer[]> {
  const answers = await Promise.all(
    services.map(async (service): Promise<readonly ProcessAnswer[]> => {
      const hosts = await hostsOf(service.host);
      if (hosts.length === 0) return [{ at: service, problem: "its host name cannot be resolved" }];
      return Promise.all(
        hosts.map((host) => ask({ ...service, host }, { path, method, deadlineMs })),
      );
    }),
  );
  return answers.flat();
}

interface AskOptions {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly deadlineMs: number;
}

/** All addresses of a host: the IPv4 addresses if it has any. */
async function hostsOf(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const found = await within(LOOKUP_MS, lookup(host, { all: true }), () => []).catch(() => []);
  const short = found.filter(({ family }) => family === 4);
  return (short.length > 0 ? short : found).map(({ address }) => address);
}

async function ask(at: ServiceAddress, { path, method, deadlineMs }: AskOptions) {
  const host = isIP(at.host) === 6 ? `[${at.host}]` : at.host;
  try {
    const response = await fetch(`http://${host}:${at.port}${path}`, {
      method,
      signal: AbortSignal.timeout(deadlineMs),
    });
    if (!response.ok) return { at, problem: `it answers ${response.status}` };
    return { at, body: (await response.json()) as unknown };
  } catch (error) {
    return { at, problem: problemOf(error, deadlineMs) };
  }
}

function problemOf(error: unknown, deadlineMs: number): string {
  const { name, cause } = error as { readonly name?: string; readonly cause?: unknown };
  if (name === "TimeoutError") return `no answer within ${deadlineMs / 1_000} s`;
  const { code } = (cause ?? {}) as { readonly code?: string };
  return code === "ECONNREFUSED" ? "nothing listens at its address" : `no answer (${code ?? name})`;
}
