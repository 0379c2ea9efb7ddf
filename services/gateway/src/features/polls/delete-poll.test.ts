// Covers docs/reference/access.md: poll-owner
// Covers docs/reference/errors.md: codes-of-polls
// Covers docs/reference/polls.md: deletion, lists

import {
  buildAttachment,
  buildComment,
  buildHeldVote,
  buildOption,
  buildParticipant,
  buildVote,
} from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { runTasks } from "../../maintenance/start-maintenance";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const stranger = shareAccount(gateway);

const remove = (hash: string, options: object = { token: owner.privateToken }) =>
  gateway.request(`DELETE /api/v1/polls/${hash}`, options);

describe("DELETE /polls/{poll_hash}", () => {
  test.each<[string, "memberHash" | "adminHash", () => object, number]>([
    ["the owner by the admin hash", "adminHash", () => ({ token: owner.privateToken }), 204],
    [
      "another account by the admin hash",
      "adminHash",
      () => ({ token: stranger.privateToken }),
      204,
    ],
    ["the owner by the member hash", "memberHash", () => ({ token: owner.privateToken }), 404],
    [
      "another account by the member hash",
      "memberHash",
      () => ({ token: stranger.privateToken }),
      404,
    ],
    ["a public token by the admin hash", "adminHash", () => ({ token: owner.publicToken }), 401],
    ["no caller", "adminHash", () => ({}), 401],
  ])("%s", async (_who, hash, credentials, expected) => {
    const poll = await owner.buildPoll();
    const { status, text } = await remove(poll[hash], credentials());
    expect(status).toBe(expected);
    if (expected === 204) expect(text).toBe("");
    const read = await gateway.inPoll(poll, owner, "GET");
    expect(read.status).toBe(expected === 204 ? 404 : 200);
  });

  test("removes the poll at once: for both hashes, from the list, and for a second deletion", async () => {
    const account = await signUp(gateway.db);
    const poll = await account.buildPoll();
    const token = account.privateToken;
    expect((await remove(poll.adminHash, { token })).status).toBe(204);
    for (const line of [
      `GET /api/v1/polls/${poll.memberHash}`,
      `GET /api/v1/polls/${poll.adminHash}`,
      `DELETE /api/v1/polls/${poll.adminHash}`,
    ]) {
      const { status, body } = await gateway.request(line, { token });
      expect([status, body]).toEqual([404, { error: "Poll not found", code: "poll_not_found" }]);
    }
    const list = await gateway.request("GET /api/v1/polls", { token });
    expect(list.body).toEqual([]);
    expect(list.headers.get("X-Total-Count")).toBe("0");
  });

  test("lets its owner use its hash again", async () => {
    const poll = await owner.buildPoll({ memberHash: "reused-hash" });
    await remove(poll.adminHash);
    const again = await gateway.as(owner, "POST /api/v1/polls", {
      poll: { title: "T", member_hash: "reused-hash" },
    });
    expect(again.status).toBe(201);
  });

  test.each([
    ["sold votes", { voting_fee: 100, voting_fee_type: "voting_sell_votes" }, { paidVotes: 2 }, {}],
    [
      "a paid participation",
      { voting_fee: 100, voting_fee_type: "voting_fee" },
      {},
      { paid: true },
    ],
  ])(
    "with %s is allowed for the owner, and 422 for others",
    async (_case, settings, vote, participant) => {
      const poll = await owner.buildPoll({ settings });
      const option = await buildOption(gateway.db, poll);
      const voter = await buildParticipant(gateway.db, poll, participant);
      await buildVote(gateway.db, option, voter, { value: 2, ...vote });
      const refused = await remove(poll.adminHash, { token: stranger.privateToken });
      expect(refused.status).toBe(422);
      expect(refused.body).toEqual({
        error: "Unprocessable",
        errors: { base: ["has paid votes: only its owner may delete it"] },
        code: "has_paid_votes",
      });
      expect((await remove(poll.adminHash)).status).toBe(204);
    },
  );
});

describe("the parts of a deleted poll", () => {
  const maintain = () => runTasks({ ...gateway.deps, keys: gateway.deps.config.keys });

  test("are deleted, its files too, and those of another poll are kept", async () => {
    const { prisma } = gateway.db;
    const [gone, stays] = [await owner.buildPoll(), await owner.buildPoll()];
    const attachments = [];
    for (const poll of [gone, stays]) {
      const parent = await buildOption(gateway.db, poll);
      const child = await buildOption(gateway.db, poll, { parent });
      const grandchild = await buildOption(gateway.db, poll, { parent: child });
      attachments.push(await buildAttachment(gateway.db, grandchild));
      const participant = await prisma.participant.create({
        data: { publicId: `q-${poll.id}`, pollId: poll.id, ownerKey: `user:${owner.id}` },
      });
      await buildVote(gateway.db, child, participant);
      await buildHeldVote(gateway.db, child, participant);
      await buildComment(gateway.db, child, participant);
      await prisma.pairOffer.create({
        data: { participantId: participant.id, firstId: parent.id, secondId: child.id },
      });
      await prisma.invitation.create({
        data: {
          publicId: `i-${poll.id}`,
          pollId: poll.id,
          codeDigest: Buffer.from(String(poll.id)),
          participantId: participant.id,
        },
      });
      await prisma.pollTally.create({ data: { pollId: poll.id, slot: 0, participants: 1 } });
      await prisma.optionTally.create({ data: { optionId: child.id, slot: 0, votes: 1 } });
    }
    await remove(gone.adminHash);
    await maintain();

    const left = async (pollId: bigint) => ({
      polls: await prisma.poll.count({ where: { id: pollId } }),
      options: await prisma.option.count({ where: { pollId } }),
      participants: await prisma.participant.count({ where: { pollId } }),
      votes: await prisma.vote.count({ where: { pollId } }),
      heldVotes: await prisma.heldVote.count({ where: { pollId } }),
      invitations: await prisma.invitation.count({ where: { pollId } }),
      comments: await prisma.comment.count({ where: { pollId } }),
    });
    expect(Object.values(await left(gone.id))).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(Object.values(await left(stays.id))).toEqual([1, 3, 1, 1, 1, 1, 1]);
    const [orphan, kept] = attachments;
    const rows = await prisma.attachment.findMany({ orderBy: { id: "asc" } });
    expect(rows.map(({ id, optionId }) => [id, optionId === null])).toEqual([
      [orphan?.id, true],
      [kept?.id, false],
    ]);
    const jobs = await prisma.outbox.findMany({ where: { job: "media.delete-attachment" } });
    expect(jobs.map(({ payload }) => payload)).toEqual([{ attachmentId: String(orphan?.id) }]);
  });

  test("are deleted even if they are larger than one batch", async () => {
    const poll = await owner.buildPoll();
    const many = 4_500;
    await gateway.db.pool.query(
      `WITH o AS (
         INSERT INTO options (public_id, poll_id, type, position)
         SELECT 'many-o-' || i, $1, 'Options::TextOption', i FROM generate_series(1, $2) AS i
         RETURNING id
       ), p AS (
         INSERT INTO participants (public_id, poll_id, owner_key)
         SELECT 'many-p-' || i, $1, 'user:1' FROM generate_series(1, $2) AS i RETURNING id
       )
       SELECT count(*) FROM o, (SELECT 1 FROM p LIMIT 1) AS one`,
      [String(poll.id), many],
    );
    await gateway.db.pool.query(
      `INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value)
       SELECT 'many-v-' || p.id, $1, p.id, (SELECT min(id) FROM options WHERE poll_id = $1),
              'Votes::BooleanVote', 1
       FROM participants p WHERE p.poll_id = $1`,
      [String(poll.id)],
    );
    await remove(poll.adminHash);
    await maintain();
    const { prisma } = gateway.db;
    expect(await prisma.poll.count({ where: { id: poll.id } })).toBe(0);
    expect(await prisma.vote.count({ where: { pollId: poll.id } })).toBe(0);
  });

  test("are left alone while another gateway deletes", async () => {
    const poll = await owner.buildPoll();
    await remove(poll.adminHash);
    const other = await gateway.db.pool.connect();
    try {
      await other.query("BEGIN");
      await other.query("SELECT pg_advisory_xact_lock(2, 0)");
      await maintain();
      expect(await gateway.db.prisma.poll.count({ where: { id: poll.id } })).toBe(1);
    } finally {
      await other.query("ROLLBACK");
      other.release();
    }
    await maintain();
    expect(await gateway.db.prisma.poll.count({ where: { id: poll.id } })).toBe(0);
  });

  test("include the responses stored for an Idempotency-Key, which are deleted after 24 h", async () => {
    const { prisma } = gateway.db;
    const now = gateway.deps.clock().getTime();
    const keep = (name: string, ageHours: number) =>
      prisma.idempotencyKey.create({
        data: {
          scope: Buffer.from(name),
          fingerprint: Buffer.from("x"),
          status: 201,
          createdAt: new Date(now - ageHours * 3_600_000),
        },
      });
    await keep("old", 24.1);
    await keep("young", 23.9);
    await maintain();
    const left = await prisma.idempotencyKey.findMany();
    expect(left.map(({ scope }) => Buffer.from(scope).toString())).toEqual(["young"]);
  });
});
