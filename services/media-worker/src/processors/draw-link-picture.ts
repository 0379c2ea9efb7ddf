import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { countServedJob } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import type { Handler } from "@polls/jobs";
import { z } from "zod";
import { DecoderDied } from "../confined/spawn-confined";
import type { MediaDeps } from "../deps";
import { type PictureJob, withPictures } from "../image/picture-processes";
import { renderCard, renderPictureFile } from "../image/render-image";
import { publishFiles } from "../publish-files";
import type { Rendering } from "../rendering";
import { requireFreeSpace, withWorkspace } from "../workspace";

const GIVEN = "given";
const GIVEN_MAX_BYTES = 1024 * 1024;
/** After this number of runs with a dead decoder, the given picture is considered the reason. */
const DECODER_RUNS = 3;

/**
 * By the owner's picture, else the title (docs/reference/pages.md#links-to-a-poll). A change of the
 * poll in the meantime has its own job.
 */
export const drawLinkPicture: Handler<{ pollId: string }, MediaDeps> = async (
  { pollId },
  deps,
  { signal, attempt, done, log },
) => {
  const wanted = await findWanted(deps, BigInt(pollId));
  if (wanted === undefined) return;
  const { source, card, bytes } = wanted;
  await withWorkspace(deps.workRoot, async (directory) => {
    const job = { poll: pollId, directory, fresh: attempt > 1 };
    const own =
      bytes &&
      (await renderGiven(deps, bytes, job, signal).catch((error: unknown) => {
        if (error instanceof DecoderDied && attempt >= DECODER_RUNS) return undefined;
        throw error;
      }));
    const rendering = own?.ok
      ? own
      : await withPictures(deps.tools, job, (pictures) =>
          renderCard(deps.tools, card, { directory, pictures, signal }),
        );
    if (!rendering.ok) {
      await requireFreeSpace(directory);
      throw new Error(`the picture of a link was not drawn: ${rendering.detail}`);
    }
    if (bytes !== undefined && rendering !== own)
      log.info("a given picture of links cannot be used");
    const [file] = await publishFiles(deps.storage, source, rendering.files, signal);
    if (file === undefined) throw new Error("a picture of a link has a file");
    const { storageKey, byteSize } = file;
    signal.throwIfAborted();
    await inTransaction(deps.db, async (tx) => {
      await tx.prisma.linkPicture.updateMany({
        where: { pollId: BigInt(pollId), source },
        data: { storageKey, byteSize },
      });
      await done(tx);
      await countServedJob(tx, "media");
    });
  });
};

const withGiven = z.looseObject({
  social_media_image_data: z.looseObject({ data: z.string() }),
});

/** What a waiting picture shows. Undefined if it is drawn, or if its poll was deleted. */
async function findWanted({ db }: Pick<MediaDeps, "db">, pollId: bigint) {
  const row = await db.prisma.linkPicture.findUnique({
    where: { pollId },
    include: { poll: { select: { settings: true, deletedAt: true } } },
  });
  if (row === null || row.storageKey !== null || row.poll.deletedAt !== null) return undefined;
  const { source, title, brand, color } = row;
  const settings = withGiven.safeParse(row.poll.settings);
  const bytes = settings.success
    ? readDataUrl(settings.data.social_media_image_data.data)
    : undefined;
  return { source, card: { title, brand, color }, bytes };
}

/** The bytes of a data URL. Undefined if it is another text, or too large. */
function readDataUrl(url: string): Buffer | undefined {
  const [, base64] = /^data:image\/[\w.+-]+;base64,([\w+/=\s]+)$/.exec(url) ?? [];
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, "base64");
  return bytes.length <= GIVEN_MAX_BYTES ? bytes : undefined;
}

/** Renders a picture that the owner of a poll gave. It is as hostile as an upload. */
async function renderGiven(
  deps: Pick<MediaDeps, "tools">,
  bytes: Buffer,
  job: PictureJob,
  signal: AbortSignal,
): Promise<Rendering> {
  await writeFile(join(job.directory, GIVEN), bytes);
  const { directory } = job;
  return withPictures(deps.tools, job, (pictures) =>
    renderPictureFile(deps.tools, {
      directory,
      input: GIVEN,
      names: ["social"],
      rotation: 0,
      pictures,
      signal,
    }),
  );
}
