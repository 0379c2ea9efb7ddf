import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { freePort, runProcess } from "@polls/devstack";
import { run, spawn } from "@polls/devstack/children";
import { atFileEnd, waitFor } from "@polls/testing";
import { type PostfixPrograms, postfixPrograms } from "./find-postfix";
import { mainCf, masterCf, type PostfixFacts, tables } from "./postfix-config";

const STARTED_MS = 15_000;
/** The owner of the mailboxes: a system account that owns nothing else. */
const MAILBOX_OWNER = 65_534;

export type RunningPostfix = Awaited<ReturnType<typeof startPostfix>>;

/**
 * A real Postfix with its own configuration, for this test file: it refuses clients without TLS and
 * login, and delivers to local mailboxes.
 */
export async function startPostfix(mailboxes: readonly string[]) {
  const programs = postfixPrograms();
  const root = mkdtempSync(path.join(os.tmpdir(), "polls-postfix-"));
  atFileEnd("directory of Postfix", async () => rmSync(root, { recursive: true, force: true }));
  // Its processes run under other system accounts, and must read it.
  chmodSync(root, 0o755);
  const facts: PostfixFacts = { root, port: await freePort(), mailboxes };
  const password = "a password of Postfix";
  await writeConfiguration(facts);
  await issueCertificates(root, programs);
  await addLogin(root, programs, password);

  const conf = path.join(root, "conf");
  await run(programs.postfix, ["-c", conf, "check"]);
  const server = await runProcess({
    name: "Postfix",
    command: path.join(await daemonDirectory(conf, programs), "master"),
    args: ["-c", conf, "-d"],
    cwd: "/",
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
  });
  atFileEnd("Postfix", async () => {
    if (server.isRunning()) await server.stop({ deadlineMs: 5_000 });
  });
  await waitFor(() => !server.isRunning() || greets(facts.port), {
    deadlineMs: STARTED_MS,
    everyMs: 50,
    what: "the greeting of Postfix",
  });
  if (!server.isRunning()) throw new Error(server.lastLines().join("\n"));
  const urlWith = (secret: string) =>
    `smtp://${USER}%40${REALM}:${encodeURIComponent(secret)}@127.0.0.1:${facts.port}`;
  return {
    /** With the valid login. */
    url: urlWith(password),
    /** The same with a wrong password. */
    wrongUrl: urlWith("another"),
    /** The certificate of the authority that signed the server's certificate. */
    caFile: path.join(conf, "ca.pem"),
    /** The raw content of a mailbox, such as `ada`. */
    mailbox: (name: string) => readMailbox(path.join(root, "mailboxes", name, "new")),
    log: () => readFileSync(path.join(root, "mail.log"), "utf8"),
  };
}

async function daemonDirectory(conf: string, { postconf }: PostfixPrograms): Promise<string> {
  const { stdout } = await run(postconf, ["-c", conf, "-h", "daemon_directory"]);
  return stdout.trim();
}

const USER = "polls";
const REALM = "example.org";

async function writeConfiguration(facts: PostfixFacts): Promise<void> {
  const { root } = facts;
  for (const folder of ["conf/sasl", "queue", "data", "mailboxes"]) {
    mkdirSync(path.join(root, folder), { recursive: true, mode: 0o755 });
  }
  chownSync(path.join(root, "mailboxes"), MAILBOX_OWNER, MAILBOX_OWNER);
  const { stdout } = await run("id", ["-u", "postfix"]);
  chownSync(path.join(root, "data"), Number(stdout), 0);
  const files = { "main.cf": mainCf(facts), "master.cf": masterCf(facts), ...tables(facts) };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(root, "conf", name), text);
  }
}

/** A certificate authority for this test, and its certificate for the loopback address. */
async function issueCertificates(root: string, { openssl }: PostfixPrograms): Promise<void> {
  const conf = path.join(root, "conf");
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const inConf = (...args: string[]) => run(openssl, args, { cwd: conf });
  await inConf(
    ...["req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2"],
    ...["-subj", "/CN=An authority of tests", "-addext", "basicConstraints=critical,CA:TRUE"],
  );
  await inConf(
    ...["req", ...newKey, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost"],
  );
  writeFileSync(path.join(conf, "server.ext"), "subjectAltName=IP:127.0.0.1\n");
  await inConf(
    ...["x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", "2"],
    ...["-CAcreateserial", "-extfile", "server.ext", "-out", "server.pem"],
  );
}

async function addLogin(
  root: string,
  { saslpasswd }: PostfixPrograms,
  password: string,
): Promise<void> {
  const database = path.join(root, "conf/sasl/logins");
  const adding = spawn(saslpasswd, ["-p", "-c", "-f", database, "-u", REALM, USER], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  adding.stdin.end(password);
  await new Promise<void>((resolve, reject) => {
    adding.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`saslpasswd2 ended with ${code}`)),
    );
  });
  writeFileSync(
    path.join(root, "conf/sasl/smtpd.conf"),
    `pwcheck_method: auxprop\nauxprop_plugin: sasldb\nmech_list: PLAIN LOGIN\nsasldb_path: ${database}\n`,
  );
  chmodSync(database, 0o644);
}

const greets = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", (words) => {
      socket.destroy();
      resolve(words.toString().startsWith("220"));
    });
    socket.once("error", () => resolve(false));
  });

const readMailbox = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"))
    : [];
