import { createInterface } from "node:readline";
import type { PictureTask } from "./picture-task";
import { renderPictures } from "./render-pictures";

/**
 * Reads one task per line and writes one response for each. It loads only modules that it needs,
 * because loading takes most of its start.
 */
async function main(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const task: PictureTask = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(await renderPictures(task))}\n`);
  }
}

void main();
