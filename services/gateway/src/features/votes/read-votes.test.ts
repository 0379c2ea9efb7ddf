// Covers docs/reference/access.md: objects-of-others, poll-password
// Covers docs/reference/requests.md: ids, paging
// Covers docs/reference/votes.md: consistency, reading-votes

import { buildOption, buildParticipant } from "@polls/testing";
import { signUp } from "../../../testing/sign-up";
import { storeVotes } from "../../../testing/store-votes";
import { keyOf, shareVoteScenes } from "../../../testing/vote-scenes";
import type { NewAccount } from "../accounts/create-account";

const { gateway, owner, voter, scene, cast } = shareVoteScenes();
const { db } = gateway;

describe("GET /polls/{poll_id}/votes", () => {
  test("lists the votes that the reader could read one by one, newest first", async () => {
    const all = await scene({ settings: { hide_votes: true } });
    const second = await buildOption(db, all.poll);
    const stranger = await signUp(db);
    const other = await buildParticipant(db, all.poll, { ownerKey: keyOf(stranger) });
    const one = await cast(all);
    const two = await cast({ ...all, option: second });
    await cast({ ...all, participant: other }, { vote: -1 }, { token: stranger.privateToken });
    const list = (account: NewAccount) => gateway.inPoll(all.poll, account, "GET /votes");
    const mine = await list(voter);
    expect(mine.body.map(({ id }: { id: string }) => id)).toEqual([two.body.id, one.body.id]);
    expect(mine.headers.get("X-Total-Count")).toBe("2");
    expect((await list(owner)).headers.get("X-Total-Count")).toBe("3");
  });

  test("filters find votes of a participant or on an option, under hidden_participants the reader's own", async () => {
    const all = await scene();
    const second = await buildOption(db, all.poll);
    const other = await buildParticipant(db, all.poll, { ownerKey: keyOf(owner) });
    await storeVotes(db, all.poll, [
      { by: all.participant, on: all.option, value: 1 },
      { by: all.participant, on: second, value: 1 },
      { by: other, on: second, value: 1 },
    ]);
    const found = async (query: Record<string, string>, { privateToken }: NewAccount) => {
      const path = `GET /api/v1/polls/${all.poll.memberHash}/votes`;
      const { body } = await gateway.request(path, { token: privateToken, query });
      return body.length;
    };
    expect(await found({ option_id: second.publicId }, voter)).toBe(2);
    expect(await found({ voter_id: other.publicId }, voter)).toBe(1);
    expect(await found({ voter_id: other.publicId, option_id: all.option.publicId }, voter)).toBe(
      0,
    );
    await gateway.inPoll(all.poll, owner, "PATCH", { poll: { hidden_participants: true } });
    expect(await found({ voter_id: other.publicId }, voter)).toBe(0);
    expect(await found({ voter_id: all.participant.publicId }, voter)).toBe(2);
    expect(await found({ voter_id: other.publicId }, owner)).toBe(1);
  });

  test("a comparison with a hidden option is in no member's list, and not found", async () => {
    const { poll, option, participant } = await scene({ type: "Polls::PairwiseComparison" });
    const loser = await buildOption(db, poll, { archived: true });
    await storeVotes(db, poll, [{ by: participant, on: option, over: loser, value: 1 }]);
    const path = `GET /api/v1/polls/${poll.memberHash}/votes`;
    const all = await gateway.as(owner, path);
    const id = all.body[0].id;
    const read = async ({ privateToken: token }: NewAccount) => {
      const list = await gateway.request(path, { token });
      const one = await gateway.request(`${path}/${id}`, { token });
      return [list.body.length, one.status];
    };
    expect(await read(await signUp(db))).toEqual([0, 404]);
    expect(await read(voter)).toEqual([1, 200]);
    expect(await read(owner)).toEqual([1, 200]);
  });

  test("votes of others on a closed door are in no member's list, and not found", async () => {
    const { poll, participant } = await scene({ type: "Polls::AdventCalendar" });
    const startDate = new Date("2999-12-01T00:00:00Z");
    const doors = [await buildOption(db, poll), await buildOption(db, poll, { startDate })];
    await storeVotes(
      db,
      poll,
      doors.map((on) => ({ by: participant, on, value: 1 })),
    );
    const path = `GET /api/v1/polls/${poll.memberHash}/votes`;
    const all = await gateway.as(owner, path);
    const closed = doors[1]?.publicId ?? "";
    const id = all.body.find((vote: { option_id: string }) => vote.option_id === closed).id;
    const read = async ({ privateToken: token }: NewAccount) => {
      const list = await gateway.request(path, { token });
      const onDoor = await gateway.request(path, { token, query: { option_id: closed } });
      const one = await gateway.request(`${path}/${id}`, { token });
      const total = onDoor.headers.get("X-Total-Count");
      return [list.body.length, onDoor.body.length, total, one.status];
    };
    expect(await read(await signUp(db))).toEqual([1, 0, "0", 404]);
    expect(await read(voter)).toEqual([2, 1, "1", 200]);
    expect(await read(owner)).toEqual([2, 1, "1", 200]);
  });

  // Settings: hide_options
  test("under hide_options one reads others' votes on one's own options", async () => {
    const all = await scene({ settings: { hide_options: true } });
    const stranger = await signUp(db);
    const own = await buildOption(db, all.poll, { ownerKey: keyOf(stranger) });
    await storeVotes(db, all.poll, [
      { by: all.participant, on: all.option, value: 1 },
      { by: all.participant, on: own, value: 1 },
    ]);
    const { body } = await gateway.inPoll(all.poll, stranger, "GET /votes");
    expect(body.map((vote: { option_id: string }) => vote.option_id)).toEqual([own.publicId]);
  });

  test("votes under a step that is hidden are in no member's list, as they are not found one by one", async () => {
    const survey = await owner.buildPoll({ type: "Polls::Survey" });
    const step = await buildOption(db, survey, { settings: { survey_step_type: "vote" } });
    const answer = await buildOption(db, survey, { type: "Options::TextOption", parent: step });
    const participant = await buildParticipant(db, survey, { ownerKey: keyOf(voter) });
    const vote = await cast({ poll: survey, option: answer, participant });
    const stranger = await signUp(db);
    const path = `GET /api/v1/polls/${survey.memberHash}/votes`;
    const read = async (account: NewAccount) => {
      const list = await gateway.as(account, path);
      const one = await gateway.as(account, `${path}/${vote.body.id}`);
      return [list.headers.get("X-Total-Count"), list.body.length, one.status];
    };
    expect(await read(stranger)).toEqual(["1", 1, 200]);
    await db.prisma.option.update({ where: { id: step.id }, data: { archived: true } });
    expect(await read(stranger)).toEqual(["0", 0, 404]);
    expect(await read(owner)).toEqual(["1", 1, 200]);
  });
});
