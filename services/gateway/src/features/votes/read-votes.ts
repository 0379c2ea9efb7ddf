import type { PrismaQueryable } from "@polls/db";
import { ownerKeyOf, owns, type PollCaller } from "@polls/domain/access";
import { type Option, optionVisibleToMember, othersShown } from "@polls/domain/options";
import { NotFound } from "@polls/domain/refusals";
import { hidesVotes, mayReadVote, privateVoteTypes, voteDateOf } from "@polls/domain/votes";
import { offsetOf, type Page } from "../../http/replies/pagination";
import {
  countVotes,
  findVote,
  listVotes,
  type StoredVote,
  type VoteList,
} from "./votes.repository";

/** A vote with whether it is the reader's own. */
export interface ReadVoteResult extends StoredVote {
  readonly own: boolean;
}

/** A vote by its public id, if the reader may see it. */
export async function readVote(
  queryable: PrismaQueryable,
  { poll, access, actor, now }: PollCaller,
  publicId: string,
): Promise<ReadVoteResult> {
  const stored = await findVote(queryable, poll.id, publicId);
  if (stored === undefined) throw new NotFound("Vote");
  const own = owns(actor, stored.participant);
  const { option, parent, loser } = stored;
  const sees = (...line: [Option, ...Option[]]) =>
    optionVisibleToMember({ poll, lineage: line, ownerKey: ownerKeyOf(actor), now });
  // A comparison is about both of its options.
  const optionVisible =
    access === "admin" ||
    ((parent === undefined ? sees(option) : sees(option, parent)) &&
      (loser === undefined || sees(loser)));
  if (!mayReadVote(poll, stored.vote, { access, own }, { now, optionVisible })) {
    throw new NotFound("Vote");
  }
  return { ...stored, own };
}

/** One page of the votes that the reader could read one by one; admins see those of all days. */
export async function readVotes(
  queryable: PrismaQueryable,
  { poll, access, actor, now }: PollCaller,
  filter: Pick<VoteList, "participantPublicId" | "optionPublicId">,
  page: Page,
): Promise<{ readonly votes: readonly ReadVoteResult[]; readonly total: number }> {
  const member = access !== "admin";
  // Under `hidden_participants` a filter must not tell a member which votes belong together.
  const asksWhose = filter.participantPublicId !== undefined && poll.settings.hidden_participants;
  const onOptions = othersShown(poll, now) ? "on_shown_options" : "on_own_options";
  const others = hidesVotes(poll, now) || asksWhose ? "none" : onOptions;
  const list: VoteList = {
    ...filter,
    pollId: poll.id,
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
