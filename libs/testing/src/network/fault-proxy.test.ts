// Covers docs/reliability.md: broken-connections

import net from "node:net";
import { atFileEnd } from "../at-file-end";
import { waitFor } from "../wait-for";
import { startFaultProxy } from "./fault-proxy";

/** A client that records the received data and how its connection ended. */
interface Client {
  readonly say: (text: string) => void;
  readonly heard: () => string;
  readonly ended: () => string | undefined;
  readonly close: () => void;
}

/** A server that echoes every byte and records what it received. */
async function startEcho(): Promise<{ url: string; heard: () => string }> {
  let heard = "";
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      heard += bytes;
      socket.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atFileEnd("echo", async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `tcp://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    heard: () => heard,
  };
}

function connect(port: number): Client {
  let heard = "";
  let ended: string | undefined;
  const socket = net.connect(port, "127.0.0.1");
  socket.on("data", (bytes) => {
    heard += bytes;
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    ended ??= error.code;
  });
  socket.on("close", () => {
    ended ??= "closed";
  });
  atFileEnd("client", async () => socket.destroy());
  return {
    say: (text) => void socket.write(text),
    heard: () => heard,
    ended: () => ended,
    close: () => void socket.destroy(),
  };
}

async function setUp() {
  const echo = await startEcho();
  const proxy = await startFaultProxy(echo.url);
  const client = connect(proxy.port);
  client.say("hello ");
  await waitFor(() => client.heard() === "hello ", { what: "the first answer" });
  return { echo, proxy, client };
}

test("pass: all bytes and the end arrive in both directions", async () => {
  const { proxy, client, echo } = await setUp();
  client.say("again");
  await waitFor(() => client.heard() === "hello again", { what: "the answer" });
  expect(echo.heard()).toBe("hello again");
  expect(proxy.connections()).toBe(1);
});

test("refuse: new connections are refused, open ones continue, and `pass` accepts new ones again", async () => {
  const { proxy, client } = await setUp();
  await proxy.set({ mode: "refuse" });
  const refused = connect(proxy.port);
  await waitFor(() => refused.ended() === "ECONNREFUSED", { what: "the refusal" });
  client.say("again");
  await waitFor(() => client.heard() === "hello again", { what: "the answer" });

  await proxy.set({ mode: "pass" });
  const welcome = connect(proxy.port);
  welcome.say("here");
  await waitFor(() => welcome.heard() === "here", { what: "the answer to the new one" });
});

test("reset: open and new connections are reset", async () => {
  const { proxy, client } = await setUp();
  await proxy.set({ mode: "reset" });
  await waitFor(() => client.ended() === "ECONNRESET", { what: "the reset" });
  const late = connect(proxy.port);
  await waitFor(() => late.ended() === "ECONNRESET", { what: "the reset of the new one" });
  expect(proxy.connections()).toBe(0);
});

test("blackhole down: the server receives data, the client does not, and no connection ends", async () => {
  const { echo, proxy, client } = await setUp();
  await proxy.set({ mode: "blackhole", direction: "down" });
  client.say("lost");
  await waitFor(() => echo.heard() === "hello lost", { what: "the server hears" });
  await proxy.set({ mode: "pass" });
  client.say("found");
  await waitFor(() => client.heard() === "hello found", { what: "the later answer" });
  expect(client.ended()).toBeUndefined();
});

test("blackhole: bytes are dropped until the fault ends", async () => {
  const { echo, proxy, client } = await setUp();
  await proxy.set({ mode: "blackhole" });
  client.say("lost");
  await waitFor(() => proxy.swallowedBytes() === 4, { what: "the loss" });
  await proxy.set({ mode: "pass" });
  client.say("found");
  await waitFor(() => client.heard() === "hello found", { what: "the later answer" });
  expect(echo.heard()).toBe("hello found");
});

test("latency: a response takes twice the delay, and the order stays", async () => {
  const { proxy, client } = await setUp();
  await proxy.set({ mode: "latency", delayMs: 60, jitterMs: 40 });
  const begin = performance.now();
  for (const word of ["one ", "two ", "three"]) client.say(word);
  await waitFor(() => client.heard() === "hello one two three", { what: "the answer" });
  expect(performance.now() - begin).toBeGreaterThanOrEqual(115);
});

test("cutAfter: exactly this number of bytes passes, then the connection is reset", async () => {
  const { echo, proxy, client } = await setUp();
  await proxy.set({ mode: "cutAfter", bytes: 3, direction: "up" });
  client.say("abcdef");
  await waitFor(() => client.ended() === "ECONNRESET", { what: "the cut" });
  await waitFor(() => echo.heard() === "hello abc", { what: "the three bytes" });
  expect(proxy.cuts()).toBe(1);
});

test("loseAnswers: requests arrive, their responses do not, and the next connection works", async () => {
  const { echo, proxy, client } = await setUp();
  let answers = 0;
  await proxy.set({ mode: "loseAnswers", lost: () => ++answers === 2 });
  client.say("one");
  await waitFor(() => client.heard() === "hello one", { what: "the first answer" });
  client.say("two");
  await waitFor(() => client.ended() === "ECONNRESET", { what: "the cut" });
  expect(echo.heard()).toBe("hello onetwo");
  expect(client.heard()).toBe("hello one");
  expect(proxy.cuts()).toBe(1);

  const next = connect(proxy.port);
  next.say("well");
  await waitFor(() => next.heard() === "well", { what: "the next connection's answer" });
});

test("halfOpen: open connections transmit nothing, new ones pass", async () => {
  const { proxy, client } = await setUp();
  await proxy.set({ mode: "halfOpen" });
  client.say("lost");
  await waitFor(() => proxy.swallowedBytes() === 4, { what: "the lost bytes" });
  const fresh = connect(proxy.port);
  fresh.say("here");
  await waitFor(() => fresh.heard() === "here", { what: "the answer" });
  expect([client.heard(), client.ended()]).toEqual(["hello ", undefined]);
});

test.each([
  ["stays open", (_: Client) => undefined],
  ["is closed", (client: Client) => client.close()],
])(
  "hold: data of a client from one chunk on arrives with the next fault, even if its connection %s",
  async (_, then) => {
    const { proxy, client, echo } = await setUp();
    await proxy.set({ mode: "hold", held: (piece) => piece.includes("stop") });
    client.say("go ");
    await waitFor(() => echo.heard() === "hello go ", { what: "the piece before" });
    client.say("stop ");
    await waitFor(() => proxy.holds() === 1, { what: "the held piece" });
    client.say("after");
    await waitFor(() => proxy.holds() === 2, { what: "the piece after it" });
    then(client);
    expect(echo.heard()).toBe("hello go ");
    await proxy.set({ mode: "pass" });
    await waitFor(() => echo.heard() === "hello go stop after", { what: "the held pieces" });
  },
);
