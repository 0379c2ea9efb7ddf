// Covers docs/reference/access.md: actors
// Covers docs/reference/errors.md: field-errors
// Covers docs/reference/options.md: acceptances, approval, class-of-a-new-option, creation, fields, position, settings
// Covers docs/reference/options.md: submission-window
// Covers docs/reference/payments.md: submission-fee
// Covers docs/reference/polls.md: additional-attributes
// Covers docs/reference/requests.md: bodies
// Covers docs/reliability.md: limits-under-concurrency

import type { Poll } from "@polls/domain/polls";
import type { PollFacts, RequestOptions } from "@polls/testing";
import { answered } from "../../../testing/answered";
import { optionBody, shareOptionCreators } from "../../../testing/option-creators";
import { OptionResponse } from "./options.schema";

const { gateway, owner, stranger, openPoll, create, asOwner, asMember, asVisitor, countOptions } =
  shareOptionCreators();

describe("callers who create options", () => {
  test.each<
    [string, PollFacts, (poll: Poll) => ReturnType<typeof create>, number, string | undefined]
  >([
    [
      "the owner, without allow_new_options",
      {},
      (poll) => asOwner(poll, optionBody({ content: "A" })),
      201,
      undefined,
    ],
    [
      "a caller with the admin hash, without allow_new_options",
      {},
      (poll) =>
        gateway.request(`POST /api/v1/polls/${poll.adminHash}/options`, {
          token: stranger.publicToken,
          body: optionBody({ content: "A" }),
        }),
      201,
      undefined,
    ],
    [
      "a member, without allow_new_options",
      {},
      (poll) => asMember(poll, optionBody({ content: "A" })),
      422,
      "new_options_not_allowed",
    ],
    [
      "a member, with allow_new_options",
      { settings: { allow_new_options: true } },
      (poll) => asMember(poll, optionBody({ content: "A" })),
      201,
      undefined,
    ],
    [
      "an anonymous user, with allow_new_options",
      { settings: { allow_new_options: true } },
      (poll) => asVisitor(poll, "ada", optionBody({ content: "A" })),
      201,
      undefined,
    ],
    [
      "an anonymous reader, with allow_new_options",
      { settings: { allow_new_options: true } },
      (poll) => create(poll, { token: stranger.publicToken, body: optionBody({ content: "A" }) }),
      201,
      undefined,
    ],
    [
      "an anonymous reader whose option waits for approval",
      { settings: { allow_new_options: true, require_approval: true } },
      (poll) => create(poll, { token: stranger.publicToken, body: optionBody({ content: "A" }) }),
      201,
      undefined,
    ],
    [
      "an anonymous reader, with option_limit",
      { settings: { allow_new_options: true, option_limit: 3 } },
      (poll) => create(poll, { token: stranger.publicToken, body: optionBody({ content: "A" }) }),
      422,
      "user_identifier_required",
    ],
    [
      "a member of a closed poll",
      { status: "closed", settings: { allow_new_options: true } },
      (poll) => asMember(poll, optionBody({ content: "A" })),
      422,
      "poll_closed",
    ],
    [
      "a member before submissions start",
      {
        settings: { allow_new_options: true, start_date_submission: "2999-01-01T00:00:00.000Z" },
      },
      (poll) => asMember(poll, optionBody({ content: "A" })),
      422,
      "submission_not_started",
    ],
    [
      "a member after submissions end",
      { settings: { allow_new_options: true, deadline_submission: "2001-01-01T00:00:00.000Z" } },
      (poll) => asMember(poll, optionBody({ content: "A" })),
      422,
      "submission_ended",
    ],
    [
      "an admin after submissions end",
      { settings: { deadline_submission: "2001-01-01T00:00:00.000Z" } },
      (poll) => asOwner(poll, optionBody({ content: "A" })),
      201,
      undefined,
    ],
  ])("%s", async (_who, facts, request, status, code) => {
    const poll = await owner.buildPoll(facts);
    const response = await request(poll);
    expect({ status: response.status, code: response.body.code }).toEqual({ status, code });
    expect(await countOptions(poll)).toBe(status === 201 ? 1 : 0);
    if (status === 201) OptionResponse.parse(response.body);
  });
});

describe("option_limit with concurrent requests", () => {
  // Settings: option_limit
  test("16 concurrent requests of one actor create only the allowed number of options", async () => {
    const poll = await openPoll({ settings: { option_limit: 3 } });
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        answered(() => asVisitor(poll, "ada", optionBody({ content: `${n}` }))),
      ),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(3).fill(201), ...Array(13).fill(422)]);
    const rows = await gateway.db.prisma.option.findMany({
      where: { pollId: poll.id },
      orderBy: { position: "asc" },
    });
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  test("each actor has its own limit", async () => {
    const poll = await openPoll({ settings: { option_limit: 1 } });
    expect((await asVisitor(poll, "ada", optionBody({ content: "A" }))).status).toBe(201);
    expect((await asVisitor(poll, "bob", optionBody({ content: "B" }))).status).toBe(201);
    const third = await asVisitor(poll, "bob", optionBody({ content: "C" }));
    expect(third.body).toMatchObject({ code: "option_limit_reached" });
  });
});

describe("all problems of a body are reported at once", () => {
  // Settings: allow_description, privacy_policy_for_option_creators, require_author_name
  test.each<[string, PollFacts, object, Record<string, string[]>]>([
    [
      "fields of settings that are off",
      { settings: { allow_description: false } },
      optionBody({ content: "A", description: "D", subtitle: "S", info_link: "https://a.example" }),
      {
        description: ["is not allowed in this poll"],
        subtitle: ["is not allowed in this poll"],
        info_link: ["is not allowed in this poll"],
      },
    ],
    [
      "acceptances and required fields",
      {
        settings: {
          terms_for_option_creators: true,
          privacy_policy_for_option_creators: true,
          require_author_name: true,
        },
      },
      optionBody({ content: "A" }, { terms: 0 }),
      {
        terms: ["must be accepted"],
        privacy_policy: ["must be accepted"],
        author_name: ["is required"],
      },
    ],
    [
      "additional attributes",
      {
        settings: {
          additional_option_attributes: {
            "1": { title: "Size", type: "number", required: true, allowed_values: [] },
          },
        },
      },
      optionBody({ content: "A" }, { additional_attributes: { "2": "x" } }),
      {
        "additional_attributes.2": ["is not a known field"],
        "additional_attributes.1": ["is required"],
      },
    ],
  ])("%s", async (_what, facts, body, errors) => {
    const poll = await openPoll(facts);
    const response = await asMember(poll, body);
    expect({ status: response.status, errors: response.body.errors }).toEqual({
      status: 422,
      errors,
    });
  });

  // Settings: additional_option_attributes, terms_for_option_creators
  test("accepted terms and attributes are stored, and shown to the author", async () => {
    const poll = await openPoll({
      settings: {
        terms_for_option_creators: true,
        additional_option_attributes: {
          "1": { title: "Size", type: "text", required: true, allowed_values: [] },
        },
      },
    });
    const body = optionBody(
      { content: "A" },
      { terms_accepted: 1, additional_attributes: { "1": "big" } },
    );
    expect((await asMember(poll, body)).body).toMatchObject({
      terms_accepted: true,
      additional_attributes: { "1": "big" },
    });
  });
});

describe("fees and approval", () => {
  test("with require_approval only the author and admins see a member's option", async () => {
    const poll = await openPoll({ settings: { require_approval: true } });
    const { body } = await asVisitor(poll, "ada", optionBody({ content: "A" }));
    const path = `GET /api/v1/polls/${poll.memberHash}/options/${body.id}`;
    const read = (caller: RequestOptions) => gateway.request(path, caller);
    const token = stranger.publicToken;
    expect((await read({ token, identifier: "ada" })).status).toBe(200);
    expect((await read({ token, identifier: "bob" })).status).toBe(404);
    const admin = await read({ token: owner.privateToken });
    expect(admin.body).toMatchObject({ approval_state: "unreviewed" });
  });

  test("other members do not see an option with an unpaid fee, and admins pay no fee", async () => {
    const poll = await openPoll({ settings: { submission_fee: 500 } });
    const mine = await asVisitor(poll, "ada", optionBody({ content: "A" }));
    expect(mine.body).toMatchObject({ paid: false });
    const path = `GET /api/v1/polls/${poll.memberHash}/options/${mine.body.id}`;
    const other = await gateway.request(path, { token: stranger.publicToken, identifier: "bob" });
    expect(other.status).toBe(404);
    expect((await asOwner(poll, optionBody({ content: "B" }))).body).not.toHaveProperty("paid");
  });
});

describe("all given fields are stored", () => {
  // Settings: allow_info_link, allow_subtitle
  test("of an author in the poll of another account", async () => {
    const poll = await openPoll({
      settings: { allow_info_link: true, allow_subtitle: true, timezone: "Europe/Berlin" },
    });
    const fields = {
      content: "A",
      subtitle: "S",
      description: "D",
      author_name: "Ada",
      info_link: "https://example.org/more",
      info_link_title: "More",
    };
    const dates = { start_date: "2030-02-01T10:00", end_date: "2030-02-01" };
    const { body } = await asMember(poll, optionBody({ ...fields, ...dates, archived: true }));
    expect(body).toMatchObject({
      ...fields,
      start_date: "2030-02-01T09:00:00.000Z",
      end_date: "2030-02-01T22:59:59.999Z",
    });
    const path = `GET /api/v1/polls/${poll.memberHash}/options/${body.id}`;
    const seenBy = (token: string) => gateway.request(path, { token });
    expect((await seenBy(stranger.privateToken)).body).toEqual(body);
    expect((await seenBy(owner.privateToken)).body).toMatchObject({ ...fields, archived: true });
    expect((await seenBy(owner.publicToken)).status).toBe(404);
  });

  test("of an admin", async () => {
    const poll = await owner.buildPoll({ type: "Polls::Collection" });
    const fields = {
      content: "A",
      position: 1,
      state: "rejected",
      state_change_message: "Too late",
      approval_state: "disapproved",
      selected: true,
    };
    expect((await asOwner(poll, optionBody(fields))).body).toMatchObject(fields);
  });

  test("including the settings of a step, and of another option", async () => {
    const settings = {
      allowed_values: ["bad", "good"],
      column_width: 3,
      dot_vote_icon: "heart",
      mandatory: true,
      multiline: true,
      randomize_options: true,
      require_vote: true,
      show_as_list: true,
      voter_limit: 7,
    };
    const ofSteps = {
      survey_step_rating_method: "average_by_all",
      survey_step_type: "vote",
      survey_step_vote_limit_per_option: 6,
      survey_step_vote_limit_per_option_min: -2,
      survey_step_vote_limit_per_voter: 4,
      survey_step_vote_type: "Votes::RangeVote",
    };
    const made = async (type: string, given: object) => {
      const body = optionBody({ content: "A", settings: given });
      return (await asOwner(await owner.buildPoll({ type }), body)).body;
    };
    expect((await made("Polls::Survey", { ...settings, ...ofSteps })).settings).toEqual({
      ...settings,
      ...ofSteps,
    });
    expect((await made("Polls::Voting", settings)).settings).toEqual(settings);
    const unset = { mandatory: false, multiline: false, randomize_options: false };
    const alsoUnset = { require_vote: false, show_as_list: false };
    expect((await made("Polls::Voting", {})).settings).toEqual({ ...unset, ...alsoUnset });
    expect((await made("Polls::Survey", {})).settings).toEqual({
      ...unset,
      ...alsoUnset,
      survey_step_rating_method: "average_by_voted",
      survey_step_type: "info",
    });
    expect((await made("Polls::Voting", { dot_vote_icon: "moon" })).errors).toHaveProperty([
      "settings.dot_vote_icon",
    ]);
    expect((await made("Polls::Voting", { color: "red" })).errors).toEqual({
      "settings.color": ["is not a known field"],
    });
  });
});

test("a given position shifts the other options", async () => {
  const poll = await owner.buildPoll();
  for (const content of ["A", "B", "C"]) await asOwner(poll, optionBody({ content }));
  await asOwner(poll, optionBody({ content: "D", position: 2 }));
  await asOwner(poll, optionBody({ content: "E", position: 99 }));
  const rows = await gateway.db.prisma.option.findMany({
    where: { pollId: poll.id },
    orderBy: { position: "asc" },
  });
  expect(rows.map(({ content, position }) => [content, position])).toEqual([
    ["A", 1],
    ["D", 2],
    ["B", 3],
    ["C", 4],
    ["E", 5],
  ]);
});
