import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type RunningProcess, runProcess } from "@polls/devstack";
import { run } from "@polls/devstack/children";
import { atFileEnd, type Describe, describeWhere, installedProgram, waitFor } from "@polls/testing";

const root = path.resolve(__dirname, "../..");
/** The files of the proxies of one test file. */
export const directory = mkdtempSync(path.join(tmpdir(), "polls-proxies-"));
atFileEnd("files of proxies", async () => rmSync(directory, { recursive: true, force: true }));
export const at = (file: string): string => path.join(directory, file);
export function write(file: string, content: string): string {
  writeFileSync(at(file), content);
  return at(file);
}

export const nginx = installedProgram("nginx");
export const haproxy = installedProgram("haproxy");
export const openssl = installedProgram("openssl");

/** The recipe of docs/proxies.md in this language, with these parts replaced. */
export function recipe(language: string, replaced: Readonly<Record<string, string>>): string {
  const document = readFileSync(path.join(root, "docs/proxies.md"), "utf8");
  const block = document.split(`\`\`\`${language}\n`)[1]?.split("```")[0];
  if (block === undefined) throw new Error(`there is no recipe of ${language}`);
  return Object.entries(replaced).reduce((result, [part, by]) => {
    if (!result.includes(part)) throw new Error(`the recipe of ${language} has no ${part}`);
    return result.replaceAll(part, by);
  }, block);
}

/** Creates the certificate that the recipes name. */
export async function createCertificate(name: string): Promise<void> {
  await run(String(openssl), [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${name}`],
    ...["-keyout", at("polls.key"), "-out", at("polls.crt")],
  ]);
  const [certificate, key] = ["polls.crt", "polls.key"].map((file) => readFileSync(at(file)));
  write("polls.pem", `${certificate}${key}`);
}

/** Starts a program, and waits until `answers` resolves. */
export async function start(
  options: Parameters<typeof runProcess>[0],
  answers: () => Promise<unknown>,
): Promise<void> {
  const running: RunningProcess = await runProcess(options);
  atFileEnd(options.name, () => running.stop({ signal: "SIGTERM", deadlineMs: 5_000 }));
  await waitFor(
    async () => {
      if (!running.isRunning()) throw new Error(running.lastLines().join("\n"));
      await answers();
      return true;
    },
    { what: `${options.name} passes requests on`, deadlineMs: 30_000 },
  );
}

/** Starts a proxy with its recipe on a port. */
type StartProxy = (
  port: number,
  replaced: Readonly<Record<string, string>>,
  answers: () => Promise<unknown>,
) => Promise<void>;

export const startNginx: StartProxy = (port, replaced, answers) => {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const server = recipe("nginx", {
    "listen 443": `listen 127.0.0.1:${port}`,
    "/etc/ssl/": `${directory}/`,
    ...replaced,
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
  return start({ name: "nginx", command: String(nginx), args, env: {} }, answers);
};

export const startHaproxy: StartProxy = (port, replaced, answers) => {
  const file = write(
    "haproxy.cfg",
    recipe("haproxy", {
      "bind :443": `bind 127.0.0.1:${port}`,
      "/etc/ssl/": `${directory}/`,
      ...replaced,
    }),
  );
  const args = ["-db", "-f", file];
  return start({ name: "haproxy", command: String(haproxy), args, env: {} }, answers);
};

/** A proxy with the changes that docs/proxies.md names for a service below `/polls`. */
export interface ProxyBelow {
  readonly name: string;
  readonly describe: Describe;
  readonly start: (port: number, stack: string, answers: () => Promise<unknown>) => Promise<void>;
}

const where = (program: string | undefined): Describe =>
  describeWhere(
    program !== undefined && openssl !== undefined,
    "the proxy or openssl is not installed",
  );

export const proxiesBelow: readonly ProxyBelow[] = [
  {
    name: "nginx, which strips the path",
    describe: where(nginx),
    start: (port, stack, answers) =>
      startNginx(
        port,
        { "location / {": "location /polls/ {", "127.0.0.1:3000;": `${stack}/;` },
        answers,
      ),
  },
  {
    name: "haproxy, which leaves the path as it is",
    describe: where(haproxy),
    start: (port, stack, answers) =>
      startHaproxy(
        port,
        {
          "default_backend polls": "use_backend polls if { path /polls } or { path_beg /polls/ }",
          "127.0.0.1:3000": stack,
        },
        answers,
      ),
  },
];
