// Covers docs/reference/webhooks.md: addresses, retries
// Covers docs/reliability.md: outgoing-requests

import type { LookupAddress } from "node:dns";
import net from "node:net";
import {
  egressRules,
  egressVariables,
  outgoingProxy,
  parseEnv,
  proxyVariables,
} from "@polls/config";
import { trustAuthorities } from "@polls/runtime";
import {
  atFileEnd,
  type ConnectProxy,
  describeWhere,
  installedProgram,
  startConnectProxy,
  startTlsServer,
  type TlsServer,
} from "@polls/testing";
import { z } from "zod";
import { type Receiver, startReceiver, status } from "../../testing/start-receiver";
import { createPost, type PostOptions, type PostResult } from "./post";
import type { Resolve } from "./resolve-name";

const rules = (env: Readonly<Record<string, string>>) =>
  egressRules(parseEnv(z.object(egressVariables), { WEBHOOK_ALLOW_INSECURE: "1", ...env }));

const open = { egress: rules({ WEBHOOK_ALLOW_NETWORKS: "127.0.0.1" }), timeoutMs: 10_000 };
const closed = { egress: rules({}), timeoutMs: 10_000 };

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});

const send = (url: string, options: PostOptions = open): Promise<PostResult> =>
  createPost(options)(
    { url, headers: { "X-Test": "here" }, body: '{"a":"ä"}' },
    new AbortController().signal,
  );

const at = (...addresses: readonly string[]): Resolve => {
  const answers = addresses.map((address) => ({ address, family: net.isIP(address) }));
  return async (): Promise<readonly LookupAddress[]> => answers;
};
const named = (host: string) => receiver.url.replace("127.0.0.1", host);

test.each([200, 204, 400, 410, 500, 503])("the result has the status %i", async (code) => {
  receiver.answer(status(code));
  expect(await send(receiver.url)).toEqual({ status: code });
  expect(receiver.received).toMatchObject([
    { path: "/polls", body: '{"a":"ä"}', headers: { "x-test": "here", "content-length": "10" } },
  ]);
});

test("the result has the time after which the endpoint wants another attempt", async () => {
  receiver.answer(status(429, { "Retry-After": "7" }));
  expect(await send(receiver.url)).toEqual({ status: 429, retryAfter: "7" });
});

test("a redirect is not followed", async () => {
  const elsewhere = await startReceiver();
  receiver.answer(status(307, { Location: elsewhere.url }));
  expect(await send(receiver.url)).toEqual({ status: 307 });
  expect(elsewhere.received).toEqual([]);
});

test("only the beginning of an endless body is read", async () => {
  let sent = 0;
  receiver.answer((response) => {
    const chunk = Buffer.alloc(4_096);
    const more = () => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    };
    response.writeHead(200).on("drain", more);
    more();
  });
  expect(await send(receiver.url)).toEqual({ status: 200 });
  expect(sent).toBeLessThan(50_000_000);
});

test("a request to an endpoint that does not respond ends at the timeout", async () => {
  receiver.answer(() => undefined);
  expect(await send(receiver.url, { ...open, timeoutMs: 200 })).toEqual({
    problem: "no answer in time",
  });
});

test("an endpoint that sends its body slowly has responded", async () => {
  receiver.answer((response) => {
    response.writeHead(200).write(".");
  });
  expect(await send(receiver.url, { ...open, timeoutMs: 300 })).toEqual({ status: 200 });
});

test("a resolver that does not respond ends at the timeout", async () => {
  const never: Resolve = () => new Promise(() => undefined);
  const answer = await send(named("slow.example"), { ...open, timeoutMs: 200, resolve: never });
  expect(answer).toEqual({ problem: "no answer in time" });
});

test("a broken connection, another protocol or a missing server is described in words", async () => {
  receiver.answer((response) => void response.destroy());
  expect(await send(receiver.url)).toEqual({ problem: "the connection was broken off" });
  const babble = net.createServer((socket) => {
    // Without a reader the socket would not notice that the other side has closed.
    socket.on("error", () => undefined).resume();
    socket.end("hello\r\n\r\n");
  });
  await new Promise<void>((resolve) => babble.listen(0, "127.0.0.1", resolve));
  atFileEnd("the babble", async () => void babble.close());
  const { port } = babble.address() as net.AddressInfo;
  expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ problem: "the answer is not HTTP" });
  const unused = "http://127.0.0.1:1/";
  expect(await send(unused)).toEqual({ problem: "the connection was refused" });
  const nowhere: Resolve = async () => [];
  const gone = await send(named("gone.example"), { ...open, resolve: nowhere });
  expect(gone).toEqual({ problem: "the address does not exist or may not be called" });
});

/** A server that sends these bytes to each connection, and nothing else. */
async function startSaying(bytes: string, end: boolean): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("data", () => void (end ? socket.end(bytes) : socket.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atFileEnd("a server of bytes", async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`;
}

test("an endpoint that switches to another protocol has responded", async () => {
  const head =
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  expect(await send(await startSaying(head, false))).toEqual({ status: 101 });
});

test("an endpoint that closes within its headers has not responded", async () => {
  const url = await startSaying("HTTP/1.1 200 OK\r\nContent-Le", true);
  expect(await send(url)).toEqual({ problem: "the connection was broken off" });
});

test("TLS is used, and a valid certificate is required", async () => {
  expect(await send(receiver.url.replace("http:", "https:"))).toEqual({
    problem: "the TLS handshake failed",
  });
});

describe("forbidden addresses (SSRF)", () => {
  const forbidden = { problem: "the address does not exist or may not be called" };

  test.each(["127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "localhost"])(
    "%s",
    async (host) => {
      expect(await send(named(host), closed)).toEqual(forbidden);
      expect(receiver.received).toEqual([]);
    },
  );

  test.each([
    ["a private one", ["127.0.0.1"]],
    ["a private one behind a public one", ["93.184.216.34", "127.0.0.1"]],
    ["a private one before a public one", ["10.0.0.1", "93.184.216.34"]],
    ["a mapped one", ["::ffff:127.0.0.1"]],
    ["a translated one", ["64:ff9b::7f00:1"]],
  ])("a name that resolves to %s is refused", async (_what, addresses) => {
    const options = { ...closed, resolve: at(...addresses) };
    expect(await send(named("client.example"), options)).toEqual(forbidden);
    expect(receiver.received).toEqual([]);
  });

  test("the connection goes to the checked address, even if the name changes in the meantime", async () => {
    const inner = await startReceiver();
    const port = new URL(inner.url).port;
    let looks = 0;
    // The first lookup returns the receiver. A second lookup would return a forbidden address of
    // this machine.
    const rebinding: Resolve = async () => [
      { address: ++looks === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 },
    ];
    const post = createPost({ ...open, resolve: rebinding });
    const message = { url: `http://client.example:${port}/`, headers: {}, body: "" };
    const { signal } = new AbortController();
    expect(await post(message, signal)).toEqual({ status: 200 });
    expect([looks, inner.received.length]).toEqual([1, 1]);
    expect(inner.received[0]?.headers.host).toBe(`client.example:${port}`);
    expect(await post(message, signal)).toEqual(forbidden);
    expect([looks, inner.received.length]).toEqual([2, 1]);
  });

  test("http where only https is allowed, and passwords, are refused before the lookup", async () => {
    let looks = 0;
    const resolve: Resolve = async () => {
      looks += 1;
      return [];
    };
    const strict = { ...open, egress: rules({ WEBHOOK_ALLOW_INSECURE: "0" }), resolve };
    expect(await send(named("client.example"), strict)).toEqual(forbidden);
    expect(await send("https://me:word@client.example/", strict)).toEqual(forbidden);
    expect(looks).toBe(0);
  });
});

const openssl = installedProgram("openssl");

describeWhere(openssl !== undefined, "openssl is not installed")("a proxy", () => {
  const unknown: Resolve = () =>
    Promise.reject(Object.assign(new Error("unknown"), { code: "ENOTFOUND" }));
  let tls: TlsServer;
  let proxy: ConnectProxy;
  let undo: () => void;

  beforeAll(async () => {
    const names = ["client.example", "127.0.0.1", "93.184.216.34"];
    tls = await startTlsServer(String(openssl), names, (_, response) => response.end());
    undo = trustAuthorities([tls.certificate]);
  });
  afterAll(() => undo());
  beforeEach(async () => {
    proxy = await startConnectProxy(tls.port);
  });

  const sendBy = (url: string, options: Partial<PostOptions>, exceptions = "") =>
    send(url, {
      ...closed,
      proxy: outgoingProxy(
        parseEnv(z.object(proxyVariables), {
          HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
          NO_PROXY: exceptions,
        }),
      ),
      ...options,
    });

  test.each([
    ["a public name", "https://client.example/a", at("93.184.216.34"), "client.example:443"],
    ["a name that only the proxy knows", "https://client.example/a", unknown, "client.example:443"],
    ["a public address", "https://93.184.216.34:8443/a", unknown, "93.184.216.34:8443"],
  ])("leads to %s", async (_what, url, resolve, destination) => {
    expect(await sendBy(url, { resolve })).toEqual({ status: 200 });
    expect(proxy.asked).toEqual([destination]);
  });

  test.each([
    ["a name in an allowed network", "client.example"],
    ["an allowed address", "127.0.0.1"],
  ])("does not lead to %s", async (_what, host) => {
    const answer = sendBy(`https://${host}:${tls.port}/`, {
      ...open,
      resolve: at("127.0.0.1"),
    });
    expect(await answer).toEqual({ status: 200 });
    expect(proxy.asked).toEqual([]);
  });

  test("does not lead to an exception, which is still checked", async () => {
    const url = `https://client.example:${tls.port}/`;
    const resolve = at("127.0.0.1");
    expect(await sendBy(url, { ...open, resolve }, "client.example")).toEqual({ status: 200 });
    expect(await sendBy(url, { resolve }, "client.example")).toEqual({
      problem: "the address does not exist or may not be called",
    });
    expect(proxy.asked).toEqual([]);
  });

  test.each([
    ["a name with a private address", "https://client.example/", at("10.0.0.1")],
    ["a name with a private address too", "https://client.example/", at("93.184.216.34", "::1")],
    ["a private address", "https://10.0.0.1/", unknown],
  ])("does not lead to %s", async (_what, url, resolve) => {
    expect(await sendBy(url, { resolve })).toEqual({
      problem: "the address does not exist or may not be called",
    });
    expect(proxy.asked).toEqual([]);
  });

  test("that refuses, or does not answer, is named", async () => {
    const resolve = at("93.184.216.34");
    proxy.refuse(403);
    expect(await sendBy("https://client.example/", { resolve })).toEqual({
      problem: "the proxy opened no connection",
    });
    proxy.refuse("silently");
    expect(await sendBy("https://client.example/", { resolve, timeoutMs: 200 })).toEqual({
      problem: "no answer in time",
    });
  });

  test("is not used before a resolver that does not respond", async () => {
    const never: Resolve = () => new Promise(() => undefined);
    const answer = await sendBy("https://client.example/", { resolve: never, timeoutMs: 200 });
    expect(answer).toEqual({ problem: "no answer in time" });
    expect(proxy.asked).toEqual([]);
  });
});

test("an aborted attempt has no result", async () => {
  receiver.answer(() => undefined);
  const ending = new AbortController();
  const sending = createPost(open)({ url: receiver.url, headers: {}, body: "" }, ending.signal);
  receiver.answer(() => ending.abort(new Error("the process ends")));
  await expect(sending).rejects.toThrow("the process ends");
});

describe("without TLS", () => {
  const egress = rules({ WEBHOOK_ALLOW_INSECURE: "0", WEBHOOK_ALLOW_NETWORKS: "127.0.0.1" });
  const refused = { problem: "the address does not exist or may not be called" };

  test("an allowed network is called, by its address and by a name that leads there", async () => {
    receiver.answer(status(204));
    expect(await send(receiver.url, { ...open, egress })).toEqual({ status: 204 });
    const resolve = at("127.0.0.1");
    expect(await send(named("erp.lan"), { ...open, egress, resolve })).toEqual({ status: 204 });
  });

  test("no other address is called", async () => {
    for (const resolve of [at("93.184.216.34"), at("127.0.0.1", "93.184.216.34"), at("10.1.2.3")]) {
      expect(await send(named("erp.lan"), { ...open, egress, resolve })).toEqual(refused);
    }
    expect(await send("http://93.184.216.34/", { ...open, egress })).toEqual(refused);
    expect(receiver.received).toEqual([]);
  });
});
