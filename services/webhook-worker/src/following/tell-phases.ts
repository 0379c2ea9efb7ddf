import { type PollPhase, readPhases } from "@polls/db/webhooks";
import type { EventFacts } from "@polls/jobs/outbox";
import { type FollowNeeds, type Found, followPolls } from "./follow-polls";

/** Maximum time between checks of a poll, in case a change of its phase was missed. */
const LONGEST_MS = 3_600_000;

/** The event at the beginning of each phase. */
const eventOf: Readonly<Record<PollPhase, EventFacts | undefined>> = {
  waiting: undefined,
  open: { type: "poll.opened" },
  closed: { type: "poll.closed" },
};

/** Reports that followed polls opened or closed. Returns the number of events. */
export const tellPhases = (needs: FollowNeeds): Promise<number> =>
  followPolls(needs, "phase", async (cursors, now) => {
    const before = new Map(cursors.map(({ pollId, position }) => [pollId, position]));
    const phases = await readPhases(needs.db, [...before.keys()], now);
    return new Map(
      phases.map(({ pollId, phase, changesAt }): readonly [bigint, Found] => {
        const event = phase === before.get(pollId) ? undefined : eventOf[phase];
        const checkAt = Math.min(changesAt?.getTime() ?? Infinity, now.getTime() + LONGEST_MS);
        const found = { position: phase, checkAt: new Date(checkAt) };
        return [pollId, event === undefined ? found : { ...found, event }];
      }),
    );
  });
