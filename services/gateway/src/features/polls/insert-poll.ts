import {
  newPublicId,
  type Prisma,
  type PrismaTransaction,
  pollFromRow,
  watchPolls,
} from "@polls/db";
import type { Actor } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import type { Config } from "../../config";
import { demandMayAsk } from "../payments/demand-payments";

/** The poll belongs to the organization in whose context the request is, else to the account. */
export const ownerOf = (actor: Actor) =>
  actor.kind === "organization_member"
    ? { ownerOrganizationId: actor.organizationId, ownerAccountId: undefined }
    : { ownerOrganizationId: undefined, ownerAccountId: actor.accountId };

/** What a new poll says. */
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

/** Writes a new poll of the caller. Throws 422 where it asks for money that it may not ask for. */
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
      ...{ ownerAccountId, ownerOrganizationId, createdByAccountId: actor.accountId },
      ...{ createdAt: now, updatedAt: now },
    },
  });
  await watchPolls(tx, { pollId: row.id });
  const poll = pollFromRow(row);
  await demandMayAsk(tx, actor, { before: undefined, after: poll }, config);
  return poll;
}
