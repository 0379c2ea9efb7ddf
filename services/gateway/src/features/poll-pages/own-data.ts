import type { ReadSnapshot } from "@polls/db/sql";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import type { Deps } from "../../deps";
import { readVotesRule } from "../../http/routing/poll-rules";
import { countOwn } from "../options/own-options";
import { type AdmittedVisit, callerBy } from "../page-sessions/admit-visit";
import { newestOwnParticipant } from "../participants/participants.repository";
import { presentParticipants } from "../participants/read-participants";
import { presentVote } from "../votes/present-vote";
import { readHeldVotes, readVotes } from "../votes/read-votes";

export interface OwnOptions {
  /** If visitors may submit some. On the page of an option: only that option. */
  readonly own?: readonly string[];
  /** How many of them count for `option_limit`, where it is set. */
  readonly submitted?: number;
}

export interface Participation {
  readonly participant?: Awaited<ReturnType<typeof presentParticipants>>[number];
  readonly votes?: readonly ReturnType<typeof presentVote>[];
}

const VOTES = 100;
const OWN_OPTIONS = 100;

/** The options that the visitor submitted. */
export async function ownOf(
  db: ReadSnapshot,
  { poll, actor }: PollCaller,
  optionId: string | undefined,
): Promise<OwnOptions> {
  const ownerKey = ownerKeyOf(actor);
  if (ownerKey === undefined || !poll.settings.allow_new_options) return {};
  const rows = await db.prisma.option.findMany({
    where: { pollId: poll.id, ownerKey, ...(optionId !== undefined && { publicId: optionId }) },
    select: { publicId: true },
    orderBy: { id: "desc" },
    take: OWN_OPTIONS,
  });
  const own = rows.map(({ publicId }) => publicId);
  if (poll.settings.option_limit === undefined || optionId !== undefined) return { own };
  const { options: submitted } = await countOwn(db, poll, ownerKey, undefined);
  return { own, submitted };
}

/** The newest participant of the visitor, and its votes. */
export async function participationOf(
  db: ReadSnapshot,
  visit: AdmittedVisit,
  caller: Pick<PollCaller, "poll" | "access" | "actor">,
  { config: { baseUrl } }: Pick<Deps, "config">,
): Promise<Participation> {
  const ownerKey = ownerKeyOf(caller.actor);
  const newest = ownerKey && (await newestOwnParticipant(db, caller.poll.id, ownerKey));
  if (newest === undefined) return {};
  const [participant] = await presentParticipants(db, { ...caller, baseUrl }, [newest]);
  if (participant === undefined) return {};
  const voter = await callerBy(readVotesRule, visit);
  if (voter === undefined) return { participant };
  const filter = { participantPublicId: newest.publicId, optionPublicId: undefined };
  // An unconfirmed participant has only held votes.
  const read = participant.opt_in_confirmed === false ? readHeldVotes : readVotes;
  const { votes } = await read(db, { ...voter, baseUrl }, filter, { page: 1, perPage: VOTES });
  return {
    participant,
    votes: votes.map(({ own, ...stored }) =>
      presentVote(
        { poll: voter.poll, ...stored },
        { access: voter.access, textLanguage: voter.textLanguage, own },
      ),
    ),
  };
}
