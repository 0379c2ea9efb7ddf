// `node --conditions=@polls/source --require ./scripts/typescript.cjs file.ts`: runs TypeScript from its source.
// Most of the time of a short process is its start. So the compiled files are cached, the code cache of V8, and the
// files that imports lead to.
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { Script } = require("node:vm");
const { threadId } = require("node:worker_threads");

const root = path.resolve(__dirname, "..");
const packages = `${path.sep}node_modules${path.sep}`;
const readPackage = (name) => fs.readFileSync(path.join(root, "node_modules", name));
const workspaces = ["libs", "services"].flatMap((folder) =>
  fs.readdirSync(path.join(root, folder)).map((name) => path.join(root, folder, name)),
);
const { version } = JSON.parse(readPackage("@swc/core/package.json"));
const cache = path.join(root, "node_modules/.cache/typescript", version);

function digestOf(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}

function write(file, content) {
  fs.mkdirSync(cache, { recursive: true });
  // Renamed when complete, because another process or thread may read it.
  const own = `${file}.${process.pid}.${threadId}`;
  fs.writeFileSync(own, content);
  fs.renameSync(own, file);
}

/** The compiled file of each source; its source map is next to it. */
const outputs = new Map();

function compile(file) {
  const source = fs.readFileSync(file);
  const output = path.join(cache, `${digestOf(file, source)}.js`);
  outputs.set(file, output);
  if (fs.existsSync(`${output}.map`)) return fs.readFileSync(output, "utf8");
  const { code, map } = require("@swc/core").transformSync(source.toString("utf8"), {
    filename: file,
    swcrc: false,
    jsc: { target: "es2023", parser: { syntax: "typescript" }, keepClassNames: true },
    module: { type: "commonjs" },
    sourceMaps: true,
  });
  write(output, code);
  write(`${output}.map`, map);
  return code;
}

Module._extensions[".ts"] = (module, file) => module._compile(compile(file), file);

// Node would read the maps of all modules at the start.
const maps = new Map();
function mapOf(file) {
  const output = outputs.get(file);
  if (output === undefined) return undefined;
  if (!maps.has(file)) {
    maps.set(file, new Module.SourceMap(JSON.parse(fs.readFileSync(`${output}.map`, "utf8"))));
  }
  return maps.get(file);
}

function describeFrame(frame) {
  const [file, line, column] = [
    frame.getFileName(),
    frame.getLineNumber(),
    frame.getColumnNumber(),
  ];
  const { originalLine, originalColumn } = mapOf(file)?.findEntry(line - 1, column - 1) ?? {};
  if (originalLine === undefined) return String(frame);
  const original = `${file}:${originalLine + 1}:${originalColumn + 1}`;
  return String(frame).replace(`${file}:${line}:${column}`, () => original);
}

Error.prepareStackTrace = (error, frames) =>
  [`${error}`, ...frames.map((frame) => `    at ${describeFrame(frame)}`)].join("\n");

/** The code cache of V8 from earlier processes of this program: bytes by file, for one version of the file. */
const kept = new Map();
/** The files that imports lead to, from earlier processes of this program: by directory, by name. */
let targets = {};
const codeFile = path.join(
  cache,
  digestOf(
    ...[process.argv[1] ?? "", process.version, process.arch, process.execArgv.join(" ")],
    readPackage(".package-lock.json"),
    ...workspaces.map((folder) => readIfExists(path.join(folder, "package.json"))),
  ),
);
try {
  const bytes = fs.readFileSync(codeFile);
  let at = 4 + bytes.readUInt32LE();
  const head = JSON.parse(bytes.toString("utf8", 4, at));
  for (const [file, of, length] of head.files) {
    kept.set(file, { of, bytes: bytes.subarray(at, at + length) });
    at += length;
  }
  targets = head.targets;
} catch {
  // No earlier process of this program has run.
}
const fresh = new Map();
let hasNewTargets = false;

function readIfExists(file) {
  return fs.existsSync(file) ? fs.readFileSync(file) : "";
}

const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, parent, isMain, options) {
  const from = parent?.filename;
  if (!from || options !== undefined || Module.isBuiltin(name)) {
    return resolve.call(this, name, parent, isMain, options);
  }
  const directory = path.dirname(from);
  const known = targets[directory]?.[name];
  // Packages change only with the lock file.
  if (known !== undefined && (known.includes(packages) || fs.existsSync(known))) return known;
  const target = resolve.call(this, name, parent, isMain, options);
  targets[directory] ??= {};
  targets[directory][name] = target;
  hasNewTargets = true;
  return target;
};

const loadScript = Module._extensions[".js"];
// Node would search the package of the file, to learn whether it is a module.
Module._extensions[".js"] = (module, file) => {
  if (!kept.has(file)) return loadScript(module, file);
  module._compile(fs.readFileSync(file, "utf8"), file);
};

/** The version of a module: packages change only with the lock file. */
const versionOf = (file) => outputs.get(file) ?? (file.includes(packages) ? "" : undefined);

function cachedDataOf(filename) {
  const known = kept.get(filename);
  return known !== undefined && known.of === versionOf(filename) ? known.bytes : undefined;
}

function scriptOf(content, filename, cachedData) {
  const script = new Script(Module.wrap(content), {
    filename,
    cachedData,
    columnOffset: -Module.wrapper[0].length,
  });
  if (cachedData === undefined || script.cachedDataRejected) {
    fresh.set(filename, { of: versionOf(filename), script });
  }
  return script;
}

function isCachable(content, filename, format) {
  const isScript = format !== "module" && !filename.endsWith(".mjs") && !content.startsWith("#!");
  // A script from the code cache cannot import: V8 does not restore who loads its imports.
  return isScript && !/\bimport\s*\(/.test(content) && versionOf(filename) !== undefined;
}

const compileModule = Module.prototype._compile;
Module.prototype._compile = function (content, filename, format) {
  const cachedData = cachedDataOf(filename);
  if (cachedData === undefined && !isCachable(content, filename, format)) {
    return compileModule.call(this, content, filename, format);
  }
  const load = Object.assign((id) => this.require(id), {
    resolve: (id, options) => Module._resolveFilename(id, this, false, options),
    main: process.mainModule,
    extensions: Module._extensions,
    cache: Module._cache,
  });
  const run = scriptOf(content, filename, cachedData).runInThisContext();
  return run.call(this.exports, this.exports, load, this, filename, path.dirname(filename));
};

process.on("exit", () => {
  if (fresh.size === 0 && !hasNewTargets) return;
  for (const [file, { of, script }] of fresh) {
    kept.set(file, { of, bytes: script.createCachedData() });
  }
  const files = [...kept].map(([file, { of, bytes }]) => [file, of, bytes.length]);
  const head = JSON.stringify({ files, targets });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(head));
  try {
    const parts = [length, Buffer.from(head), ...[...kept.values()].map(({ bytes }) => bytes)];
    write(codeFile, Buffer.concat(parts));
  } catch {
    // A confined process may write nothing.
  }
});
