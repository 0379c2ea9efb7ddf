// Covers docs/reference/errors.md: codes-of-votes
// Covers docs/reference/mails.md: participants
// Covers docs/reference/participants.md: places

import { buildOption, type buildPoll, fakeClock } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { runTasks } from "../../maintenance/start-maintenance";
import { erasePerson } from "../people/erase-person";

const clock = fakeClock("2030-06-15T12:00:00Z");
/** Its account may delete participants, so that records go with their votes. */
const gateway = shareGateway({ clock: clock.now });
const owner = shareAccount(gateway);
const deleter = shareAccount(gateway);
const { db } = gateway;
beforeAll(async () => {
  for (const [{ id }, canDeleteParticipations] of [
    [owner, false],
    [deleter, true],
  ] as const) {
    await db.prisma.account.update({ where: { id }, data: { canDeleteParticipations } });
  }
});

type Poll = Awaited<ReturnType<typeof buildPoll>>;
const limited = (limit: number, settings: object = {}, by = owner, more: object = {}) =>
  by.buildPoll({
    settings: { vote_type: "Votes::UpVote", participant_limit: limit, ...settings },
    ...more,
  });
const asUser = (identifier: string, by = owner) => ({ token: by.publicToken, identifier });
const asAdmin = (by = owner) => ({ token: by.privateToken });
const path = ({ memberHash }: Poll) => `/api/v1/polls/${memberHash}`;

const join = async (poll: Poll, identifier: string, by = owner, voter: object = {}) => {
  const body = { voter: { user_name: identifier, ...voter } };
  const answer = await gateway.as(asUser(identifier, by), `POST ${path(poll)}/voters`, body);
  expect(answer.status).toBe(201);
  return answer.body;
};
const show = async (poll: Poll, id: string, reader: object) =>
  (await gateway.request(`GET ${path(poll)}/voters/${id}`, reader)).body;
const remove = (poll: Poll, id: string, by: object) =>
  gateway.request(`DELETE ${path(poll)}/voters/${id}`, by);
const change = (poll: Poll, fields: object, by = owner) =>
  gateway.as(asAdmin(by), `PATCH /api/v1/polls/${poll.adminHash}`, { poll: fields });
const placesOf = async (poll: Poll) =>
  (
    await db.prisma.participant.findMany({ where: { pollId: poll.id }, orderBy: { id: "asc" } })
  ).map(({ userName, place }) => `${userName} ${place}`);

describe("a participant of a poll with participant_limit", () => {
  test("has a place while there are some, and is told its position on the list else", async () => {
    const poll = await limited(1);
    const [ada, bob, eve] = [
      await join(poll, "Ada"),
      await join(poll, "Bob"),
      await join(poll, "Eve"),
    ];
    expect(ada).toMatchObject({ place: "taken" });
    expect(ada).not.toHaveProperty("waiting_position");
    expect(bob).toMatchObject({ place: "waiting", waiting_position: 1 });
    expect(eve).toMatchObject({ place: "waiting", waiting_position: 2 });
    expect(await show(poll, eve.id, asAdmin())).toMatchObject({ waiting_position: 2 });
    const other = await show(poll, eve.id, asUser("Ada"));
    expect(other).not.toHaveProperty("place");
    expect(other).not.toHaveProperty("waiting_position");
  });

  test("learns nothing of places where they are not limited", async () => {
    const poll = await owner.buildPoll();
    expect(await join(poll, "Ada")).not.toHaveProperty("place");
  });

  test("keeps its position from admins where names are anonymous", async () => {
    const poll = await limited(1, { anonymize_voter_names: true });
    await join(poll, "Ada", owner, { user_name: undefined });
    const bob = await join(poll, "Bob", owner, { user_name: undefined });
    expect(bob.waiting_position).toBe(1);
    const seen = await show(poll, bob.id, asAdmin());
    expect(seen.place).toBe("waiting");
    expect(seen).not.toHaveProperty("waiting_position");
  });

  test("that waits cannot vote in any way, nor if votes are sold or the address is not confirmed", async () => {
    for (const settings of [
      {},
      { voting_fee_type: "voting_sell_votes", voting_fee: 100 },
      { double_opt_in: true },
    ]) {
      const poll = await limited(1, settings);
      const { publicId: option_id } = await buildOption(db, poll);
      const mail = (name: string) =>
        "double_opt_in" in settings ? { optin_email: `${name}@example.net` } : {};
      await join(poll, "Ada", owner, mail("ada"));
      const { id: voter_id } = await join(poll, "Bob", owner, mail("bob"));
      const one = { voter_id, option_id, vote: { vote: 1 } };
      const ways = [
        await gateway.request(`POST ${path(poll)}/votes`, { ...asUser("Bob"), body: one }),
        await gateway.as(asUser("Bob"), `POST ${path(poll)}/votes/batch`, { votes: [one] }),
      ];
      expect(ways[0]).toMatchObject({
        status: 422,
        body: {
          code: "waiting_for_place",
          errors: { base: ["The participant waits for a place in this poll"] },
        },
      });
      expect(JSON.stringify(ways[1]?.body)).toContain("waiting_for_place");
      expect(await db.prisma.vote.count({ where: { pollId: poll.id } })).toBe(0);
      expect(await db.prisma.heldVote.count({ where: { pollId: poll.id } })).toBe(0);
    }
  });

  test("that an admin imports waits too", async () => {
    const poll = await limited(1);
    const answer = await gateway.request(`POST ${path(poll)}/import`, {
      ...asAdmin(),
      body: { kind: "participants", csv: "user_name\nAda\nBob\n" },
    });
    expect(answer.body.created).toHaveLength(2);
    expect(await placesOf(poll)).toEqual(["Ada taken", "Bob waiting"]);
  });

  test("is the only one of many at once who gets the last place", async () => {
    const poll = await limited(3);
    await Promise.all(Array.from({ length: 12 }, (_, at) => join(poll, `user ${at}`)));
    const where = { pollId: poll.id, place: "taken" };
    expect(await db.prisma.participant.count({ where })).toBe(3);
  });
});

describe("a free place", () => {
  const full = async (settings: object = {}, by = owner) => {
    const poll = await limited(1, settings, by);
    const people = [
      await join(poll, "Ada", by),
      await join(poll, "Bob", by),
      await join(poll, "Eve", by),
    ];
    return { poll, ids: people.map(({ id }) => id as string) };
  };

  test("goes to the first of the list when a participant is deleted, who can then vote", async () => {
    const { poll, ids } = await full({}, deleter);
    const { publicId: option_id } = await buildOption(db, poll);
    expect((await remove(poll, ids[0] ?? "", asAdmin(deleter))).status).toBe(204);
    expect(await placesOf(poll)).toEqual(["Bob taken", "Eve waiting"]);
    const cast = await gateway.request(`POST ${path(poll)}/votes`, {
      ...asUser("Bob", deleter),
      body: { voter_id: ids[1], option_id, vote: { vote: 1 } },
    });
    expect(cast.status).toBe(201);
    expect(await show(poll, ids[2] ?? "", asUser("Eve", deleter))).toMatchObject({
      waiting_position: 1,
    });
  });

  test("does not arise when a waiting participant leaves", async () => {
    const { poll, ids } = await full({}, deleter);
    await remove(poll, ids[1] ?? "", asUser("Bob", deleter));
    expect(await placesOf(poll)).toEqual(["Ada taken", "Eve waiting"]);
  });

  test("goes on when a participant withdraws whose record stays, and who may take part again", async () => {
    const { poll, ids } = await full({ participant_limitation_type: "check_user" });
    const { publicId: option_id } = await buildOption(db, poll);
    expect((await remove(poll, ids[0] ?? "", asUser("Ada"))).status).toBe(204);
    expect(await placesOf(poll)).toEqual(["Ada given_up", "Bob taken", "Eve waiting"]);
    const cast = await gateway.request(`POST ${path(poll)}/votes`, {
      ...asUser("Ada"),
      body: { voter_id: ids[0], option_id, vote: { vote: 1 } },
    });
    expect(cast).toMatchObject({ status: 422, body: { code: "place_given_up" } });
    expect(await join(poll, "Ada")).toMatchObject({ place: "waiting", waiting_position: 2 });
  });

  test("goes on when a person is erased", async () => {
    const poll = await limited(1, { double_opt_in: true });
    const mail = (name: string) => ({ optin_email: `${name}@example.net` });
    const { id } = await join(poll, "Ada", owner, mail("erased"));
    await join(poll, "Bob", owner, mail("bob"));
    const where = { publicId: id };
    await db.prisma.participant.update({ where, data: { confirmedAt: clock.now() } });
    await erasePerson([db], "erased@example.net", clock.now());
    expect(await placesOf(poll)).toEqual(["Bob taken"]);
  });

  // Settings: participant_limit
  test("arises when the limit is raised; all have one when it goes", async () => {
    const { poll } = await full();
    expect((await change(poll, { participant_limit: 2 })).status).toBe(200);
    expect(await placesOf(poll)).toEqual(["Ada taken", "Bob taken", "Eve waiting"]);
    expect((await change(poll, { participant_limit: 1 })).status).toBe(200);
    expect(await placesOf(poll)).toEqual(["Ada taken", "Bob taken", "Eve waiting"]);
    expect((await change(poll, { participant_limit: null })).status).toBe(200);
    expect(await placesOf(poll)).toEqual(["Ada taken", "Bob taken", "Eve taken"]);
  });

  test("of a closed poll is filled when it opens again", async () => {
    const { poll, ids } = await full({}, deleter);
    await change(poll, { status: "closed" }, deleter);
    await remove(poll, ids[0] ?? "", asAdmin(deleter));
    expect(await placesOf(poll)).toEqual(["Bob waiting", "Eve waiting"]);
    await change(poll, { status: "active" }, deleter);
    expect(await placesOf(poll)).toEqual(["Bob taken", "Eve waiting"]);
  });

  test("goes to one each when several participants leave at once, while others come", async () => {
    const poll = await limited(4, {}, deleter);
    const ids: string[] = [];
    for (let at = 0; at < 8; at += 1) ids.push((await join(poll, `user ${at}`, deleter)).id);
    await Promise.all([
      ...ids.slice(0, 5).map((id) => remove(poll, id, asAdmin(deleter))),
      ...[8, 9].map((at) => join(poll, `user ${at}`, deleter)),
    ]);
    expect(await placesOf(poll)).toEqual([
      ...["user 5 taken", "user 6 taken", "user 7 taken"],
      expect.stringMatching(/taken$/),
      expect.stringMatching(/waiting$/),
    ]);
  });
});

describe("a participant who moves up", () => {
  const maintain = () => runTasks({ ...gateway.deps, keys: gateway.deps.config.keys });
  const moved = async (settings: object, confirmedAt: Date | null) => {
    const poll = await limited(1, { double_opt_in: true, ...settings }, deleter);
    const mail = (name: string) => ({ optin_email: `${name}@example.net` });
    const first = await join(poll, "Ada", deleter, mail(`ada-${poll.id}`));
    const second = await join(poll, "Bob", deleter, mail(`bob-${poll.id}`));
    await db.prisma.participant.update({ where: { publicId: second.id }, data: { confirmedAt } });
    await gateway.as(asAdmin(deleter), "POST /api/v1/webhooks", {
      webhook: { url: "https://hook.example/", events: ["participant.moved_up"] },
    });
    await remove(poll, first.id, asAdmin(deleter));
    await maintain();
    await maintain();
    const mails = await db.prisma.mail.findMany({
      where: { kind: "moved_up", participant: { pollId: poll.id } },
    });
    const events = await db.prisma.webhookEvent.findMany({
      where: { pollId: poll.id, type: "participant.moved_up" },
    });
    return { poll, second, mails, events };
  };

  // Events: participant.moved_up
  test("gets one mail to a confirmed address, and causes one event", async () => {
    const { poll, second, mails, events } = await moved({}, clock.now());
    expect(mails).toMatchObject([{ address: `bob-${poll.id}@example.net`, state: "queued" }]);
    expect(events).toMatchObject([{ type: "participant.moved_up", subjectId: second.id }]);
  });

  test("gets no mail to an address that is not confirmed", async () => {
    expect((await moved({}, null)).mails).toEqual([]);
  });

  test("is not named by the event where names are anonymous", async () => {
    const { events } = await moved({ anonymize_voter_names: true }, clock.now());
    expect(events).toMatchObject([{ subjectId: null }]);
  });
});

test.each([
  [{ voting_fee: 500 }, "voting_fee"],
  [{ voting_fee: 500, voting_fee_type: "voting_donation" }, "voting_fee_type"],
])("a limit contradicts %j", async (fee, name) => {
  const poll = await limited(1);
  expect(await change(poll, fee)).toMatchObject({
    status: 422,
    body: { errors: { [name]: ["contradicts participant_limit"] } },
  });
});
