import { hasOwnParticipant } from "@polls/db/participants";
import type { PrismaQueryable } from "@polls/db/sql";
import { type Actor, ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { isPollOfDates } from "@polls/domain/decisions";
import type { Poll } from "@polls/domain/polls";
import type { ReadDeps } from "../../deps";
import { coversOf } from "./covers";
import { creatorStatesOf } from "./creator-address";
import { announcementsOf, countsOf, decisionTimesOf } from "./polls.repository";
import { presentPoll } from "./present-poll";

/** A poll with its counts, as the caller sees it. */
export async function showPoll(
  queryable: PrismaQueryable,
  { poll, actor, access, textLanguage, now }: Omit<PollCaller, "hasVoted">,
  deps: Pick<ReadDeps, "config" | "ownUrl">,
): Promise<ReturnType<typeof presentPoll>> {
  const { baseUrl, keys, signIn, keepClosedPollsDays } = deps.config;
  const counts = await countsOf(queryable, [poll.id]);
  const own = access === "admin" ? [poll] : [];
  const creatorStates = await creatorStatesOf(queryable, own);
  const announcements = await announcementsOf(queryable, own, now);
  const decisionTimes = await decisionTimesOf(queryable, [poll]);
  const covers = await coversOf(queryable, [poll], deps);
  return presentPoll(poll, counts(poll.id), {
    actor,
    access,
    textLanguage,
    now,
    baseUrl,
    signIn,
    creatorStates,
    announcements,
    keepClosedPollsDays,
    decisionTimes,
    covers,
    calendarKey: keys.mailLinks.signing,
    participates: access === "member" && (await takesPart(queryable, poll, actor)),
  });
}

/** Whether the actor takes part in a poll of dates. Of other polls nothing depends on it. */
async function takesPart(queryable: PrismaQueryable, poll: Poll, actor: Actor): Promise<boolean> {
  const ownerKey = isPollOfDates(poll) ? ownerKeyOf(actor) : undefined;
  return ownerKey !== undefined && (await hasOwnParticipant(queryable, poll.id, ownerKey));
}
