// Covers docs/reference/pages.md: addresses-of-the-service

import { once } from "node:events";
import http, { createServer, type IncomingMessage } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { freePort, runProcess } from "@polls/devstack";
import {
  atFileEnd,
  createTestDatabase,
  describeWhere,
  installedProgram,
  waitFor,
} from "@polls/testing";
import { startGateway } from "../../services/gateway/testing/start-gateway";
import { balancers, startBalancer } from "../rolling/balancers";
import {
  at,
  createCertificate,
  haproxy,
  nginx,
  openssl,
  recipe,
  start,
  startHaproxy,
  startNginx,
  write,
} from "./recipes";

jest.setTimeout(120_000);

const [balancerOfStack] = balancers;
const root = path.resolve(__dirname, "../..");
const name = "polls.example.org";
const caddy = installedProgram("caddy");
/** Processes of Caddy with the same files wait for the certificates of each other. */
const caddyEnv = (own: string) => ({
  ...{ HOME: at(own), XDG_DATA_HOME: at(`${own}/data`), XDG_CONFIG_HOME: at(`${own}/config`) },
});

/** How the service sees a client with the address 127.0.0.2, which forges all headers of proxies. */
const seen = (port: number) => requestSeen(https.get, { port, Host: name });

async function requestSeen(
  get: typeof http.get | typeof https.get,
  { port, Host }: { readonly port: number; readonly Host: string },
): Promise<unknown> {
  const forged = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "gopher",
  };
  const request = get({
    ...{ host: "127.0.0.1", port, localAddress: "127.0.0.2", path: "/session/seen" },
    ...{ servername: Host, rejectUnauthorized: false, agent: false },
    ...{ headers: { Host, ...forged }, signal: AbortSignal.timeout(10_000) },
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  return JSON.parse(await text(response));
}

const rightly = { url: `https://${name}`, client_address: "127.0.0.2" };

describeWhere(
  haproxy !== undefined && openssl !== undefined,
  "haproxy or openssl is not installed",
)("the recipes of docs/proxies.md, before the balancer of the stack", () => {
  let stack: string;
  beforeAll(async () => {
    if (balancerOfStack === undefined) return;
    const gateway = await startGateway(await createTestDatabase(), {
      env: { TRUSTED_PROXIES: "127.0.0.1", BASE_URL: `https://${name}` },
    });
    atFileEnd("the gateway", () => gateway.close());
    const balancer = await startBalancer(balancerOfStack, [gateway, gateway]);
    stack = new URL(balancer.url).host;
    await createCertificate(name);
  });

  describeWhere(nginx !== undefined, "nginx is not installed")("with nginx", () => {
    test("nginx", async () => {
      const port = await freePort();
      await startNginx(port, { "127.0.0.1:3000": stack }, () => seen(port));
      expect(await seen(port)).toMatchObject(rightly);
    });
  });

  test("haproxy", async () => {
    const port = await freePort();
    await startHaproxy(port, { "127.0.0.1:3000": stack }, () => seen(port));
    expect(await seen(port)).toMatchObject(rightly);
  });

  describeWhere(caddy !== undefined, "Caddy is not installed")("with Caddy", () => {
    test("Caddy, with an authority of its own", async () => {
      const port = await freePort();
      const options = [
        "admin off",
        "local_certs",
        "skip_install_trust",
        "auto_https disable_redirects",
      ];
      const site = recipe("caddy", {
        [name]: `https://${name}:${port}`,
        "127.0.0.1:3000": stack,
      });
      const file = write("Recipe", `{\n${options.join("\n")}\n}\n${site}`);
      const args = ["run", "--adapter", "caddyfile", "--config", file];
      await start({ name: "caddy", command: String(caddy), args, env: caddyEnv("recipe") }, () =>
        seen(port),
      );
      expect(await seen(port)).toMatchObject(rightly);
    });

    test("the profile tls asks its authority for a certificate, and passes requests on", async () => {
      const [plain, secure, health] = [await freePort(), await freePort(), await freePort()];
      const asked: string[] = [];
      const authority = createServer((request, response) => {
        asked.push(String(request.url));
        response.writeHead(503).end();
      });
      authority.listen(0, "127.0.0.1");
      await once(authority, "listening");
      atFileEnd("the authority", async () => void authority.close());
      const { port } = authority.address() as AddressInfo;
      const running = await runProcess({
        name: "caddy",
        command: String(caddy),
        args: ["run", "--config", path.join(root, "deploy/caddy/Caddyfile")],
        env: {
          ...{
            ...caddyEnv("profile"),
            TLS_NAMES: `https://${name}, http://localhost`,
            BACKEND: stack,
          },
          ACME_DIRECTORY: `http://127.0.0.1:${port}/directory`,
          ...{ HTTP_PORT: String(plain), HTTPS_PORT: String(secure), HEALTH_PORT: String(health) },
        },
      });
      atFileEnd("caddy", () => running.stop({ signal: "SIGTERM", deadlineMs: 5_000 }));
      await waitFor(async () => asked.includes("/directory"), {
        what: "the authority is asked",
        deadlineMs: 30_000,
      });
      expect((await fetch(`http://127.0.0.1:${health}/`)).status).toBe(200);
      const answer = await requestSeen(http.get, { port: plain, Host: "localhost" });
      expect(answer).toMatchObject({ url: "http://localhost", client_address: "127.0.0.2" });
    });
  });
});
