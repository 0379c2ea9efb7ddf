// Covers docs/reliability.md: ending-a-process

// biome-ignore lint/style/noRestrictedImports: what `children.cjs` starts would end by the guard of this test
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { askUntil, freePort } from "@polls/devstack";
import { describeWhere, redisIsHere, sampleCases } from "@polls/testing";
import { processesOf, stillRuns } from "./process-tree";

const root = path.resolve(__dirname, "../..");
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
  scripts: Readonly<Record<string, string>>;
};

/** A command of package.json. */
interface Starter {
  readonly words?: readonly string[];
  /** A process that it starts, which the test awaits. */
  readonly starts: RegExp;
}

const gateway: Starter = { starts: /services\/gateway\/dist\/main\.js/ };

/** The commands that start processes. Databases that they look for accept connections and never answer. */
const starters: Readonly<Record<string, Starter>> = {
  start: { starts: /services\/workers\/dist\/main\.js/ },
  test: { words: ["libs/db/src/sql/statements"], starts: /bin\/postgres -D/ },
  "test:mail": { starts: /services\/mail-worker/ },
  "test:mutation": { words: ["libs/domain/src/votes"], starts: /stryker/ },
  "test:newcomer": { words: ["user"], starts: /npm start/ },
  "test:node": { starts: /npm exec/ },
  verify: { words: ["types"], starts: /typescript7/ },
  interface: { words: ["check"], starts: /interface\/main/ },
  "db:migrate": { starts: /migrate-built/ },
  "db:distribute": { starts: /distribute-built/ },
  "db:new": { words: ["nothing"], starts: /migrate-built/ },
  demo: { starts: /scripts\/cli\.mjs account/ },
  account: { words: ["list"], starts: /scripts\/cli\.mjs account/ },
  "bench:votes": gateway,
  "bench:cost": gateway,
  "bench:counts": gateway,
  "bench:footprint": gateway,
  "bench:import": gateway,
  "bench:media": { starts: /ffmpeg/ },
  ...(redisIsHere
    ? { "bench:guard": gateway, "bench:queue": { starts: /bench\/queue\/worker/ } }
    : {}),
  "bench:recount": { words: ["--votes", "1000"], ...gateway },
  "bench:dearest": gateway,
  "bench:idle": gateway,
  "bench:lists": gateway,
  "bench:live": gateway,
  "bench:memory": gateway,
  "bench:passwords": gateway,
  "bench:overload": gateway,
};

/** The other commands. */
const others: Readonly<Record<string, string>> = {
  format: "is a program of a package",
  lint: "is a program of a package",
  build: "does what `start` does first",
  "bench:counting": "starts no process",
  "bench:fleet": "starts no process",
  "bench:guard": "needs Redis",
  "bench:queue": "needs Redis",
  pictures: "needs Chromium",
  "test:compose": "needs Docker",
  "test:citus": "needs Citus, for the script of `test`",
  "test:postfix": "needs Postfix, for the script of `test`",
  "test:s3": "needs Ceph, for the script of `test`",
  ...Object.fromEntries(
    ["test:ha", "test:media-programs", "test:slow"].map((name) => [
      name,
      "is the script of `test`",
    ]),
  ),
  ...Object.fromEntries(
    ["backup", "model", "payments", "drift", "cases", "rolling", "upgrades"].map((name) => [
      `test:${name}`,
      "is the script of `test:mail`",
    ]),
  ),
  ...Object.fromEntries(
    ["organization", "backup", "restore", "ops", "payments", "person", "storage"].map((name) => [
      name,
      "is the script of `account`",
    ]),
  ),
  "contact-sheet": "is the script of `bench:media`",
  typecheck: "is the script of `verify`",
};

test("every command of package.json is known", () => {
  expect(Object.keys({ ...others, ...starters }).sort()).toEqual(Object.keys(scripts).sort());
});

const startDeadlineMs = 100_000;
/** Longer where more processes want to run than there are processors. */
const endDeadlineMs = () =>
  5_000 * Math.min(4, Math.max(1, (os.loadavg()[0] ?? 0) / os.availableParallelism()));

let place: string;
let silent: net.Server;
let mark: string;
beforeAll(async () => {
  // It reads, so that it hears the end of a connection.
  silent = net.createServer((socket) => socket.on("error", () => undefined).resume());
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => silent.close(resolve)));
beforeEach(() => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), "polls-ends-"));
  fs.chmodSync(place, 0o755);
  mark = `POLLS_STARTER=${randomUUID()}`;
});
afterEach(() => {
  for (const { pid } of processesOf(mark)) process.kill(pid, "SIGKILL");
  fs.rmSync(place, { recursive: true, force: true });
});

/** The program and its words: npm, or the script as npm would start it. */
function commandOf(name: string, started: "npm" | "script", words: readonly string[]) {
  if (started === "npm") return ["npm", "run", "--silent", name, "--", ...words];
  return [...(scripts[name] ?? "").split(" ").filter((word) => word !== "exec"), ...words];
}

async function startAndKill(name: string, started: "npm" | "script", signal: NodeJS.Signals) {
  const { words = [], starts } = starters[name] as Starter;
  const [command = "", ...args] = commandOf(name, started, words);
  const { port } = silent.address() as AddressInfo;
  const [variable = "", value] = mark.split("=");
  const log = fs.openSync(path.join(place, "log"), "w");
  const starter = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ["ignore", log, log],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: path.join(place, "data"),
      PORT: String(await freePort()),
      ...(name === "start" ? {} : { DATABASE_URL: `postgresql://a:a@127.0.0.1:${port}/a` }),
      BASE_URL: `http://127.0.0.1:${port}`,
      [variable]: value,
    },
  });
  const ended = new Promise((resolve) => starter.once("exit", resolve));
  const busy = await askUntil(
    async () => {
      const running = processesOf(mark);
      if (running.some((each) => starts.test(each.command))) return running;
      return starter.exitCode === null ? undefined : [];
    },
    { deadlineMs: startDeadlineMs, everyMs: 100 },
  );
  fs.closeSync(log);
  if (busy === undefined || busy.length === 0) {
    throw new Error(`${starts} never ran: ${fs.readFileSync(path.join(place, "log"), "utf8")}`);
  }
  const all = [...busy, ...processesOf(mark)];
  starter.kill(signal);
  await ended;
  let left: readonly string[] = [];
  await askUntil(
    async () => {
      left = [...all, ...processesOf(mark)]
        .filter(stillRuns)
        .map(({ pid, command }) => `${pid} ${command.trim().slice(-100)}`);
      return left.length === 0 ? true : undefined;
    },
    { deadlineMs: endDeadlineMs(), everyMs: 100 },
  );
  return left;
}

const ways = (["npm", "script"] as const).flatMap((started) =>
  (["SIGTERM", "SIGKILL"] as const).map((signal) => ({ started, signal })),
);
const names = Object.keys(starters);

describeWhere(process.platform === "linux", "processes are read from /proc")(
  "no process is left",
  () => {
    describe.each(ways.map((way, at) => ({ ...way, at })))(
      "when $started gets $signal",
      ({ started, signal, at }) => {
        const shift = Math.floor((at * names.length) / ways.length);
        test.each(sampleCases(names, names.length, shift))("%s", async (name) => {
          expect(await startAndKill(name, started, signal)).toEqual([]);
        });
      },
    );
  },
);
