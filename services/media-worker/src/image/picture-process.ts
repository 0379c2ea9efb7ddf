import { createInterface } from "node:readline";
import type { PictureTask } from "./picture-task";
import { renderPictures } from "./render-pictures";

/**
 * The process that opens hostile pictures: a task a line, an answer to each, until there are no more.
 * It loads nothing but what opens pictures: that is most of what its start takes.
 */
async function main(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const task: PictureTask = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(await renderPictures(task))}\n`);
  }
}

void main();
