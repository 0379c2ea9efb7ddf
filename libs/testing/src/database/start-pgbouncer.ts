import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort, runProcess } from "@polls/devstack";
import { Client } from "pg";
import { atFileEnd } from "../at-file-end";
import { type Describe, describeWhere, installedProgram } from "../describe-where";
import { waitFor } from "../wait-for";

const program = installedProgram("pgbouncer");

/** `describe` if PgBouncer is installed. Otherwise the tests are skipped. */
export const describeWithPgBouncer: Describe = describeWhere(
  program !== undefined,
  "pgbouncer is not installed",
);

/**
 * A PgBouncer in transaction mode with `connections` to the server, for the test file. Returns the
 * URL of the database through it.
 */
export async function startPgBouncer(databaseUrl: string, connections: number): Promise<string> {
  if (program === undefined)
    throw new Error("there is no PgBouncer here: use describeWithPgBouncer");
  const server = new URL(databaseUrl);
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "polls-pgbouncer-"));
  const port = await freePort();
  const name = server.pathname.slice(1);
  const target = [
    `host=${server.hostname} port=${server.port} dbname=${name}`,
    `user=${server.username} password=${decodeURIComponent(server.password)}`,
  ].join(" ");
  const file = path.join(directory, "pgbouncer.ini");
  fs.writeFileSync(
    file,
    [
      "[databases]",
      `${name} = ${target}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      `default_pool_size = ${connections}`,
      // PgBouncer refuses to run as root.
      ...(process.getuid?.() === 0 ? ["user = nobody"] : []),
      "",
    ].join("\n"),
  );
  // PgBouncer reads its configuration as that user.
  fs.chmodSync(directory, 0o755);
  const bouncer = await runProcess({
    name: "pgbouncer",
    command: program,
    args: [file],
    env: {},
  });
  atFileEnd(`PgBouncer on port ${port}`, async () => {
    await bouncer.stop({ signal: "SIGINT" });
    fs.rmSync(directory, { recursive: true, force: true });
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const answers = async () => {
    if (!bouncer.isRunning()) throw new Error(bouncer.lastLines().join("\n"));
    const client = new Client({ connectionString: url.toString() });
    client.on("error", () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  await waitFor(answers, { what: "PgBouncer" });
  return url.toString();
}
