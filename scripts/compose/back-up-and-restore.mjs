// A backup of the stack under votes, its end with all volumes, and its restore as on a new machine.
import { createHash } from "node:crypto";
import { ask, voteDuring } from "./vote-during.mjs";

const POLL = "demo-photo-gallery";
const KINDS = ["large", "medium", "thumb", "social"].map((kind) => `attachment_url_${kind}`);

/** The counts of the demo poll and the digest of each file. Signed links to originals are excluded: each response has new ones. */
async function contentOf(url, token) {
  const { voters_count, options } = await ask(url, token, "GET", `/polls/${POLL}/results`);
  const counts = options.map(({ id, rank, rating, voter_count }) => [
    id,
    rank,
    rating,
    voter_count,
  ]);
  const files = options.flatMap(({ attachment }) => KINDS.map((kind) => attachment[kind]));
  if (files.length === 0) throw new Error(`${POLL} has no files`);
  const digests = [];
  for (const file of files) {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    digests.push([file, createHash("sha256").update(bytes).digest("hex")]);
  }
  return JSON.stringify({ voters_count, counts, digests });
}

/** Backs the stack up, destroys and restores it. Returns what came back. */
export async function backUpAndRestore({ url, token, back, destroy, restore, start, recount }) {
  const before = await contentOf(url, token);
  let made;
  const votes = await voteDuring({ url, token }, async () => {
    made = await back();
  });
  await destroy();
  const restored = await restore();
  await start();
  for (const what of ["backup", "rows", "files"]) {
    if (made[what] !== restored[what]) {
      throw new Error(`${what} of the backup: ${made[what]}, of the restore: ${restored[what]}`);
    }
  }
  if (made.lost.length + restored.lost.length > 0) throw new Error("files were lost");
  if ((await contentOf(url, token)) !== before) throw new Error(`${POLL} is not as it was`);
  const { drift } = await recount();
  if (drift !== 0) throw new Error(`${drift} counts differ from their votes after the restore`);
  return { rows: restored.rows, files: restored.files, votes };
}
