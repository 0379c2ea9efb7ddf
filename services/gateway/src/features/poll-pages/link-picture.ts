import { createHash } from "node:crypto";
import { wantLinkPicture } from "@polls/db/files";
import { shardOfId } from "@polls/db/shards";
import { inTransaction } from "@polls/db/sql";
import { linkPictureOf, type Poll } from "@polls/domain/polls";
import { drawLinkPicture } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import type { Deps } from "../../deps";
import { derivativeUrl } from "../files/file-links";

/** After uploads, because no page waits for it. */
const RANK = 1;
/** Another number has all pictures drawn again, when their design changes. */
const DESIGN = 1;

/**
 * The URL of the picture of links to a poll: its cover, unless the owner gave another picture. Undefined until the
 * picture is drawn: the first page that is requested after a change of the poll sends the job.
 */
export async function linkPictureUrl(
  poll: Poll,
  cover: string | undefined,
  deps: Pick<Deps, "db" | "config" | "serviceState" | "wakeRelay">,
): Promise<string | undefined> {
  const { operator, baseUrl } = deps.config;
  const { name, color } = operator;
  const { dataUrl, ...shown } = linkPictureOf(poll, { name, color: color?.light.color });
  if (dataUrl === undefined && cover !== undefined) return cover;
  const source = digestOf([DESIGN, poll.adminHash, shown, dataUrl]);
  const row = await deps.db.prisma.linkPicture.findUnique({
    where: { pollId: poll.id },
    select: { source: true, storageKey: true },
  });
  if (row?.source !== source) {
    await request({ pollId: poll.id, source, ...shown }, deps);
    return undefined;
  }
  const { storageKey } = row;
  return storageKey === null
    ? undefined
    : derivativeUrl(baseUrl.href, storageKey, shardOfId(poll.id));
}

/** The digest contains the secret hash, so the key of the file, which is derived from it, cannot be guessed. */
const digestOf = (facts: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(facts)).digest("hex");

async function request(
  wanted: Parameters<typeof wantLinkPicture>[1],
  { db, serviceState, wakeRelay }: Parameters<typeof linkPictureUrl>[2],
): Promise<void> {
  if (serviceState.current().maintenance !== undefined) return;
  const sent = await inTransaction(db, async (tx) => {
    const round = await wantLinkPicture(tx, wanted);
    if (round === undefined) return false;
    await send(tx, drawLinkPicture, { pollId: String(wanted.pollId) }, { rank: RANK, round });
    return true;
  });
  if (sent) wakeRelay();
}
