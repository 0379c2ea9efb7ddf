import type { PollFacts, RequestOptions } from "@polls/testing";
import { createRateLimiter } from "../src/http/limits/rate-limiter";
import { shareGateway } from "./share-gateway";
import { type SignedUpAccount, signUp } from "./sign-up";

/** Polls into which their owner imports files. A file of tests shares the gateway. */
export function shareImports() {
  // On a busy machine the requests of a test take longer than the minute of a limit.
  const rateLimiter = createRateLimiter({ clock: () => 0 });
  const gateway = shareGateway({ deps: { rateLimiter } });
  let owner: SignedUpAccount;
  /** Each test has its own account, because an account may import 30 files a minute. */
  beforeEach(async () => {
    owner = await signUp(gateway.db);
  });
  const pollOf = (facts: PollFacts = {}) => owner.buildPoll(facts);

  const importInto = (hash: string, body: object, options: RequestOptions = {}) =>
    gateway.request(`POST /api/v1/polls/${hash}/import`, {
      token: owner.privateToken,
      body,
      ...options,
    });

  const contentsOf = async (pollId: bigint) =>
    (
      await gateway.db.prisma.option.findMany({ where: { pollId }, orderBy: { position: "asc" } })
    ).map(({ content }) => content);

  return { gateway, owner: () => owner, pollOf, importInto, contentsOf };
}
