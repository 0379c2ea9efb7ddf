// Covers docs/reliability.md: dependencies

import fs from "node:fs";
import path from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { shareProject } from "./testing/check-project";

const { write, project, check } = shareProject();

test.each(["coverage-check", "docs-check", "layers-check", "words-check", "sql-check"])(
  "%s is skipped without git",
  (name) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(__dirname, `${name}.mjs`)],
      { encoding: "utf8", env: { PATH: "/nowhere" } },
    );
    const skipped = "skipped: the files are not checked, because git does not list them\n";
    expect([status, stdout, stderr]).toEqual([0, skipped, ""]);
  },
);

test("folders of a service that import each other are found, with the imports", () => {
  const src = "services/gateway/src";
  project({
    [`${src}/http/routing/router.ts`]: `import { brand } from "../../pages/brand";\n`,
    [`${src}/pages/brand.ts`]: `import { send } from "../http/routing/router";\n`,
    [`${src}/features/votes/cast.ts`]: `import { brand } from "../../pages/brand";\n`,
    [`${src}/pages/brand.test.ts`]: `import { cast } from "../features/votes/cast";\n`,
    [`${src}/deps.ts`]: `import { cast } from "./features/votes/cast";\n`,
  });
  expect(check("layers-check")).toBe(`folders import each other:
  ${src}/http/routing/router.ts imports ${src}/pages/brand
  ${src}/pages/brand.ts imports ${src}/http/routing/router
`);
  write(`${src}/pages/brand.ts`, "");
  expect(check("layers-check")).toBe("");
});

test("a service has no more layers of folders than its number", () => {
  const files = Array.from({ length: 6 }, (_, n) => [
    `services/media-worker/src/at-${n}/file.ts`,
    `import { file } from "../at-${n + 1}/file";\n`,
  ]);
  project(Object.fromEntries(files));
  expect(check("layers-check")).toBe("media-worker has 6 layers of folders, more than 5\n");
});

test("files outside of a service import only its tests' helpers", () => {
  const sweep = "../../services/payment-worker/src/sweep";
  project({
    "tests/payments/sweep.test.ts": `import {\n  sweep,\n} from "${sweep}";\n`,
    "scripts/payments/sweep.mjs": `const { sweep } = await import("${sweep}");\n`,
    "tests/payments/work.test.ts": `import { sweep } from "../../services/payment-worker/testing";\n`,
    "services/payment-worker/testing/index.ts": `export { sweep } from "../src/sweep";\n`,
    "services/gateway/src/pay.test.ts": `import { sweep } from "../../payment-worker/src/sweep";\n`,
  });
  expect(check("layers-check")).toBe(`only testing/ of a service is imported from outside of it:
  scripts/payments/sweep.mjs imports services/payment-worker/src/sweep
  services/gateway/src/pay.test.ts imports services/payment-worker/src/sweep
  tests/payments/sweep.test.ts imports services/payment-worker/src/sweep
`);
});

const integrity = "sha512-x";

test.each([
  [
    "a whole file passes",
    { a: { integrity, optionalDependencies: { b: "1" } }, b: { integrity } },
    "",
  ],
  [
    "a package of another platform is missing",
    { a: { integrity, optionalDependencies: { b: "1" } } },
    "node_modules/a: b is missing for other platforms\n",
  ],
  ["a package has no checksum", { a: {} }, "node_modules/a: no checksum\n"],
  [
    "a package is bound to a registry",
    { a: { integrity, resolved: "https://registry.example/a.tgz" } },
    "node_modules/a: bound to the registry it came from\n",
  ],
  ["a workspace needs no checksum", { a: { link: true } }, ""],
  [
    "a package that runs has its peers",
    {
      a: { integrity, peerDependencies: { b: "1", c: "1" }, peerDependenciesMeta: { c: {} } },
      b: { integrity },
      c: { integrity, dev: true },
      d: { integrity, dev: true, peerDependencies: { e: "1" } },
    },
    "node_modules/a: npm start would not install its peer c\n",
  ],
  [
    "a tool gets a stand-in",
    { a: { integrity, dev: true, name: "ms" } },
    "node_modules/a: a tool gets the package that stands in for it under npm start\n",
  ],
  [
    "npm start installs too much",
    Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`p${at}`, { integrity }])),
    "npm start would install 400 packages, over 355\n",
  ],
  [
    "what a nested package needs lies anywhere above it",
    {
      a: { integrity },
      "a/node_modules/b": { integrity, optionalDependencies: { c: "1", d: "1", e: "1" } },
      "a/node_modules/b/node_modules/c": { integrity },
      "a/node_modules/d": { integrity },
      e: { integrity },
    },
    "",
  ],
])("lock file: %s", (_case, packages, expected) => {
  const entries = Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, entry]);
  const file = write(
    "lock.json",
    JSON.stringify({ packages: { "": {}, ...Object.fromEntries(entries) } }),
  );
  expect(check("lock-check", file)).toBe(expected);
});

test.each([
  [
    "paths and scripts that are there pass",
    "See `libs/here.ts`, [this](libs/here.ts) and `npm run known`.",
    "",
  ],
  ["a path that is not there", "See `libs/gone.ts`.", "README.md: there is no libs/gone.ts\n"],
  ["a file without its path", "See `here.ts`.", ""],
  [
    "a file without its path that is not there",
    "See `gone.ts`.",
    "README.md: no file is named gone.ts\n",
  ],
  [
    "a link that leads nowhere",
    "See [this](gone.md).",
    "README.md: the link gone.md leads nowhere\n",
  ],
  [
    "a script that is not there",
    "Type `npm run unknown`.",
    "README.md: there is no npm script unknown\n",
  ],
  [
    "tests that are not there",
    "Run `npx jest libs/here.ts libs/gone`.",
    "README.md: there are no tests at libs/gone\n",
  ],
  [
    "patterns, placeholders and addresses are no paths",
    "`libs/*/src` `services/<name>/x` [site](https://example.com/x)",
    "",
  ],
  [
    "headings that are there pass, with punctuation, code and repetitions",
    "# One `two`: three\n## Same\n## Same\n[a](#one-two-three) [b](README.md#same) [c](#same-1)",
    "",
  ],
  [
    "a heading that is not there",
    "# Here\nSee [this](#gone).",
    "README.md: the link #gone leads nowhere\n",
  ],
  [
    "a heading in a block of code is none",
    "```\n# Gone\n```\nSee [this](#gone).",
    "README.md: the link #gone leads nowhere\n",
  ],
  ["a decision that is not there", "See ADR 0007.", "README.md: there is no ADR 0007\n"],
])("documents: %s", (_case, text, expected) => {
  project({ "libs/here.ts": "", "README.md": text });
  expect(check("docs-check")).toBe(expected);
});

/** A document of a test project; written in two parts, because this file is checked too. */
const law = (rest: string) => `docs/${rest}`;

test("documents: two decisions do not have one number", () => {
  project({
    [law("adr/0007-a.md")]: "# 0007 A",
    [law("adr/0007-b.md")]: "# 0007 B",
    [law("adr/0008-c.md")]: "# 0008 C",
  });
  expect(check("docs-check")).toBe(
    `${law("adr/0007-b.md")}: the number of this decision is that of ${law("adr/0007-a.md")}\n`,
  );
});

test("documents: operations.md lists exactly the variables that services read", () => {
  project({
    "services/a/src/config.ts": "parseEnv(z.object({\n  PORT: port,\n  DEPTH: count(1),\n}), env)",
    [law("operations.md")]:
      "| `PORT` | all |\n| `WIDTH`, `PORT` | all |\nWith `HEIGHT` it is high.",
  });
  const said = check("docs-check").split("\n").filter(Boolean);
  expect(said).toEqual([
    expect.stringContaining("DEPTH is described nowhere"),
    expect.stringContaining("no service reads WIDTH"),
  ]);
});

test("documents: each table of the schema is in the list of who writes it", () => {
  project({
    "prisma/schema/a.prisma": 'model A {\n  @@map("rows")\n}\nmodel B {\n  @@map("slots")\n}',
    "prisma/schema/c.prisma": 'model C {\n  @@map("days")\n}',
    [law("ARCHITECTURE.md")]:
      "- days: gateway\n\n## Who writes which table\n\n- rows, slots: gateway",
  });
  expect(check("docs-check")).toBe(
    `${law("ARCHITECTURE.md")}: "Who writes which table" lacks days\n`,
  );
});

test.each([
  ["a document", law("law.md"), ""],
  ["a heading", law("law.md#limits"), ""],
  ["a decision", "ADR 0007", ""],
  ["a document that is not there", law("gone.md"), "citation"],
  ["a heading that is not there", law("law.md#gone"), "citation"],
  ["a decision that is not there", "ADR 0009", "ADR 0009"],
])("citations in code: %s", (_case, cited, expected) => {
  const names = ["libs/a.ts", "scripts/b.mjs", "prisma/c.sql", "prisma/d.prisma", "libs/e.tsx"];
  project({
    ...Object.fromEntries(names.map((name) => [name, `// Holds (${cited}).`])),
    [law("law.md")]: "# Law\n\n## Limits\n",
    [law("adr/0007-a.md")]: "# 0007 A",
  });
  const said = check("docs-check").split("\n").filter(Boolean);
  expect(said).toHaveLength(expected === "" ? 0 : names.length);
  for (const line of said) expect(line).toContain(expected);
});

describe("words", () => {
  const planted: readonly (readonly [string, string, string, string])[] = [
    ["a comment", "libs/a.ts", "// Tells somebody.", '"somebody"'],
    ["a name", "libs/b.ts", "export const isDear = 1;", '"dear"'],
    ["the name of a file", "libs/vote-booth.ts", "", '"booth"'],
    ["a title of a test", "libs/c.test.ts", 'test("nobody waits", () => {});', '"nobody"'],
    ["a spelling", "libs/d.ts", "/** The behaviour. */", '"behaviour"'],
    ["a document", "README.md", "Whoever asks", '"Whoever"'],
    ["a comment in SQL", "libs/e.sql", "SELECT 1 -- counted anew", '"anew"'],
    ["a citation from elsewhere", "libs/f.ts", "// See rule 4 of it.", '"rule 4"'],
    [
      "a section",
      "p.prisma",
      "/// See section 8 of the decisions.",
      '"section 8 of the decisions"',
    ],
    ["a citation in a title", "libs/g.test.ts", 'test("casts (S2.1)", () => {});', '"S2.1"'],
    ["a string", "libs/h.ts", 'export const user = "nobody";', ""],
    ["a name in backticks", "libs/i.ts", "// Runs as `nobody`.", ""],
    ["a block of code", "j.md", "```\nsu nobody\n```", ""],
    ["a part of a word", "libs/k.ts", "// Endears.", ""],
    ["a comment of a component", "libs/l.tsx", "/** A booth. */\nconst a = <b>c</b>;", '"booth"'],
  ];
  let said: readonly string[] | undefined;
  beforeEach(() => {
    if (said !== undefined) return;
    project(Object.fromEntries(planted.map(([, name, text]) => [name, text])));
    said = check("words-check").split("\n");
  });

  test.each(planted)("%s", (_case, name, _text, expected) => {
    const lines = said?.filter((line) => line.startsWith(`${name}:`));
    expect(lines).toEqual(expected === "" ? [] : [expect.stringContaining(expected)]);
  });
});

test.each([
  ["a model call", "tx.prisma.poll.create({ data: { title, settings: { a: 1 } } });", ""],
  [
    "an upsert",
    "db.poll.upsert({ where, create: { id }, update: { views: { increment: 1 } } });",
    "",
  ],
  ["a call that is no model's", "make.create({ options: { create: 1 } });", ""],
  ["a statement", "await db.$queryRaw`SELECT 1`;", "SQL outside of libs/db"],
  [
    "rows of a relation",
    "db.poll.create({ data: { options: { create: [] } } });",
    "a nested write",
  ],
  [
    "rows of a relation in a list",
    "db.poll.createMany({ data: [{ owner: { connect: { id } } }] });",
    "a nested write",
  ],
  [
    "rows of a relation of an upsert",
    "db.poll.upsert({ where, create: {}, update: { options: { deleteMany: {} } } });",
    "a nested write",
  ],
])("sql: %s", (_case, line, expected) => {
  project({ "services/a/src/b.ts": `\n${line}\n`, "services/a/src/b.test.ts": line });
  const told = check("sql-check");
  expect(told).toBe(expected === "" ? "" : `${expected}: services/a/src/b.ts:2: ${line}\n`);
});

describe("migrations", () => {
  const problems = (sql: string, name = "20990101000000_new") => {
    write(`${name}/migration.sql`, sql);
    return check("migrations-check");
  };

  test.each([
    ['ALTER TABLE "votes" ADD COLUMN "a" TEXT'],
    [
      'ALTER TABLE "votes" ADD COLUMN "a" TIMESTAMPTZ(3), ADD COLUMN "b" INTEGER NOT NULL DEFAULT 0',
    ],
    ["ALTER TABLE votes ADD COLUMN a TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[]"],
    ["ALTER TABLE votes ADD COLUMN a TEXT NOT NULL DEFAULT 'it''s; so'"],
    ["ALTER TABLE votes ADD CONSTRAINT a CHECK (b > 0) NOT VALID"],
    ["ALTER TABLE votes VALIDATE CONSTRAINT a"],
    ["ALTER TABLE votes VALIDATE CONSTRAINT a; ALTER TABLE polls VALIDATE CONSTRAINT b"],
    ["ALTER TABLE votes ALTER COLUMN a DROP NOT NULL, ALTER COLUMN a SET DEFAULT 1"],
    ["-- Alone; in its file.\nCREATE INDEX CONCURRENTLY a ON votes (b);\n"],
    ["DROP INDEX CONCURRENTLY a"],
    ["CREATE TABLE a (b INT NOT NULL); CREATE INDEX c ON a (b); ALTER TABLE a ADD UNIQUE (b)"],
    ["CREATE FUNCTION a() RETURNS void LANGUAGE sql AS $$ UPDATE votes SET a = 1; $$"],
    ["INSERT INTO upload_rounds (queue) VALUES ('a')"],
  ])("%s is allowed", (sql) => {
    expect(problems(sql)).toBe("");
  });

  test.each([
    ["CREATE INDEX a ON votes (b)", "make it CONCURRENTLY"],
    ["DROP INDEX a", "drop it CONCURRENTLY"],
    [
      "CREATE INDEX CONCURRENTLY a ON votes (b); COMMENT ON TABLE votes IS 'a'",
      "leave it alone in its migration",
    ],
    ["ALTER TABLE votes ADD COLUMN a INT NOT NULL", "rows that are there have no value"],
    ["ALTER TABLE votes ADD COLUMN a TEXT DEFAULT random()", "rewrites the table"],
    [
      "ALTER TABLE votes ADD COLUMN a TEXT DEFAULT gen_random_uuid() NOT NULL",
      "rewrites the table",
    ],
    ["ALTER TABLE votes ADD COLUMN a INT GENERATED ALWAYS AS (1) STORED", "rewrites the table"],
    ["ALTER TABLE votes ADD COLUMN a BIGSERIAL", "rewrites the table"],
    ["ALTER TABLE votes ADD COLUMN a INT REFERENCES polls (id)", "added apart, NOT VALID"],
    ["ALTER TABLE votes ADD COLUMN a INT, ADD CONSTRAINT b CHECK (a > 0)", "add it NOT VALID"],
    ["ALTER TABLE votes ADD CONSTRAINT a UNIQUE (b)", "make the index CONCURRENTLY"],
    ["ALTER TABLE votes ALTER COLUMN a TYPE BIGINT", "rewrites the table"],
    ["ALTER TABLE votes ALTER a SET DATA TYPE BIGINT", "rewrites the table"],
    ["ALTER TABLE votes ALTER COLUMN a SET NOT NULL", "add a CHECK NOT VALID"],
    ["ALTER TABLE votes DROP COLUMN a", "old processes still use it"],
    ["ALTER TABLE votes RENAME COLUMN a TO b", "old processes still use it"],
    ["DROP TABLE votes", "old processes still use it"],
    ["ALTER TABLE votes ADD COLUMN a INT; ALTER TABLE votes VALIDATE CONSTRAINT b", "of its own"],
    ["UPDATE votes SET a = 1", "by a maintenance task"],
    ["INSERT INTO a SELECT count(*) FROM votes", "by a maintenance task"],
    ["DO $$ BEGIN UPDATE votes SET a = 1; END $$", "by a maintenance task"],
    ["SELECT count(*) FROM votes", "by a maintenance task"],
    ["LOCK TABLE votes", "no rule says that it is safe"],
    ["ALTER TABLE votes SET LOGGED", "no rule says that it is safe"],
    ["CLUSTER votes", "no rule says that it is safe"],
    ["CREATE MATERIALIZED VIEW a AS SELECT FROM votes", "no rule says that it is safe"],
  ])("%s is refused", (sql, why) => {
    expect(problems(sql)).toMatch(/^20990101000000_new: [^\n]+\n$/);
    expect(problems(sql)).toContain(why);
  });

  test("an excused migration passes, and an excuse that is not needed fails", () => {
    const name = "20261121214500_lists";
    expect(problems("UPDATE votes SET a = 1", name)).toBe("");
    expect(problems("COMMENT ON TABLE votes IS 'a'", name)).toBe(
      `${name} is excused, and breaks no rule\n`,
    );
  });
});

describe("coverage", () => {
  const page = "docs/reference/votes.md";

  /** The output of the check for a page with two headings, and the first line of a test. */
  function problems(covers: string): readonly string[] {
    const law = "# Votes\n\n## Limits\n\n## Days\n";
    project({ [page]: law, "a.test.ts": `${covers}\n\ntest("it holds");\n` });
    return check("coverage-check").split("\n").filter(Boolean);
  }

  test("a page with a test for each heading passes", () => {
    expect(problems(`// Covers ${page}: limits, days`)).toEqual([]);
  });

  test("a heading without a test, and a test of an unknown heading, fail", () => {
    expect(problems(`// Covers ${page}: limits, hours`)).toEqual([
      `a.test.ts: there is no heading ${page}#hours`,
      `no test covers ${page}#days`,
    ]);
  });

  test("a setting whose test does not name it, one without a test, and an unknown one fail", () => {
    project({
      "docs/reference/settings.md": "- `seats` (integer)\n- `theme` (choice)\n",
      "docs/reference/polls.md": "## Settings without effect\n\n## Update\n",
      "a.test.ts": '// Settings: seats, hat\ntest("one", hat);\n\ntest("other", seats);\n',
    });
    expect(
      check("coverage-check")
        .split("\n")
        .filter((line) => !line.includes("#")),
    ).toEqual([
      "a.test.ts: the test does not name seats",
      "a.test.ts: there is no setting hat",
      'no test of theme has the line "// Settings: theme" above it',
      "",
    ]);
  });

  test("an event without a test, and an unknown one fail", () => {
    project({
      "docs/reference/webhooks.md": "- `poll.closed` (`url`): closed\n- `poll.deleted`: deleted\n",
      "a.test.ts":
        '// Events: poll.closed, poll.gone\ntest("one", ["poll.closed", "poll.gone"]);\n',
    });
    expect(
      check("coverage-check")
        .split("\n")
        .filter((line) => !line.includes("#")),
    ).toEqual([
      "a.test.ts: there is no event poll.gone",
      'no test of poll.deleted has the line "// Events: poll.deleted" above it',
      "",
    ]);
  });
});

describe("one clock (docs/adr/0019-one-clock.md)", () => {
  const root = path.join(__dirname, "..");
  /** Allowed uses: the clock that follows the database, ids of periodic jobs, ages of BullMQ jobs, traces, the day in the zone of a browser, and today's name of a zone. */
  const allowed = [
    "libs/db/src/connection/watch-database.ts",
    "libs/domain/src/time/zone-name.ts",
    "libs/jobs/src/canary.ts",
    "libs/jobs/src/queue-figures.ts",
    "libs/telemetry/src/tracing/open-tracing.ts",
    "services/web/src/parts/form/local-moment.ts",
  ];
  const listed = spawnSync("git", ["ls-files", "libs/*.ts", "services/*.ts"], {
    encoding: "utf8",
    cwd: root,
  }).stdout.split("\n");
  const sources = listed.filter(
    (file) =>
      file !== "" &&
      !/\.test\.ts$|\/testing\/|^libs\/(devstack|client)\/|\/browser\//.test(file) &&
      fs.existsSync(path.join(root, file)),
  );

  test("no code reads the clock of the machine", () => {
    const readers = sources.filter((file) =>
      /new Date\(\)|\bDate\.now\b/.test(fs.readFileSync(path.join(root, file), "utf8")),
    );
    expect(sources.length).toBeGreaterThan(300);
    expect(readers.sort()).toEqual(allowed);
  });

  test("no default time of the schema is set by the process", () => {
    const folder = path.join(root, "prisma/schema");
    const files = fs
      .readdirSync(folder)
      .map((name) => fs.readFileSync(path.join(folder, name), "utf8"));
    expect(files.length).toBeGreaterThan(5);
    expect(files.join("").match(/@default\(now\(\)\)|@updatedAt/g)).toBeNull();
  });
});
