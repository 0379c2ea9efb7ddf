import { createInterface } from "node:readline";
import type { PictureTask } from "./picture-task";
import { renderPictures } from "./render-pictures";

/**
 * The process that opens hostile pictures: one task a line, one answer each. It loads only what it needs to
 * open pictures, as loading is most of its start.
 */
async function main(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const task: PictureTask = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(await renderPictures(task))}\n`);
  }
}

void main();
