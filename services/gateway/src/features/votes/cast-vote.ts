import { newPublicId } from "@polls/db";
import { type Poll, readBody } from "@polls/domain";
import type { Deps } from "../../deps";
import type { Input } from "../../http/endpoint";
import { demandHost, demandPassword } from "../../http/guard-poll";
import type { Reply } from "../../http/reply";
import type { BoothRequest } from "./vote-booth";
import { CastVoteBody } from "./votes.schema";

/** A protected poll whose password this request has not shown yet: it is checked outside of the transaction. */
class PasswordNeeded extends Error {
  readonly poll: Poll;
  constructor(poll: Poll) {
    super("The poll needs a password");
    this.poll = poll;
  }
}

/**
 * Casts a vote (rules 1 to 7) in the booth. The poll is read there, together with those of other
 * casts; where it asks for a password, the cast is tried again once the password is checked.
 */
export async function castVote(
  input: Input<unknown>,
  answer: BoothRequest["answer"],
  deps: Deps,
): Promise<Reply> {
  const body = readCastBody(input.rawBody);
  let openedWith: string | undefined;
  for (;;) {
    const request: BoothRequest = {
      actor: input.actor,
      pollHash: input.params.poll_id ?? "",
      body,
      at: input.now,
      idempotent: input.idempotent,
      answer,
      enter(poll, access) {
        if (access === "member") demandHost(poll, input.header("Origin"), deps);
        if (poll.passwordHash !== openedWith) throw new PasswordNeeded(poll);
      },
    };
    try {
      return await deps.voteBooth.cast(request);
    } catch (error) {
      if (!(error instanceof PasswordNeeded)) throw error;
      await demandPassword(
        error.poll,
        {
          password: input.header("X-SERVICE-POLL-PASSWORD"),
          clientAddress: input.clientAddress,
        },
        deps,
      );
      openedWith = error.poll.passwordHash;
    }
  }
}

/** Reads the form of the body; the value is read once the option is known, by its type of votes. */
function readCastBody(rawBody: unknown): BoothRequest["body"] {
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
