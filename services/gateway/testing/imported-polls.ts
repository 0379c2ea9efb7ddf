import type { PollFacts, RequestOptions } from "@polls/testing";
import { createTableReader } from "../src/features/imports/table-reader";
import { shareGateway } from "./share-gateway";
import { type SignedUpAccount, signUp } from "./sign-up";

/** Polls into which their owner imports files. A file of tests shares the gateway. */
export function shareImports() {
  // A busy machine starts a thread slowly. The deadline has a test of its own.
  const gateway = shareGateway({
    deps: { tableReader: createTableReader({ deadlineMs: 60_000 }) },
  });
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
