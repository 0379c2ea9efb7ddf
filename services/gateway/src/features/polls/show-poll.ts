import type { PrismaQueryable } from "@polls/db/sql";
import type { PollCaller } from "@polls/domain/access";
import type { Deps } from "../../deps";
import { creatorStatesOf } from "./creator-address";
import { countsOf, decisionTimesOf } from "./polls.repository";
import { presentPoll } from "./present-poll";

/** A poll with its counts, as the caller sees it. */
export async function showPoll(
  queryable: PrismaQueryable,
  { poll, actor, access, now }: Omit<PollCaller, "hasVoted">,
  { config: { baseUrl } }: Pick<Deps, "config">,
): Promise<ReturnType<typeof presentPoll>> {
  const counts = await countsOf(queryable, [poll.id]);
  const creatorStates = await creatorStatesOf(queryable, access === "admin" ? [poll] : []);
  const decisionTimes = await decisionTimesOf(queryable, [poll]);
  return presentPoll(poll, counts(poll.id), {
    actor,
    access,
    now,
    baseUrl,
    creatorStates,
    decisionTimes,
  });
}
