// `npm run interface`: sends and records the stories of the documentation, then writes `openapi.json` and the
// generated parts of the documents. `npm run interface -- check` compares them instead, and checks the document.
// `npm run interface -- write` writes the files without sending the stories.
// `npm run interface -- release` stores the interface, to compare later changes with it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compare, withoutWords } from "./interface/contract.mjs";
import { missingWords } from "./interface/missing-words.mjs";
import { withPart } from "./interface/parts.mjs";
import { spawnSync } from "./setup/children.mjs";
import { answerHelp } from "./setup/help.mjs";
import { ensureInstalled, generateClient, generateClientTypes } from "./setup/install.mjs";
import { root } from "./setup/root.mjs";
import { giveUp, say } from "./setup/say.mjs";

answerHelp(import.meta.filename);
await ensureInstalled("tools");
const { lint } = await import("./interface/lint.mjs");

const RELEASED = "openapi.released.json";
const fileOf = (name) => path.join(root, name);
const textOf = (name) => (existsSync(fileOf(name)) ? readFileSync(fileOf(name), "utf8") : "");

/** The expected content of the generated files, by name. */
function generate() {
  const source = ["--conditions=@polls/source", "--require", "./scripts/typescript.cjs"];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...source, "services/gateway/testing/interface/main.ts"],
    { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  if (status !== 0) giveUp(stderr);
  const { files, parts } = JSON.parse(stdout);
  const texts = new Map(Object.entries(files));
  for (const [name, named] of Object.entries(parts)) {
    let text = textOf(name);
    for (const [part, content] of Object.entries(named)) text = withPart(name, text, part, content);
    texts.set(name, text);
  }
  return texts;
}

async function write(texts) {
  for (const [name, text] of texts) {
    if (textOf(name) === text) continue;
    mkdirSync(path.dirname(fileOf(name)), { recursive: true });
    writeFileSync(fileOf(name), text);
    say(`wrote ${name}`);
  }
  await generateClient();
  await generateClientTypes();
}

const unreleased = () => textOf("CHANGELOG.md").split(/^## /m)[1] ?? "";

async function check(texts) {
  const problems = [...texts]
    .filter(([name, text]) => textOf(name) !== text)
    .map(([name]) => `${name} is not current: run \`npm run interface\`.`);
  const document = JSON.parse(texts.get("openapi.json"));
  problems.push(...missingWords(document), ...(await lint(texts.get("openapi.json"))));
  const log = unreleased();
  const changes = compare(JSON.parse(textOf(RELEASED)), document);
  for (const { place, what, breaking } of changes) {
    if (breaking && !log.includes(`\`${place}\``)) {
      problems.push(
        `CHANGELOG.md does not name the breaking change of \`${place}\`, which ${what}.`,
      );
    }
  }
  if (problems.length > 0) giveUp(problems.join("\n"));
  for (const { place, what, breaking } of changes)
    say(`${breaking ? "breaking" : "change"}: ${place} ${what}`);
}

const [command] = process.argv.slice(2);
if (command === undefined) {
  const { status } = spawnSync(
    process.execPath,
    [
      "node_modules/jest/bin/jest.js",
      "services/gateway/src/features/docs/stories.test.ts",
      "--silent",
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, RECORD_STORIES: "1" } },
  );
  if (status !== 0) giveUp("The stories do not run.");
  await write(generate());
} else if (command === "write") await write(generate());
else if (command === "check") await check(generate());
else if (command === "release") {
  const contract = withoutWords(JSON.parse(textOf("openapi.json")));
  writeFileSync(fileOf(RELEASED), `${JSON.stringify(contract, undefined, 1)}\n`);
} else giveUp(`There is no command "${command}": write, check, release, or none.`);
