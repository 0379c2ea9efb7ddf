import path from "node:path";
import ts from "typescript";
import { root } from "../setup/root.mjs";
import { nameOf } from "./workloads.mjs";

const folder = path.join(root, "scripts/kubernetes");
const virtual = path.join(folder, "documents.ts");

const options = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2022.d.ts"],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/**
 * The type errors of documents, by the types of Kubernetes (kinds.ts): each document is a literal of its type, so
 * that unknown fields are errors too.
 */
export function typeProblems(documents) {
  const starts = [];
  let text = `import type { Kinds } from "./kinds";\n`;
  for (const [index, document] of documents.entries()) {
    starts.push(text.length);
    const type = JSON.stringify(`${document.apiVersion} ${document.kind}`);
    text += `export const d${index}: Kinds[${type}] = ${JSON.stringify(document, null, 1)};\n`;
  }
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (name) => (path.resolve(name) === virtual ? text : readFile(name));
  host.fileExists = (name) => path.resolve(name) === virtual || fileExists(name);
  const read = host.getSourceFile;
  host.getSourceFile = (name, ...rest) =>
    path.resolve(name) === virtual
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : read(name, ...rest);
  const program = ts.createProgram([virtual], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const said = ts.flattenDiagnosticMessageText(messageText, "\n  ");
    if (file === undefined || path.resolve(file.fileName) !== virtual) return said;
    const document = documents[starts.findLastIndex((each) => each <= start)];
    const { line } = file.getLineAndCharacterOfPosition(start);
    const place = text.split("\n")[line].trim();
    return `${nameOf(document)}: ${said} (${place})`;
  });
}
