import type { PrismaQueryable } from "@polls/db";
import { ownerKeyOf, owns, type PollCaller } from "@polls/domain/access";
import { type Option, optionVisibleToMember, othersShown } from "@polls/domain/options";
import { isAnonymous } from "@polls/domain/participants";
import { NotFound } from "@polls/domain/refusals";
import { hidesVotes, mayReadVote, privateVoteTypes, voteDateOf } from "@polls/domain/votes";
import { type ListPage, offsetOf } from "../../http/replies/pagination";
import {
  countVotes,
  findVote,
  listVotes,
  type StoredVote,
  type VoteList,
} from "./votes.repository";

/** A vote, and whether it belongs to the reader. */
export interface ReadVoteResult extends StoredVote {
  readonly own: boolean;
}

/** Finds a vote by its public id, if the reader may see it. */
export async function readVote(
  queryable: PrismaQueryable,
  { poll, access, actor, hasVoted, now }: PollCaller,
  publicId: string,
): Promise<ReadVoteResult> {
  const stored = await findVote(queryable, poll.id, publicId);
  if (stored === undefined) throw new NotFound("Vote");
  const own = owns(actor, stored.participant);
  const { option, parent, loser } = stored;
  const sees = (...line: [Option, ...Option[]]) =>
    optionVisibleToMember({ poll, lineage: line, ownerKey: ownerKeyOf(actor), now });
  // The reader must see both options of a comparison.
  const optionVisible =
    access === "admin" ||
    ((parent === undefined ? sees(option) : sees(option, parent)) &&
      (loser === undefined || sees(loser)));
  if (!mayReadVote(poll, stored.vote, { access, own }, { now, hasVoted, optionVisible })) {
    throw new NotFound("Vote");
  }
  return { ...stored, own };
}

/** Lists one page of the votes that the reader may read. Admins get the votes of all days. */
export async function readVotes(
  queryable: PrismaQueryable,
  { poll, access, actor, hasVoted, now }: PollCaller,
  filter: Pick<VoteList, "participantPublicId" | "optionPublicId">,
  page: ListPage,
): Promise<{ readonly votes: readonly ReadVoteResult[]; readonly total: number }> {
  const member = access !== "admin";
  // With `hidden_participants`, a filter must not show a member which votes have the same participant.
  const asksWhose = filter.participantPublicId !== undefined && poll.settings.hidden_participants;
  const onOptions = othersShown(poll, now) ? "on_shown_options" : "on_own_options";
  const others = hidesVotes({ poll, hasVoted, now }) || asksWhose ? "none" : onOptions;
  const list: VoteList = {
    ...filter,
    pollId: poll.id,
    anonymous: isAnonymous(poll, access),
    voteDate: member ? voteDateOf(poll, now) : undefined,
    reader: member
      ? { ownerKey: ownerKeyOf(actor), others, privateTypes: privateVoteTypes(poll) }
      : "admin",
  };
  const total = await countVotes(queryable, list);
  const rows = await listVotes(queryable, list, { limit: page.perPage, offset: offsetOf(page) });
  return {
    total,
    votes: rows.map((stored) => ({ ...stored, own: owns(actor, stored.participant) })),
  };
}
