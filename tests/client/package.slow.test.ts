// Covers docs/reference/client.md: installation, operations, quick-start, refused-calls

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { run as runProgram } from "@polls/devstack/children";
import { atFileEnd } from "@polls/testing";
import ts from "typescript";
import { describeWithBrowser, dumpPage } from "../../services/gateway/testing/check-pages";
import { signUp } from "../../services/gateway/testing/sign-up";
import { buildClient, root, run } from "./build-client";
import { type ClientFixture, startClients } from "./fixture";

jest.setTimeout(300_000);

const project = mkdtempSync(path.join(tmpdir(), "project-"));
atFileEnd("project", async () => rmSync(project, { recursive: true, force: true }));
const installed = path.join(project, "node_modules/@polls/client");

let tarball = "";
beforeAll(async () => {
  await buildClient();
  const pack = ["pack", "--workspace", "libs/client", "--ignore-scripts", "--json"];
  const [packed] = JSON.parse(run("npm", [...pack, "--pack-destination", project], root));
  tarball = packed.filename;
  writeFileSync(path.join(project, "package.json"), '{ "private": true }');
  run("npm", ["install", `./${tarball}`, "--offline", "--no-audit", "--no-fund"], project);
});

test("is installed without a network and without dependencies", () => {
  expect(readdirSync(path.join(project, "node_modules")).filter((name) => name[0] !== ".")).toEqual(
    ["@polls"],
  );
  expect(readdirSync(path.join(project, "node_modules/@polls"))).toEqual(["client"]);
  const dist = readdirSync(path.join(installed, "dist")).sort();
  expect(dist).toEqual(["index.cjs", "index.mjs", "types"]);
});

test("its README shows a call, and links to nothing that the package lacks", () => {
  const readme = readFileSync(path.join(installed, "README.md"), "utf8");
  expect(readme).toContain('import { createClient } from "@polls/client";');
  const links = [...readme.matchAll(/\]\((?!https?:)([^)]*)\)/g)].map(([, link]) => link);
  expect(links).toEqual([]);
});

describe("a fresh clone", () => {
  /** What a clone has of the libs, and its scripts. */
  function clone(): string {
    const folder = mkdtempSync(path.join(tmpdir(), "clone-"));
    atFileEnd("clone", async () => rmSync(folder, { recursive: true, force: true }));
    const names = run("git", ["ls-files", "-z", "*.json", "scripts", "libs"], root);
    for (const name of names.split("\0").filter((one) => one !== "")) {
      cpSync(path.join(root, name), path.join(folder, name));
    }
    return folder;
  }
  const pack = (folder: string) => run("npm", ["pack", "--workspace", "libs/client"], folder);

  test("packs the client by the documented command", () => {
    const folder = clone();
    symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
    expect(pack(folder)).toContain(tarball);
    expect(readdirSync(path.join(folder, "libs/client/dist")).sort()).toEqual([
      "index.cjs",
      "index.mjs",
      "types",
    ]);
  });

  test("says what to do while the packages are missing", () => {
    expect(() => pack(clone())).toThrow("which is not installed: run `npm ci`.");
  });
});

test.each(["index.mjs", "index.cjs"])("%s has at most 12 kB (gzipped)", (name) => {
  const bytes = gzipSync(readFileSync(path.join(installed, "dist", name)), { level: 9 });
  expect(bytes.byteLength).toBeLessThanOrEqual(12_000);
});

function write(name: string, text: string): string {
  const file = path.join(project, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test.each([
  ["import", "a.mjs", 'import { createClient, hasCode } from "@polls/client";'],
  ["require", "a.cjs", 'const { createClient, hasCode } = require("@polls/client");'],
])("%s exports a client", (_, name, line) => {
  const code = "console.log(typeof createClient().votes.cast, hasCode(1, 'invalid'))";
  expect(run(process.execPath, [write(name, `${line}\n${code}`)], project)).toBe(
    "function false\n",
  );
});

test("the types work in modules and scripts, in Node and browsers", () => {
  const right = `
const client = createClient({ token: "psk_1" });
const titles: Promise<string[]> = client.polls.list().then((polls) => polls.map(({ title }) => title));
client.results.follow({ poll_id: "a" }).next().then(({ value }) => value && value.voters_count.toFixed());
titles.catch((error: unknown) => error instanceof ApiError && error.code === "poll_closed");
`;
  const wrong = `
// @ts-expect-error: no such setting
client.polls.create({ body: { poll: { title: "a", titel: "b" } } });
// @ts-expect-error: the path is not given
client.polls.show({});
// @ts-expect-error: no such operation
client.polls.cast;
`;
  const code = `import { ApiError, createClient } from "@polls/client";\n${right}${wrong}`;
  for (const name of ["module.mts", "script.cts", "script.ts"]) write(`types/${name}`, code);
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: "es2022",
    lib: ["es2023", "dom", "dom.asynciterable"],
    types: [],
  };
  for (const modules of [
    { module: "nodenext" },
    { module: "esnext", moduleResolution: "bundler" },
    // What an older project has, which reads no `exports`.
    { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" },
  ]) {
    const isOlder = modules.moduleResolution === "node10";
    const include = [isOlder ? "script.ts" : "*.?ts"];
    const config = { compilerOptions: { ...compilerOptions, ...modules }, include };
    const file = write("types/tsconfig.json", JSON.stringify(config));
    expect(run(process.execPath, [compiler, "-p", file], project)).toBe("");
  }
});

test.each(["index.mjs", "index.cjs"])("%s keeps the names of its errors", (name) => {
  const load = name === "index.mjs" ? "await import" : "require";
  const code = `
const client = ${load}("@polls/client");
const classes = Object.entries(client).filter(([, value]) => value.prototype instanceof Error);
for (const [name, value] of classes) {
  const error = new value(418, {}, new Headers());
  console.log(name === value.name && name === error.name && name === error.constructor.name, name);
}`;
  const lines = run(process.execPath, [write(`names.${name.slice(-3)}`, code)], project)
    .trim()
    .split("\n");
  expect(lines.length).toBeGreaterThan(12);
  expect(lines.filter((line) => !line.startsWith("true "))).toEqual([]);
});

test("an editor shows what an operation does", () => {
  const file = write(
    "types/hover.mts",
    'import { createClient } from "@polls/client";\nconst client = createClient();\n[client.polls.create, client.webhooks.deliveries.list];\n',
  );
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [] };
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const comments: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && ts.isArrayLiteralExpression(node.parent)) {
      const symbol = checker.getSymbolAtLocation(node.name);
      comments.push(ts.displayPartsToString(symbol?.getDocumentationComment(checker)));
    }
    ts.forEachChild(node, visit);
  };
  const source = program.getSourceFile(file);
  if (source !== undefined) visit(source);
  expect(comments).toEqual([
    expect.stringMatching(/^Create a poll\n\nCreates a poll\. Only `title` is required\./),
    expect.stringMatching(/^List the deliveries of a webhook/),
  ]);
});

describe("with a gateway", () => {
  let all: ClientFixture;
  let env: Record<string, string>;
  beforeAll(async () => {
    all = await startClients();
    const { privateToken, publicToken } = await signUp(all.gateway.db);
    env = {
      BASE_URL: all.gateway.url,
      PRIVATE_TOKEN: privateToken,
      PUBLIC_TOKEN: publicToken,
      PATH: "",
    };
  });

  test("the quick start of the documentation runs", async () => {
    const page = readFileSync(path.join(root, "docs/reference/client.md"), "utf8");
    const [, code = ""] = /## Quick start\n\n```js\n([\s\S]*?)```/.exec(page) ?? [];
    const file = write("quick-start.mjs", code);
    const { stdout } = await runProgram(process.execPath, [file], {
      env,
      timeout: 60_000,
    });
    expect(stdout).toBe("Soup: 1\n");
  });

  describeWithBrowser("in a browser", () => {
    test("a page without a bundler votes, uploads and follows the results", async () => {
      const page = `<!doctype html><title>client</title>
<script type="module">
import { createClient } from "./index.mjs";
const env = ${JSON.stringify(env)};
const owner = createClient({ baseUrl: env.BASE_URL, token: env.PRIVATE_TOKEN });
const result = {};
try {
  const { member_hash: poll_id } = await owner.polls.create({ body: { poll: { title: "Lunch", type: "Polls::PhotoGallery" } } });
  const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 300 });
  canvas.getContext("2d").fillRect(0, 0, 200, 100);
  const body = new FormData();
  body.set("option[content]", "Größe");
  body.append("option_attachments[]", await new Promise((resolve) => canvas.toBlob(resolve)), "ä.png");
  let last;
  const option = await owner.options.create({ poll_id, body }, { onProgress: (progress) => { last = progress; } });
  result.content = option.content;
  result.isSent = last.sent === last.total;
  const visitor = createClient({ baseUrl: env.BASE_URL, token: env.PUBLIC_TOKEN, identifier: "Ян" });
  const { id: voter_id } = await visitor.participants.create({ poll_id, body: { voter: { user_name: "Ян" } } });
  await visitor.votes.cast({ poll_id, body: { voter_id, option_id: option.id, vote: { vote: 5 } } });
  for await (const { options } of visitor.results.follow({ poll_id })) { result.distribution = options[0].distribution; break; }
  result.refused = await visitor.polls.show({ poll_hash: "of-no-poll" }).catch(({ name, code }) => [name, code]);
} catch (error) { result.error = String(error); }
await fetch("/result", { method: "POST", body: JSON.stringify(result) });
</script><img src="/held">`;
      let result = "";
      // The browser waits for the picture, and so for the script.
      const held: http.ServerResponse[] = [];
      const server = http.createServer(async (request, response) => {
        if (request.url === "/held") held.push(response);
        else if (request.url === "/result") {
          result = await text(request);
          for (const each of [response, ...held]) each.end();
        } else {
          const isPage = request.url === "/";
          response.setHeader(
            "Content-Type",
            isPage ? "text/html; charset=utf-8" : "text/javascript",
          );
          response.end(isPage ? page : readFileSync(path.join(installed, "dist/index.mjs")));
        }
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      atFileEnd("pages", async () => void server.close());
      await dumpPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      expect(JSON.parse(result)).toEqual({
        content: "Größe",
        isSent: true,
        distribution: { 5: 1 },
        refused: ["NotFoundError", "poll_not_found"],
      });
    });
  });
});
