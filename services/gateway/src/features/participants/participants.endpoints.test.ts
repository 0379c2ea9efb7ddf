// Covers docs/reference/access.md: actors, objects-of-others
// Covers docs/reference/errors.md: codes-of-participants
// Covers docs/reference/opt-in.md: held-votes, pending-participants, when-it-applies
// Covers docs/reference/participants.md: acceptances, creation, endpoints, fields, fraudulent-participants, jury, limitation, lists, names
// Covers docs/reference/participants.md: update, visibility
// Covers docs/reference/polls.md: counts
// Covers docs/reference/requests.md: answers, paging, rate-limits
// Covers docs/reliability.md: hidden-objects, limits-under-concurrency

import type { RequestOptions } from "@polls/testing";
import { buildOption, buildParticipant, tallyDrift } from "@polls/testing";
import { answered } from "../../../testing/answered";
import { shareJoining } from "../../../testing/joining-callers";

const { clock, gateway, owner, asUser, asOwner, buildOwnPoll, join, at } = shareJoining();
const { db } = gateway;

describe("POST /polls/{poll_id}/voters", () => {
  test("responds with 201 and exactly the fields that the owner sees, and counts the participant", async () => {
    const poll = await buildOwnPoll();
    const { status, body } = await join(poll, asUser("u1"));
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      user_name: "Ada",
      changed_by_admin: false,
      created_at: "2030-06-15T12:00:00.000Z",
      updated_at: "2030-06-15T12:00:00.000Z",
      jury: false,
      additional_attributes: {},
    });
    const shown = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, asOwner());
    expect(shown.body.voters_count).toBe(1);
  });

  type RefusedCreation = [
    string,
    Readonly<Record<string, unknown>>,
    RequestOptions | undefined,
    Readonly<Record<string, unknown>>,
    object,
  ];
  // Settings: privacy_policy_for_voters, terms_for_voters
  test.each<RefusedCreation>([
    [
      "terms and privacy policy are required by their settings",
      { terms_for_voters: true, privacy_policy_for_voters: true },
      asIdentifier(),
      { user_name: "Ada", terms: 0 },
      { errors: { terms: ["must be accepted"], privacy_policy: ["must be accepted"] } },
    ],
    ...[undefined, null, ""].map(
      (invitation): RefusedCreation => [
        `a required invitation is missing (${JSON.stringify(invitation)})`,
        { participant_limitation_type: "check_invitation" },
        asIdentifier(),
        { user_name: "Ada", invitation },
        { code: "invitation_required", errors: { invitation: ["is required"] } },
      ],
    ),
    [
      "a required invitation and a name are missing",
      { participant_limitation_type: "check_invitation" },
      asIdentifier(),
      {},
      {
        code: "invalid",
        errors: { user_name: ["is required"], invitation: ["is required"] },
      },
    ],
    [
      "an invitation is not valid",
      { participant_limitation_type: "check_invitation" },
      asIdentifier(),
      { user_name: "Ada", invitation: "nonsense" },
      { code: "invitation_invalid" },
    ],
  ])("is 422 if %s", async (_case, settings, options, voter, expected) => {
    const poll = await buildOwnPoll(settings);
    const answer = await join(poll, { token: owner.publicToken, ...options }, voter);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject(expected);
    expect(await db.prisma.participant.count({ where: { pollId: poll.id } })).toBe(0);
  });

  test("is refused for a public token without an identifier", async () => {
    const poll = await buildOwnPoll();
    const { body } = await join(poll, { token: owner.publicToken });
    expect(body.code).toBe("user_identifier_required");
  });

  test("is refused in a closed poll", async () => {
    const poll = await owner.buildPoll({ status: "closed" });
    expect((await join(poll, asUser("u1"))).body.code).toBe("poll_closed");
  });

  test("with anonymize_voter_names stores no names, and all readers see generated ones", async () => {
    const poll = await buildOwnPoll({ anonymize_voter_names: true });
    const { body } = await join(poll, asUser("u1"));
    expect(body.user_name).toMatch(/^Participant [0-9a-f]{6}$/);
    const admin = await gateway.request(`GET ${at(poll, body.id)}`, asOwner());
    expect(admin.body.user_name).toBe(body.user_name);
    const row = await db.prisma.participant.findFirstOrThrow({ where: { pollId: poll.id } });
    expect(row.userName).toBeNull();
  });

  // Settings: participant_limitation_type
  test("with check_user allows exactly one of 64 concurrent creations by one user", async () => {
    const poll = await buildOwnPoll({ participant_limitation_type: "check_user" });
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => answered(() => join(poll, asUser("u1")))),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const { status, body } of answers.filter((one) => one.status !== 201)) {
      expect([status, body.code, body.voter_id]).toEqual([
        422,
        "already_participating",
        made[0]?.body.id,
      ]);
    }
  });

  test("above the budget of a poll and a client address is 429", async () => {
    const [poll, other] = [await buildOwnPoll(), await buildOwnPoll()];
    const env = { RATE_LIMIT_CREATED_PARTICIPANTS: "2" };
    const limited = await gateway.startAnother({ env });
    const asked = [];
    for (const { memberHash } of [poll, poll, poll, other]) {
      const { status, body, headers } = await limited.request(
        `POST /api/v1/polls/${memberHash}/voters`,
        { ...asUser(`u${asked.length}`), body: { voter: { user_name: "Ada" } } },
      );
      asked.push([status, body.code, headers.has("retry-after")]);
    }
    const taken = [201, undefined, false];
    const refused = [429, "too_many_participants", true];
    expect(asked).toEqual([taken, taken, refused, taken]);
  });

  test("with all polls of one account is limited to ten budgets, so new polls do not add more", async () => {
    const env = { RATE_LIMIT_CREATED_PARTICIPANTS: "1" };
    const limited = await gateway.startAnother({ env });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const { memberHash } = await buildOwnPoll();
      const line = `POST /api/v1/polls/${memberHash}/voters`;
      const body = { voter: { user_name: "Ada" } };
      statuses.push((await limited.request(line, { ...asUser(`u${n}`), body })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
  });

  test("with check_ip allows one participant per address", async () => {
    const poll = await buildOwnPoll({ participant_limitation_type: "check_ip" });
    expect((await join(poll, asUser("u1"))).status).toBe(201);
    expect((await join(poll, asUser("u2"))).body.code).toBe("address_already_participating");
  });

  test("with check_ip counts a /64 network of IPv6 as one address", async () => {
    const proxied = await gateway.startAnother({
      clock: clock.now,
      env: { TRUSTED_PROXIES: "127.0.0.0/8, ::1" },
    });
    const poll = await buildOwnPoll({ participant_limitation_type: "check_ip" });
    const joinFrom = async (address: string, identifier: string) => {
      const { status, body } = await proxied.request(
        `POST /api/v1/polls/${poll.memberHash}/voters`,
        {
          ...asUser(identifier),
          headers: { "X-Forwarded-For": address },
          body: { voter: { user_name: "Ada" } },
        },
      );
      return [status, body.code];
    };
    expect(await joinFrom("2001:db8:1:2::1", "u1")).toEqual([201, undefined]);
    const refused = [422, "address_already_participating"];
    expect(await joinFrom("2001:db8:1:2:a:b:c:d", "u2")).toEqual(refused);
    expect(await joinFrom("2001:0db8:0001:0002::1", "u3")).toEqual(refused);
    expect(await joinFrom("2001:db8:1:3::1", "u4")).toEqual([201, undefined]);
  });

  test("stores client addresses only with check_ip, under a key of the poll", async () => {
    const limited = { participant_limitation_type: "check_ip" };
    const keys: (string | null)[] = [];
    for (const settings of [{}, { participant_limitation_type: "check_user" }, limited, limited]) {
      const poll = await buildOwnPoll(settings);
      await join(poll, asUser("u1"));
      const { addressKey } = await db.prisma.participant.findFirstOrThrow({
        where: { pollId: poll.id },
      });
      keys.push(addressKey);
    }
    expect(keys).toEqual([null, null, expect.any(String), expect.any(String)]);
    expect(keys[2]).not.toBe(keys[3]);
    expect(keys.join()).not.toContain("127.0.0.1");
  });

  test("with double opt-in creates a pending participant: not counted, and 404 for others", async () => {
    const poll = await buildOwnPoll({ double_opt_in: true });
    const { status, body } = await join(poll, asUser("u1"), {
      user_name: "Ada",
      optin_email: "ada@example.org",
    });
    expect([status, body.opt_in_confirmed, body.optin_email]).toEqual([
      201,
      false,
      "ada@example.org",
    ]);
    expect((await gateway.request(`GET ${at(poll, body.id)}`, asUser("u2"))).status).toBe(404);
    expect((await gateway.request(`GET ${at(poll, body.id)}`, asOwner())).status).toBe(200);
    const shown = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, asOwner());
    expect(shown.body.voters_count).toBe(0);
  });
});

function asIdentifier(): RequestOptions | undefined {
  return { identifier: "u1" };
}

describe("a single participant", () => {
  test("has admin fields only for admins", async () => {
    const poll = await buildOwnPoll({ terms_for_voters: true });
    const { body } = await join(poll, asUser("u1"), { user_name: "Ada", terms: true });
    const other = await gateway.request(`GET ${at(poll, body.id)}`, asUser("u2"));
    expect(Object.keys(other.body).sort()).toEqual(
      ["changed_by_admin", "created_at", "id", "updated_at", "user_name"].sort(),
    );
    const admin = await gateway.request(`GET ${at(poll, body.id)}`, asOwner());
    expect(admin.body).toMatchObject({ fraudulent: false, paid: true, terms_accepted: true });
  });

  test("is 404 for others if participants are hidden", async () => {
    const poll = await buildOwnPoll({ hidden_participants: true });
    const { body } = await join(poll, asUser("u1"));
    expect((await gateway.request(`GET ${at(poll, body.id)}`, asUser("u2"))).status).toBe(404);
    expect((await gateway.request(`GET ${at(poll, body.id)}`, asUser("u1"))).status).toBe(200);
  });

  test("changes only the given fields", async () => {
    const poll = await buildOwnPoll();
    const { body } = await join(poll, asUser("u1"));
    const patch = (options: RequestOptions, voter: object) =>
      gateway.request(`PATCH ${at(poll, body.id)}`, { ...options, body: { voter } });
    expect((await patch(asUser("u1"), { user_name: "Grace" })).body.user_name).toBe("Grace");
    expect((await patch(asUser("u1"), {})).body.user_name).toBe("Grace");
    expect((await patch(asUser("u2"), { user_name: "Eve" })).status).toBe(404);
    expect((await patch(asOwner(), { user_name: "Joan" })).body.user_name).toBe("Joan");
  });

  test("that is fraudulent loses its votes from the tallies, and gets them back", async () => {
    const poll = await buildOwnPoll();
    const option = await buildOption(db, poll);
    const { body } = await join(poll, asUser("u1"));
    await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      ...asUser("u1"),
      body: { voter_id: body.id, option_id: option.publicId, vote: { vote: 1 } },
    });
    const total = async () =>
      (
        await db.prisma.optionTally.aggregate({
          where: { optionId: option.id },
          _sum: { votes: true, voters: true },
        })
      )._sum;
    const mark = (fraudulent: boolean) =>
      gateway.as(asOwner(), `PATCH ${at(poll, body.id)}`, { voter: { fraudulent } });
    const fraudulentCount = async () =>
      (await gateway.inPoll(poll, asOwner(), `GET /options/${option.publicId}`)).body
        .fraudulent_count;
    expect((await mark(true)).body.fraudulent).toBe(true);
    expect(await total()).toEqual({ votes: 0, voters: 0 });
    expect(await fraudulentCount()).toBe(1);
    const votes = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/votes`, asUser("u2"));
    expect(votes.body).toMatchObject([{ voter_id: body.id, vote: 1 }]);
    expect(await tallyDrift(db, poll.id)).toBe(0);
    await mark(false);
    expect(await fraudulentCount()).toBe(0);
    expect(await total()).toEqual({ votes: 1, voters: 1 });
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });
});

test("flags that admins set do not change updated_at, a new name does", async () => {
  const poll = await buildOwnPoll({ hidden_participants: true, jury_mode: true });
  const { body } = await join(poll, asUser("u1"));
  clock.set(new Date("2030-06-15T13:00:00Z"));
  const patch = (options: RequestOptions, voter: object) =>
    gateway.request(`PATCH ${at(poll, body.id)}`, { ...options, body: { voter } });
  const flagged = await patch(asOwner(), { fraudulent: true, jury: true });
  expect(flagged.body).toMatchObject({
    fraudulent: true,
    jury: true,
    updated_at: body.updated_at,
  });
  expect((await patch(asOwner(), { jury: false, user_name: "Eve" })).body.code).toBe(
    "not_changeable",
  );
  const renamed = await patch(asUser("u1"), { user_name: "Grace" });
  expect(renamed.body).toMatchObject({ jury: true, updated_at: "2030-06-15T13:00:00.000Z" });
  clock.set(new Date("2030-06-15T12:00:00Z"));
});

describe("GET /polls/{poll_id}/voters", () => {
  test("pages the participants that the reader could read one by one, newest first", async () => {
    const poll = await buildOwnPoll();
    for (let index = 0; index < 3; index++) await buildParticipant(db, poll);
    await buildParticipant(db, poll, { confirmedAt: null });
    const list = (options: RequestOptions, query = {}) =>
      gateway.request(`GET /api/v1/polls/${poll.memberHash}/voters`, { ...options, query });
    expect((await list(asUser("u1"))).headers.get("X-Total-Count")).toBe("3");
    const admin = await list(asOwner(), { per_page: 3, page: 2 });
    expect(admin.body).toHaveLength(1);
    expect(admin.headers.get("X-Total-Pages")).toBe("2");
    expect((await list(asUser("u1"), { per_page: 0 })).status).toBe(422);
  });
});
