import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, type RunningProcess, runProcess } from "@polls/devstack";
import { run } from "@polls/devstack/children";
import { atFileEnd, installedProgram, type ServiceProcess, waitFor } from "@polls/testing";

type Gateway = Pick<ServiceProcess, "port">;
type Gateways<G extends Gateway = Gateway> = readonly [G, G];

/** A load balancer, run with the configuration of `deploy/`. */
export interface Balancer {
  readonly name: "haproxy" | "nginx";
  /** Undefined if the program is missing. */
  readonly program: string | undefined;
  /** The minimum of `SHUTDOWN_DELAY_SECONDS`. */
  readonly delaySeconds: number;
  /** Whether it retries every request, also without a key, at another gateway when one has just closed its port. */
  readonly needsKeys: boolean;
  /** Whether requests wait for a gateway when there is none. */
  readonly holds: boolean;
  readonly run: (
    program: string,
    port: number,
    state: number,
    gateways: Gateways,
  ) => Promise<RunningProcess>;
}

const deploy = path.resolve(__dirname, "../../deploy");

export const balancers: readonly Balancer[] = [
  {
    name: "haproxy",
    program: installedProgram("haproxy"),
    delaySeconds: 3,
    needsKeys: false,
    holds: true,
    run: (program, port, state, [one, two]) =>
      runProcess({
        name: "haproxy",
        command: program,
        args: ["-db", "-f", path.join(deploy, "haproxy/haproxy.cfg")],
        env: {
          LISTEN: `127.0.0.1:${port}`,
          STATE: `127.0.0.1:${state}`,
          GATEWAY_1: `127.0.0.1:${one.port}`,
          GATEWAY_2: `127.0.0.1:${two.port}`,
        },
      }),
  },
  {
    name: "nginx",
    program: installedProgram("nginx"),
    delaySeconds: 5,
    needsKeys: true,
    holds: false,
    run: (program, port, state, gateways) => {
      const directory = mkdtempSync(path.join(tmpdir(), "polls-nginx-"));
      atFileEnd("files of nginx", async () => rmSync(directory, { recursive: true, force: true }));
      writeFileSync(path.join(directory, "nginx.conf"), nginxConfiguration(port, state, gateways));
      return runProcess({
        name: "nginx",
        command: program,
        args: ["-p", directory, "-c", "nginx.conf", "-e", "stderr"],
        env: {},
      });
    },
  },
];

/** `deploy/restart-gateways.sh`: runs `restart` with each gateway, one after another. */
export async function restartEach<G extends Gateway>(
  state: string,
  gateways: Gateways<G>,
  restart: (gateway: G) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    const gateway = gateways[Number(request.url?.slice(1))] as G;
    restart(gateway).then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const close = () => new Promise((resolve) => server.close(resolve));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const ask = (at: number) =>
    `node -e 'fetch("http://127.0.0.1:${port}/${at}").then(async (r) => { if (!r.ok) throw await r.text(); })'`;
  const commands = gateways.map((gateway, at) => `127.0.0.1:${gateway.port}=${ask(at)}`);
  try {
    await run(path.join(deploy, "restart-gateways.sh"), [state, ...commands]);
  } finally {
    await close();
  }
}

/** The file of `deploy/` with other ports, inside the main configuration that an nginx package has. */
function nginxConfiguration(port: number, state: number, gateways: Gateways): string {
  const site = gateways.reduce(
    (text, gateway, at) => text.replace(`127.0.0.1:${3_001 + at}`, `127.0.0.1:${gateway.port}`),
    readFileSync(path.join(deploy, "nginx/polls.conf"), "utf8")
      .replace("listen 80;", `listen 127.0.0.1:${port};`)
      .replace("127.0.0.1:8404", `127.0.0.1:${state}`),
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return [
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    "daemon off;",
    "worker_processes 2;",
    "pid nginx.pid;",
    "error_log stderr error;",
    "events {}",
    "http {",
    "access_log off;",
    ...temporary.map((name) => `${name}_temp_path ${name};`),
    site,
    "}",
  ].join("\n");
}

/** A running balancer: its address for clients, and where `deploy/restart-gateways.sh` asks for its state. */
export interface StartedBalancer {
  readonly url: string;
  readonly state: string;
}

/** Starts a balancer in front of two gateways, and waits until it forwards requests. */
export async function startBalancer(
  balancer: Balancer,
  gateways: Gateways,
): Promise<StartedBalancer> {
  const { name, program } = balancer;
  if (program === undefined) throw new Error(`there is no ${name} here`);
  const port = await freePort();
  const state = await freePort();
  const running = await balancer.run(program, port, state, gateways);
  atFileEnd(name, () => running.stop({ signal: "SIGTERM", deadlineMs: 5_000 }));
  const url = `http://127.0.0.1:${port}`;
  const answers = async () => {
    if (!running.isRunning()) throw new Error(running.lastLines().join("\n"));
    const response = await fetch(`${url}/healthz`);
    await response.arrayBuffer();
    return response.ok;
  };
  await waitFor(answers, { what: `${name} passes requests on`, deadlineMs: 20_000 });
  return { url, state: `127.0.0.1:${state}` };
}
