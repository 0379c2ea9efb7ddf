// Covers docs/reference/votes.md: changes-by-admins, changing-a-vote, ownership, withdrawing-a-vote

import { signUp } from "../../../testing/sign-up";
import { type Scene, shareVoteScenes } from "../../../testing/vote-scenes";
import type { NewAccount } from "../accounts/create-account";

const { clock, gateway, owner, voter, scene, cast, showOption } = shareVoteScenes();
const { db } = gateway;

describe("one vote", () => {
  const at = ({ poll }: Scene, id: string) => `/api/v1/polls/${poll.memberHash}/votes/${id}`;

  test("other users read it unless the poll hides its votes", async () => {
    const open = await scene();
    const hidden = await scene({ settings: { hide_votes: true } });
    const stranger = await signUp(db);
    for (const [all, expected] of [
      [open, 200],
      [hidden, 404],
    ] as const) {
      const { body } = await cast(all);
      const read = (account: NewAccount) => gateway.as(account, `GET ${at(all, body.id)}`);
      expect((await read(stranger)).status).toBe(expected);
      expect((await read(voter)).body).toEqual(body);
      expect((await read(owner)).status).toBe(200);
    }
  });

  test("its owner changes it and the tallies follow", async () => {
    const all = await scene();
    const { body } = await cast(all);
    clock.set(new Date("2030-06-15T12:05:00Z"));
    const changed = await gateway.as(voter, `PATCH ${at(all, body.id)}`, { vote: { vote: -1 } });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...body, vote: -1, updated_at: "2030-06-15T12:05:00.000Z" });
    expect(await showOption(all)).toEqual({ votes: 1, total: -1, voters: 1 });
  });

  test("an admin changes votes of others in a voting, which marks the participant", async () => {
    const all = await scene();
    const { body } = await cast(all);
    const change = (account: NewAccount) =>
      gateway.as(account, `PATCH ${at(all, body.id)}`, { vote: { vote: -1 } });
    expect((await change(await signUp(db))).status).toBe(404);
    expect((await change(owner)).status).toBe(200);
    const participant = await db.prisma.participant.findUniqueOrThrow({
      where: { id: all.participant.id },
    });
    expect(participant.changedByAdmin).toBe(true);
  });

  test("its own value, sent by an admin, changes nothing: neither times, nor its participant, nor the results", async () => {
    const all = await scene();
    const { body } = await cast(all);
    const fingerprint = () =>
      db.prisma
        .$queryRaw`SELECT slot, ballots, xmin::text FROM poll_tallies WHERE poll_id = ${all.poll.id}`;
    const before = await fingerprint();
    clock.set(new Date("2030-06-15T12:05:00Z"));
    const same = await gateway.as(owner, `PATCH ${at(all, body.id)}`, { vote: { vote: 1 } });
    expect([same.status, same.body]).toEqual([200, body]);
    const read = await gateway.as(voter, `GET ${at(all, body.id)}`);
    expect(read.body).toEqual(body);
    const { changedByAdmin } = await db.prisma.participant.findUniqueOrThrow({
      where: { id: all.participant.id },
    });
    expect(changedByAdmin).toBe(false);
    expect(await fingerprint()).toEqual(before);
  });

  test("an admin may not in a gallery: 422", async () => {
    const all = await scene({ type: "Polls::PhotoGallery" });
    const { body } = await cast(all, { vote: 5 });
    const { status, body: refusal } = await gateway.as(owner, `PATCH ${at(all, body.id)}`, {
      vote: { vote: 1 },
    });
    expect([status, refusal.code]).toEqual([422, "not_changeable"]);
  });

  test("its owner deletes it: 204, gone, and no longer counted", async () => {
    const all = await scene();
    const { body } = await cast(all);
    const remove = () => gateway.as(voter, `DELETE ${at(all, body.id)}`);
    const answer = await remove();
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await remove()).status).toBe(404);
    expect(await showOption(all)).toEqual({ votes: 0, total: 0, voters: 0 });
    expect((await cast(all)).status).toBe(201);
  });
});

describe("a vote without its participant or option", () => {
  const needed = ["voter_id", "option_id", "vote"];
  test.each(needed)("without %s: 422 that names it", async (name) => {
    const { poll, option, participant } = await scene();
    const whole = { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: 1 } };
    const { status, body } = await gateway.inPoll(poll, voter, "POST /votes", {
      ...whole,
      [name]: undefined,
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
  });
});
