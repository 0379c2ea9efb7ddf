import { createServer } from "node:net";
import { join } from "node:path";
import { type ChildProcess, spawn } from "@polls/devstack/children";
import { atFileEnd, waitFor } from "@polls/testing";
import { nodeCommand } from "../src/confined/node-command";

/** Starts a worker with these variables and waits until it is ready, or until it answers 503. */
export async function startWorkerProcess(
  variables: Readonly<Record<string, string>>,
  searchPath: string,
  { readyStatus = 200 }: { readonly readyStatus?: 200 | 503 } = {},
) {
  const metricsPort = await freePort();
  const { command, args } = nodeCommand(join(__dirname, "../src/main"), []);
  const child = spawn(command, [...args], {
    env: { PATH: searchPath, NODE_ENV: "test", METRICS_PORT: String(metricsPort), ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  const ended = endOf(child);
  atFileEnd("media worker process", async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}${path}`);
    return { status: response.status, text: await response.text() };
  };
  await waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(output);
      return (await ask("/readyz")).status === readyStatus;
    },
    { what: "a media worker that has started" },
  );
  return {
    pid: child.pid ?? 0,
    /** Sends a signal and returns how the process ended. */
    end: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
    output: () => output,
    ask,
  };
}

const endOf = (child: ChildProcess) =>
  new Promise<number | NodeJS.Signals>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signal ?? -1)),
  );

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
