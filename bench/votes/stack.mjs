import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { startPostgres, freePort, runProcess, askUntil } = require("@polls/devstack");
const { migrate } = require("@polls/db");

/** Notes what a program has opened, so that all of it is closed at the end, the last first. */
export function whatIsOpen() {
  const closing = [];
  return {
    opened(thing, close = () => thing.stop()) {
      closing.unshift(close);
      return thing;
    },
    async closeAll() {
      for (const close of closing) await close();
    },
  };
}

/** A durable PostgreSQL of its own with the tables of the service. */
export async function startDatabase(settings = {}) {
  const postgres = await startPostgres({
    durable: true,
    settings: { max_connections: 200, ...settings },
  });
  await postgres.ensureDatabase("bench");
  const url = postgres.url("bench");
  await migrate(url, path.join(root, "prisma/migrations"));
  return { postgres, url };
}

/** A server of this benchmark or of the service, as a process of its own, once it answers. */
export async function startServer(file, env, readyPath, nodeArguments = []) {
  const port = await freePort();
  const server = await runProcess({
    name: file,
    command: process.execPath,
    args: [...nodeArguments, path.join(root, file)],
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), HOST: "127.0.0.1", ...env },
  });
  const url = `http://127.0.0.1:${port}`;
  const answers = async () =>
    (await fetch(`${url}${readyPath}`).catch(() => undefined))?.ok ? true : undefined;
  if ((await askUntil(answers, { deadlineMs: 30_000 })) === undefined) {
    throw new Error(`${file} does not answer: ${server.lastLines().join("\n")}`);
  }
  return { url, pid: server.pid, stop: () => server.stop() };
}
