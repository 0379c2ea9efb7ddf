import type { Poll } from "@polls/domain/polls";
import type { Deps } from "../../deps";
import type { Input, PollRule } from "../../http/routing/endpoint";
import { asksPassword, demandHost, demandPassword } from "../../http/routing/guard-poll";
import type { PollVisit } from "./enter-poll";

/** A protected poll whose password this request has not shown yet. */
class PasswordNeeded extends Error {
  readonly poll: Poll;
  constructor(poll: Poll) {
    super("The poll needs a password");
    this.poll = poll;
  }
}

/**
 * Makes a visit to a poll that is only read in the visit's own transaction. Where the poll asks for a
 * password (`askedOf`, decisions 1), that is checked outside of it, and the visit made again.
 */
export async function throughDoor<Result>(
  input: Input<unknown>,
  askedOf: PollRule["password"],
  deps: Deps,
  visit: (facts: PollVisit) => Promise<Result>,
): Promise<Result> {
  let openedWith: string | undefined;
  for (;;) {
    try {
      return await visit({
        actor: input.actor,
        pollHash: input.params.poll_id ?? "",
        enter(poll, access) {
          if (access === "member") demandHost(poll, input.header("Origin"), deps);
          if (asksPassword(askedOf, access) && poll.passwordHash !== openedWith)
            throw new PasswordNeeded(poll);
        },
      });
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
