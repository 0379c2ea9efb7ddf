const { run, spawn } = require("@polls/devstack/children");
const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");

const root = path.resolve(__dirname, "../../..");

// What all test files share begins with the first test that asks for it: a run of pure tests never does.
// The database server is a process of its own, as it runs from sources with its packages' sources.
module.exports = async () => {
  if (process.getuid?.() !== 0) await compileConfined();
  const starts = new Map([
    ["/", startServers],
    ["/pages", bundlePages],
  ]);
  const started = new Map();
  const broker = http.createServer(({ url }, response) => {
    // Kept for the next test file, the connection would end while that one asks.
    response.setHeader("Connection", "close");
    if (!started.has(url)) started.set(url, starts.get(url)());
    started.get(url).promise.then(
      (facts) => response.end(facts),
      (error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise((resolve) => broker.listen(0, "127.0.0.1", resolve));
  broker.unref();
  process.env.TEST_SERVERS_URL = `http://127.0.0.1:${broker.address().port}`;

  globalThis.stopTestServers = async () => {
    broker.close();
    broker.closeAllConnections();
    for (const { stop } of started.values()) await stop();
  };
};

/**
 * Compiles what runs confined from its sources, by a process that ends with its empty input. Confined and without root,
 * the compiler finds no directory for its binary that it trusts.
 */
function compileConfined() {
  const entry = "services/media-worker/src/image/picture-process.ts";
  const args = ["--conditions=@polls/source", "--require", "./scripts/typescript.cjs", entry];
  return run(process.execPath, args, { cwd: root });
}

/** Builds the pages from their sources, as `npm run build` does, into a directory of the run. */
function bundlePages() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "pages-"));
  const bundle = path.join(root, "scripts/web/bundle.mjs");
  const promise = run(process.execPath, [bundle, directory]).then(() => directory);
  return {
    promise,
    stop: async () => {
      await promise.catch(() => undefined);
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The process prints one line, which is what it started; it ends when its standard input does. */
function startServers() {
  const child = spawn(
    process.execPath,
    [
      ...["--conditions=@polls/source", "--require", "./scripts/typescript.cjs"],
      "libs/testing/src/servers/main.ts",
    ],
    { cwd: root },
  );
  // With `--runInBand` a test file would count these as left open.
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) handle.unref();
  let said = "";
  let complained = "";
  child.stderr.on("data", (bytes) => {
    complained += bytes;
  });
  const exited = new Promise((resolve) => child.once("close", resolve));
  const promise = new Promise((resolve, reject) => {
    child.stdout.on("data", (bytes) => {
      said += bytes;
      const end = said.indexOf("\n");
      if (end !== -1) resolve(said.slice(0, end));
    });
    child.once("error", reject);
    void exited.then((code) =>
      reject(new Error(`the test servers ended (${code}): ${complained}`)),
    );
  });
  return {
    promise,
    stop: async () => {
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}
