import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import tls from "node:tls";
import { authorities } from "@polls/config";
import { run } from "@polls/devstack/children";
import { trustAuthorities } from "@polls/runtime";
import { describeWhere, installedProgram } from "@polls/testing";

const openssl = installedProgram("openssl");

describeWhere(openssl !== undefined, "openssl is not installed")("a private authority", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "polls-authority-"));
  const at = (file: string) => path.join(directory, file);
  let server: https.Server;
  let url: string;
  let undo: (() => void) | undefined;

  beforeAll(async () => {
    const named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const files = ["-keyout", at("key.pem"), "-out", at("certificate.pem")];
    await run(String(openssl), [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...named, ...files],
    ]);
    server = https.createServer(
      { key: readFileSync(at("key.pem")), cert: readFileSync(at("certificate.pem")) },
      (_, response) => response.end("hello"),
    );
    server.listen(0, "localhost");
    await once(server, "listening");
    url = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => undo?.());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const ways: readonly (readonly [string, (own: tls.ConnectionOptions) => Promise<unknown>])[] = [
    // As PostgreSQL, Redis and SMTP connect.
    [
      "tls.connect",
      async (own) => {
        const socket = tls.connect({ host: "localhost", port: Number(new URL(url).port), ...own });
        await once(socket, "secureConnect").finally(() => socket.destroy());
      },
    ],
    // As S3, webhooks and the payment provider are called.
    [
      "https.request",
      async (own) => {
        const [response] = await once(https.get(url, { agent: false, ...own }), "response");
        response.resume();
      },
    ],
    ["an agent", async (own) => once(https.get(url, { agent: new https.Agent(own) }), "response")],
  ];

  test.each(ways)("is trusted by %s, and only then", async (_, connect) => {
    await expect(connect({})).rejects.toThrow("self-signed certificate");
    undo = trustAuthorities(authorities.parse(at("certificate.pem")));
    await connect({});
    await expect(connect({ ca: [...tls.rootCertificates] })).rejects.toThrow("self-signed");
  });

  test("is trusted by fetch", async () => {
    await expect(fetch(url)).rejects.toThrow("fetch failed");
    undo = trustAuthorities(authorities.parse(at("certificate.pem")));
    expect(await (await fetch(url)).text()).toBe("hello");
  });

  test.each(["no-such-file.pem", "key.pem"])("is refused from the file %s", (file) => {
    expect(authorities.safeParse(at(file)).error?.issues[0]?.message).toBe(
      "must be the path of a readable file with certificates in PEM format",
    );
  });
});
