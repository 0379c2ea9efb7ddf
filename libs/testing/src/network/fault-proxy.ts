import net from "node:net";
import { freePort } from "@polls/devstack";
import { atFileEnd } from "../at-file-end";
import type { Fault } from "./fault";
import { type Link, linkSockets } from "./link-sockets";

export interface FaultProxy {
  readonly port: number;
  /** The address of the target, with host and port of the proxy. */
  readonly url: string;
  /** Switches the fault, also for open connections. Resolves when it is in effect. */
  readonly set: (fault: Fault) => Promise<void>;
  readonly connections: () => number;
  readonly cuts: () => number;
  readonly holds: () => number;
  /** How many bytes arrived at the proxy and were not forwarded. */
  readonly swallowedBytes: () => number;
  readonly close: () => Promise<void>;
}

/**
 * A proxy that injects faults in front of a TCP server, given as an address such as
 * `redis://127.0.0.1:6379`. Begins with `pass`, and ends with the test file.
 */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const url = new URL(target);
  const to = { host: url.hostname, port: Number(url.port), allowHalfOpen: true };
  const port = await freePort();
  const open = new Set<Link>();
  let fault: Fault = { mode: "pass" };
  let cuts = 0;
  let holds = 0;
  let swallowed = 0;

  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    if (fault.mode === "reset") {
      client.on("error", () => undefined);
      client.resetAndDestroy();
      return;
    }
    const onward = net.connect(to);
    // An open connection must not keep the test process alive.
    client.unref();
    onward.unref();
    const link = linkSockets(client, onward, {
      fault,
      onCut: () => {
        cuts += 1;
      },
      onHeld: () => {
        holds += 1;
      },
      onSwallowed: (bytes) => {
        swallowed += bytes;
      },
      onClosed: () => open.delete(link),
    });
    open.add(link);
  });
  await listen(server, port);
  url.hostname = "127.0.0.1";
  url.port = String(port);

  const proxy: FaultProxy = {
    port,
    url: url.toString(),
    async set(next) {
      fault = next.mode === "halfOpen" ? { mode: "pass" } : next;
      for (const link of [...open]) {
        if (next.mode === "reset") link.reset();
        else link.setFault(next.mode === "halfOpen" ? { mode: "blackhole" } : next);
      }
      if (next.mode === "refuse") stopListening(server);
      else if (!server.listening) await listen(server, port);
    },
    connections: () => open.size,
    cuts: () => cuts,
    holds: () => holds,
    swallowedBytes: () => swallowed,
    async close() {
      for (const link of [...open]) link.reset();
      stopListening(server);
    },
  };
  atFileEnd(`fault proxy on port ${port}`, proxy.close);
  return proxy;
}

const listen = (server: net.Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });

/** Does not wait for the server's `close`, which open connections would delay. */
function stopListening(server: net.Server): void {
  if (server.listening) server.close();
}
