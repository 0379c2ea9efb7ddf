import { type Db, newPublicId } from "@polls/db";
import type { ApprovalState } from "@polls/domain/options";

export interface CommentFacts {
  readonly content?: string;
  readonly parentId?: bigint;
  readonly hidden?: boolean;
  readonly approvalState?: ApprovalState;
}

/** Creates a comment of a participant on an option. */
export const buildComment = (
  { prisma }: Db,
  { pollId, id: optionId }: { readonly pollId: bigint; readonly id: bigint },
  participant: { readonly id: bigint },
  facts: CommentFacts = {},
): Promise<{ readonly id: bigint; readonly publicId: string }> =>
  prisma.comment.create({
    data: {
      publicId: newPublicId(),
      pollId,
      optionId,
      participantId: participant.id,
      content: "I like it.",
      ...facts,
    },
    select: { id: true, publicId: true },
  });
