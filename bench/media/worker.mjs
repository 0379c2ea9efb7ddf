// The work on a file without queue and rows: fetch, inspect, render, store.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { built, require, tools, work } from "./worker-tools.mjs";

const { newOriginalKey, openStorage } = require("@polls/storage");
const { renderOriginal } = built("processors/render-original.js");
const { publishFiles } = built("publish-files.js");
const { withWorkspace } = built("workspace.js");

mkdirSync(join(work, "storage"));
const storage = await openStorage({ kind: "disk", directory: join(work, "storage") });
const { signal } = new AbortController();
const run = { signal, attempt: 1, isLastRun: false, onProgress: async () => {} };

/** Stores a file as the gateway does. */
export async function upload(file, { kind, contentType }) {
  const storageKey = newOriginalKey();
  const content = readFileSync(file);
  await storage.put(storageKey, Readable.from([content]), { contentType });
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { id: 1n, kind, storageKey, byteSize: content.length, sha256, rotation: 0 };
}

async function process(attachment) {
  await withWorkspace(work, async (directory) => {
    const rendering = await renderOriginal({ storage, tools }, attachment, directory, run);
    if (!rendering.ok) throw new Error(rendering.detail);
    await publishFiles(storage, attachment.storageKey, rendering.files, signal);
  });
}

let polls = 0n;

/** Makes and stores the derivatives of uploads of a new poll, `atOnce` at a time. */
export async function workOn(uploads, atOnce) {
  polls += 1n;
  const pollId = polls;
  const waiting = [...uploads];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await process({ ...next, pollId });
      }
    }),
  );
  await tools.pictures.close();
}
