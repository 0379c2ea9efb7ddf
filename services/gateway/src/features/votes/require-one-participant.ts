import type { PollCaller } from "@polls/domain/access";
import type { Reading } from "@polls/domain/input";
import { Invalid } from "@polls/domain/refusals";
import type { CastBody } from "./votes.schema";

/** Throws 422 if a member casts votes of several participants. Calls `admit` only for such requests. */
export async function requireOneParticipant(
  bodies: readonly Reading<CastBody>[],
  admit: () => Promise<Pick<PollCaller, "access">>,
): Promise<void> {
  const participants = new Set(
    bodies.flatMap((body) => (body.ok ? [body.value.participantId] : [])),
  );
  if (participants.size <= 1) return;
  const { access } = await admit();
  if (access === "admin") return;
  throw new Invalid({ votes: ["must belong to one participant, unless an admin casts them"] });
}
