// Covers docs/reference/options.md: position
// Covers docs/reliability.md: limits-under-concurrency, option-trees

import { buildOption, buildParticipant, tallyDrift } from "@polls/testing";
import { answered } from "../../../testing/answered";
import { optionBody, shareOptionCreators } from "../../../testing/option-creators";

const { gateway, owner, stranger, openPoll, asVisitor, asOwner } = shareOptionCreators();

const positionsOf = async (pollId: bigint) => {
  const rows = await gateway.db.prisma.option.findMany({
    where: { pollId },
    orderBy: { position: "asc" },
  });
  return rows.map(({ position }) => position);
};

test("options that are created concurrently, at the end and in front, have the positions 1 to n", async () => {
  const poll = await openPoll();
  const responses = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      answered(() =>
        n % 2 === 0
          ? asVisitor(poll, `visitor ${n}`, optionBody({ content: `${n}` }))
          : asOwner(poll, optionBody({ content: `${n}`, position: 1 })),
      ),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await positionsOf(poll.id)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
});

test("an option that is deleted while votes are cast loses every vote, and the tallies stay exact", async () => {
  const poll = await owner.buildPoll();
  const doomed = await buildOption(gateway.db, poll);
  const kept = await buildOption(gateway.db, poll);
  const ownerKey = `user:${stranger.id}` as const;
  const voters = [];
  for (let n = 0; n < 12; n++) voters.push(await buildParticipant(gateway.db, poll, { ownerKey }));

  const path = `/api/v1/polls/${poll.memberHash}`;
  const cast = (voterId: string, optionId: string) =>
    answered(() =>
      gateway.request(`POST ${path}/votes`, {
        token: stranger.privateToken,
        body: { voter_id: voterId, option_id: optionId, vote: { vote: 1 } },
      }),
    );
  const casts = voters.flatMap(({ publicId }) => [
    cast(publicId, kept.publicId),
    cast(publicId, doomed.publicId),
  ]);
  const deletion = answered(() => gateway.as(owner, `DELETE ${path}/options/${doomed.publicId}`));
  const answers = await Promise.all(casts);
  expect((await deletion).status).toBe(204);
  for (const [index, { status }] of answers.entries()) {
    expect(index % 2 === 0 ? [201] : [201, 404]).toContain(status);
  }
  expect(await gateway.db.prisma.vote.count({ where: { pollId: poll.id } })).toBe(12);
  expect(await tallyDrift(gateway.db, poll.id)).toBe(0);
});
