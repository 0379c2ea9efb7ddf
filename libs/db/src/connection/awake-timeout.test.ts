// Covers docs/reliability.md: silent-links, slow-database

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { timeoutWhileAwake } from "./awake-timeout";

const blockFor = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

test("a process that was busy reads the response before it takes the other side for silent", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [peer] = (await once(server, "connection")) as [Socket];
  const seen: string[] = [];
  const expired = new Promise<void>((resolve) => {
    timeoutWhileAwake(160, () => {
      seen.push("expired");
      resolve();
    });
  });
  client.once("data", () => seen.push("response"));
  // Each time the process is busy for longer than the limit.
  blockFor(200);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => peer.write("x", resolve));
  blockFor(200);
  await expired;
  expect(seen).toEqual(["response", "expired"]);
  client.destroy();
  server.close();
});

test("it expires after its time, and not once it is cleared", async () => {
  const began = performance.now();
  const cleared = timeoutWhileAwake(40, () => {
    throw new Error("was cleared");
  });
  cleared.clear();
  const keepsAwake = setInterval(() => {}, 10);
  await new Promise<void>((resolve) => timeoutWhileAwake(80, resolve));
  clearInterval(keepsAwake);
  expect(performance.now() - began).toBeGreaterThanOrEqual(79);
});
