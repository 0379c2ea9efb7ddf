// Covers docs/reference/requests.md: idempotency
// Covers docs/reliability.md: idempotent-requests

import { buildOption, buildParticipant, createTestDatabase } from "@polls/testing";
import { type SignedUpAccount, signUp } from "../../../testing/sign-up";
import { startGateway, type TestGateway } from "../../../testing/start-gateway";

let gateways: readonly TestGateway[] = [];
let owner: SignedUpAccount;

beforeAll(async () => {
  const database = await createTestDatabase();
  gateways = [await startGateway(database), await startGateway(database)];
  for (const { db } of gateways.slice(0, 1)) owner = await signUp(db);
});
afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));

describe("one Idempotency-Key, sent at once to two processes", () => {
  test.each([
    ["a vote", new Date(), 201],
    ["a held vote", null, 422],
  ])(
    "%s is cast once, and its answer is the only one there is, to the byte",
    async (_case, confirmedAt, status) => {
      const [{ db }] = gateways as [TestGateway];
      const poll = await owner.buildPoll();
      const option = await buildOption(db, poll);
      const ownerKey = `user:${owner.id}` as const;
      const participant = await buildParticipant(db, poll, { ownerKey, confirmedAt });
      const vote = (gateway: TestGateway) =>
        gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
          token: owner.privateToken,
          idempotencyKey: `key ${participant.publicId}`,
          body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: 1 } },
        });
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => gateways.map(vote)).flat(),
      );
      const done = answers.filter((answer) => answer.status === status);
      const fresh = done.filter(({ headers }) => headers.get("Idempotency-Replayed") === null);
      expect(fresh).toHaveLength(1);
      for (const answer of answers) {
        if (answer.status === status) expect(answer.text).toBe(fresh[0]?.text);
        else expect([answer.status, answer.body.code]).toEqual([409, "idempotency_key_in_use"]);
      }
      const where = { pollId: poll.id };
      const stored = await db.prisma.vote.count({ where });
      const held = await db.prisma.heldVote.count({ where });
      expect([stored, held]).toEqual(status === 201 ? [1, 0] : [0, 1]);

      const [again] = await Promise.all(gateways.slice(1).map(vote));
      expect([again?.status, again?.headers.get("Idempotency-Replayed")]).toEqual([status, "true"]);
      expect(again?.text).toBe(fresh[0]?.text);
    },
  );
});
