// Covers docs/reliability.md: outgoing-requests

import { once } from "node:events";
import https from "node:https";
import { BaseUrl, outgoingProxy, proxyVariables } from "@polls/config";
import { trustAuthorities, useProxy } from "@polls/runtime";
import { openStorage } from "@polls/storage";
import {
  type ConnectProxy,
  describeWhere,
  installedProgram,
  startConnectProxy,
  startTlsServer,
  type TlsServer,
} from "@polls/testing";
import { openProvider } from "../../services/payment-worker/testing";

const openssl = installedProgram("openssl");

describeWhere(openssl !== undefined, "openssl is not installed")("an outgoing proxy", () => {
  let server: TlsServer;
  let proxy: ConnectProxy;
  let undo: readonly (() => void)[] = [];

  beforeAll(async () => {
    const names = ["localhost", "api.example", "files.bucket.example", "bucket.example"];
    server = await startTlsServer(String(openssl), names, (request, response) => {
      response.setHeader("Content-Type", "application/json");
      response.end(request.url === "/v1/account" ? '{"id":"acct_1","country":"DE"}' : "hello");
    });
  });
  beforeEach(async () => {
    proxy = await startConnectProxy(server.port);
    undo = [trustAuthorities([server.certificate])];
  });
  afterEach(() => {
    for (const each of undo) each();
  });

  const use = (exceptions = "") => {
    const found = outgoingProxy({
      HTTPS_PROXY: proxyVariables.HTTPS_PROXY.parse(
        `http://me:pass%20word@127.0.0.1:${proxy.port}`,
      ),
      NO_PROXY: proxyVariables.NO_PROXY.parse(exceptions),
    });
    if (found === undefined) throw new Error("no proxy");
    undo = [...undo, useProxy(found)];
  };
  const get = async (url: string): Promise<number | undefined> => {
    const [response] = await once(https.get(url, { agent: false }), "response");
    response.resume();
    return response.statusCode;
  };

  test("is used by requests, with its password, and the certificate of the destination", async () => {
    use();
    expect(await get("https://api.example/")).toBe(200);
    expect(proxy.asked).toEqual(["api.example:443"]);
    expect(proxy.login()).toBe(`Basic ${Buffer.from("me:pass word").toString("base64")}`);
    await expect(get("https://other.example/")).rejects.toThrow("does not match");
  });

  test("is used by the payment provider", async () => {
    use();
    const { country } = openProvider({
      secretKey: "sk_test_1",
      live: false,
      apiUrl: "https://api.example",
      baseUrl: new BaseUrl("https://polls.example"),
    });
    expect(await country()).toBe("DE");
    expect(proxy.asked).toEqual(["api.example:443"]);
  });

  test("is used by buckets", async () => {
    use();
    const storage = await openStorage({
      kind: "s3",
      bucket: "files",
      region: "us-east-1",
      endpoint: "https://bucket.example",
      credentials: { accessKeyId: "id", secretAccessKey: "secret" },
      forcePathStyle: false,
      checksums: "WHEN_REQUIRED",
    });
    await storage.remove("a/b").catch(() => undefined);
    expect(proxy.asked[0]).toBe("files.bucket.example:443");
  });

  test("is not used for this machine, nor for exceptions", async () => {
    use("api.example");
    expect(await get(`https://localhost:${server.port}/`)).toBe(200);
    await expect(get("https://api.example/")).rejects.toThrow("api.example");
    expect(proxy.asked).toEqual([]);
  });

  test.each([403, 407, 502])("its refusal with %i fails the request", async (status) => {
    use();
    proxy.refuse(status);
    await expect(get("https://api.example/")).rejects.toThrow(`the proxy answered ${status}`);
  });

  test("after its end, connections are direct again", async () => {
    use();
    undo.at(-1)?.();
    await expect(get("https://api.example/")).rejects.toThrow("api.example");
    expect(proxy.asked).toEqual([]);
  });
});
