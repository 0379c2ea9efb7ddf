import type { Prisma } from "@polls/db/connection";
import { pollFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { watchPolls } from "@polls/db/webhooks";
import { type Actor, ownerOf } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import type { Config } from "../../config";
import { requireMayAsk } from "../payments/require-payments";
import { addressPoll } from "../poll-hashes/poll-hashes";

/** The content of a new poll. */
type Content = Pick<
  Prisma.PollUncheckedCreateInput,
  | "type"
  | "title"
  | "description"
  | "location"
  | "creatorName"
  | "creatorEmail"
  | "language"
  | "passwordHash"
  | "settings"
  | "votingCategories"
>;

/** Inserts a new poll of the caller. Throws 422 if it asks for money without permission. */
export async function insertPoll(
  tx: PrismaTransaction,
  content: Content & { readonly memberHash: string },
  { actor, now }: { readonly actor: Actor; readonly now: Date },
  config: Pick<Config, "payments">,
): Promise<Poll> {
  const { ownerAccountId = null, ownerOrganizationId = null } = ownerOf(actor);
  const row = await tx.prisma.poll.create({
    data: {
      ...content,
      adminHash: newPublicId(),
      ownerAccountId,
      ownerOrganizationId,
      createdByAccountId: actor.accountId,
      createdAt: now,
      updatedAt: now,
    },
  });
  await addressPoll(tx, row, { from: [], to: [row.memberHash, row.adminHash] });
  await watchPolls(tx, { pollId: row.id });
  const poll = pollFromRow(row);
  await requireMayAsk(tx, actor, { before: undefined, after: poll }, config);
  return poll;
}
