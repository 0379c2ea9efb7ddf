// `node --conditions=@polls/source --require ./scripts/typescript.cjs file.ts`: runs TypeScript from its source.
// Compiled files are cached, because the start is most of a short process.
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const root = path.resolve(__dirname, "..");
const { version } = JSON.parse(
  fs.readFileSync(path.join(root, "node_modules/@swc/core/package.json"), "utf8"),
);
const cache = path.join(root, "node_modules/.cache/typescript", version);

function compile(file) {
  const source = fs.readFileSync(file);
  const name = createHash("sha256").update(file).update("\0").update(source).digest("hex");
  const output = path.join(cache, `${name}.js`);
  try {
    return fs.readFileSync(output, "utf8");
  } catch {}
  const { code } = require("@swc/core").transformSync(source.toString("utf8"), {
    filename: file,
    swcrc: false,
    jsc: { target: "es2023", parser: { syntax: "typescript" }, keepClassNames: true },
    module: { type: "commonjs" },
    sourceMaps: "inline",
  });
  fs.mkdirSync(cache, { recursive: true });
  // Renamed when complete, because another process may read it.
  fs.writeFileSync(`${output}.${process.pid}`, code);
  fs.renameSync(`${output}.${process.pid}`, output);
  return code;
}

process.setSourceMapsEnabled(true);
Module._extensions[".ts"] = (module, file) => module._compile(compile(file), file);
