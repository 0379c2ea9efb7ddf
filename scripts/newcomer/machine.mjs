// The machine of a newcomer: a user without anything at home, a folder, and a PATH with the base system alone.
// biome-ignore lint/style/noRestrictedImports: as a terminal, it leaves what a command leaves, and clean-up.mjs ends it
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { spawnSync } from "../setup/children.mjs";
import { root } from "../setup/root.mjs";
import { Unmet } from "./report.mjs";

/** What the README asks for, and what every Debian has. */
const programs = `
  node npm git curl apt-get perl
  sh bash env test [ true false echo printf pwd expr seq sleep timeout kill nice nohup setsid flock getopt
  cat head tail cut tr sort uniq wc tee tac nl od paste join comm fold fmt split shuf yes base64 numfmt
  ls cp mv rm ln mkdir rmdir mktemp mkfifo touch truncate install chmod chown chgrp stat df du dd sync mount umount
  date id whoami logname groups hostname uname arch nproc tty stty users printenv which getent locale
  grep egrep fgrep sed awk find xargs diff cmp sha256sum md5sum tar gzip gunzip zcat xz more
  readlink realpath dirname basename unshare nsenter setpriv prlimit taskset ldd ldconfig dpkg dpkg-deb dpkg-query
`
  .trim()
  .split(/\s+/);
/** What a newcomer does not have. */
export const missingPrograms = [
  ...["ffmpeg", "ffprobe", "redis-server", "valkey-server", "chromium", "chromium-headless-shell"],
  ...["google-chrome", "psql", "postgres", "pg_dump", "pg_restore", "pg_ctlcluster", "docker"],
];
const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export const isRoot = () => process.getuid() === 0;

/** Makes the folder and, without `asRoot`, a user. Returns facts that JSON can carry. */
export function moveIn(cleaner, { asRoot }) {
  const place = realpathSync(mkdtempSync(path.join(os.tmpdir(), "polls-newcomer-")));
  cleaner.tell({ remove: [place] });
  const account = asRoot || !isRoot() ? undefined : addUser(cleaner, place);
  const within = (name, mode) => {
    const directory = path.join(place, name);
    mkdirSync(directory, { mode });
    chmodSync(directory, mode);
    if (account !== undefined) chownSync(directory, account.uid, account.gid);
    return directory;
  };
  chmodSync(place, 0o755);
  const home = within("home", 0o700);
  const user = account?.name ?? os.userInfo().username;
  return {
    account,
    user,
    places: [place],
    directory: path.join(home, "Müllers Umfragen", "poll-service"),
    backups: path.join(home, "backups"),
    env: {
      ...networkSettings(),
      HOME: home,
      USER: user,
      LOGNAME: user,
      LANG: "C.UTF-8",
      PATH: asRoot ? systemPath : linkPrograms(within("bin", 0o755)),
      TMPDIR: within("tmp", 0o1777),
    },
  };
}

function addUser(cleaner, place) {
  const name = `polls-newcomer-${randomBytes(4).toString("hex")}`;
  must("useradd", ["--no-create-home", "--home-dir", path.join(place, "home"), name]);
  const ids = ["-u", "-g"].map((which) => Number(must("id", [which, name])));
  cleaner.tell({ user: name, uid: ids[0] });
  return { name, uid: ids[0], gid: ids[1] };
}

function linkPrograms(directory) {
  for (const name of programs) {
    const program = `${process.env.PATH}:${systemPath}`
      .split(":")
      .map((folder) => path.join(folder, name))
      .find(mayRun);
    if (program !== undefined) symlinkSync(program, path.join(directory, name));
  }
  return directory;
}

function mayRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** How this machine reaches the registry: its address, proxies and certificates, without anyone's credentials. */
function networkSettings() {
  const ofMachine =
    /^(https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|curl_ca_bundle)$/i;
  const ofNpm = must("npm", [
    ...["config", "get", "registry", "cafile", "proxy", "https-proxy", "noproxy"],
  ])
    .split("\n")
    .map((line) => /^([\w-]+)=(.+)$/.exec(line))
    .filter((match) => match !== null && !["null", "undefined"].includes(match[2]))
    .map(([, key, value]) => [`npm_config_${key.replaceAll("-", "_")}`, value]);
  return Object.fromEntries([
    ...Object.entries(process.env).filter(([name]) => ofMachine.test(name)),
    ...ofNpm,
  ]);
}

/** Clones HEAD into the folder of the newcomer. */
export function clone({ directory, account, env: { HOME: home } }) {
  must("git", ["clone", "--quiet", "--depth", "1", pathToFileURL(root).href, directory]);
  if (account !== undefined) must("chown", ["-R", `${account.uid}:${account.gid}`, home]);
}

function must(command, args) {
  const env = { ...process.env, PATH: `${process.env.PATH}:${systemPath}` };
  const { status, stdout, stderr, error } = spawnSync(command, args, { env, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
}

/** Starts a command as the newcomer, in a session of its own as in a terminal, and collects what it says. */
export function start({ account, directory, env }, command, args, { more = {}, input } = {}) {
  const child = spawn(command, args, {
    cwd: directory,
    env: { ...env, ...more },
    ...(account && { uid: account.uid, gid: account.gid }),
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  child.stdin?.on("error", () => undefined).end(input);
  const exited = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  exited.catch(() => undefined);
  return {
    exited,
    said: () => said,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** As the terminal does it at Ctrl-C: to all processes in the foreground. */
    interrupt: (signal = "SIGINT") => process.kill(-child.pid, signal),
  };
}

/** Runs a command as the newcomer to its end. Fails if it does not end with 0 in time; returns what it says. */
export async function run(machine, command, args, { deadlineMs = 120_000, ...options } = {}) {
  const started = start(machine, command, args, options);
  const words = [command, ...args].join(" ");
  const clock = setTimeout(() => started.interrupt("SIGKILL"), deadlineMs);
  const code = await started.exited.finally(() => clearTimeout(clock));
  if (code === 0) return started.said();
  const outcome = code === null ? `it did not end in ${deadlineMs / 1_000} s` : `code ${code}`;
  throw new Unmet(`\`${words}\` ends with 0`, outcome, started.said());
}
