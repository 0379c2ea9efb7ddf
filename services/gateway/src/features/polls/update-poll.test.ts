// Covers docs/reference/access.md: poll-password
// Covers docs/reference/polls.md: addresses, conflicting-settings, enumerated-settings, fields, fixed-settings, status
// Covers docs/reference/polls.md: types, update, voting-categories
// Covers docs/reference/requests.md: bodies
// Covers docs/reference/time.md: time-zone

import { findPoll, lockPoll } from "@polls/db/polls";
import { inTransaction } from "@polls/db/sql";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildOrganization, buildPoll, type PollFacts, waitFor } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { PollResponse } from "./polls.schema";

const NOW = new Date("2030-06-01T12:00:00Z");

const gateway = shareGateway({ clock: () => NOW });
const owner = shareAccount(gateway);
const stranger = shareAccount(gateway);

const update = (hash: string, poll: object, options: object = {}) =>
  gateway.request(`PATCH /api/v1/polls/${hash}`, {
    token: owner.privateToken,
    body: { poll },
    ...options,
  });

/** Creates a participant with one vote, which is held or cast. */
async function vote(
  poll: Poll,
  kind: "cast" | "held" = "cast",
  votingCategoryId?: number,
  what = { type: "Votes::BooleanVote", value: 1 },
) {
  const { prisma } = gateway.db;
  const option = await buildOption(gateway.db, poll);
  const publicId = () => `${poll.id}-${Math.random().toString(36)}`;
  const participant = await prisma.participant.create({
    data: { publicId: publicId(), pollId: poll.id, ownerKey: `user:${owner.id}` },
  });
  const ids = { pollId: poll.id, participantId: participant.id, optionId: option.id };
  const data = {
    ...ids,
    publicId: publicId(),
    ...what,
    votingCategoryId: votingCategoryId ?? null,
  };
  if (kind === "cast") await prisma.vote.create({ data });
  else await prisma.heldVote.create({ data });
}

describe("PATCH /polls/{poll_hash}: callers", () => {
  test.each<[string, "memberHash" | "adminHash", () => object, number]>([
    ["the owner by the member hash", "memberHash", () => ({ token: owner.privateToken }), 200],
    ["the owner by the admin hash", "adminHash", () => ({ token: owner.privateToken }), 200],
    [
      "another account by the admin hash",
      "adminHash",
      () => ({ token: stranger.privateToken }),
      200,
    ],
    [
      "another account by the member hash",
      "memberHash",
      () => ({ token: stranger.privateToken }),
      404,
    ],
    ["a public token by the admin hash", "adminHash", () => ({ token: owner.publicToken }), 401],
    ["no caller", "adminHash", () => ({ token: undefined }), 401],
  ])("%s", async (_who, hash, credentials, expected) => {
    const poll = await owner.buildPoll();
    const { status } = await update(poll[hash], { title: "New" }, credentials());
    expect(status).toBe(expected);
    const row = await gateway.db.prisma.poll.findUniqueOrThrow({ where: { id: poll.id } });
    expect(row.title).toBe(expected === 200 ? "New" : poll.title);
  });

  test.each<["owner" | "admin" | "member", boolean, boolean, number]>([
    ["owner", false, true, 200],
    ["admin", false, true, 200],
    ["member", true, true, 200],
    ["member", false, true, 404],
    ["owner", true, false, 404],
  ])(
    "an organization's poll by its %s (creator: %s, in its context: %s): %i",
    async (role, creator, inContext, expected) => {
      const account = await signUp(gateway.db);
      const organization = await buildOrganization(gateway.db, { members: [[account.id, role]] });
      const poll = await buildPoll(gateway.db, {
        ownerOrganizationId: organization.id,
        createdByAccountId: creator ? account.id : owner.id,
      });
      const { status } = await update(
        poll.memberHash,
        { title: "New" },
        {
          token: account.privateToken,
          ...(inContext && { organization: organization.publicId }),
        },
      );
      expect(status).toBe(expected);
    },
  );

  test("a poll that the caller may not change gets the response of an unknown one", async () => {
    const poll = await owner.buildPoll();
    const options = { token: stranger.privateToken };
    const hidden = await update(poll.memberHash, { title: "New" }, options);
    expect(hidden.text).toBe((await update("no-such-poll", { title: "New" }, options)).text);
  });
});

describe("PATCH /polls/{poll_hash}: fields", () => {
  test("absent fields stay the same, null clears a field, lists and objects are replaced whole", async () => {
    const poll = await owner.buildPoll({
      title: "Lunch",
      description: "Where",
      settings: {
        vote_limit_per_voter: 3,
        terms: "Be kind",
        allowed_hosts: ["a.org", "b.org"],
        thank_you_page_data: { a: 1, b: 2 },
        hide_votes: true,
      },
    });
    const { status, body } = await update(poll.memberHash, {
      location: "Berlin",
      description: null,
      vote_limit_per_voter: null,
      hide_votes: null,
      allowed_hosts: ["c.org"],
      thank_you_page_data: { c: 3 },
    });
    expect(status).toBe(200);
    expect(PollResponse.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({ title: "Lunch", location: "Berlin" });
    expect(body).not.toHaveProperty("description");
    expect(body.settings).toMatchObject({
      terms: "Be kind",
      allowed_hosts: ["c.org"],
      thank_you_page_data: { c: 3 },
      hide_votes: false,
    });
    expect(body.settings).not.toHaveProperty("vote_limit_per_voter");
    const read = await gateway.inPoll(poll, owner, "GET");
    expect(read.body).toEqual(body);
  });

  test.each([
    [{}, { hide_results: true }, [true, false, "never"]],
    [{}, { hide_votes: true }, [false, true, "after_closing"]],
    [{ hide_votes: true }, { results_visible: "never" }, [true, false, "never"]],
    [
      { hide_results: true },
      { results_visible: "after_own_vote" },
      [false, false, "after_own_vote"],
    ],
    [{ results_visible: "after_own_vote" }, { title: "Dinner" }, [false, false, "after_own_vote"]],
    [{ results_visible: "after_own_vote" }, { hide_votes: true }, [false, true, "after_closing"]],
    [
      { hide_results: true, hide_votes: true },
      { hide_results: false },
      [false, true, "after_closing"],
    ],
  ])("of %j, %j makes the flags and results_visible agree", async (settings, change, expected) => {
    const poll = await owner.buildPoll({ settings });
    const { status, body } = await update(poll.memberHash, change);
    const seen = ({ settings }: typeof body) => [
      settings.hide_results,
      settings.hide_votes,
      settings.results_visible,
    ];
    expect([status, ...seen(body)]).toEqual([200, ...expected]);
    // What a response shows can be sent back as it is.
    const again = await update(poll.memberHash, { ...body, title: "Lunch" });
    expect([again.status, ...seen(again.body)]).toEqual([200, ...expected]);
  });

  test("each change raises the version and sets updated_at", async () => {
    const poll = await owner.buildPoll();
    const unchanged = await update(poll.memberHash, { title: poll.title });
    expect(unchanged.body.updated_at).not.toBe(NOW.toISOString());
    const { body } = await update(poll.memberHash, { title: "Another" });
    expect(body.updated_at).toBe(NOW.toISOString());
    const found = await findPoll(gateway.db, poll.memberHash);
    expect(found?.poll.version).toBe(poll.version + 1);
  });

  test.each([
    ["vote_type", "Votes::RatingVote"],
    ["option_type", "Options::DateOption"],
    ["target", "lowest_resistance"],
    ["rating_method", "average_by_all"],
    ["default_sort", "options.content asc"],
    ["limit_per_option_type", "limit_individual"],
    ["option_vote_requirement", "all_options"],
    ["participant_limitation_type", "check_user"],
    ["voting_fee_type", "voting_donation"],
    ["submission_fee_type", "submission_donation"],
    ["access_by_provider", "facebook"],
    ["advent_calendar_shape", "door"],
    ["dot_vote_icon", "coin"],
    ["effect", "fireflies"],
    ["theme", "teal"],
    ["title_font", "serif"],
    ["image_orientation", "portrait"],
    ["photo_gallery_image_mode", "cover"],
    ["photo_gallery_layout", "masonry"],
  ])(
    "the enumerated %s can be set to %s and back to its default, and refuses other values",
    async (name, value) => {
      const poll = await owner.buildPoll();
      const before = await gateway.as(owner, `GET /api/v1/polls/${poll.adminHash}`);
      const set = await update(poll.memberHash, { [name]: value });
      expect(set.status).toBe(200);
      expect(set.body.settings[name]).toBe(value);
      expect(set.body.configuration_hints[name].allowed_values).toContain(value);
      const cleared = await update(poll.memberHash, { [name]: null });
      expect(cleared.body.settings[name]).toBe(before.body.settings[name]);
      const wrong = await update(poll.memberHash, { [name]: "nonsense" });
      expect(wrong.status).toBe(422);
      expect(Object.keys(wrong.body.errors)).toEqual([name]);
    },
  );

  test.each<[string, PollFacts, object, Record<string, unknown>]>([
    ["an unknown field", {}, { shade: "red", title: "T" }, { shade: ["is not a known field"] }],
    ["the type cleared", {}, { type: null }, { type: ["cannot be changed"] }],
    [
      "a vote type that the poll's type does not allow",
      { type: "Polls::PairwiseComparison" },
      { vote_type: "Votes::BooleanVote" },
      { vote_type: [expect.any(String)] },
    ],
  ])("%s is 422", async (_case, facts, change, errors) => {
    const poll = await owner.buildPoll(facts);
    const { status, body } = await update(poll.memberHash, change);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: "Unprocessable", code: "invalid" });
    expect(body.errors).toEqual(errors);
  });

  test("a member hash can be chosen, sent again unchanged, and is 422 if another poll has it", async () => {
    const [poll, other] = [await owner.buildPoll(), await owner.buildPoll()];
    const kept = await update(poll.memberHash, { member_hash: poll.memberHash });
    expect([kept.status, kept.body.settings.custom_hash]).toEqual([200, false]);
    const chosen = await update(poll.memberHash, { member_hash: "team-lunch" });
    expect(chosen.body).toMatchObject({
      member_hash: "team-lunch",
      settings: { custom_hash: true },
    });
    expect((await update("team-lunch", { member_hash: "team-lunch" })).status).toBe(200);
    const taken = await update(other.memberHash, { member_hash: "team-lunch" });
    expect(taken.status).toBe(422);
    expect(taken.body.code).toBe("member_hash_taken");
    const gone = await gateway.inPoll(poll, owner, "GET");
    expect(gone.status).toBe(404);
  });

  test("a password can be set and cleared", async () => {
    const poll = await owner.buildPoll();
    const set = await update(poll.memberHash, { password: "open sesame" });
    expect(set.body.settings.password_protected).toBe(true);
    expect(set.text).not.toContain("sesame");
    const cleared = await update(poll.memberHash, { password: null });
    expect(cleared.body.settings.password_protected).toBe(false);
  });
});

describe("PATCH /polls/{poll_hash}: status", () => {
  test("admins can close and reopen a poll", async () => {
    const poll = await owner.buildPoll();
    expect((await update(poll.memberHash, { status: "closed" })).body.status).toBe("closed");
    expect((await update(poll.memberHash, { status: "active" })).body.status).toBe("active");
  });
});

describe("PATCH /polls/{poll_hash}: settings that are fixed by votes and options", () => {
  test.each(["cast", "held"] as const)(
    "with a %s vote the vote type, fee type and fee cannot be changed",
    async (kind) => {
      const poll = await owner.buildPoll();
      await vote(poll, kind);
      const { status, body } = await update(poll.memberHash, {
        vote_type: "Votes::RatingVote",
        voting_fee: 100,
      });
      expect(status).toBe(422);
      const sentence = ["cannot be changed once there are votes"];
      expect(body.errors).toEqual({
        vote_type: sentence,
        voting_fee: sentence,
        voting_fee_type: sentence,
      });
      expect((await update(poll.memberHash, { title: "Other" })).status).toBe(200);
    },
  );

  test.each(["cast", "held"] as const)(
    "with a %s vote its days and categories cannot be changed, nor bounds that it would break",
    async (kind) => {
      const poll = await owner.buildPoll({
        settings: { vote_type: "Votes::DotVote", vote_limit_per_option: 4 },
      });
      await vote(poll, kind, undefined, { type: "Votes::DotVote", value: 3 });
      const { status, body } = await update(poll.memberHash, {
        vote_per_day: true,
        voting_categories: ["Taste"],
        vote_limit_per_option: 2,
        vote_limit_per_voter: 2,
      });
      const sentence = "cannot be changed once there are votes";
      expect([status, body.errors]).toEqual([
        422,
        {
          vote_per_day: [sentence],
          voting_categories: [sentence],
          vote_limit_per_option: [`${sentence} above it`],
          vote_limit_per_voter: [`${sentence} that use more`],
        },
      ]);
      const kept = await update(poll.memberHash, {
        vote_limit_per_option: 3,
        vote_limit_per_voter: 3,
      });
      expect(kept.status).toBe(200);
    },
  );

  test("with an option the option type cannot be changed", async () => {
    const poll = await owner.buildPoll();
    await buildOption(gateway.db, poll);
    const { status, body } = await update(poll.memberHash, { option_type: "Options::DateOption" });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ option_type: ["cannot be changed once there are options"] });
    expect((await update(poll.memberHash, { vote_type: "Votes::RatingVote" })).status).toBe(200);
  });

  test("a category keeps its id, a new one gets the next id, and no id is used again", async () => {
    const poll = await owner.buildPoll();
    const ids = async (voting_categories: string[]) =>
      (await update(poll.memberHash, { voting_categories })).body.settings.voting_category_ids;
    const [taste, price, look] = [
      { id: 1, title: "Taste" },
      { id: 2, title: "Price" },
      { id: 3, title: "Look" },
    ];
    expect(await ids(["Taste", "Price"])).toEqual([taste, price]);
    expect(await ids(["Price"])).toEqual([price]);
    expect(await ids(["Look", "Price"])).toEqual([look, price]);
    expect(await ids([])).toEqual([]);
    expect(await ids(["Noise"])).toEqual([{ id: 4, title: "Noise" }]);
  });

  test.each(["cast", "held"] as const)(
    "a category with a %s vote cannot be removed",
    async (kind) => {
      const poll = await owner.buildPoll({
        votingCategories: [
          { id: 1, title: "Taste" },
          { id: 2, title: "Price" },
        ],
        settings: { last_voting_category_id: 2 },
      });
      await vote(poll, kind, 2);
      const { status, body } = await update(poll.memberHash, { voting_categories: ["Taste"] });
      expect(status).toBe(422);
      expect(body.errors.voting_categories).toEqual([expect.stringContaining("Price")]);
      const { body: kept } = await update(poll.memberHash, { voting_categories: ["Price"] });
      expect(kept.settings.voting_category_ids).toEqual([{ id: 2, title: "Price" }]);
    },
  );

  test("a change waits for transactions that write votes, and sees their votes", async () => {
    const poll = await owner.buildPoll();
    let change: ReturnType<typeof update> | undefined;
    await inTransaction(gateway.db, async (tx) => {
      await lockPoll(tx, poll.id, "shared");
      change = update(poll.memberHash, { option_type: "Options::DateOption" });
      await waitForBlocked();
      await tx.prisma.option.create({
        data: {
          publicId: `late-${poll.id}`,
          pollId: poll.id,
          type: "Options::TextOption",
          position: 1,
        },
      });
    });
    expect((await change)?.status).toBe(422);
  });

  /** Resolves once a connection waits for an advisory lock of this database. */
  const waitForBlocked = () =>
    waitFor(
      async () => {
        const { rows } = await gateway.db.pool.query(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return rows.length > 0;
      },
      { what: "a connection that waits for the poll's lock" },
    );
});

test("days keep their date in a new time zone, and times their moment", async () => {
  const poll = await owner.buildPoll({
    settings: {
      timezone: "Europe/Berlin",
      deadline_voting: "2030-07-31T21:59:59.999Z",
      start_date_voting: "2030-05-01T08:00:00.000Z",
    },
  });
  const build = (type: string, start: string, end?: string) =>
    buildOption(gateway.db, poll, {
      type,
      startDate: new Date(start),
      ...(end !== undefined && { endDate: new Date(end) }),
    });
  const day = await build("Options::DateOption", "2030-07-01T22:00:00.000Z");
  const range = await build(
    "Options::DateRangeOption",
    "2030-03-29T23:00:00.000Z",
    "2030-03-31T21:59:59.999Z",
  );
  const door = await build("Options::AdventCalendarOption", "2030-11-30T23:00:00.000Z");
  const time = await build("Options::DatetimeOption", "2030-07-01T22:00:00.000Z");
  const moments = async () => {
    const rows = await gateway.db.prisma.option.findMany({ where: { pollId: poll.id } });
    return [day, range, door, time].map(({ id }) => {
      const row = rows.find((option) => option.id === id);
      return [row?.startDate?.toISOString(), row?.endDate?.toISOString()];
    });
  };
  const before = await moments();

  const changed = await update(poll.memberHash, { timezone: "America/New_York" });
  expect(changed.body.settings).toMatchObject({
    deadline_voting: "2030-08-01T03:59:59.999Z",
    start_date_voting: "2030-05-01T08:00:00.000Z",
  });
  expect(await moments()).toEqual([
    ["2030-07-02T04:00:00.000Z", undefined],
    ["2030-03-30T04:00:00.000Z", "2030-04-01T03:59:59.999Z"],
    ["2030-12-01T05:00:00.000Z", undefined],
    ["2030-07-01T22:00:00.000Z", undefined],
  ]);

  // A body with all shown settings keeps the days too, and a new moment is taken as it is.
  const { deadline_voting } = changed.body.settings;
  await update(poll.memberHash, { timezone: "Europe/Berlin", deadline_voting });
  expect(await moments()).toEqual(before);
  const again = await update(poll.memberHash, {
    timezone: "Pacific/Kiritimati",
    deadline_voting: "2030-09-01T12:00:00Z",
  });
  expect(again.body.settings.deadline_voting).toBe("2030-09-01T12:00:00.000Z");
});
