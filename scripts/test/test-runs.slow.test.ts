import path from "node:path";
import { printed, shareProject } from "../testing/check-project";

const { dir } = shareProject();

test.each([
  ["all passed", { passed: 3 }, "3 passed, 0 failed true"],
  ["some failed", { passed: 3, failed: 1 }, "3 passed, 1 failed false"],
  ["some were skipped", { passed: 3, pending: 2 }, "3 passed, 0 failed, 2 skipped true"],
  [
    "a file that did not run counts as one that failed",
    { passed: 3, broken: 1 },
    "3 passed, 1 failed false",
  ],
  ["a run without tests is none that passed", {}, "0 passed, 0 failed false"],
])(
  "count: %s",
  (_case, {
    passed = 0,
    failed = 0,
    pending = 0,
    broken = 0,
  }: Partial<Record<"passed" | "failed" | "pending" | "broken", number>>, expected) => {
    const results = {
      numPassedTests: passed,
      numFailedTests: failed,
      numRuntimeErrorTestSuites: broken,
      numPendingTests: pending,
      numTodoTests: 0,
    };
    const stdout = printed(
      { "test/count-line.mjs": "countLine" },
      `const { line, passed } = countLine(${JSON.stringify(results)});
    process.stdout.write(line + " " + passed);`,
    );
    expect(stdout).toBe(expected);
  },
);

test("a second run: its files take the place of those that failed, and a file that fails again counts", () => {
  const file = (name: string, status: string, ...statuses: string[]) => ({
    name,
    status,
    assertionResults: statuses.map((one) => ({ status: one })),
  });
  const first = [
    file("a", "passed", "passed", "pending"),
    file("b", "failed", "passed", "failed"),
    file("c", "failed", "passed", "failed"),
    file("d", "failed", "passed"),
  ];
  const second = [
    file("b", "passed", "passed", "passed"),
    file("c", "failed", "failed", "passed"),
    file("d", "failed"),
  ];
  const stdout = printed(
    { "test/merge-results.mjs": "failedFiles, mergeResults", "test/count-line.mjs": "countLine" },
    `const [first, second] = ${JSON.stringify([{ testResults: first }, { testResults: second }])};
    process.stdout.write(failedFiles(first) + " " + JSON.stringify(countLine(mergeResults(first, second))));`,
  );
  expect(stdout).toBe('b,c,d {"line":"4 passed, 2 failed, 1 skipped","passed":false}');
});

test.each<[string, readonly string[], readonly RegExp[]]>([
  ["nothing", [], [/^\d+ slow files: npm run test:slow$/, /^the other suites, such as /]],
  ["--all", ["--all"], [/^the other suites, such as /]],
  ["--slow", ["--slow"], []],
  [
    "a folder",
    ["tests/jobs", "tests/votes/clocks"],
    [/^\d+ slow files: npm test -- --slow tests\/jobs tests\/votes\/clocks$/],
  ],
  ["a folder without slow tests", ["libs/domain/src/votes"], []],
  ["a slow file", ["tests/votes/clocks.slow.test.ts"], []],
])(
  "at the end of npm test with %s, the tests that did not run are told",
  (_case, words, others) => {
    const tests = [
      { title: "done", ancestorTitles: ["jobs"], status: "passed" },
      {
        title: "one",
        ancestorTitles: ["skipped: no Redis is installed", "jobs"],
        status: "pending",
      },
      {
        title: "two",
        ancestorTitles: ["skipped: no Redis is installed", "jobs"],
        status: "pending",
      },
      { title: "three", ancestorTitles: [], status: "pending" },
    ];
    const late = { title: "no time was left for this file", ancestorTitles: [], status: "pending" };
    const root = path.join(__dirname, "../..");
    const testResults = [
      { name: path.join(root, "tests/a.test.ts"), assertionResults: tests },
      { name: path.join(root, "tests/b.test.ts"), assertionResults: tests.slice(0, 2) },
      { name: path.join(root, "tests/c.slow.test.ts"), assertionResults: [late] },
    ];
    const stdout = printed(
      {
        "test/not-run.mjs": "notRun",
        "test/jest-arguments.mjs": "readWords",
        "test/test-files.mjs": "testFiles",
      },
      `const [results, root, words] = ${JSON.stringify([{ testResults }, root, words])};
    const read = readWords(words, root);
    process.stdout.write(JSON.stringify(notRun(results, root, read, testFiles(root))));`,
    );
    const told: readonly string[] = JSON.parse(stdout);
    expect(told.filter((line) => line.includes("skipped"))).toEqual([
      "3 skipped, because no Redis is installed: npm test -- tests/a.test.ts tests/b.test.ts",
      "1 skipped: npm test -- tests/a.test.ts",
      "1 skipped, because no time was left for this file: npm test -- tests/c.slow.test.ts",
    ]);
    expect(told.filter((line) => !line.includes("skipped"))).toEqual(
      others.map((pattern) => expect.stringMatching(pattern)),
    );
  },
);

test.each<[string, readonly string[], readonly string[]]>([
  ["nothing", [], ["--testPathIgnorePatterns", "\\.slow\\.test\\.ts$"]],
  ["an option", ["--silent"], ["--silent", "--testPathIgnorePatterns", "\\.slow\\.test\\.ts$"]],
  [
    "an option with a value",
    ["-t", "votes", "--seed", "7"],
    ["-t", "votes", "--seed", "7", "--testPathIgnorePatterns", "\\.slow\\.test\\.ts$"],
  ],
  ["--slow", ["--slow", "--silent"], ["--silent", "--testPathPatterns", "\\.slow\\.test\\.ts$"]],
  ["--all, as CI", ["--all", "--seed", "7"], ["--seed", "7"]],
])("arguments: npm test with %s", (_case, words, expected) => {
  expect(argumentsFor(words)).toEqual(expected);
});

const files = [
  "libs/votes/limits.test.ts",
  "libs/votes/races.slow.test.ts",
  "tests/votes/clocks.slow.test.ts",
];

/** The files of a project whose own path has a part that a word may name. */
function chosen(words: readonly string[]): readonly string[] {
  const args = argumentsFor(words);
  const patterns = args.slice(args.indexOf("--testPathPatterns") + 1);
  const isChosen = (file: string) =>
    patterns.some((pattern) => new RegExp(pattern).test(`/work/votes/${file}`));
  return files.filter(isChosen);
}

function argumentsFor(words: readonly string[]): readonly string[] {
  const stdout = printed(
    { "test/jest-arguments.mjs": "jestArguments, readWords" },
    `const [words, root] = ${JSON.stringify([words, "/work/votes"])};
    process.stdout.write(JSON.stringify(jestArguments(readWords(words, root), root)));`,
  );
  return JSON.parse(stdout);
}

test.each<[readonly string[], readonly string[]]>([
  [["libs/votes"], ["libs/votes/limits.test.ts"]],
  [["./libs/votes/"], ["libs/votes/limits.test.ts"]],
  [["/work/votes/libs"], ["libs/votes/limits.test.ts"]],
  [["votes/limits"], ["libs/votes/limits.test.ts"]],
  [
    ["votes", "--slow"],
    ["libs/votes/races.slow.test.ts", "tests/votes/clocks.slow.test.ts"],
  ],
  [["--slow", "races.slow"], ["libs/votes/races.slow.test.ts"]],
  [
    ["--all", "libs/votes"],
    ["libs/votes/limits.test.ts", "libs/votes/races.slow.test.ts"],
  ],
  [["libs/votes/races.slow.test.ts"], ["libs/votes/races.slow.test.ts"]],
  [
    ["--slow", "limits.test.ts", "clocks"],
    ["libs/votes/limits.test.ts", "tests/votes/clocks.slow.test.ts"],
  ],
])("parts of paths: npm test -- %j chooses the files %j", (words, expected) => {
  expect(chosen(words)).toEqual(expected);
});

test.each<[readonly string[], string | null]>([
  [["libs/votes"], null],
  [["libs/vots"], 'No test file has "libs/vots" in its path. Near: libs/votes, tests/votes'],
  [["--slow", "clock"], null],
  [["--slow", "cloks"], 'No test file has "cloks" in its path. Near: tests/votes/clocks'],
  [["libs/votes", "payments"], 'No test file has "payments" in its path.'],
  [["clocks"], 'All tests of "clocks" are slow: npm test -- --slow clocks'],
  [["--slow", "limits"], 'No test of "limits" is slow: npm test -- limits'],
  [["limits.ts"], 'No test file has "limits.ts" in its path. Near: libs/votes/limits'],
])("parts of paths: npm test -- %j begins, or tells a problem: %j", (words, expected) => {
  const stdout = printed(
    { "test/jest-arguments.mjs": "problemOf, readWords" },
    `const [words, files] = ${JSON.stringify([words, files])};
    process.stdout.write(JSON.stringify(problemOf(readWords(words, "/work"), files) ?? null));`,
  );
  expect(JSON.parse(stdout)).toBe(expected);
});

test.each([
  ["ends", "", { status: 0, ended: true }],
  [
    "does not end after its results",
    "setInterval(() => {}, 1000);",
    { status: null, ended: false },
  ],
])("results: a program that %s", (_case, afterwards, expected) => {
  const file = path.join(dir(), "results.json");
  const inner = `require("node:fs").writeFileSync(${JSON.stringify(file)}, "{}"); ${afterwards}`;
  const stdout = printed(
    { "test/run-jest.mjs": "runToResults" },
    `const outcome = await runToResults(process.execPath, ["-e", ${JSON.stringify(inner)}],
      { cwd: "/", resultsFile: ${JSON.stringify(file)}, killAfterMs: 300 });
    process.stdout.write(JSON.stringify(outcome));`,
  );
  expect(JSON.parse(stdout)).toEqual(expected);
});
