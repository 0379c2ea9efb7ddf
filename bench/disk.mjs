import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const PAGE_BYTES = 8_192;
const FLUSHES = 200;

/** How often a second the disk of the databases writes a page and flushes it. */
export function flushesPerSecond() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "polls-disk-"));
  const file = openSync(path.join(folder, "pages"), "w");
  try {
    const page = Buffer.alloc(PAGE_BYTES, 1);
    const began = performance.now();
    for (let at = 0; at < FLUSHES; at++) {
      writeSync(file, page, 0, PAGE_BYTES, 0);
      fdatasyncSync(file);
    }
    return Math.round((1_000 * FLUSHES) / (performance.now() - began));
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}
