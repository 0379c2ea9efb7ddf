// Covers docs/reference/webhooks.md: changing, opened-and-closed, votes

import { buildOption, buildPoll } from "@polls/testing";
import { NOW, path, shareWebhooks, url } from "../../../testing/share-webhooks";
import { signUp } from "../../../testing/sign-up";
import { storeVotes } from "../../../testing/store-votes";

const { gateway, make, anotherUrl } = shareWebhooks();

describe("watched polls", () => {
  const watched = async (pollIds: readonly bigint[]) =>
    gateway.db.prisma.webhookWatch.findMany({ where: { pollId: { in: [...pollIds] } } });

  test("include the polls of a new webhook, and later new polls of its owner", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const before = await buildPoll(gateway.db, { ownerAccountId: id });
    const stranger = await buildPoll(gateway.db);
    expect((await make(token, { url })).status).toBe(201);
    const poll = { poll: { title: "Where do we eat" } };
    const { body } = await gateway.request("POST /api/v1/polls", { token, body: poll });
    const after = await gateway.db.prisma.poll.findUniqueOrThrow({
      where: { memberHash: body.member_hash },
    });
    const rows = await watched([before.id, stranger.id, after.id]);
    expect(rows.map(({ pollId }) => pollId)).toEqual([before.id, after.id]);
    expect(rows.map(({ fingerprint }) => fingerprint)).toEqual([null, null]);
  });

  test("are only one for a webhook for one poll, and none for a webhook for other events", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const [one, other] = [
      await buildPoll(gateway.db, { ownerAccountId: id }),
      await buildPoll(gateway.db, { ownerAccountId: id }),
    ];
    await make(token, { url, events: ["poll.updated"] });
    expect(await watched([one.id, other.id])).toEqual([]);
    await make(token, { url: anotherUrl(), poll_id: one.memberHash });
    expect(await watched([one.id, other.id])).toMatchObject([{ pollId: one.id }]);
  });

  test("are checked soon if a new webhook subscribes to an idle one; an unchecked one keeps its start", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const begun = new Date(NOW.getTime() - 3_600_000);
    const later = new Date(NOW.getTime() + 60_000);
    const fingerprints = ["seen", null];
    const polls = [];
    for (const fingerprint of fingerprints) {
      const poll = await buildPoll(gateway.db, { ownerAccountId: id, createdAt: begun });
      polls.push(poll.id);
      await gateway.db.prisma.webhookWatch.create({
        data: { pollId: poll.id, fingerprint, changedAt: begun, nextCheckAt: later },
      });
    }
    await make(token, { url });
    expect(
      (await watched(polls)).map(({ changedAt, nextCheckAt }) => [changedAt, nextCheckAt]),
    ).toEqual([
      [NOW, NOW],
      [begun, NOW],
    ]);
  });
});

describe("followed polls", () => {
  const cursorsOf = async (...pollIds: readonly bigint[]) =>
    (
      await gateway.db.prisma.webhookCursor.findMany({
        where: { pollId: { in: [...pollIds] } },
        orderBy: [{ pollId: "asc" }, { kind: "asc" }],
      })
    ).map(({ pollId, kind, position }) => [pollIds.indexOf(pollId), kind, position]);
  const votesEvents = ["vote.cast"];
  const phaseEvents = ["poll.opened", "poll.closed"];
  const change = (token: string, id: string, webhook: object) =>
    gateway.request(`PATCH ${path}/${id}`, { token, body: { webhook } });

  test("include the polls of a new webhook, and later new polls of its owner, from that time on", async () => {
    const { privateToken: token, id: ownerAccountId } = await signUp(gateway.db);
    const open = await buildPoll(gateway.db, { ownerAccountId });
    const closed = await buildPoll(gateway.db, { ownerAccountId, status: "closed" });
    const waiting = await buildPoll(gateway.db, {
      ownerAccountId,
      settings: { start_date_voting: new Date(NOW.getTime() + 1).toISOString() },
    });
    await storeVotes(gateway.db, open, [{ on: await buildOption(gateway.db, open), value: 1 }]);
    const { id } = await gateway.db.prisma.vote.update({
      where: {
        id: (await gateway.db.prisma.vote.findFirstOrThrow({ where: { pollId: open.id } })).id,
      },
      data: { createdAt: new Date(NOW.getTime() - 1) },
    });
    expect((await make(token, { url })).status).toBe(201);
    const { body } = await gateway.as({ token }, "POST /api/v1/polls", {
      poll: { title: "Where do we eat" },
    });
    const after = await gateway.db.prisma.poll.findUniqueOrThrow({
      where: { memberHash: body.member_hash },
    });
    expect(await cursorsOf(open.id, closed.id, waiting.id, after.id)).toEqual([
      [0, "phase", "open"],
      [0, "votes", String(id)],
      [1, "phase", "closed"],
      [1, "votes", "0"],
      [2, "phase", "waiting"],
      [2, "votes", "0"],
      [3, "phase", "open"],
      [3, "votes", "0"],
    ]);
  });

  test("are followed by what a webhook subscribes to, and a second webhook does not move the first cursor", async () => {
    const { privateToken: token, id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    const { body: first } = await make(token, { url, events: ["poll.updated"] });
    expect(await cursorsOf(poll.id)).toEqual([]);
    await change(token, first.id, { events: phaseEvents });
    expect(await cursorsOf(poll.id)).toEqual([[0, "phase", "open"]]);
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { status: "closed" } });
    await make(token, { url: anotherUrl(), events: [...votesEvents, "poll.closed"] });
    await change(token, first.id, { events: [...phaseEvents, ...votesEvents] });
    expect(await cursorsOf(poll.id)).toEqual([
      [0, "phase", "open"],
      [0, "votes", "0"],
    ]);
  });

  test("skip everything that happens while no webhook is enabled", async () => {
    const { privateToken: token, id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    const { body } = await make(token, { url, events: phaseEvents });
    await change(token, body.id, { status: "off" });
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { status: "closed" } });
    await change(token, body.id, { status: "on" });
    expect(await cursorsOf(poll.id)).toEqual([[0, "phase", "closed"]]);
  });

  test("are checked for their phase soon after a change", async () => {
    const { privateToken: token, id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    await make(token, { url, events: phaseEvents });
    const where = { pollId: poll.id };
    const data = { nextCheckAt: new Date(NOW.getTime() + 60_000) };
    await gateway.db.prisma.webhookCursor.updateMany({ where, data });
    const closing = { token, body: { poll: { status: "closed" } } };
    expect((await gateway.inPoll(poll, closing, "PATCH")).status).toBe(200);
    expect(await gateway.db.prisma.webhookCursor.findFirstOrThrow({ where })).toMatchObject({
      position: "open",
      nextCheckAt: NOW,
    });
  });
});
