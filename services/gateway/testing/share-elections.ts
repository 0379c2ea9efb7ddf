import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption, type PollFacts } from "@polls/testing";
import { shareAccount, shareGateway } from "./share-gateway";
import { type Ballots, ranked, storeBallots } from "./store-ballots";

export interface Election {
  readonly poll: Poll;
  readonly options: readonly Option[];
}

export const tennessee = ["Memphis", "Nashville", "Chattanooga", "Knoxville"];

export const tennesseeBallots: readonly Ballots[] = [
  ranked(42, 0, 1, 2, 3),
  ranked(26, 1, 2, 3, 0),
  ranked(15, 2, 3, 1, 0),
  ranked(17, 3, 2, 1, 0),
];

/** A gateway with elections, for a test file. */
export function shareElections() {
  const gateway = shareGateway();
  const owner = shareAccount(gateway);

  async function pollOf(
    names: readonly string[],
    settings: Readonly<Record<string, unknown>>,
    facts: PollFacts = {},
  ): Promise<Election> {
    const poll = await owner.buildPoll({
      ...facts,
      settings: { vote_type: "Votes::RankedVote", ...settings },
    });
    const options: Option[] = [];
    for (const content of names) options.push(await buildOption(gateway.db, poll, { content }));
    return { poll, options };
  }

  const asOwner = () => ({ token: owner.privateToken });

  const countOf = ({ poll }: Election, caller: object = asOwner()) =>
    gateway.request(`GET /api/v1/polls/${poll.memberHash}/results/count`, caller);

  async function election(settings: Readonly<Record<string, unknown>>): Promise<Election> {
    const found = await pollOf(tennessee, settings);
    await storeBallots(gateway.db, found.poll, found.options, tennesseeBallots);
    return found;
  }

  return { gateway, owner, pollOf, asOwner, countOf, election };
}

/** Names in place of ids. */
export const namesIn = ({ options }: Election, ids: readonly string[]) =>
  ids.map((id) => options.find(({ publicId }) => publicId === id)?.content);
