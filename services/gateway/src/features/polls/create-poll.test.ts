// Covers docs/reference/access.md: actors, poll-password
// Covers docs/reference/errors.md: codes-of-polls
// Covers docs/reference/organizations.md: polls
// Covers docs/reference/polls.md: addresses, conflicting-settings, creation, fields, settings, types
// Covers docs/reference/requests.md: bodies
// Covers docs/reliability.md: tokens-and-ids

import { settingKindOf, shownSettings } from "@polls/domain/polls";
import { buildOrganization, buildPoll } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { matchesPollPassword } from "./poll-passwords";
import { PollResponse } from "./polls.schema";

const gateway = shareGateway();
const owner = shareAccount(gateway);

const create = (poll: object, options: object = {}) =>
  gateway.request("POST /api/v1/polls", {
    token: owner.privateToken,
    body: { poll },
    ...options,
  });

/** Every field that a creation accepts, except enumerated settings. */
const everything = {
  title: "  Lunch  ",
  type: "Polls::Voting",
  description: "Where",
  location: "Berlin",
  creator_name: "Ada",
  creator_email: "ada@example.org",
  ...Object.fromEntries(
    shownSettings.filter((name) => settingKindOf(name) === "boolean").map((name) => [name, true]),
  ),
  additional_attributes: [{ title: "Age", type: "number", required: true }],
  additional_option_attributes: [{ title: "Size", type: "select", allowed_values: ["S", "L"] }],
  allowed_hosts: ["example.org", "*.example.com"],
  default_states: ["planned"],
  voting_categories: ["Taste", "Price"],
  restricted_double_opt_in_domains: ["example.org"],
  social_media_image_data: { a: 1 },
  thank_you_page_data: { text: "Bye" },
  thank_you_page_submitter_data: {},
  deadline_submission: "2030-02-01",
  deadline_voting: "2030-02-01T12:00:00",
  start_date_submission: "2030-01-01T00:00:00Z",
  start_date_voting: "2030-01-01T00:00:00+02:00",
  file_size_max_mb: 10,
  file_size_min_mb: 0,
  group_submission_max_entries: 5,
  image_min_height: 100,
  image_min_smallest_side_length: 100,
  image_min_width: 100,
  limit_per_option: 3,
  option_limit: 4,
  options_per_page: 50,
  submission_fee: 500,
  vote_limit_per_option: 5,
  vote_limit_per_option_min: -5,
  vote_limit_per_voter: 7,
  voting_fee: 100,
  privacy_policy: "We forget",
  publisher: "Ada",
  publisher_email: "ada@example.org",
  publisher_info: "Somebody",
  social_media_description: "Vote",
  social_media_title: "Lunch",
  submission_fee_title: "Fee",
  terms: "Be kind",
  timezone: "Europe/Berlin",
  voting_fee_title: "Fee",
};

describe("POST /polls", () => {
  test("needs only a title, and the type is Polls::Voting", async () => {
    const { status, body } = await create({ title: " Lunch " });
    expect(status).toBe(201);
    expect(PollResponse.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({
      title: "Lunch",
      type: "Polls::Voting",
      status: "active",
      options_count: 0,
      voters_count: 0,
    });
    expect(body.member_hash).toMatch(/^[\w-]{22}$/);
    expect(body.admin_hash).toMatch(/^[\w-]{22}$/);
    expect(body.admin_hash).not.toBe(body.member_hash);
  });

  test("stores and returns every accepted field", async () => {
    const { status, body } = await create(everything);
    expect(body.errors).toBeUndefined();
    expect(status).toBe(201);
    expect(PollResponse.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({
      title: "Lunch",
      description: "Where",
      location: "Berlin",
      creator_name: "Ada",
      creator_email: "ada@example.org",
    });
    const { title: _1, type: _2, description: _3, location: _4, ...rest } = everything;
    const { creator_name: _5, creator_email: _6, ...settings } = rest;
    expect(body.settings).toMatchObject({
      ...settings,
      custom_hash: false,
      additional_attributes: {
        "1": { title: "Age", type: "number", required: true, allowed_values: [] },
      },
      additional_option_attributes: {
        "1": { title: "Size", type: "select", required: false, allowed_values: ["S", "L"] },
      },
      voting_categories: ["Taste", "Price"],
      voting_category_ids: [
        { id: 1, title: "Taste" },
        { id: 2, title: "Price" },
      ],
      deadline_submission: "2030-02-01T22:59:59.999Z",
      deadline_voting: "2030-02-01T11:00:00.000Z",
      start_date_submission: "2030-01-01T00:00:00.000Z",
      start_date_voting: "2029-12-31T22:00:00.000Z",
      limit_per_option_type: "limit_for_all",
      voting_fee_type: "voting_fee",
      submission_fee_type: "submission_fee",
    });
    const read = await gateway.as(owner, `GET /api/v1/polls/${body.member_hash}`);
    expect(read.body).toEqual(body);
  });

  test.each<[string, object, Record<string, string[]>]>([
    [
      "the status, which only updates may set",
      { title: "T", status: "closed" },
      { status: ["is not a known field"] },
    ],
    [
      "several problems",
      { timezone: "Mars/Olympus", allow_voting: "yes", options_per_page: 101 },
      {
        title: ["is required"],
        timezone: [expect.any(String)] as never,
        allow_voting: ["must be true or false"],
        options_per_page: ["must be at most 100"],
      },
    ],
  ])("%s is 422", async (_case, poll, errors) => {
    const { status, body } = await create(poll);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: "Unprocessable", code: "invalid" });
    expect(body.errors).toEqual(errors);
  });

  test.each(["owner", "admin", "member"] as const)(
    "an organization's %s creates a poll of the organization",
    async (role) => {
      const account = await signUp(gateway.db);
      const organization = await buildOrganization(gateway.db, { members: [[account.id, role]] });
      const { status, body } = await create(
        { title: "T" },
        { token: account.privateToken, organization: organization.publicId },
      );
      expect(status).toBe(201);
      expect(body.admin_url).toBeDefined();
      expect(body.admin_hash === undefined).toBe(role === "member");
      const row = await gateway.db.prisma.poll.findUniqueOrThrow({
        where: { memberHash: body.member_hash },
      });
      expect(row).toMatchObject({
        ownerAccountId: null,
        ownerOrganizationId: organization.id,
        createdByAccountId: account.id,
      });
    },
  );

  // Settings: custom_hash
  test("a chosen member hash is used, and custom_hash then is true", async () => {
    const { status, body } = await create({ title: "T", member_hash: "friday-lunch" });
    expect(status).toBe(201);
    expect(body.member_hash).toBe("friday-lunch");
    expect(body.settings.custom_hash).toBe(true);
  });

  test("a member hash that is any hash of another poll is 422", async () => {
    await buildPoll(gateway.db, { memberHash: "taken-by-member", adminHash: "taken-by-admin" });
    for (const member_hash of ["taken-by-member", "taken-by-admin"]) {
      const { status, body } = await create({ title: "T", member_hash });
      expect(status).toBe(422);
      expect(body).toEqual({
        error: "Unprocessable",
        errors: { member_hash: ["is taken"] },
        code: "member_hash_taken",
      });
    }
  });

  test("of many concurrent requests for one hash, one succeeds", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ title: "T", member_hash: "at-once" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
  });

  test("a password is stored as its hash and never shown", async () => {
    const { body, text } = await create({ title: "T", password: "open sesame" });
    expect(body.settings.password_protected).toBe(true);
    expect(text).not.toContain("sesame");
    const row = await gateway.db.prisma.poll.findUniqueOrThrow({
      where: { memberHash: body.member_hash },
    });
    expect(row.passwordHash).toMatch(/^scrypt\$/);
    expect(await matchesPollPassword("open sesame", row.passwordHash ?? "")).toBe(true);
  });

  test("the same Idempotency-Key creates one poll", async () => {
    const title = "Once only";
    const first = await create({ title }, { idempotencyKey: "k1" });
    const again = await create({ title }, { idempotencyKey: "k1" });
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await gateway.db.prisma.poll.count({ where: { title } })).toBe(1);
  });
});
