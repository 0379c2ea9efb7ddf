// Covers docs/reference/options.md: deletion
// Covers docs/reliability.md: option-trees

import type { Option } from "@polls/domain/options";
import {
  buildAttachment,
  buildOption,
  buildPoll,
  countStored,
  shareDatabase,
  tallyDrift,
} from "@polls/testing";
import { inTransaction } from "../sql/in-transaction";
import { newPublicId } from "../tokens/public-id";
import { deleteOptions } from "./delete-options";

const db = shareDatabase({ max: 2 });

interface Cast {
  readonly voter: number;
  readonly option: number;
  readonly loser?: number;
  readonly category?: number;
  readonly day?: string;
  readonly counts?: boolean;
}

/**
 * A poll with correct tallies, six options and five participants. The last two participants do not
 * count.
 */
async function votedPoll(casts: readonly Cast[]) {
  const poll = await buildPoll(db);
  const options: Option[] = [];
  for (let n = 0; n < 6; n++) options.push(await buildOption(db, poll));
  const voters = await db.prisma.participant.createManyAndReturn({
    data: [{}, {}, {}, { fraudulent: true }, { paid: false }].map((facts, n) => ({
      publicId: newPublicId(),
      pollId: poll.id,
      ownerKey: `anonymous:${n}`,
      confirmedAt: new Date(),
      ...facts,
    })),
  });
  for (const { voter, option, loser, category, day, counts = true } of casts) {
    await db.prisma.vote.create({
      data: {
        publicId: newPublicId(),
        pollId: poll.id,
        participantId: voters[voter]?.id ?? 0n,
        optionId: options[option]?.id ?? 0n,
        loserOptionId: loser === undefined ? null : (options[loser]?.id ?? null),
        votingCategoryId: category ?? null,
        voteDate: day === undefined ? null : new Date(day),
        type: "any",
        value: 2,
        counts,
        score: counts ? 2 : 0,
        saysNo: counts && option % 2 === 0,
      },
    });
  }
  await countStored(db, poll.id);
  return { poll, options, voters };
}

const allOptions = [0, 1, 2, 3, 4, 5];
const allVoters = [0, 1, 2, 3, 4];

/** All participants vote on nearly all options. */
const ballots: readonly Cast[] = allVoters.flatMap((voter) =>
  allOptions
    .filter((option) => (voter * 7 + option * 5) % 3 !== 0)
    .map((option) => ({ voter, option, counts: (voter + option) % 4 !== 0 })),
);

const daily: readonly Cast[] = ballots.flatMap((cast) => [
  { ...cast, day: "2026-11-19" },
  ...(cast.option > 1 ? [] : [{ ...cast, day: "2026-11-20" }]),
]);

const categorized: readonly Cast[] = ballots.flatMap((cast) => [
  { ...cast, category: 1 },
  ...(cast.option % 2 === 0 ? [{ ...cast, category: 2 }] : []),
]);

const comparisons: readonly Cast[] = allVoters.flatMap((voter) =>
  allOptions
    .flatMap((option) =>
      allOptions.filter((loser) => loser > option).map((loser) => ({ option, loser })),
    )
    .filter(({ option, loser }) => (voter + option * 3 + loser) % 3 !== 0)
    .map(({ option, loser }) =>
      (voter + loser) % 2 === 0
        ? { voter, option, loser }
        : { voter, option: loser, loser: option },
    ),
);

describe("deleteOptions", () => {
  test.each([
    ["votes", ballots],
    ["votes of several days", daily],
    ["votes in categories", categorized],
    ["comparisons", comparisons],
    ["a single vote", [{ voter: 0, option: 0 }]],
    ["no vote at all", []],
  ] as const)("after %s, the tallies match the remaining votes", async (_what, casts) => {
    const { poll, options } = await votedPoll(casts);
    for (const doomed of [[0], [1, 2], [3, 4, 5]]) {
      const ids = doomed.map((n) => options[n]?.id ?? 0n);
      await inTransaction(db, (tx) => deleteOptions(tx, poll.id, ids));
      expect(await tallyDrift(db, poll.id)).toBe(0);
    }
    expect(await db.prisma.vote.count({ where: { pollId: poll.id } })).toBe(0);
    const left = await db.prisma.pollTally.aggregate({
      where: { pollId: poll.id },
      _sum: { ballots: true, participants: true },
    });
    expect(left._sum).toEqual({ ballots: 0, participants: 5 });
  });

  test("a pair on offer is deleted with either of its options", async () => {
    const { poll, options, voters } = await votedPoll([]);
    const pair = (voter: number, first: number, second: number) => ({
      participantId: voters[voter]?.id ?? 0n,
      firstId: options[first]?.id ?? 0n,
      secondId: options[second]?.id ?? 0n,
    });
    await db.prisma.pairOffer.createMany({ data: [pair(0, 0, 1), pair(1, 1, 2), pair(2, 2, 3)] });
    await inTransaction(db, (tx) => deleteOptions(tx, poll.id, [options[1]?.id ?? 0n]));
    const left = await db.prisma.pairOffer.findMany({
      where: { participantId: { in: voters.map(({ id }) => id) } },
    });
    expect(left.map(({ participantId }) => participantId)).toEqual([voters[2]?.id]);
  });

  test("files are detached from deleted options and returned", async () => {
    const { poll, options } = await votedPoll([]);
    const attachment = await buildAttachment(db, { id: options[0]?.id ?? 0n });
    const attachmentIds = await inTransaction(db, (tx) =>
      deleteOptions(tx, poll.id, [options[0]?.id ?? 0n]),
    );
    expect(attachmentIds).toEqual([attachment.id]);
    expect(await db.prisma.attachment.findUnique({ where: { id: attachment.id } })).toMatchObject({
      optionId: null,
    });
  });
});
