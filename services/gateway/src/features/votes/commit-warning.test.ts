// Covers docs/reliability.md: lost-answers

import { buildOption, buildParticipant } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";

const gateway = shareGateway();

test("a vote whose commit has a warning is 503, and its repetition gets the stored answer", async () => {
  const { db } = gateway;
  const owner = await signUp(db);
  const poll = await owner.buildPoll();
  const option = await buildOption(db, poll);
  const participant = await buildParticipant(db, poll, { ownerKey: `user:${owner.id}` });
  const vote = () =>
    gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      token: owner.privateToken,
      idempotencyKey: `key ${participant.publicId}`,
      body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: 1 } },
    });
  await db.pool.query(
    `CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql
     AS $$ BEGIN RAISE WARNING 'failed to commit on a node'; RETURN NULL; END $$`,
  );
  await db.pool.query(
    `CREATE CONSTRAINT TRIGGER warns AFTER INSERT ON votes DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW EXECUTE FUNCTION warn()`,
  );
  const unknown = await vote();
  await db.pool.query("DROP FUNCTION warn CASCADE");
  expect(unknown.status).toBe(503);
  expect(Number(unknown.headers.get("retry-after"))).toBeGreaterThan(0);
  const again = await vote();
  expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
  expect(await db.prisma.vote.count({ where: { pollId: poll.id } })).toBe(1);
});
