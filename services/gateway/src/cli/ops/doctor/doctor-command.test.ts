// Covers docs/reliability.md: database-crashes

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { renderAttachment } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import {
  connectPatiently,
  createEmptyDatabase,
  createTestDatabase,
  shareDatabase,
} from "@polls/testing";
import { runCommand } from "../../command/run-command";
import type { ServiceAddress } from "../environment";
import { doctorCommand } from "./doctor-command";
import type { PartResult } from "./report";

const db = shareDatabase({ max: 2 });

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A process of a service. It responds with `body` as its diagnosis, or does not respond at all. */
async function listen(service: string, body: unknown): Promise<ServiceAddress> {
  const server = createServer((request, response) => {
    if (body === undefined) return;
    response.writeHead(request.url === "/diagnosis" ? 200 : 404);
    response.end(JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { service, host: "127.0.0.1", port: (server.address() as AddressInfo).port };
}

const clock = { check: "clock", state: "ok", found: "within a second of the database" };
const diagnosis = (service: string, connections: number, ...results: readonly object[]) => ({
  service,
  connections,
  results,
});

async function doctor(
  services: readonly ServiceAddress[],
  databaseUrl = db.url,
  unknownVariables: readonly string[] = [],
) {
  const lines: string[] = [];
  const keep = (text: string) => void lines.push(text);
  const command = doctorCommand(() => ({
    services,
    backend: { kind: "postgres", url: databaseUrl },
    unknownVariables,
  }));
  const code = await runCommand(
    ["ops", "doctor", "--json"],
    [command],
    () => connectPatiently(databaseUrl, { max: 2 }),
    { print: keep, printError: keep },
  );
  const { results } = JSON.parse(lines.join("\n")) as {
    readonly results: readonly PartResult[];
  };
  return {
    code,
    of: (part: string, check: string) =>
      results.find((result) => result.part === part && result.check === check),
  };
}

test("doctor reports on the database, and what every service reports about itself", async () => {
  const services = [
    await listen("gateway", diagnosis("gateway", 31, clock)),
    await listen("mail-worker", diagnosis("mail-worker", 15, clock)),
  ];
  const { code, of } = await doctor(services);
  expect(code).toBe(0);
  expect(of("database", "server")?.found).toMatch(/^PostgreSQL \d+/);
  expect(of("database", "migrations")).toMatchObject({ state: "ok" });
  expect(of("database", "jobs")).toMatchObject({ found: "0 wait, the oldest for 0 s" });
  expect(of("database", "connections")).toMatchObject({
    found: expect.stringMatching(/^the processes may open 46 of \d+ connections$/),
  });
  expect(of("database", "replica connections")).toBeUndefined();
  expect(of("gateway", "clock")).toEqual({ part: "gateway", ...clock });
  expect(of("mail-worker", "clock")).toEqual({ part: "mail-worker", ...clock });
});

test.each([
  [20, "ok"],
  [49, "failed"],
])(
  "two gateways that open %i connections each to a replica that allows 97 are %s",
  async (opens, state) => {
    const replica = {
      check: "read replica",
      state: "ok",
      found: "it follows the primary",
      replica: { opens, connections: 97 },
    };
    const gateway = () => listen("gateway", diagnosis("gateway", 31, clock, replica));
    const { of } = await doctor([await gateway(), await gateway()]);
    expect(of("database", "replica connections")).toMatchObject({
      state,
      found: `the gateways may open ${2 * opens} of 97 connections of the replica`,
    });
  },
);

test("a service that does not run is a failure, and so is another program at its address", async () => {
  const gone = await listen("gateway", undefined);
  const [server] = servers.splice(0);
  await new Promise((resolve) => server?.close(resolve));
  const { code, of } = await doctor([gone, await listen("mail-worker", { hello: "world" })]);
  expect(code).toBe(1);
  expect(of("gateway", "process")).toMatchObject({
    state: "failed",
    found: `127.0.0.1:${gone.port}: nothing listens at its address`,
  });
  expect(of("mail-worker", "process")).toMatchObject({
    state: "failed",
    found: expect.stringContaining("it is another program"),
  });
});

test("a service that does not respond is reported at the deadline", async () => {
  const { code, of } = await doctor([await listen("gateway", undefined)]);
  expect(code).toBe(1);
  expect(of("gateway", "process")).toMatchObject({
    found: expect.stringContaining("no answer within 8 s"),
  });
});

test("a variable that no program reads is a warning", async () => {
  const { code, of } = await doctor([], db.url, ["MAIL_FORM"]);
  expect(code).toBe(0);
  expect(of("this command", "variables")).toMatchObject({
    state: "warning",
    found: "no variable is named MAIL_FORM: it has no effect",
  });
});

test("dead jobs are a warning", async () => {
  await inTransaction(db, (tx) => send(tx, renderAttachment, { attachmentId: "1" }));
  await outboxStore(db).fail("1", 1, "broken");
  const { code, of } = await doctor([]);
  expect(code).toBe(0);
  expect(of("database", "jobs")).toMatchObject({
    state: "warning",
    found: expect.stringMatching(/^1 were given up; 0 wait/),
  });
  await db.pool.query("DELETE FROM outbox");
});

test("for a database without migrations, the remedy is to apply them", async () => {
  const { code, of } = await doctor([], (await createEmptyDatabase()).url);
  expect(code).toBe(1);
  for (const check of ["migrations", "jobs"]) {
    expect(of("database", check)).toMatchObject({
      state: "failed",
      remedy: "run npm run db:migrate",
    });
  }
});

test("a read-only database is a failure, although it responds", async () => {
  const { url: readOnly } = await createTestDatabase();
  const admin = connectPatiently(readOnly, { max: 1 });
  await admin.pool.query(
    `ALTER DATABASE "${new URL(readOnly).pathname.slice(1)}" SET default_transaction_read_only = on`,
  );
  await admin.close();
  const { code, of } = await doctor([], readOnly);
  expect(code).toBe(1);
  expect(of("database", "migrations")).toMatchObject({ state: "ok" });
  expect(of("database", "writing")).toMatchObject({
    state: "failed",
    found: "cannot execute CREATE TABLE AS in a read-only transaction",
  });
  expect((await doctor([])).of("database", "writing")).toMatchObject({ state: "ok" });
});

test("without a database the other parts are still reported", async () => {
  const gateway = await listen("gateway", diagnosis("gateway", 31, clock));
  const { code, of } = await doctor([gateway], "postgresql://nobody@127.0.0.1:1/none");
  expect(code).toBe(1);
  for (const check of ["server", "migrations", "jobs", "connections"]) {
    expect(of("database", check)).toMatchObject({
      state: "failed",
      remedy: expect.stringContaining("the load of the server"),
    });
  }
  expect(of("gateway", "clock")).toMatchObject({ state: "ok" });
});

test("the limits of the database and of the role count, if the role is no superuser", async () => {
  const { url: own } = await createTestDatabase();
  const { pathname } = new URL(own);
  const role = `limited_${pathname.slice(1)}`;
  const admin = connectPatiently(own, { max: 1 });
  await admin.pool.query(`ALTER DATABASE "${pathname.slice(1)}" CONNECTION LIMIT 40`);
  await admin.pool.query(`CREATE ROLE "${role}" LOGIN PASSWORD 'limited' CONNECTION LIMIT 30`);
  const limited = new URL(own);
  [limited.username, limited.password] = [role, "limited"];
  const gateway = await listen("gateway", diagnosis("gateway", 31, clock));
  expect((await doctor([gateway], own)).of("database", "connections")?.state).toBe("ok");
  expect((await doctor([gateway], limited.href)).of("database", "connections")).toMatchObject({
    state: "failed",
    found: "the processes may open 31 of 30 connections of the role",
  });
  await admin.pool.query(`DROP ROLE "${role}"`);
  await admin.close();
});
