import { createInterface } from "node:readline";
import type { PictureTask } from "./picture-task";
import { renderPictures } from "./render-pictures";

/** One task per line, one response for each. Loads little, which takes most of its start. */
async function main(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const task: PictureTask = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(await renderPictures(task))}\n`);
  }
}

void main();
