import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant, fakeClock, type PollFacts } from "@polls/testing";
import type { NewAccount } from "../src/features/accounts/create-account";
import { shareAccount, shareGateway } from "./share-gateway";

/** A poll whose owner, and two other accounts, take part and write comments on its option. */
export interface CommentScene {
  readonly poll: Poll;
  readonly option: Option;
  readonly of: (account: NewAccount) => Participant;
}

export function shareComments() {
  const clock = fakeClock(new Date("2030-06-15T12:00:00Z"));
  const gateway = shareGateway({ clock: clock.now });
  const { db } = gateway;
  const [owner, ada, ben] = [shareAccount(gateway), shareAccount(gateway), shareAccount(gateway)];
  beforeEach(() => clock.set("2030-06-15T12:00:00Z"));

  async function scene(settings: object = {}, facts: PollFacts = {}): Promise<CommentScene> {
    const poll = await owner.buildPoll({
      settings: { allow_comments: true, ...settings },
      ...facts,
    });
    const option = await buildOption(db, poll);
    const participants = new Map<NewAccount, Participant>();
    for (const account of [owner, ada, ben]) {
      const facts = { ownerKey: `user:${account.id}`, userName: "Grace" } as const;
      participants.set(account, await buildParticipant(db, poll, facts));
    }
    const of = (account: NewAccount): Participant => {
      const participant = participants.get(account);
      if (participant === undefined) throw new Error("the account does not take part");
      return participant;
    };
    return { poll, option, of };
  }

  const ask = (
    { poll, option }: CommentScene,
    account: NewAccount,
    line: string,
    body?: object,
  ) => {
    const on = ` /options/${option.publicId}/comments`;
    return gateway.inPoll(poll, account, line.replace(" ", on), body);
  };

  const write = (here: CommentScene, account: NewAccount, content: string, parentId?: string) =>
    ask(here, account, "POST ", {
      voter_id: here.of(account).publicId,
      comment: { content, ...(parentId !== undefined && { parent_comment_id: parentId }) },
    });

  return { clock, gateway, db, owner, ada, ben, scene, ask, write };
}
