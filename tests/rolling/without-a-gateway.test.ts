// Covers docs/reliability.md: ending-a-process

import { createServer, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@polls/devstack";
import { atFileEnd } from "@polls/testing";
import { balancers, restartEach, startBalancer } from "./balancers";

jest.setTimeout(60_000);

const installed = balancers.filter(({ program }) => program !== undefined);
for (const { name, program } of balancers) {
  if (program === undefined) process.stderr.write(`skipped: there is no ${name} here\n`);
}

/** Stands in for a gateway: it starts and ends at once, and answers with the length of the body. */
class PlainGateway {
  isReady = true;
  private server: Server | undefined;
  constructor(readonly port: number) {}

  start(): Promise<void> {
    const server = createServer((request, response) => {
      if (request.url === "/readyz" && !this.isReady) response.statusCode = 503;
      let length = 0;
      request.on("data", (chunk: Buffer) => {
        length += chunk.length;
      });
      request.on("end", () => response.end(String(length)));
    });
    this.server = server;
    return new Promise((resolve) => server.listen(this.port, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function startGateways() {
  const gateways = [
    new PlainGateway(await freePort()),
    new PlainGateway(await freePort()),
  ] as const;
  for (const gateway of gateways) {
    atFileEnd("a gateway", () => gateway.stop());
    await gateway.start();
  }
  return gateways;
}

describe.each(installed)("$name", (balancer) => {
  const whereItHolds = balancer.holds ? it : it.skip;
  whereItHolds("lets requests wait while there is no gateway", async () => {
    const gateways = await startGateways();
    const { url } = await startBalancer(balancer, gateways);
    for (const gateway of gateways) await gateway.stop();
    const send = async (length: number) => {
      const response = await fetch(url, { method: "POST", body: "x".repeat(length) });
      return [response.status, await response.text()];
    };
    // At once, while the balancer still takes them for alive, and later, when it knows.
    const sent = [send(10), send(300_000)];
    await pause(2_500);
    sent.push(send(20), send(400_000));
    await pause(500);
    await gateways[0].start();
    expect(await Promise.all(sent)).toEqual(
      [10, 300_000, 20, 400_000].map((length) => [200, String(length)]),
    );
  });

  test("has used the last restarted gateway before the next one is restarted", async () => {
    const gateways = await startGateways();
    const { url, state } = await startBalancer(balancer, gateways);
    const running = new Set(gateways);
    const most: number[] = [];
    await restartEach(state, gateways, async (gateway) => {
      most.push([...running].filter(({ isReady }) => isReady).length);
      running.delete(gateway);
      await gateway.stop();
      gateway.isReady = false;
      await gateway.start();
      running.add(gateway);
      setTimeout(() => {
        gateway.isReady = true;
      }, 2_500);
    });
    expect(most).toEqual([2, 2]);
    expect(gateways.map(({ isReady }) => isReady)).toEqual([true, true]);
    expect((await fetch(url)).status).toBe(200);
  });
});
