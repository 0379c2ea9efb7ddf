// Covers docs/reference/pages.md: addresses-of-the-service

import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http, { createServer, type IncomingMessage } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { freePort, type RunningProcess, runProcess } from "@polls/devstack";
import { run } from "@polls/devstack/children";
import {
  atFileEnd,
  createTestDatabase,
  describeWhere,
  installedProgram,
  waitFor,
} from "@polls/testing";
import { startGateway } from "../../services/gateway/testing/start-gateway";
import { balancers, startBalancer } from "../rolling/balancers";

jest.setTimeout(120_000);

const root = path.resolve(__dirname, "../..");
const name = "polls.example.org";
const directory = mkdtempSync(path.join(tmpdir(), "polls-proxies-"));
atFileEnd("files of proxies", async () => rmSync(directory, { recursive: true, force: true }));
const at = (file: string) => path.join(directory, file);
const write = (file: string, content: string) => {
  writeFileSync(at(file), content);
  return at(file);
};

/** The recipe of docs/proxies.md in this language, with these parts replaced. */
function recipe(language: string, replaced: Readonly<Record<string, string>>): string {
  const document = readFileSync(path.join(root, "docs/proxies.md"), "utf8");
  const block = document.split(`\`\`\`${language}\n`)[1]?.split("```")[0];
  if (block === undefined) throw new Error(`there is no recipe of ${language}`);
  return Object.entries(replaced).reduce((result, [part, by]) => {
    if (!result.includes(part)) throw new Error(`the recipe of ${language} has no ${part}`);
    return result.replaceAll(part, by);
  }, block);
}

const [haproxy] = balancers;
const openssl = installedProgram("openssl");
const caddy = installedProgram("caddy");
/** Processes of Caddy with the same files wait for the certificates of each other. */
const caddyEnv = (own: string) => ({
  ...{ HOME: at(own), XDG_DATA_HOME: at(`${own}/data`), XDG_CONFIG_HOME: at(`${own}/config`) },
});

/** Starts a program, and waits until it answers for the name on its port. */
async function start(options: Parameters<typeof runProcess>[0], port: number): Promise<void> {
  const running: RunningProcess = await runProcess(options);
  atFileEnd(options.name, () => running.stop({ signal: "SIGTERM", deadlineMs: 5_000 }));
  await waitFor(
    async () => {
      if (!running.isRunning()) throw new Error(running.lastLines().join("\n"));
      await seen(port);
      return true;
    },
    { what: `${options.name} passes requests on`, deadlineMs: 30_000 },
  );
}

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
  haproxy?.program !== undefined && openssl !== undefined,
  "haproxy or openssl is not installed",
)("the recipes of docs/proxies.md, before the balancer of the stack", () => {
  let stack: string;
  beforeAll(async () => {
    if (haproxy === undefined || openssl === undefined) return;
    const gateway = await startGateway(await createTestDatabase(), {
      env: { TRUSTED_PROXIES: "127.0.0.1", BASE_URL: `https://${name}` },
    });
    atFileEnd("the gateway", () => gateway.close());
    const balancer = await startBalancer(haproxy, [gateway, gateway]);
    stack = new URL(balancer.url).host;
    await run(openssl, [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${name}`],
      ...["-keyout", at("polls.key"), "-out", at("polls.crt")],
    ]);
    write(
      "polls.pem",
      readFileSync(at("polls.crt"), "utf8") + readFileSync(at("polls.key"), "utf8"),
    );
  });

  const nginx = installedProgram("nginx");
  describeWhere(nginx !== undefined, "nginx is not installed")("with nginx", () => {
    test("nginx", async () => {
      const port = await freePort();
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
      const server = recipe("nginx", {
        "listen 443": `listen 127.0.0.1:${port}`,
        "127.0.0.1:3000": stack,
        "/etc/ssl/": `${directory}/`,
      });
      const file = write(
        "nginx.conf",
        [
          ...(process.getuid?.() === 0 ? ["user root;"] : []),
          ...["daemon off;", `pid ${at("nginx.pid")};`, "events {}", "http {", "access_log off;"],
          ...temporary.map((kind) => `${kind}_temp_path ${at(kind)};`),
          ...[server, "}"],
        ].join("\n"),
      );
      const args = ["-p", directory, "-c", file, "-e", "stderr"];
      await start({ name: "nginx", command: String(nginx), args, env: {} }, port);
      expect(await seen(port)).toMatchObject(rightly);
    });
  });

  test("haproxy", async () => {
    const port = await freePort();
    const file = write(
      "haproxy.cfg",
      recipe("haproxy", {
        "bind :443": `bind 127.0.0.1:${port}`,
        "127.0.0.1:3000": stack,
        "/etc/ssl/": `${directory}/`,
      }),
    );
    await start(
      { name: "haproxy", command: String(haproxy?.program), args: ["-db", "-f", file], env: {} },
      port,
    );
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
      await start({ name: "caddy", command: String(caddy), args, env: caddyEnv("recipe") }, port);
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
