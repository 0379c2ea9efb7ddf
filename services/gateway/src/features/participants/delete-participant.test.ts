// Covers docs/reference/access.md: objects-of-others
// Covers docs/reference/accounts.md: capabilities
// Covers docs/reference/participants.md: deletion
// Covers docs/reference/polls.md: counts
// Covers docs/reference/ratings.md: counting-votes

import {
  buildHeldVote,
  buildOption,
  buildOrganization,
  buildParticipant,
  buildPoll,
  tallyDrift,
} from "@polls/testing";
import { shareJoining } from "../../../testing/joining-callers";
import { signUp } from "../../../testing/sign-up";

const { clock, gateway, asUser, buildOwnPoll, join, at } = shareJoining();
const { db } = gateway;

describe("DELETE /polls/{poll_id}/voters/{id}", () => {
  async function participation(canDeleteParticipations: boolean, type = "Polls::Voting") {
    const account = await signUp(db);
    await db.prisma.account.update({
      where: { id: account.id },
      data: { canDeleteParticipations },
    });
    const poll = await account.buildPoll({ type });
    const root = await buildOption(db, poll, { settings: { survey_step_type: "vote" } });
    const option =
      type === "Polls::Survey"
        ? await buildOption(db, poll, { parent: root, type: "Options::TextOption" })
        : root;
    const user = { token: account.publicToken, identifier: "u1" };
    const { body } = await join(poll, user);
    const vote = { voter_id: body.id, option_id: option.publicId, vote: { vote: 1 } };
    const cast = await gateway.inPoll(poll, user, "POST /votes", vote);
    expect(cast.status).toBe(201);
    return { poll, user, id: body.id as string, admin: { token: account.privateToken } };
  }

  test.each([
    ["the participant too if the account may delete participants", true, 404],
    ["not the participant if the account may not delete participants", false, 200],
  ])("by the owner removes the votes, and %s", async (_case, may, expected) => {
    const { poll, user, id } = await participation(may);
    const answer = await gateway.request(`DELETE ${at(poll, id)}`, user);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await gateway.request(`GET ${at(poll, id)}`, user)).status).toBe(expected);
    expect(await db.prisma.vote.count({ where: { pollId: poll.id } })).toBe(0);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });

  test("removes votes of all days and held votes", async () => {
    const poll = await buildOwnPoll({ vote_per_day: true });
    const options = [await buildOption(db, poll), await buildOption(db, poll)] as const;
    const { id } = (await join(poll, asUser("u1"))).body;
    const participant = await db.prisma.participant.findUniqueOrThrow({ where: { publicId: id } });
    for (const day of ["2030-06-14", "2030-06-15"]) {
      clock.set(new Date(`${day}T12:00:00Z`));
      const { status } = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
        ...asUser("u1"),
        body: { voter_id: id, option_id: options[0].publicId, vote: { vote: 1 } },
      });
      expect(status).toBe(201);
    }
    await buildHeldVote(db, options[1], participant);
    expect((await gateway.request(`DELETE ${at(poll, id)}`, asUser("u1"))).status).toBe(204);
    const where = { pollId: poll.id };
    expect([
      await db.prisma.vote.count({ where }),
      await db.prisma.heldVote.count({ where }),
    ]).toEqual([0, 0]);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });

  test("by admins of a survey removes the votes, and the remaining participant shows this", async () => {
    const { poll, user, id, admin } = await participation(false, "Polls::Survey");
    expect((await gateway.request(`DELETE ${at(poll, id)}`, admin)).status).toBe(204);
    const { body } = await gateway.request(`GET ${at(poll, id)}`, user);
    expect(body.changed_by_admin).toBe(true);
    expect(await db.prisma.vote.count({ where: { pollId: poll.id } })).toBe(0);
  });

  test("in an organization's poll follows the rights of the account that created it", async () => {
    const [creator, admin] = [await signUp(db), await signUp(db)];
    await db.prisma.account.update({
      where: { id: creator.id },
      data: { canDeleteParticipations: false },
    });
    const organization = await buildOrganization(db, { members: [[admin.id, "admin"]] });
    const deletionBy = async (createdByAccountId: bigint) => {
      const poll = await buildPoll(db, {
        ownerOrganizationId: organization.id,
        createdByAccountId,
      });
      const participant = await buildParticipant(db, poll);
      return gateway.request(`DELETE ${at(poll, participant.publicId)}`, {
        token: admin.privateToken,
        organization: organization.publicId,
      });
    };
    expect((await deletionBy(creator.id)).status).toBe(403);
    expect((await deletionBy(admin.id)).status).toBe(204);
  });

  test("by other users is 403 without a body, also by admins of an account that may not delete", async () => {
    const { poll, id, user, admin } = await participation(false);
    for (const options of [{ ...user, identifier: "u2" }, admin]) {
      const answer = await gateway.request(`DELETE ${at(poll, id)}`, options);
      expect([answer.status, answer.text]).toEqual([403, ""]);
    }
    expect((await gateway.request(`DELETE ${at(poll, "nobody")}`, admin)).status).toBe(404);
  });
});
