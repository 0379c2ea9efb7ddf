import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import {
  buildOption,
  buildParticipant,
  fakeClock,
  type ParticipantFacts,
  type PollFacts,
  tallyDrift,
} from "@polls/testing";
import type { NewAccount } from "../src/features/accounts/create-account";
import { shareAccount, shareGateway } from "./share-gateway";
import type { TestGateway } from "./start-gateway";

/** A poll of `owner` with an option, and a participant of `voter`. */
export interface Scene {
  readonly poll: Poll;
  readonly option: Option;
  readonly participant: Participant;
}

export const keyOf = (account: NewAccount) => `user:${account.id}` as const;

const start = new Date("2030-06-15T12:00:00Z");

/**
 * Votes over HTTP. A file of tests shares the gateway and its accounts. Each test begins at the same
 * time; after each, the tallies are those of the votes.
 */
export function shareVoteScenes() {
  const clock = fakeClock(start);
  const gateway = shareGateway({ clock: clock.now, env: { RATE_LIMIT_REQUESTS: "1000000" } });
  const owner = shareAccount(gateway);
  const voter = shareAccount(gateway);
  beforeEach(() => clock.set(start));

  /** The polls of earlier tests have an `id` up to this one. */
  let lastPoll = 0n;
  afterEach(async () => {
    const polls = await gateway.db.prisma.poll.findMany({
      where: { id: { gt: lastPoll } },
      orderBy: { id: "asc" },
      select: { id: true },
    });
    for (const { id } of polls) expect(await tallyDrift(gateway.db, id)).toBe(0);
    lastPoll = polls.at(-1)?.id ?? lastPoll;
  });

  async function scene(poll: PollFacts = {}, participant: ParticipantFacts = {}): Promise<Scene> {
    const built = await owner.buildPoll(poll);
    return {
      poll: built,
      option: await buildOption(gateway.db, built),
      participant: await buildParticipant(gateway.db, built, {
        ownerKey: keyOf(voter),
        ...participant,
      }),
    };
  }

  const cast = (
    { poll, option, participant }: Scene,
    vote: Readonly<Record<string, unknown>> = { vote: 1 },
    options: Parameters<TestGateway["request"]>[1] = {},
  ) =>
    gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      token: voter.privateToken,
      body: { voter_id: participant.publicId, option_id: option.publicId, vote },
      ...options,
    });

  const showOption = async ({ poll, option }: Scene) =>
    (
      await gateway.db.prisma.$queryRaw<{ votes: number; total: number; voters: number }[]>`
        SELECT coalesce(sum(votes), 0)::int AS votes, coalesce(sum(total), 0)::float8 AS total,
               coalesce(sum(voters), 0)::int AS voters
        FROM option_tallies WHERE option_id = ${option.id}`
    )[0] ?? poll;

  return { clock, gateway, owner, voter, scene, cast, showOption };
}
