import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption, type PollFacts, type RequestOptions } from "@polls/testing";
import { shareAccount, shareGateway } from "./share-gateway";

export type Query = Readonly<Record<string, string | number>>;

/** Lists of options that a member and the owner of the poll read. A file of tests shares them. */
export function shareOptionLists() {
  const gateway = shareGateway();
  const owner = shareAccount(gateway);
  const stranger = shareAccount(gateway);
  const ownPoll = (facts: PollFacts = {}) => owner.buildPoll(facts);
  return {
    gateway,
    owner,
    stranger,
    asOwner: () => ({ token: owner.privateToken }),
    asVisitor: (identifier: string) => ({ token: stranger.publicToken, identifier }),
    ownPoll,
    /** A poll with an option for each letter. */
    async pollWith(letters: string, facts: PollFacts = {}) {
      const poll = await ownPoll(facts);
      const options: Option[] = [];
      for (const content of letters) {
        const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, options.length));
        options.push(await buildOption(gateway.db, poll, { content, createdAt }));
      }
      const named = (letter: string) => {
        const option = options[letters.indexOf(letter)];
        if (option === undefined) throw new Error(`no option ${letter}`);
        return option;
      };
      return { poll, options, named };
    },
    /** Lists options, by default as a member. */
    list: (poll: Poll, query: Query = {}, who?: RequestOptions) =>
      gateway.request(`GET /api/v1/polls/${poll.memberHash}/options`, {
        ...(who ?? { token: stranger.privateToken }),
        query,
      }),
  };
}

/** The contents of listed options as one text. */
export const contents = ({ body }: { readonly body: readonly { readonly content: string }[] }) =>
  body.map(({ content }) => content).join("");
