// Covers docs/reference/options.md: categories, class-of-a-new-option, classes, creation, drawings, inputs, nesting
// Covers docs/reference/options.md: survey-steps, videos

import { buildOption, type PollFacts, png, type RequestOptions } from "@polls/testing";
import { optionBody, shareOptionCreators } from "../../../testing/option-creators";
import { OptionResponse } from "./options.schema";

const { gateway, owner, stranger, openPoll, create, asOwner, asMember, asVisitor } =
  shareOptionCreators();

describe("the class of an option", () => {
  const image = png(40, 30);
  const uri = `data:image/png;base64,${image.toString("base64")}`;
  const day = "2030-01-31T10:00:00Z";

  // Settings: default_states, option_type
  test.each<[string, PollFacts, object, object]>([
    ["Options::TextOption", {}, { content: "A" }, {}],
    [
      "Options::DateOption",
      { settings: { option_type: "Options::DateOption" } },
      { start_date: day },
      {},
    ],
    [
      "Options::DatetimeOption",
      { settings: { option_type: "Options::DatetimeOption" } },
      { start_date: day },
      {},
    ],
    [
      "Options::DateRangeOption",
      { settings: { option_type: "Options::DateRangeOption" } },
      { start_date: day, end_date: "2030-02-01" },
      { end_date: "2030-02-01T23:59:59.999Z" },
    ],
    [
      "Options::TimeRangeOption",
      { settings: { option_type: "Options::TimeRangeOption" } },
      { start_date: day, end_date: "2030-01-31T11:00:00Z" },
      {},
    ],
    [
      "Options::LocationOption",
      { settings: { option_type: "Options::LocationOption" } },
      { data: { coordinates: [[13.4, 52.5]] } },
      { location_type: "point", data: { coordinates: [[13.4, 52.5]] } },
    ],
    [
      "Options::ImageOption",
      { type: "Polls::ImageGallery" },
      { attachment: uri },
      { processing: true },
    ],
    [
      "Options::DrawingOption",
      { settings: { option_type: "Options::DrawingOption" } },
      { attachment: uri },
      { processing: true, drawing_type: "free_sketch" },
    ],
    [
      "Options::FileOption",
      { settings: { option_type: "Options::FileOption" } },
      { attachment: uri },
      { processing: false, attachment: { attachment_original_url: expect.any(String) } },
    ],
    [
      "Options::YoutubeOption",
      { type: "Polls::VideoGallery" },
      { youtube_id: "https://youtu.be/dQw4w9WgXcQ" },
      {
        youtube_id: "dQw4w9WgXcQ",
        video_thumb_path: "https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg",
      },
    ],
    [
      "Options::VimeoOption",
      { type: "Polls::VideoGallery" },
      { vimeo_id: "https://vimeo.com/76979871" },
      { vimeo_id: "76979871" },
    ],
    [
      "Options::AdventCalendarOption",
      { type: "Polls::AdventCalendar" },
      { start_date: "2026-12-01" },
      { start_date: "2026-12-01T00:00:00.000Z" },
    ],
    ["Options::InputOption", { type: "Polls::Table" }, { content: "Name" }, { input_type: "text" }],
    ["Options::SurveyStep", { type: "Polls::Survey" }, { content: "Page 1" }, {}],
    [
      "Options::TextOption",
      { type: "Polls::Collection", settings: { default_states: ["planned"] } },
      { content: "A" },
      { state: "planned" },
    ],
  ])("%s", async (type, facts, fields, expected) => {
    const poll = await owner.buildPoll(facts);
    const response = await asOwner(poll, optionBody(fields));
    expect(response.body).toMatchObject({ type, position: 1, ...expected });
    expect(response.status).toBe(201);
    OptionResponse.parse(response.body);
  });

  test("only admins create a category, and its children have the class of top-level options", async () => {
    const poll = await openPoll();
    const body = optionBody({ content: "Sweet" }, { option_category: true });
    expect((await asMember(poll, body)).body.errors).toEqual({
      option_category: ["is for admins only"],
    });
    const category = await asOwner(poll, body);
    expect(category.body).toMatchObject({
      type: "Options::OptionCategory",
      child_option_type: "Options::TextOption",
      options_count: 0,
    });
    expect(category.body).not.toHaveProperty("rank");
    const child = await asMember(
      poll,
      optionBody({ content: "Cake" }, { parent_option_id: category.body.id }),
    );
    expect(child.body).toMatchObject({
      type: "Options::TextOption",
      parent_option_id: category.body.id,
      position: 1,
    });
  });

  test.each([
    ["input", "Options::InputOption"],
    ["vote", "Options::TextOption"],
    ["matrix", "Options::TextOption"],
  ])("a child of a survey step of type %s is an %s", async (surveyStepType, type) => {
    const poll = await owner.buildPoll({ type: "Polls::Survey" });
    const step = await buildOption(gateway.db, poll, {
      settings: { survey_step_type: surveyStepType },
    });
    const body = optionBody({ content: "Q" }, { parent_option_id: step.publicId });
    expect((await asOwner(poll, body)).body).toMatchObject({ type });
  });

  type Parent = Parameters<typeof buildOption>[2];
  test.each<[string, string, Parent, string | undefined]>([
    ["a category", "Polls::Voting", { type: "Options::OptionCategory" }, "Options::TextOption"],
    ["a group", "Polls::PhotoGallery", { type: "Options::PhotoGroup" }, "Options::PhotoOption"],
    ["an input of files", "Polls::Table", { inputType: "file" }, "Options::FileOption"],
    ["an input of texts", "Polls::Table", { inputType: "text" }, undefined],
    ["an info step", "Polls::Survey", {}, undefined],
    [
      "an input step",
      "Polls::Survey",
      { settings: { survey_step_type: "input" } },
      "Options::InputOption",
    ],
    [
      "a vote step",
      "Polls::Survey",
      { settings: { survey_step_type: "vote" } },
      "Options::TextOption",
    ],
    [
      "a matrix step",
      "Polls::Survey",
      { settings: { survey_step_type: "matrix" } },
      "Options::TextOption",
    ],
    [
      "a drawing step",
      "Polls::Survey",
      { settings: { survey_step_type: "drawing" } },
      "Options::DrawingOption",
    ],
    ["a text", "Polls::Voting", {}, undefined],
  ])("child_option_type of %s", async (_what, type, facts, expected) => {
    const poll = await owner.buildPoll({ type });
    const { publicId } = await buildOption(gateway.db, poll, facts);
    const path = `GET /api/v1/polls/${poll.memberHash}/options`;
    const token = stranger.privateToken;
    const one = await gateway.request(`${path}/${publicId}`, { token });
    expect(one.body.child_option_type).toBe(expected);
    const all = await gateway.request(path, { token });
    expect(all.body[0].child_option_type).toBe(expected);
  });

  test("an input of type file accepts one file per actor, visible to its author and admins", async () => {
    const settings = { allow_new_options: false, option_limit: 0 };
    const poll = await owner.buildPoll({ type: "Polls::Table", settings });
    const column = await buildOption(gateway.db, poll, { inputType: "file" });
    const body = optionBody({ attachment: uri }, { parent_option_id: column.publicId });
    const file = await asVisitor(poll, "ada", body);
    expect(file.body).toMatchObject({ type: "Options::FileOption" });
    expect((await asVisitor(poll, "ada", body)).body.code).toBe("already_submitted");
    expect((await asVisitor(poll, "bob", body)).status).toBe(201);
    expect((await asOwner(poll, body)).status).toBe(201);
    expect((await asOwner(poll, body)).body.code).toBe("already_submitted");
    const seenBy = async (who: RequestOptions) => {
      const path = `GET /api/v1/polls/${poll.memberHash}/options`;
      const { body } = await gateway.request(path, {
        ...who,
        query: { parent_option_id: column.publicId },
      });
      return body.length;
    };
    expect(await seenBy({ token: stranger.publicToken, identifier: "ada" })).toBe(1);
    expect(await seenBy({ token: stranger.publicToken, identifier: "eve" })).toBe(0);
    expect(await seenBy({ token: owner.privateToken })).toBe(3);
  });

  test.each([
    ["without allow_new_options", {}, "new_options_not_allowed"],
    ["with allow_new_options", { allow_new_options: true }, undefined],
  ])("a member may answer below a vote step %s", async (_when, settings, code) => {
    const poll = await owner.buildPoll({ type: "Polls::Survey", settings });
    const under = async (survey_step_type: string) => {
      const step = await buildOption(gateway.db, poll, { settings: { survey_step_type } });
      const body = optionBody({ content: "Q" }, { parent_option_id: step.publicId });
      return (await asMember(poll, body)).body.code;
    };
    expect(await under("vote")).toBe(code);
    expect(await under("input")).toBe("admins_only");
    expect(await under("matrix")).toBe("admins_only");
    const step = await asMember(poll, optionBody({ content: "Page" }));
    expect([step.status, step.body.code]).toEqual([422, "admins_only"]);
    expect((await asOwner(poll, optionBody({ content: "Page" }))).status).toBe(201);
  });

  test("an info step cannot have options", async () => {
    const poll = await owner.buildPoll({ type: "Polls::Survey" });
    const step = await buildOption(gateway.db, poll);
    const body = optionBody({ content: "Q" }, { parent_option_id: step.publicId });
    expect((await asOwner(poll, body)).body.errors).toEqual({
      parent_option_id: ["cannot have options"],
    });
  });

  test("a drawing step accepts one drawing per actor, visible to its author and admins", async () => {
    const poll = await owner.buildPoll({ type: "Polls::Survey" });
    const step = await buildOption(gateway.db, poll, {
      settings: { survey_step_type: "drawing" },
      drawingType: "sign",
    });
    const body = optionBody({ attachment: uri }, { parent_option_id: step.publicId });
    const drawing = await asVisitor(poll, "ada", body);
    expect(drawing.body).toMatchObject({ type: "Options::DrawingOption", drawing_type: "sign" });
    expect((await asVisitor(poll, "ada", body)).body.code).toBe("already_submitted");
    expect((await create(poll, { token: owner.publicToken, body })).body.code).toBe(
      "user_identifier_required",
    );
    const path = `GET /api/v1/polls/${poll.memberHash}/options/${drawing.body.id}`;
    const read = (who: RequestOptions) => gateway.request(path, who);
    const statuses = await Promise.all([
      read({ token: stranger.publicToken, identifier: "ada" }),
      read({ token: owner.privateToken }),
      read({ token: stranger.publicToken, identifier: "bob" }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 404]);
  });

  test("one of two concurrent drawings of an actor is refused", async () => {
    const poll = await owner.buildPoll({ type: "Polls::Survey" });
    const step = await buildOption(gateway.db, poll, { settings: { survey_step_type: "drawing" } });
    const body = optionBody({ attachment: uri }, { parent_option_id: step.publicId });
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => asVisitor(poll, "ada", body)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test("a hidden parent and a parent in another poll get the response of an unknown parent", async () => {
    const poll = await openPoll();
    const hidden = await buildOption(gateway.db, poll, {
      type: "Options::OptionCategory",
      archived: true,
    });
    const other = await openPoll();
    const foreign = await buildOption(gateway.db, other, { type: "Options::OptionCategory" });
    const answers = await Promise.all(
      [hidden.publicId, foreign.publicId, "unknown"].map((id) =>
        asMember(poll, optionBody({ content: "A" }, { parent_option_id: id })),
      ),
    );
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 404,
        body: { error: "Option not found", code: "option_not_found" },
      });
    }
  });
});
