import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "../setup/children.mjs";
import { root } from "../setup/root.mjs";
import { nameOf } from "./workloads.mjs";

const kinds = path.join(root, "scripts/kubernetes/kinds");
const compiler = path.join(root, "node_modules/typescript7/bin/tsc");

const options = [
  ...["--noEmit", "--strict", "--skipLibCheck", "--pretty", "false", "--types", ""],
  ...["--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022"],
];

/** Type errors by the types of Kubernetes (kinds.ts), where unknown fields are errors too. */
export function typeProblems(documents) {
  const lines = [`import type { Kinds } from ${JSON.stringify(kinds)};`];
  const starts = [];
  for (const [index, document] of documents.entries()) {
    starts.push(lines.length);
    const type = JSON.stringify(`${document.apiVersion} ${document.kind}`);
    const literal = `export const d${index}: Kinds[${type}] = ${JSON.stringify(document, null, 1)};`;
    lines.push(...literal.split("\n"));
  }
  return messagesOf(lines.join("\n")).map(({ line, text }) => {
    if (line === undefined) return text;
    const document = documents[starts.findLastIndex((start) => start <= line)];
    return `${nameOf(document)}: ${text} (${lines[line].trim()})`;
  });
}

/** The compiler's messages about a file. `line` counts from 0; messages about other files have none. */
function messagesOf(source) {
  const directory = mkdtempSync(path.join(os.tmpdir(), "polls-manifests-"));
  try {
    const file = path.join(directory, "documents.ts");
    writeFileSync(file, source);
    const { stdout, stderr, status, error } = spawnSync(
      process.execPath,
      [compiler, ...options, file],
      {
        cwd: directory,
        encoding: "utf8",
      },
    );
    if (error !== undefined) throw error;
    if (status !== 0 && stdout === "")
      throw new Error(`the compiler ended with ${status} ${stderr}`);
    // Further lines of a message are indented.
    return stdout
      .split(/\n(?! )/)
      .filter((message) => message !== "")
      .map((message) => {
        const [, line, text] = /^documents\.ts\((\d+),\d+\): error \w+: (.*)$/s.exec(message) ?? [];
        return line === undefined ? { text: message } : { line: Number(line) - 1, text };
      });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
