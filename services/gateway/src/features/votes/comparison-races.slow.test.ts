// Covers docs/reference/comparisons.md: withdrawing-a-judgment
// Covers docs/reliability.md: invalid-votes, limits-under-concurrency, slow-database

import { buildOptions, buildParticipants, tallyDrift } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

// Some 150 requests, most of which wait for the same locks.
jest.setTimeout(400_000);

const gateway = shareGateway({
  env: { RATE_LIMIT_REQUESTS: "1000000" },
});
const owner = shareAccount(gateway);
const { db } = gateway;

const OPTIONS = 5;
const VOTERS = 6;
const ROUNDS = 8;

test("counts stay exact while options, participants and votes of a comparison are deleted beside casts", async () => {
  const poll = await owner.buildPoll({ type: "Polls::PairwiseComparison" });
  const token = owner.privateToken;
  const statuses = new Set<number>();
  const send = async (line: string, body?: object) => {
    const answer = await gateway.inPoll(poll, owner, line, body);
    statuses.add(answer.status);
    return answer;
  };
  const idsOf = (rows: readonly { readonly publicId: string }[]) =>
    rows.map(({ publicId }) => publicId);
  const options = idsOf(await buildOptions(db, poll, OPTIONS));
  const ownerKey = `user:${owner.id}`;
  const voters = idsOf(await buildParticipants(db, poll, VOTERS, { ownerKey }));

  const compareOnce = async (voter_id: string, round: number) => {
    const { body } = await send(`GET /options?voter_id=${voter_id}`);
    const option_id = body[round % 2]?.id;
    // A closed poll offers no pair.
    if (option_id === undefined) return;
    const vote = await send("POST /votes", { voter_id, option_id, vote: { vote: 1 } });
    if (round % 3 === 0 && vote.status === 201) await send(`DELETE /votes/${vote.body.id}`);
  };
  const compare = async (voter_id: string) => {
    for (let round = 0; round < ROUNDS; round++) await compareOnce(voter_id, round);
  };
  const doubt = async (id: string) => {
    for (let round = 0; round < ROUNDS; round++) {
      await send(`PATCH /voters/${id}`, { voter: { fraudulent: round % 2 === 0 } });
    }
  };
  const close = async () => {
    for (const status of ["closed", "active", "closed", "active"]) {
      await gateway.as({ token }, `PATCH /api/v1/polls/${poll.adminHash}`, { poll: { status } });
    }
  };
  for (const voter_id of voters) await compareOnce(voter_id, 0);
  expect(statuses).toEqual(new Set([200, 201, 204]));
  await Promise.all([
    ...voters.map(compare),
    ...voters.slice(0, 3).map(doubt),
    close(),
    ...options
      .slice(0, 2)
      .map((id) =>
        gateway.request(`DELETE /api/v1/polls/${poll.adminHash}/options/${id}`, { token }),
      ),
    ...voters.slice(4).map((id) => send(`DELETE /voters/${id}`)),
  ]);

  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(await tallyDrift(db, poll.id)).toBe(0);
  expect(await db.prisma.option.count({ where: { pollId: poll.id } })).toBe(OPTIONS - 2);
});
