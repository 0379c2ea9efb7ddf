import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { run, spawn } from "../setup/children.mjs";
import { freePort } from "../setup/free-port.mjs";

/** The configuration of a Ceph of one monitor, one store in memory and one S3 gateway, all on loopback. */
const cephConfig = ({ root, fsid, monPort, s3Port }) => `[global]
fsid = ${fsid}
mon initial members = a
mon host = v1:127.0.0.1:${monPort}
public network = 127.0.0.0/8
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${root}
admin socket =
log to file = false
mon cluster log to file = false
mon data avail crit = 1
mon allow pool size one = true
mon max pg per osd = 1000
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd crush update on start = false
osd class update on start = false
osd objectstore = memstore
memstore device bytes = 1073741824
osd class default list = *
osd class load list = *

[mon.a]
mon data = ${root}/mon

[osd.0]
osd data = ${root}/osd

[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${s3Port}
rgw data = ${root}/rgw
rgw run sync thread = false
`;

/** The timeout of one step on a busy machine. */
const STEP_MS = 90_000;
const KEY = { access: "a-key-of-tests", secret: "a secret of tests" };

/**
 * Starts a Ceph on free ports, and waits until its S3 gateway answers. Returns address, key and
 * what stops it. On failure it throws the last lines of the failed part's log. Its parts die with
 * this process.
 */
export async function startCeph() {
  const root = mkdtempSync(path.join(os.tmpdir(), "polls-ceph-"));
  const config = path.join(root, "ceph.conf");
  const fsid = randomUUID();
  const [monPort, s3Port] = [await freePort(), await freePort()];
  writeFileSync(config, cephConfig({ root, fsid, monPort, s3Port }));
  for (const folder of ["mon", "osd", "rgw"]) mkdirSync(path.join(root, folder));
  const env = { ...process.env, CEPH_CONF: config };
  const ask = (program, ...args) => run(program, args, { env, timeout: STEP_MS });

  const parts = [];
  const start = (program, ...args) => {
    const log = path.join(root, `${program}.log`);
    const output = openSync(log, "a");
    const child = spawn(program, args, { env, cwd: root, stdio: ["ignore", output, output] });
    const part = { program, log, child, ended: new Promise((done) => child.once("close", done)) };
    parts.push(part);
    return part;
  };
  const removeRoot = () => rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  // For an immediate exit.
  const killAndRemove = () => {
    for (const { child } of parts) child.kill("SIGKILL");
    removeRoot();
  };
  process.once("exit", killAndRemove);
  const stop = async () => {
    // The data is removed afterwards, so no part needs an orderly shutdown.
    for (const { child } of parts) child.kill("SIGKILL");
    await Promise.all(parts.map(({ ended }) => ended));
    removeRoot();
    process.off("exit", killAndRemove);
  };

  try {
    const map = path.join(root, "monmap");
    await ask(
      "monmaptool",
      "--create",
      "--fsid",
      fsid,
      "--addv",
      "a",
      `v1:127.0.0.1:${monPort}`,
      map,
    );
    await ask("ceph-mon", "--mkfs", "-i", "a", "--monmap", map);
    const mon = start("ceph-mon", "-f", "-i", "a");
    const uuid = randomUUID();
    await until(mon, () => ask("ceph", "--connect-timeout", "5", "osd", "new", uuid));

    await ask("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", uuid);
    // The store would do this itself, but sometimes tries too early, and exits.
    await ask("ceph", "osd", "crush", "add", "osd.0", "1.0", "root=default", "host=here");
    const osd = start("ceph-osd", "-f", "-i", "0");
    await until(osd, async () => {
      const { stdout } = await ask("ceph", "osd", "stat", "--format", "json");
      if (JSON.parse(stdout).num_up_osds !== 1) throw new Error("the store is not up");
    });

    await ask(
      ...["radosgw-admin", "-n", "client.rgw", "user", "create", "--uid=tests"],
      ...["--display-name=tests", `--access-key=${KEY.access}`, `--secret-key=${KEY.secret}`],
    );
    const gateway = start("radosgw", "-n", "client.rgw", "-f");
    const endpoint = `http://127.0.0.1:${s3Port}`;
    await until(gateway, () => fetch(endpoint, { signal: AbortSignal.timeout(5_000) }));
    return { endpoint, key: KEY, stop };
  } catch (error) {
    const tails = parts.map(({ program, log }) => `${program}:\n${tailOf(log)}`);
    await stop();
    throw new Error(`The S3 server does not come up: ${error.message}\n${tails.join("\n")}`);
  }
}

/** Polls until there is a response. Throws if the part has ended, and at the deadline with the last error. */
async function until(part, question) {
  for (const deadline = Date.now() + STEP_MS; ; await pause(100)) {
    try {
      return await question();
    } catch (error) {
      if (part.child.exitCode !== null) throw new Error(`${part.program} has ended`);
      if (Date.now() > deadline) throw error;
    }
  }
}

const tailOf = (log) => readFileSync(log, "utf8").split("\n").slice(-15).join("\n");
