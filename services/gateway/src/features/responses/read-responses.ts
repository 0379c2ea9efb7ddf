import { countFoundPeople, type PeopleList, pageOfPeople } from "@polls/db/participants";
import type { PrismaQueryable } from "@polls/db/sql";
import type { PollCaller } from "@polls/domain/access";
import { childrenOf } from "@polls/domain/options";
import { comparesVotes, isAnonymous, type Participant } from "@polls/domain/participants";
import type { z } from "zod";
import type { Deps } from "../../deps";
import { type ListPage, offsetOf } from "../../http/replies/pagination";
import { loadOptions, type OptionRecord } from "../options/option-rows";
import type { OptionListItemWire } from "../options/options.schema";
import { presentListItem } from "../options/present-option";
import { linksOf } from "../options/show-option";
import {
  countParticipants,
  loadParticipants,
  pageOfParticipants,
} from "../participants/participants.repository";
import { presentParticipants } from "../participants/read-participants";
import { presentVote } from "../votes/present-vote";
import { readVotesOfParticipants } from "../votes/read-votes";
import type { ResponseOfParticipant } from "./responses.schema";

type ResponseWire = z.input<typeof ResponseOfParticipant>;

/** The most votes of a participant, and the most files of a page. */
const VOTES = 200;
const FILES = 1_000;
/** Participants whose votes are read together. Other requests run before the next ones. */
const READ_TOGETHER = 4;

/** Which participants a page of responses has, and in which order. */
export type RequestedPeople = Pick<PeopleList, "search" | "sort" | "optionId">;

/** One page of the requested participants. The default order is read from an index. */
async function findPeople(
  db: PrismaQueryable,
  { poll, access }: PollCaller,
  requested: RequestedPeople,
  page: ListPage,
): Promise<{ readonly participants: Participant[]; readonly total: number }> {
  const anonymous = isAnonymous(poll, access);
  const window = { limit: page.perPage, offset: offsetOf(page) };
  const search = anonymous ? null : requested.search;
  const total =
    search === null
      ? await countParticipants(db, poll.id, "admin")
      : await countFoundPeople(db, poll.id, search);
  const isUsual = search === null && requested.sort === "voters.created_at desc";
  if (isUsual || (anonymous && !comparesVotes(requested.sort))) {
    const usual = { ...window, total, anonymous };
    return { participants: await pageOfParticipants(db, poll.id, "admin", usual), total };
  }
  const ids = await pageOfPeople(db, poll.id, { ...requested, search, anonymous }, window);
  return { participants: await loadParticipants(db, ids), total };
}

/** Reads one page of what participants answered. */
export async function readResponses(
  db: PrismaQueryable,
  caller: PollCaller,
  requested: RequestedPeople,
  page: ListPage,
  deps: Pick<Deps, "config" | "ownUrl">,
): Promise<{ readonly responses: readonly ResponseWire[]; readonly total: number }> {
  const { poll, access } = caller;
  const { participants, total } = await findPeople(db, caller, requested, page);
  const reader = { ...caller, baseUrl: deps.config.baseUrl };
  const shown = await presentParticipants(db, reader, participants);
  const files = await filesOf(db, caller, participants, deps);
  const responses: ResponseWire[] = [];
  for (let first = 0; first < participants.length; first += READ_TOGETHER) {
    const together = participants.slice(first, first + READ_TOGETHER);
    const votesOf = await readVotesOfParticipants(db, reader, together, VOTES);
    for (const [at, participant] of together.entries()) {
      const voter = shown[first + at];
      if (voter === undefined) continue;
      const read = votesOf(participant);
      const votes = read.votes.map((stored) =>
        presentVote({ poll, ...stored }, { access, own: stored.own }),
      );
      const named = new Set(votes.map(({ vote_text }) => vote_text));
      responses.push({
        voter,
        votes,
        votes_count: read.total,
        files: files(participant).filter(
          // Its author would be the participant, and the time of a drawing could name a person.
          ({ id }) => !isAnonymous(poll, access) || named.has(id),
        ),
      });
    }
  }
  return { responses, total };
}

/** The files and drawings by which participants answer (docs/reference/options.md#inputs). */
async function filesOf(
  db: PrismaQueryable,
  caller: PollCaller,
  participants: readonly Participant[],
  deps: Pick<Deps, "config" | "ownUrl">,
): Promise<(participant: Participant) => readonly OptionListItemWire[]> {
  const { poll } = caller;
  const owners = [...new Set(participants.map(({ ownerKey }) => ownerKey))];
  const rows = await db.prisma.option.findMany({
    where: { pollId: poll.id, ownerKey: { in: owners }, parentId: { not: null } },
    select: { id: true },
    orderBy: { id: "desc" },
    take: FILES,
  });
  const records = await loadOptions(
    db,
    rows.map(({ id }) => id),
  );
  const links = linksOf(deps);
  const requested = new Set(["media"] as const);
  const present = (record: OptionRecord): OptionListItemWire =>
    presentListItem(record, { position: record.option.position, requested }, caller, links);
  const answers = records
    .filter(({ parent }) => parent && childrenOf(poll, parent)?.visibleTo === "author")
    .map((record) => ({ ownerKey: record.option.ownerKey, item: present(record) }));
  return ({ ownerKey }) =>
    answers.filter((answer) => answer.ownerKey === ownerKey).map(({ item }) => item);
}
