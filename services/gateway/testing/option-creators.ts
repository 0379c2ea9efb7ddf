import type { Poll } from "@polls/domain/polls";
import type { PollFacts, RequestOptions } from "@polls/testing";
import { shareAccount, shareGateway } from "./share-gateway";

/** The body of a request that creates an option. */
export const optionBody = (fields: object, beside: object = {}) => ({ option: fields, ...beside });

/** Polls of an owner, in which any caller creates options. A file of tests shares the gateway. */
export function shareOptionCreators() {
  const gateway = shareGateway();
  const owner = shareAccount(gateway);
  const stranger = shareAccount(gateway);
  const create = (poll: Poll, options: RequestOptions) =>
    gateway.request(`POST /api/v1/polls/${poll.memberHash}/options`, options);
  return {
    gateway,
    owner,
    stranger,
    /** A poll in which members may create options. */
    openPoll: (facts: PollFacts = {}) =>
      owner.buildPoll({ ...facts, settings: { allow_new_options: true, ...facts.settings } }),
    create,
    asOwner: (poll: Poll, body: unknown) => create(poll, { token: owner.privateToken, body }),
    asMember: (poll: Poll, body: unknown) => create(poll, { token: stranger.privateToken, body }),
    asVisitor: (poll: Poll, identifier: string, body: unknown) =>
      create(poll, { token: stranger.publicToken, identifier, body }),
    countOptions: ({ id }: Poll) => gateway.db.prisma.option.count({ where: { pollId: id } }),
  };
}
