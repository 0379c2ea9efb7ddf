import type { Db } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { buildComment, buildOption, buildParticipant, buildPoll } from "@polls/testing";
import { storeVotes } from "../store-votes";
import type { MatrixCaller, MatrixCallers } from "./callers";
import type { MatrixVariant } from "./variants";

/**
 * One poll for one caller, with objects of every kind: one of the caller and one of another owner.
 */
export interface MatrixFixture {
  readonly poll: Poll;
  readonly hash: string;
  readonly options: {
    /** Owned by the caller if it can own objects. It has no votes. */
    readonly own: Option;
    readonly others: Option;
    /** Owned by another caller. It has no votes. */
    readonly ballot: Option;
    /** Owned by another caller, and not approved. */
    readonly hidden: Option;
  };
  readonly participants: { readonly own: Participant; readonly others: Participant };
  /** The ids of the votes of both participants on `options.others`. */
  readonly votes: { readonly own: string; readonly others: string };
  /** The ids of the comments of both participants on `options.others`. */
  readonly comments: { readonly own: string; readonly others: string };
  readonly invitation: string;
}

export async function buildMatrixFixture(
  db: Db,
  { owner, creator, organization }: MatrixCallers,
  caller: Pick<MatrixCaller, "visits" | "addressing" | "ownKey">,
  variant: MatrixVariant,
  passwordHash: string,
): Promise<MatrixFixture> {
  const poll = await buildPoll(db, {
    settings: {
      allow_new_options: true,
      allow_comments: true,
      counting_method: "approval",
      ...variant.settings,
    },
    description: "At noon",
    ...(variant.closed && { status: "closed" as const }),
    ...(variant.protected && { passwordHash }),
    ...(caller.visits === "personal_poll"
      ? { ownerAccountId: owner.id }
      : { ownerOrganizationId: organization.id, createdByAccountId: creator.id }),
  });
  const othersKey = `anonymous:${newPublicId()}` as const;
  const said = {
    authorName: "Ada",
    subtitle: "A subtitle",
    description: "A description",
    infoLink: "https://example.org/more",
    infoLinkTitle: "More",
    tags: ["Blue"],
    stateChangeMessage: "Moved",
  };
  const option = (position: number, facts: Parameters<typeof buildOption>[2] = {}) =>
    buildOption(db, poll, { position, ownerKey: othersKey, ...said, ...facts });
  const options = {
    own: await option(1, { ownerKey: caller.ownKey }),
    others: await option(2),
    ballot: await option(3),
    hidden: await option(4, { approvalState: "unreviewed" }),
  };
  const paid = variant.settings?.voting_fee === undefined ? {} : { paid: true };
  const participants = {
    own: await buildParticipant(db, poll, { ownerKey: caller.ownKey, ...paid }),
    others: await buildParticipant(db, poll, { ownerKey: othersKey, ...paid }),
  };
  await storeVotes(db, poll, [
    { by: participants.own, on: options.others, value: 1 },
    { by: participants.others, on: options.others, value: 1 },
  ]);
  const stored = await db.prisma.vote.findMany({
    where: { pollId: poll.id },
    select: { publicId: true, participantId: true },
  });
  const voteOf = ({ id }: Participant): string => {
    const vote = stored.find(({ participantId }) => participantId === id);
    if (vote === undefined) throw new Error("a vote was not stored");
    return vote.publicId;
  };
  const comments = {
    own: await buildComment(db, options.others, participants.own),
    others: await buildComment(db, options.others, participants.others),
  };
  const invitation = await db.prisma.invitation.create({
    data: {
      publicId: newPublicId(),
      pollId: poll.id,
      codeDigest: new TextEncoder().encode(newPublicId()),
    },
  });
  return {
    poll,
    hash: caller.addressing === "admin_hash" ? poll.adminHash : poll.memberHash,
    options,
    participants,
    votes: { own: voteOf(participants.own), others: voteOf(participants.others) },
    comments: { own: comments.own.publicId, others: comments.others.publicId },
    invitation: invitation.publicId,
  };
}
