import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { sampleCases } from "@polls/testing";

// Slow, because each command is a separate process.
jest.setTimeout(60_000);

const root = path.join(__dirname, "..");
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

const ofOperators = [
  ...["account", "backup", "organization", "ops", "payments", "person", "restore", "storage"],
];
/** The commands of other packages answer by themselves. */
const isOurs = (name: string) => scripts[name].replace(/^exec /, "").startsWith("node ");
const ofUsers = ["start", "demo", "pictures", "build", "db:migrate", "db:distribute"];
const ofDevelopers = Object.keys(scripts).filter(
  (name) => isOurs(name) && ![...ofUsers, ...ofOperators].includes(name),
);

let emptyDirectory: string;
beforeAll(() => {
  emptyDirectory = mkdtempSync(path.join(os.tmpdir(), "polls-commands-"));
  // In a new clone, the first command says what it installs and generates.
  start("account", ["--help"]);
});
afterAll(() => rmSync(emptyDirectory, { recursive: true, force: true }));

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
const ended = new Map<string, Ended>();

/** Runs `npm run <name> -- …words` as npm does, without a running stack. Each command runs once. */
function run(name: string, ...words: readonly string[]): Ended {
  const command = [name, ...words].join(" ");
  const result = ended.get(command) ?? start(name, words);
  ended.set(command, result);
  return result;
}

function start(name: string, words: readonly string[]): Ended {
  const [program, ...script] = scripts[name].replace(/^exec /, "").split(" ");
  expect(program).toBe("node");
  const { status, stdout, stderr } = spawnSync(process.execPath, [...script, ...words], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: emptyDirectory },
  });
  return { status, stdout, stderr };
}

describe("commands of users and operators", () => {
  const helped = [...ofUsers, ...ofOperators];
  test.each([
    ...helped.map((name) => [name, "--help"] as const),
    ...sampleCases(helped, 4, 0).map((name) => [name, "-h"] as const),
  ])("%s %s prints its usage", (name, help) => {
    const { status, stdout, stderr } = run(name, help);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(ofUsers.includes(name) ? /^npm run / : new RegExp(`^${name} `));
  });

  test.each(ofOperators)("%s --help has a line for each option", (name) => {
    const { stdout } = run(name, "--help");
    const options = [...stdout.matchAll(/^\S.*$/gm)].flatMap(([usage]) =>
      usage.startsWith(`${name} `) ? [...usage.matchAll(/--[\w-]+/g)].map(String) : [],
    );
    const lines = [...stdout.matchAll(/^ {4}(--[\w-]+) +\S/gm)].map(([, option]) => option);
    expect(lines.sort()).toEqual(options.sort());
  });

  test.each([...ofUsers, ...sampleCases(ofOperators, 2, 0).map((name) => `${name} list`)])(
    "%s refuses what it does not take in one sentence with 2",
    (command) => {
      const [name = "", ...words] = command.split(" ");
      const { status, stdout, stderr } = run(name, ...words, "--unknown-option");
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/^[A-Z][^\n]*--help[^\n]*\n$/);
    },
  );

  test.each(ofDevelopers)("%s --help describes the command", (name) => {
    const { status, stdout, stderr } = run(name, "--help");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/`npm (run [a-z:-]+|test)\b/);
  });

  const longRuns = ofDevelopers.filter((name) => scripts[name].includes("test-long.mjs"));
  test.each(longRuns)("%s passes its other words to the tests", (name) => {
    const { status, stderr } = run(name, "nowhere");
    expect([status, stderr]).toEqual([2, expect.stringContaining('No test file has "nowhere"')]);
  });

  test("demo accepts one folder", () => {
    expect(run("demo", "photos", "more")).toEqual({
      status: 2,
      stdout: "",
      stderr: "Unexpected argument 'more'; `npm run demo -- --help` shows what it takes.\n",
    });
  });

  const ofRunningStacks = [
    "account list",
    "organization list",
    "ops doctor",
    "ops outbox list",
    "ops queues",
    "ops sweep",
    "ops recount --check",
    "payments reconcile",
    "person export --email ada@example.org",
    "backup --to /nowhere",
  ];
  test.each(sampleCases(ofRunningStacks, 2, 0))(
    "%s explains what to do when no stack runs",
    (command) => {
      const [name = "", ...words] = command.split(" ");
      expect(run(name, ...words)).toEqual({
        status: 1,
        stdout: "",
        stderr:
          "Set DATABASE_URL, or run `npm start` in another terminal first, with the same DATA_DIR.\n",
      });
    },
  );

  test("demo explains what to do when no stack runs", () => {
    const { status, stderr } = run("demo");
    expect([status, stderr]).toEqual([1, expect.stringContaining("run `npm start` in another")]);
  });
});
