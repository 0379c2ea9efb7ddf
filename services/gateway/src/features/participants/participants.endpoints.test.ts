// Covers docs/reference/access.md: actors, objects-of-others
// Covers docs/reference/accounts.md: capabilities
// Covers docs/reference/errors.md: codes-of-participants
// Covers docs/reference/opt-in.md: held-votes, pending-participants, when-it-applies
// Covers docs/reference/options.md: branching
// Covers docs/reference/participants.md: acceptances, complete, creation, deletion, endpoints, fields
// Covers docs/reference/participants.md: fraudulent-participants, jury, limitation, lists, names, required-votes
// Covers docs/reference/participants.md: update, visibility
// Covers docs/reference/polls.md: counts
// Covers docs/reference/ratings.md: counting-votes
// Covers docs/reference/requests.md: answers, paging, rate-limits
// Covers docs/reference/votes.md: abstentions, least-number-of-votes
// Covers docs/reliability.md: hidden-objects, limits-under-concurrency

import type { Db } from "@polls/db/connection";
import { tallyDrift } from "@polls/db/counts";
import {
  buildOption,
  buildOrganization,
  buildParticipant,
  buildPoll,
  createTestDatabase,
  fakeClock,
} from "@polls/testing";
import { answered } from "../../../testing/answered";
import { signUp } from "../../../testing/sign-up";
import { startGateway, type TestGateway } from "../../../testing/start-gateway";
import type { NewAccount } from "../accounts/create-account";

let gateway: TestGateway;
let db: Db;
let owner: NewAccount;
const clock = fakeClock(new Date("2030-06-15T12:00:00Z"));

beforeAll(async () => {
  gateway = await startGateway(await createTestDatabase(), { clock: clock.now });
  db = gateway.db;
  owner = await signUp(db);
});
afterAll(() => gateway.close());

/** An anonymous user of the owner's public token. */
const asUser = (identifier: string) => ({ token: owner.publicToken, identifier });
const asOwner = () => ({ token: owner.privateToken });
const buildOwnPoll = (settings: Readonly<Record<string, unknown>> = {}, type = "Polls::Voting") =>
  buildPoll(db, { ownerAccountId: owner.id, settings, type });

type Sent = Parameters<TestGateway["request"]>[1];
const join = (
  poll: { readonly memberHash: string },
  options: Sent,
  voter: Readonly<Record<string, unknown>> = { user_name: "Ada" },
) =>
  gateway.request(`POST /api/v1/polls/${poll.memberHash}/voters`, { ...options, body: { voter } });
const at = (poll: { readonly memberHash: string }, id: string) =>
  `/api/v1/polls/${poll.memberHash}/voters/${id}`;

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

  test.each<
    [string, Readonly<Record<string, unknown>>, Sent, Readonly<Record<string, unknown>>, object]
  >([
    [
      "a required name is missing",
      {},
      asIdentifier(),
      {},
      { errors: { user_name: ["is required"] } },
    ],
    [
      "terms and privacy policy are required by their settings",
      { terms_for_voters: true, privacy_policy_for_voters: true },
      asIdentifier(),
      { user_name: "Ada", terms: 0 },
      { errors: { terms: ["must be accepted"], privacy_policy: ["must be accepted"] } },
    ],
    [
      "an address is outside of the allowed domains",
      { double_opt_in: true, restricted_double_opt_in_domains: ["example.org"] },
      asIdentifier(),
      { user_name: "Ada", optin_email: "ada@example.com" },
      { errors: { optin_email: ["must be an address of example.org"] } },
    ],
    [
      "a field is unknown",
      {},
      asIdentifier(),
      { user_name: "Ada", rank: 1 },
      { errors: { rank: ["is not a known field"] } },
    ],
    [
      "a required invitation is missing",
      { participant_limitation_type: "check_invitation" },
      asIdentifier(),
      { user_name: "Ada" },
      { errors: { invitation: ["is required"] } },
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
    const poll = await buildPoll(db, { ownerAccountId: owner.id, status: "closed" });
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
    const limited = await startGateway({ url: gateway.deps.config.databaseUrl }, { env });
    try {
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
    } finally {
      await limited.close();
    }
  });

  test("with all polls of one account is limited to ten budgets, so new polls do not add more", async () => {
    const env = { RATE_LIMIT_CREATED_PARTICIPANTS: "1" };
    const limited = await startGateway({ url: gateway.deps.config.databaseUrl }, { env });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 12; n++) {
        const { memberHash } = await buildOwnPoll();
        const line = `POST /api/v1/polls/${memberHash}/voters`;
        const body = { voter: { user_name: "Ada" } };
        statuses.push((await limited.request(line, { ...asUser(`u${n}`), body })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
    } finally {
      await limited.close();
    }
  });

  test("with check_ip allows one participant per address", async () => {
    const poll = await buildOwnPoll({ participant_limitation_type: "check_ip" });
    expect((await join(poll, asUser("u1"))).status).toBe(201);
    expect((await join(poll, asUser("u2"))).body.code).toBe("address_already_participating");
  });

  test("with check_ip counts a /64 network of IPv6 as one address", async () => {
    const proxied = await startGateway(
      { url: gateway.deps.config.databaseUrl },
      { clock: clock.now, env: { TRUSTED_PROXIES: "127.0.0.0/8, ::1" } },
    );
    try {
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
    } finally {
      await proxied.close();
    }
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

function asIdentifier(): Sent {
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
    const patch = (options: Sent, voter: object) =>
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
      gateway.request(`PATCH ${at(poll, body.id)}`, {
        ...asOwner(),
        body: { voter: { fraudulent } },
      });
    const fraudulentCount = async () =>
      (
        await gateway.request(
          `GET /api/v1/polls/${poll.memberHash}/options/${option.publicId}`,
          asOwner(),
        )
      ).body.fraudulent_count;
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
  const patch = (options: Sent, voter: object) =>
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

test("required votes are complete with a vote or an abstention on each votable option, and all dots spent", async () => {
  const poll = await buildOwnPoll({
    option_vote_requirement: "all_options",
    require_all_dots: true,
    vote_type: "Votes::DotVote",
    vote_limit_per_voter: 5,
  });
  const options = [await buildOption(db, poll), await buildOption(db, poll)] as const;
  await buildOption(db, poll, { archived: true });
  await buildOption(db, poll, { type: "Options::OptionCategory" });
  const { id } = (await join(poll, asUser("u1"))).body;
  const complete = async () =>
    (await gateway.request(`GET ${at(poll, id)}`, asOwner())).body.required_option_votes_complete;
  const vote = (on: 0 | 1, vote: number | null) =>
    gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      ...asUser("u1"),
      body: { voter_id: id, option_id: options[on].publicId, vote: { vote } },
    });
  const first = await vote(0, 4);
  expect([first.status, await complete()]).toEqual([201, false]);
  expect([(await vote(1, null)).status, await complete()]).toEqual([201, false]);
  const change = `PATCH /api/v1/polls/${poll.memberHash}/votes/${first.body.id}`;
  await gateway.request(change, { ...asUser("u1"), body: { vote: { vote: 5 } } });
  expect(await complete()).toBe(true);
});

describe("DELETE /polls/{poll_id}/voters/{id}", () => {
  async function participation(canDeleteParticipations: boolean, type = "Polls::Voting") {
    const account = await signUp(db);
    await db.prisma.account.update({
      where: { id: account.id },
      data: { canDeleteParticipations },
    });
    const poll = await buildPoll(db, { ownerAccountId: account.id, type });
    const root = await buildOption(db, poll, { settings: { survey_step_type: "vote" } });
    const option =
      type === "Polls::Survey"
        ? await buildOption(db, poll, { parent: root, type: "Options::TextOption" })
        : root;
    const user = { token: account.publicToken, identifier: "u1" };
    const { body } = await join(poll, user);
    const vote = { voter_id: body.id, option_id: option.publicId, vote: { vote: 1 } };
    const cast = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      ...user,
      body: vote,
    });
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
    await db.prisma.heldVote.create({
      data: {
        publicId: `held-${id}`,
        pollId: poll.id,
        participantId: participant.id,
        optionId: options[1].id,
        type: "Votes::BooleanVote",
        value: 1,
      },
    });
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

test("a survey is complete without skipped steps, whose votes are accepted anyway", async () => {
  const poll = await buildOwnPoll({}, "Polls::Survey");
  const settings = { survey_step_type: "vote", require_vote: true };
  const answerUnder = async (data?: Readonly<Record<string, unknown>>) => {
    const step = await buildOption(db, poll, { settings, ...(data && { data }) });
    return buildOption(db, poll, { parent: step, type: "Options::TextOption" });
  };
  const first = await answerUnder();
  const when = { option_id: first.publicId, vote: 1 };
  const second = await answerUnder({ branch: { rules: [{ when, action: "skip" }] } });
  const { id } = (await join(poll, asUser("u1"))).body;
  const answer = ({ publicId }: { readonly publicId: string }, vote: number) =>
    gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      ...asUser("u1"),
      body: { voter_id: id, option_id: publicId, vote: { vote } },
    });
  const complete = async () =>
    (await gateway.request(`GET ${at(poll, id)}`, asUser("u1"))).body.complete;
  expect(await complete()).toBe(false);
  expect((await answer(first, 1)).status).toBe(201);
  expect(await complete()).toBe(true);
  expect((await answer(second, 1)).status).toBe(201);
});

test("a client may set a survey to complete once no mandatory answer is missing", async () => {
  const poll = await buildOwnPoll({}, "Polls::Survey");
  const stepOf = (survey_step_type: string) =>
    buildOption(db, poll, { settings: { survey_step_type } });
  const inputOf = async (facts: Parameters<typeof buildOption>[2]) =>
    buildOption(db, poll, {
      parent: await stepOf("input"),
      type: "Options::InputOption",
      ...facts,
    });
  const mandatory = await inputOf({ settings: { mandatory: true } });
  await inputOf({ settings: { mandatory: true }, archived: true });
  await buildOption(db, poll, { parent: await stepOf("vote"), type: "Options::TextOption" });
  const { id } = (await join(poll, asUser("u1"))).body;
  const report = () =>
    gateway.request(`PATCH ${at(poll, id)}`, {
      ...asUser("u1"),
      body: { voter: { complete: true } },
    });
  const early = await report();
  expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ["complete"]]);
  const abstention = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
    ...asUser("u1"),
    body: { voter_id: id, option_id: mandatory.publicId, vote: { vote_text: "" } },
  });
  expect(abstention.status).toBe(201);
  const { body } = await gateway.request(`GET ${at(poll, id)}`, asUser("u1"));
  expect(body.complete).toBe(false);
  expect((await report()).body.complete).toBe(true);
});

test("a survey is not complete before the least number of votes, and the refusal says how many are missing", async () => {
  const poll = await buildOwnPoll({}, "Polls::Survey");
  const step = await buildOption(db, poll, {
    settings: {
      survey_step_type: "vote",
      survey_step_vote_type: "Votes::UpVote",
      survey_step_vote_limit_per_voter_min: 2,
    },
  });
  const below = () => buildOption(db, poll, { parent: step, type: "Options::TextOption" });
  const options = [await below(), await below(), await below()];
  const { id } = (await join(poll, asUser("u1"))).body;
  const report = () =>
    gateway.request(`PATCH ${at(poll, id)}`, {
      ...asUser("u1"),
      body: { voter: { complete: true } },
    });
  const missing: unknown[] = [];
  for (const { publicId } of options.slice(0, 2)) {
    missing.push((await report()).body.errors);
    const { status } = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      ...asUser("u1"),
      body: { voter_id: id, option_id: publicId, vote: { vote: 1 } },
    });
    expect(status).toBe(201);
  }
  expect(missing).toEqual([
    { complete: ["is not possible while votes are missing: 2"] },
    { complete: ["is not possible while votes are missing: 1"] },
  ]);
  expect((await report()).body.complete).toBe(true);
});

test("required votes are complete only with the least number of votes", async () => {
  const poll = await buildOwnPoll({
    option_vote_requirement: "all_options",
    vote_type: "Votes::UpVote",
    vote_limit_per_voter_min: 1,
  });
  const option = await buildOption(db, poll);
  const { id } = (await join(poll, asUser("u1"))).body;
  const complete = async () =>
    (await gateway.request(`GET ${at(poll, id)}`, asOwner())).body.required_option_votes_complete;
  const vote = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
    ...asUser("u1"),
    body: { voter_id: id, option_id: option.publicId, vote: { vote: null } },
  });
  expect([vote.status, await complete()]).toEqual([201, false]);
  await gateway.request(`PATCH /api/v1/polls/${poll.memberHash}/votes/${vote.body.id}`, {
    ...asUser("u1"),
    body: { vote: { vote: 1 } },
  });
  expect(await complete()).toBe(true);
});

describe("GET /polls/{poll_id}/voters", () => {
  test("pages the participants that the reader could read one by one, newest first", async () => {
    const poll = await buildOwnPoll();
    for (let index = 0; index < 3; index++) await buildParticipant(db, poll);
    await buildParticipant(db, poll, { confirmedAt: null });
    const list = (options: Sent, query = {}) =>
      gateway.request(`GET /api/v1/polls/${poll.memberHash}/voters`, { ...options, query });
    expect((await list(asUser("u1"))).headers.get("X-Total-Count")).toBe("3");
    const admin = await list(asOwner(), { per_page: 3, page: 2 });
    expect(admin.body).toHaveLength(1);
    expect(admin.headers.get("X-Total-Pages")).toBe("2");
    expect((await list(asUser("u1"), { per_page: 0 })).status).toBe(422);
  });
});
