import type { Db, Prisma } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";
import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import type { DerivativeName } from "@polls/media";

type AttachmentColumns = Omit<
  Prisma.AttachmentUncheckedCreateInput,
  "optionId" | "coverOfPollId" | "derivatives" | "metadata"
>;

export interface AttachmentFacts extends Partial<AttachmentColumns> {
  /** Names of the derivatives. Without them, the upload is still being processed. */
  readonly derivatives?: readonly DerivativeName[];
  /** Whether the media worker has finished. The default is true if there are derivatives. */
  readonly processed?: boolean;
  readonly metadata?: Readonly<Record<string, string | number | number[]>>;
}

/** Creates the uploaded file of an option. Creates only rows; no file is stored. */
export const buildAttachment = (db: Db, option: Pick<Option, "id">, facts?: AttachmentFacts) =>
  buildFile(db, { optionId: option.id }, facts);

/** Creates the cover of a poll. Creates only rows; no file is stored. */
export const buildCover = (db: Db, poll: Pick<Poll, "id">, facts?: AttachmentFacts) =>
  buildFile(db, { coverOfPollId: poll.id }, facts);

function buildFile(
  db: Db,
  owner: { readonly optionId: bigint } | { readonly coverOfPollId: bigint },
  facts: AttachmentFacts = {},
) {
  const { derivatives = [], processed = derivatives.length > 0, metadata, ...columns } = facts;
  const name = newPublicId();
  return db.prisma.attachment.create({
    data: {
      ...owner,
      kind: "image",
      contentType: "image/jpeg",
      ...columns,
      storageKey: `originals/${name}`,
      byteSize: 1_000n,
      sha256: "00".repeat(32),
      width: 1_200,
      height: 800,
      processedAt: processed ? new Date() : null,
      ...(metadata === undefined ? {} : { metadata: { ...metadata } }),
      derivatives: {
        create: derivatives.map((derivative) => ({
          name: derivative,
          storageKey: `derivatives/${name}/${derivative}`,
          contentType: "image/webp",
          byteSize: 100n,
        })),
      },
    },
  });
}
