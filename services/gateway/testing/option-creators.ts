import type { Poll } from "@polls/domain/polls";
import { buildPoll, type PollFacts, type RequestOptions } from "@polls/testing";
import type { NewAccount } from "../src/features/accounts/create-account";
import type { TestGateway } from "./start-gateway";

/** The gateway and the callers. They are set once the tests run. */
interface CreatorsFixture {
  readonly gateway: TestGateway;
  readonly owner: NewAccount;
  readonly stranger: NewAccount;
}

/** The body of a request that creates an option. */
export const optionBody = (fields: object, beside: object = {}) => ({ option: fields, ...beside });

/** Functions that create polls of `owner`, and options in them as any caller. */
export function optionCreators(fixture: () => CreatorsFixture) {
  const ownPoll = (facts: PollFacts = {}) =>
    buildPoll(fixture().gateway.db, { ...facts, ownerAccountId: fixture().owner.id });
  const create = (poll: Poll, options: RequestOptions) =>
    fixture().gateway.request(`POST /api/v1/polls/${poll.memberHash}/options`, options);
  return {
    ownPoll,
    /** A poll in which members may create options. */
    openPoll: (facts: PollFacts = {}) =>
      ownPoll({ ...facts, settings: { allow_new_options: true, ...facts.settings } }),
    create,
    asOwner: (poll: Poll, body: unknown) =>
      create(poll, { token: fixture().owner.privateToken, body }),
    asMember: (poll: Poll, body: unknown) =>
      create(poll, { token: fixture().stranger.privateToken, body }),
    asVisitor: (poll: Poll, identifier: string, body: unknown) =>
      create(poll, { token: fixture().stranger.publicToken, identifier, body }),
    countOptions: ({ id }: Poll) =>
      fixture().gateway.db.prisma.option.count({ where: { pollId: id } }),
  };
}
