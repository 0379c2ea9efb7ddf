import { pictureTask } from "./picture-task";
import { renderPictures } from "./render-pictures";

/** The process that opens hostile pictures: one task on its command line, one answer, and it ends. */
async function main(task = ""): Promise<void> {
  const answer = await renderPictures(process.cwd(), pictureTask.parse(JSON.parse(task)));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

void main(process.argv[2]);
