import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { dumpDatabase, findPostgresTools } from "./postgres-tools";

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "postgres-tools-"));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

/** A directory with programs that print a version. Otherwise they run a script. */
async function programs(version: string, script = "exit 0"): Promise<string> {
  const directory = await mkdtemp(path.join(parent, "bin-"));
  for (const name of ["pg_dump", "pg_restore", "psql"]) {
    const file = path.join(directory, name);
    const says = `if [ "$1" = --version ]; then echo "${name} (PostgreSQL) ${version}"; exit; fi`;
    await writeFile(file, `#!/bin/sh\n${says}\n${script}\n`);
    await chmod(file, 0o755);
  }
  return directory;
}

const only = (directory: string) => ({
  only: directory,
  handedOn: { PATH: process.env.PATH, HOME: undefined, LANG: undefined },
});

test.each([
  ["17.2", 17],
  ["15.18 (Debian 15.18-0+deb12u1)", 15],
  ["18beta1", 18],
])("programs of version %s support databases up to version %d", async (version, major) => {
  const directory = await programs(version);
  expect(await findPostgresTools(major, only(directory))).toMatchObject({ directory, major });
  await expect(findPostgresTools(major + 1, only(directory))).rejects.toThrow(
    `pg_dump is of PostgreSQL ${major} (${directory}), and the database of ${major + 1}: install the client programs of PostgreSQL ${major + 1}`,
  );
});

test("the oldest programs that support the version are used", async () => {
  // No machine has these versions installed.
  const [old, fitting, newer] = [
    await programs("901.1"),
    await programs("902.1"),
    await programs("903.1"),
  ];
  const PATH = [newer, old, fitting].join(path.delimiter);
  const handedOn = { PATH, HOME: undefined, LANG: undefined };
  expect(await findPostgresTools(902, { only: undefined, handedOn })).toMatchObject({
    directory: fitting,
  });
});

test("for a directory without all programs, the error says what to install", async () => {
  const directory = await mkdtemp(path.join(parent, "empty-"));
  await mkdir(path.join(directory, "pg_dump"));
  await expect(findPostgresTools(17, only(directory))).rejects.toThrow(
    `There are no pg_dump, pg_restore and psql in ${directory}: install the client programs of PostgreSQL 17, such as postgresql-client-17, or name their directory in POSTGRES_TOOLS_DIR`,
  );
});

const dumped = async (script: string, url = "postgresql://ada@127.0.0.1/polls") => {
  const tools = await findPostgresTools(17, only(await programs("17.1", script)));
  const parts: Buffer[] = [];
  for await (const part of dumpDatabase(tools, url, "a-snapshot")) parts.push(part);
  return Buffer.concat(parts).toString();
};

test("the password is in no argument, and parameters that libpq does not know are left out", async () => {
  const url = "postgresql://ada:a%2Fsecret@127.0.0.1:5/polls?schema=public&sslmode=require";
  const said = await dumped('echo "$@"; echo "password $PGPASSWORD"', url);
  expect(said).toContain("--dbname=postgresql://ada@127.0.0.1:5/polls?sslmode=require");
  expect(said).toContain("--snapshot=a-snapshot");
  expect(said).toContain("password a/secret\n");
});

test("the stream of a failed dump fails with the error of pg_dump", async () => {
  const script = "echo part; echo 'pg_dump: error: the disk is full' >&2; exit 3";
  await expect(dumped(script)).rejects.toThrow("pg_dump failed: pg_dump: error: the disk is full");
});
