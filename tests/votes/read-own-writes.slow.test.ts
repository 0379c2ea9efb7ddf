// Covers docs/reference/requests.md: consistency
// Covers docs/reference/votes.md: consistency
// Covers docs/reliability.md: counts

import { type PollFixture, startTwoGateways, type TwoGateways } from "./two-gateways";

/** Each client has its own option, so that it knows the expected count; all also vote for a shared option. */
const CLIENTS = 12;
const ROUNDS = 12;

let all: TwoGateways;
let fixture: PollFixture;
beforeAll(async () => {
  all = await startTwoGateways();
  fixture = await all.buildPollFixture(
    { settings: { vote_type: "Votes::RatingVote" } },
    CLIENTS + 1,
    CLIENTS * ROUNDS,
  );
});

interface Shown {
  readonly id: string;
  readonly voter_count: number;
  readonly average_rating: number;
}

/** Votes of the shared option that were answered with 201 so far, and that were sent. */
const shared = { answered: 0, sent: 0 };

async function client(number: number): Promise<void> {
  const { poll, options, participants } = fixture;
  const path = `/api/v1/polls/${poll.memberHash}`;
  const [own, everybodys] = [options[number + 1]?.publicId, options[0]?.publicId];
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const voter_id = participants[number * ROUNDS + round]?.publicId;
    // Every combination of the gateway that casts the vote and the gateway that reads it.
    const [takes, asked] = [round, Math.floor(round / 2)];
    const cast = async (option_id: string | undefined, vote: number) => {
      const body = { voter_id, option_id, vote: { vote } };
      const answer = await all.send(takes, `POST ${path}/votes`, { body });
      expect([answer.status, answer.text]).toEqual([201, answer.text]);
      return answer.body.id as string;
    };
    const read = async (line: string) => {
      const answer = await all.send(asked, `GET ${path}${line}`);
      expect([line, answer.status]).toEqual([line, 200]);
      return answer.body;
    };
    const seen = (list: readonly Shown[], id: string | undefined) =>
      list.find((option) => option.id === id);

    const value = 1 + ((number + round) % 5);
    const vote = await cast(own, value);
    values.push(value);
    expect(await read(`/votes/${vote}`)).toMatchObject({ id: vote, vote: value });
    const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
    const expected = { average_rating: expect.closeTo(mean, 3) };
    expect(seen(await read("/options"), own)).toMatchObject(expected);

    shared.sent++;
    const second = await cast(everybodys, value);
    shared.answered++;
    const least = shared.answered;
    const listed = (await read("/votes")) as readonly { readonly id: string }[];
    expect(listed.map(({ id }) => id)).toContain(second);
    const results = (await read("/results")).options as readonly Shown[];
    expect(seen(results, own)).toMatchObject({ ...expected, voter_count: values.length });
    const count = seen(results, everybodys)?.voter_count ?? 0;
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(shared.sent);

    if (round % 3 === 0) {
      const changed = await all.send(takes, `PATCH ${path}/votes/${vote}`, {
        body: { vote: { vote: 5 } },
      });
      expect(changed.status).toBe(200);
      values[values.length - 1] = 5;
      expect(await read(`/votes/${vote}`)).toMatchObject({ vote: 5 });
    }
    if (round % 4 === 3) {
      expect((await all.send(takes, `DELETE ${path}/votes/${vote}`)).status).toBe(204);
      values.pop();
      expect((await all.send(asked, `GET ${path}/votes/${vote}`)).status).toBe(404);
      const after = (await read("/results")).options as readonly Shown[];
      expect(seen(after, own)?.voter_count).toBe(values.length);
    }
  }
}

test("an acknowledged vote is in the client's next read, through either gateway, while others vote", async () => {
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  expect(shared.answered).toBe(CLIENTS * ROUNDS);
});
