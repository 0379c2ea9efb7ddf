import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption, type PollFacts, type RequestOptions } from "@polls/testing";
import { shareAccount, shareGateway } from "./share-gateway";

export type NewOption = NonNullable<Parameters<typeof buildOption>[2]>;

const everything: NewOption = {
  content: "A",
  subtitle: "S",
  description: "D",
  authorName: "Ada",
  infoLink: "https://a.example",
  infoLinkTitle: "More",
  stateChangeMessage: "Soon",
  state: "planned",
  approvalStateUpdatedAt: new Date(0),
  additionalAttributes: { "1": "big" },
};

/** Options that a member, their author and an admin read. A file of tests shares them. */
export function shareShownOptions() {
  const gateway = shareGateway();
  const owner = shareAccount(gateway);
  const author = shareAccount(gateway);
  const stranger = shareAccount(gateway);

  async function pollWithOption(pollFacts: PollFacts = {}, optionFacts: NewOption = {}) {
    const poll = await owner.buildPoll(pollFacts);
    const ownerKey = `user:${author.id}` as const;
    const option = await buildOption(gateway.db, poll, { ...everything, ownerKey, ...optionFacts });
    return { poll, option };
  }

  const show = (poll: Poll, option: Pick<Option, "publicId">, who: RequestOptions) =>
    gateway.request(`GET /api/v1/polls/${poll.memberHash}/options/${option.publicId}`, who);
  const list = (poll: Poll, who: RequestOptions) => gateway.inPoll(poll, who, "GET /options");

  const viewers = {
    member: () => ({ token: stranger.privateToken }),
    author: () => ({ token: author.privateToken }),
    admin: () => ({ token: owner.privateToken }),
  };

  return { gateway, owner, author, stranger, pollWithOption, show, list, viewers };
}
