import { newPublicId } from "@polls/db";
import { readBody } from "@polls/domain/input";
import type { Deps } from "../../deps";
import type { Reply } from "../../http/replies/reply";
import type { Input } from "../../http/routing/endpoint";
import { throughDoor } from "./poll-door";
import type { CastInBooth } from "./vote-booth";
import { CastVoteBody } from "./votes.schema";

/** Casts a vote (rules 1 to 7) in the booth, together with whatever else is cast at that time. */
export function castVote<Answer extends Reply>(
  input: Input<unknown>,
  answer: (...outcome: Parameters<CastInBooth["answer"]>) => Answer,
  deps: Deps,
): Promise<Answer> {
  const body = readCastBody(input.rawBody);
  const { now: at, idempotent } = input;
  // What is kept for a key was such an answer too.
  return throughDoor(input, "everybody", deps, (visit) =>
    deps.voteBooth.cast({ ...visit, body, at, idempotent, answer }),
  ) as Promise<Answer>;
}

/** Reads the form of the body; the value is read once the option is known, by its type of votes. */
function readCastBody(rawBody: unknown): CastInBooth["body"] {
  const reading = readBody(CastVoteBody, rawBody);
  if (!reading.ok) return reading;
  const { voter_id: participantId, option_id: optionId, vote } = reading.value;
  return {
    ok: true,
    value: {
      participantId,
      optionId,
      cast: {
        publicId: newPublicId(),
        vote: vote.vote,
        voteText: vote.vote_text,
        votingCategoryId: vote.voting_category_id,
      },
    },
  };
}
