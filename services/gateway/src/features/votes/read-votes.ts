import type { BaseUrl } from "@polls/config";
import type { PrismaQueryable } from "@polls/db/sql";
import { ownerKeyOf, owns, type PollCaller } from "@polls/domain/access";
import { groupBy } from "@polls/domain/grouping";
import {
  hasDoors,
  isUnopened,
  type Option,
  optionVisibleToMember,
  othersShown,
} from "@polls/domain/options";
import { isAnonymous, type Participant } from "@polls/domain/participants";
import { NotFound } from "@polls/domain/refusals";
import { hidesVotes, mayReadVote, privateVoteTypes, voteDateOf } from "@polls/domain/votes";
import { type ListPage, offsetOf } from "../../http/replies/pagination";
import { payUrlsOfVotes } from "../payments/payment-urls";
import {
  countHeldVotes,
  countVotes,
  findVote,
  listHeldVotes,
  listVotes,
  listVotesOfParticipants,
  type StoredVote,
  type VoteList,
} from "./votes.repository";

export interface ReadVoteResult extends StoredVote {
  readonly own: boolean;
  readonly held?: boolean;
  /** The pay page of an unpaid purchase of the reader. */
  readonly paymentUrl?: string | undefined;
}

type VoteCaller = PollCaller & { readonly baseUrl: BaseUrl };

export async function readVote(
  queryable: PrismaQueryable,
  { poll, access, actor, hasVoted, now, baseUrl }: VoteCaller,
  publicId: string,
): Promise<ReadVoteResult> {
  const stored = await findVote(queryable, poll.id, publicId);
  if (stored === undefined) throw new NotFound("Vote");
  const own = owns(actor, stored.participant);
  const { option, parent, loser } = stored;
  const sees = (...line: [Option, ...Option[]]) =>
    optionVisibleToMember({ poll, lineage: line, ownerKey: ownerKeyOf(actor), now });
  // The reader must see both options of a comparison, and what is behind a door.
  const optionVisible =
    access === "admin" ||
    (!isUnopened(option, now) &&
      (parent === undefined ? sees(option) : sees(option, parent)) &&
      (loser === undefined || sees(loser)));
  if (!mayReadVote(poll, stored.vote, { access, own }, { now, hasVoted, optionVisible })) {
    throw new NotFound("Vote");
  }
  const found = { ...stored, own };
  const [read = found] = await withPayUrls(queryable, [found], { poll, baseUrl });
  return read;
}

/** Adds where the reader pays for its purchases (docs/reference/payments.md#sold-votes). */
async function withPayUrls(
  queryable: PrismaQueryable,
  votes: readonly ReadVoteResult[],
  { poll, baseUrl }: Pick<VoteCaller, "poll" | "baseUrl">,
): Promise<readonly ReadVoteResult[]> {
  const unpaid = votes.filter(
    ({ own, vote: { paidVotes, value = 0 } }) =>
      own && paidVotes !== undefined && paidVotes < value,
  );
  if (unpaid.length === 0) return votes;
  const ids = unpaid.map(({ vote }) => vote.publicId);
  const urls = await payUrlsOfVotes(queryable, poll.id, ids, baseUrl);
  return votes.map((each) => ({ ...each, paymentUrl: urls.get(each.vote.publicId) }));
}

type VoteFilter = Pick<VoteList, "participantPublicId" | "optionPublicId">;

interface VotePage {
  readonly votes: readonly ReadVoteResult[];
  readonly total: number;
}

/** Lists one page of the held votes of the reader, also for admins. */
export async function readHeldVotes(
  queryable: PrismaQueryable,
  { poll, access, actor, now }: Pick<PollCaller, "poll" | "access" | "actor" | "now">,
  filter: VoteFilter,
  page: ListPage,
): Promise<VotePage> {
  const ownerKey = ownerKeyOf(actor);
  if (ownerKey === undefined) return { total: 0, votes: [] };
  const voteDate = access === "admin" ? undefined : voteDateOf(poll, now);
  const list = { ...filter, pollId: poll.id, voteDate, ownerKey };
  const total = await countHeldVotes(queryable, list);
  const rows = await listHeldVotes(queryable, list, {
    limit: page.perPage,
    offset: offsetOf(page),
  });
  return { total, votes: rows.map((stored) => ({ ...stored, own: true, held: true })) };
}

/** Lists one page of the votes that the reader may read. Admins get the votes of all days. */
export async function readVotes(
  queryable: PrismaQueryable,
  { poll, access, actor, hasVoted, now, baseUrl }: VoteCaller,
  filter: VoteFilter,
  page: ListPage,
): Promise<VotePage> {
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
      ? {
          ownerKey: ownerKeyOf(actor),
          others,
          privateTypes: privateVoteTypes(poll),
          openAt: hasDoors(poll) ? now : undefined,
        }
      : "admin",
  };
  const total = await countVotes(queryable, list);
  const rows = await listVotes(queryable, list, { limit: page.perPage, offset: offsetOf(page) });
  const votes = rows.map((stored) => ({ ...stored, own: owns(actor, stored.participant) }));
  return { total, votes: await withPayUrls(queryable, votes, { poll, baseUrl }) };
}

/** Lists the first votes of each participant for an admin, in the order of `readVotes`, and how many each has. */
export async function readVotesOfParticipants(
  queryable: PrismaQueryable,
  { poll, access, actor, baseUrl }: VoteCaller,
  participants: readonly Participant[],
  limit: number,
): Promise<(participant: Participant) => VotePage> {
  const anonymous = isAnonymous(poll, access);
  const list = await listVotesOfParticipants(queryable, participants, { limit, anonymous });
  const read = list.votes.map((stored) => ({ ...stored, own: owns(actor, stored.participant) }));
  const votes = await withPayUrls(queryable, read, { poll, baseUrl });
  const byParticipant = groupBy(votes, ({ participant }) => participant.id);
  return ({ id }) => ({
    votes: byParticipant.get(id) ?? [],
    total: list.counts.get(id) ?? 0,
  });
}
