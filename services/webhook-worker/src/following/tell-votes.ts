import { findVotesAfter, type UnreportedVote } from "@polls/db/webhooks";
import { idlePauseMs } from "../check-times";
import { type FollowedPoll, type FollowNeeds, type Found, followPolls } from "./follow-polls";
import type { SettledVotes } from "./settled-votes";

/** Maximum number of votes in one event, about 25 kB. Further votes come with the next event. */
const VOTES_MAX = 1_000;
/** Minimum time between two events of a poll (docs/reference/webhooks.md#votes). */
const EVERY_MS = 1_000;
/** Minimum time while every webhook of the poll fails, so that deliveries do not pile up. */
const FAILING_EVERY_MS = 60_000;

interface TellVotesNeeds extends FollowNeeds {
  readonly settledVotes: () => Promise<SettledVotes>;
}

/** Reports new votes of followed polls, at no cost to a cast. Returns the number of events. */
export const tellVotes = (needs: TellVotesNeeds): Promise<number> =>
  followPolls(needs, "votes", async (cursors, now) => {
    const settled = await needs.settledVotes();
    const votes = await findVotesAfter(needs.db, cursors, settled.upTo, VOTES_MAX);
    const byPoll = new Map<bigint, UnreportedVote[]>();
    for (const { pollId } of cursors) byPoll.set(pollId, []);
    for (const vote of votes) byPoll.get(vote.pollId)?.push(vote);
    return new Map(
      cursors.map((cursor) => {
        const found = byPoll.get(cursor.pollId) ?? [];
        return [cursor.pollId, foundOf(cursor, found, settled, now)] as const;
      }),
    );
  });

function foundOf(
  { position, changedAt, failing }: FollowedPoll,
  votes: readonly UnreportedVote[],
  { all }: SettledVotes,
  now: Date,
): Found {
  const last = votes.at(-1);
  if (last !== undefined) {
    // The time of the event would tell when each vote was cast.
    const listed = last.anonymous ? [] : votes.map(({ publicId }) => publicId);
    return {
      position: String(last.id),
      event: { type: "vote.cast", listed },
      checkAt: new Date(now.getTime() + (failing ? FAILING_EVERY_MS : EVERY_MS)),
    };
  }
  const checkInMs = all ? idlePauseMs(changedAt, now, EVERY_MS) : EVERY_MS;
  return { position, checkAt: new Date(now.getTime() + checkInMs) };
}
