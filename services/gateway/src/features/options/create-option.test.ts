import type { Option, Poll } from "@polls/domain";
import { buildOption, buildPoll, createTestDatabase } from "@polls/testing";
import { png } from "../../testing/png";
import type { RequestOptions } from "../../testing/send-request";
import { signUp } from "../../testing/sign-up";
import { startGateway, type TestGateway } from "../../testing/start-gateway";
import type { NewAccount } from "../accounts/create-account";
import { OptionResponse } from "./options.schema";

let gateway: TestGateway;
let owner: NewAccount;
let stranger: NewAccount;

beforeAll(async () => {
  gateway = await startGateway(await createTestDatabase());
  owner = await signUp(gateway.db);
  stranger = await signUp(gateway.db);
});
afterAll(() => gateway?.close());

type Facts = NonNullable<Parameters<typeof buildPoll>[1]>;

const ownPoll = (facts: Facts = {}) =>
  buildPoll(gateway.db, { ...facts, ownerAccountId: owner.id });

const openPoll = (facts: Facts = {}) =>
  ownPoll({ ...facts, settings: { allow_new_options: true, ...facts.settings } });

const create = (poll: Poll, options: RequestOptions) =>
  gateway.request(`POST /api/v1/polls/${poll.memberHash}/options`, options);

const asOwner = (poll: Poll, body: unknown) => create(poll, { token: owner.privateToken, body });
const asMember = (poll: Poll, body: unknown) =>
  create(poll, { token: stranger.privateToken, body });
const asVisitor = (poll: Poll, identifier: string, body: unknown) =>
  create(poll, { token: stranger.publicToken, identifier, body });

const option = (fields: object, beside: object = {}) => ({ option: fields, ...beside });

function form(fields: Readonly<Record<string, string>>, ...files: readonly Buffer<ArrayBuffer>[]) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  files.forEach((file, n) => {
    data.append("option_attachments[]", new Blob([file]), `photo ${n + 1}.png`);
  });
  return data;
}

const countOptions = ({ id }: Poll) => gateway.db.prisma.option.count({ where: { pollId: id } });

const storedFiles = async () => {
  const keys: string[] = [];
  for await (const { key } of gateway.deps.storage.list("originals/")) keys.push(key);
  return keys;
};

describe("who creates options (rule 16, decisions 4)", () => {
  test.each<[string, Facts, (poll: Poll) => ReturnType<typeof create>, number, string | undefined]>(
    [
      [
        "the owner, without allow_new_options",
        {},
        (poll) => asOwner(poll, option({ content: "A" })),
        201,
        undefined,
      ],
      [
        "by the admin hash, without allow_new_options",
        {},
        (poll) =>
          gateway.request(`POST /api/v1/polls/${poll.adminHash}/options`, {
            token: stranger.publicToken,
            body: option({ content: "A" }),
          }),
        201,
        undefined,
      ],
      [
        "a member, without allow_new_options",
        {},
        (poll) => asMember(poll, option({ content: "A" })),
        422,
        "new_options_not_allowed",
      ],
      [
        "a member, with allow_new_options",
        { settings: { allow_new_options: true } },
        (poll) => asMember(poll, option({ content: "A" })),
        201,
        undefined,
      ],
      [
        "an anonymous user, with allow_new_options",
        { settings: { allow_new_options: true } },
        (poll) => asVisitor(poll, "ada", option({ content: "A" })),
        201,
        undefined,
      ],
      [
        "an anonymous reader, with allow_new_options",
        { settings: { allow_new_options: true } },
        (poll) => create(poll, { token: stranger.publicToken, body: option({ content: "A" }) }),
        201,
        undefined,
      ],
      [
        "an anonymous reader whose option waits for approval",
        { settings: { allow_new_options: true, require_approval: true } },
        (poll) => create(poll, { token: stranger.publicToken, body: option({ content: "A" }) }),
        201,
        undefined,
      ],
      [
        "an anonymous reader, where each actor has a limit",
        { settings: { allow_new_options: true, option_limit: 3 } },
        (poll) => create(poll, { token: stranger.publicToken, body: option({ content: "A" }) }),
        422,
        "user_identifier_required",
      ],
      [
        "a member of a closed poll",
        { status: "closed", settings: { allow_new_options: true } },
        (poll) => asMember(poll, option({ content: "A" })),
        422,
        "poll_closed",
      ],
      [
        "a member before submissions start",
        {
          settings: { allow_new_options: true, start_date_submission: "2999-01-01T00:00:00.000Z" },
        },
        (poll) => asMember(poll, option({ content: "A" })),
        422,
        "submission_not_started",
      ],
      [
        "a member after submissions end",
        { settings: { allow_new_options: true, deadline_submission: "2001-01-01T00:00:00.000Z" } },
        (poll) => asMember(poll, option({ content: "A" })),
        422,
        "submission_ended",
      ],
      [
        "an admin after submissions end",
        { settings: { deadline_submission: "2001-01-01T00:00:00.000Z" } },
        (poll) => asOwner(poll, option({ content: "A" })),
        201,
        undefined,
      ],
    ],
  )("%s", async (_who, facts, request, status, code) => {
    const poll = await ownPoll(facts);
    const response = await request(poll);
    expect({ status: response.status, code: response.body.code }).toEqual({ status, code });
    expect(await countOptions(poll)).toBe(status === 201 ? 1 : 0);
    if (status === 201) OptionResponse.parse(response.body);
  });

  test("401 without a token, 404 for an unknown poll", async () => {
    const poll = await openPoll();
    expect((await create(poll, { body: option({ content: "A" }) })).status).toBe(401);
    const unknown = { ...poll, memberHash: "unknown" };
    expect((await asMember(unknown, option({ content: "A" }))).status).toBe(404);
  });
});

describe("option_limit holds under any concurrency", () => {
  test("16 requests of one actor at once make as many options as allowed", async () => {
    const poll = await openPoll({ settings: { option_limit: 3 } });
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, n) => asVisitor(poll, "ada", option({ content: `${n}` }))),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(3).fill(201), ...Array(13).fill(422)]);
    const rows = await gateway.db.prisma.option.findMany({
      where: { pollId: poll.id },
      orderBy: { position: "asc" },
    });
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  test("each actor has a limit of its own", async () => {
    const poll = await openPoll({ settings: { option_limit: 1 } });
    expect((await asVisitor(poll, "ada", option({ content: "A" }))).status).toBe(201);
    expect((await asVisitor(poll, "bob", option({ content: "B" }))).status).toBe(201);
    const third = await asVisitor(poll, "bob", option({ content: "C" }));
    expect(third.body).toMatchObject({ code: "option_limit_reached" });
  });
});

describe("the class of an option (rule 16, decisions 3, 4)", () => {
  const image = png(40, 30);
  const uri = `data:image/png;base64,${image.toString("base64")}`;
  const day = "2030-01-31T10:00:00Z";

  test.each<[string, Facts, object, object]>([
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
    const poll = await ownPoll(facts);
    const response = await asOwner(poll, option(fields));
    expect(response.body).toMatchObject({ type, position: 1, ...expected });
    expect(response.status).toBe(201);
    OptionResponse.parse(response.body);
  });

  test("a category is made by admins only, and its children are what the poll's options are", async () => {
    const poll = await openPoll();
    const body = option({ content: "Sweet" }, { option_category: true });
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
      option({ content: "Cake" }, { parent_option_id: category.body.id }),
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
    const poll = await ownPoll({ type: "Polls::Survey" });
    const step = await buildOption(gateway.db, poll, {
      settings: { survey_step_type: surveyStepType },
    });
    const body = option({ content: "Q" }, { parent_option_id: step.publicId });
    expect((await asOwner(poll, body)).body).toMatchObject({ type });
  });

  test("an info step takes no options", async () => {
    const poll = await ownPoll({ type: "Polls::Survey" });
    const step = await buildOption(gateway.db, poll);
    const body = option({ content: "Q" }, { parent_option_id: step.publicId });
    expect((await asOwner(poll, body)).body.errors).toEqual({
      parent_option_id: ["takes no options"],
    });
  });

  test("a drawing step takes one drawing of each actor, seen by author and admins", async () => {
    const poll = await ownPoll({ type: "Polls::Survey" });
    const step = await buildOption(gateway.db, poll, {
      settings: { survey_step_type: "drawing" },
      drawingType: "sign",
    });
    const body = option({ attachment: uri }, { parent_option_id: step.publicId });
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

  test("two drawings of one actor at once: one is refused", async () => {
    const poll = await ownPoll({ type: "Polls::Survey" });
    const step = await buildOption(gateway.db, poll, { settings: { survey_step_type: "drawing" } });
    const body = option({ attachment: uri }, { parent_option_id: step.publicId });
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => asVisitor(poll, "ada", body)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test("a hidden parent answers like an unknown one, and one of another poll too", async () => {
    const poll = await openPoll();
    const hidden = await buildOption(gateway.db, poll, {
      type: "Options::OptionCategory",
      archived: true,
    });
    const other = await openPoll();
    const foreign = await buildOption(gateway.db, other, { type: "Options::OptionCategory" });
    const answers = await Promise.all(
      [hidden.publicId, foreign.publicId, "unknown"].map((id) =>
        asMember(poll, option({ content: "A" }, { parent_option_id: id })),
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

describe("what is wrong with a body is told at once (S2.2, decisions 2, 4)", () => {
  test.each<[string, Facts, object, Record<string, string[]>]>([
    ["content is required", {}, option({}), { content: ["is required"] }],
    [
      "unknown fields",
      {},
      option({ content: "A", rank: 1 }, { option_type: "x" }),
      { rank: ["is not a known field"], option_type: ["is not a known field"] },
    ],
    [
      "fields of admins",
      {},
      option({ content: "A", approval_state: "approved", selected: true, position: 1 }),
      {
        approval_state: ["is for admins only"],
        selected: ["is for admins only"],
        position: ["is for admins only"],
      },
    ],
    [
      "flags that are off",
      { settings: { allow_description: false } },
      option({ content: "A", description: "D", subtitle: "S", info_link: "https://a.example" }),
      {
        description: ["is not allowed in this poll"],
        subtitle: ["is not allowed in this poll"],
        info_link: ["is not allowed in this poll"],
      },
    ],
    [
      "acceptances and demanded fields",
      {
        settings: {
          terms_for_option_creators: true,
          privacy_policy_for_option_creators: true,
          require_author_name: true,
        },
      },
      option({ content: "A" }, { terms: 0 }),
      {
        terms: ["must be accepted"],
        privacy_policy: ["must be accepted"],
        author_name: ["is required"],
      },
    ],
    [
      "a link that is none",
      { settings: { allow_info_link: true } },
      option({ content: "A", info_link: "javascript:alert(1)" }),
      { info_link: ["must be an address that begins with http:// or https://"] },
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
      option({ content: "A" }, { additional_attributes: { "2": "x" } }),
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

  test("accepted terms and attributes are kept, and read by the author", async () => {
    const poll = await openPoll({
      settings: {
        terms_for_option_creators: true,
        additional_option_attributes: {
          "1": { title: "Size", type: "text", required: true, allowed_values: [] },
        },
      },
    });
    const body = option(
      { content: "A" },
      { terms_accepted: 1, additional_attributes: { "1": "big" } },
    );
    expect((await asMember(poll, body)).body).toMatchObject({
      terms_accepted: true,
      additional_attributes: { "1": "big" },
    });
  });
});

describe("files (decisions 4, 11)", () => {
  const uploadTo = (poll: Poll, data: FormData) =>
    create(poll, { token: stranger.privateToken, form: data });

  test("a form makes an option with its file, and its job leaves with it", async () => {
    const poll = await openPoll({ type: "Polls::PhotoGallery" });
    const response = await uploadTo(poll, form({ "option[content]": "Sunset" }, png(40, 30)));
    expect(response.body).toMatchObject({
      type: "Options::PhotoOption",
      content: "Sunset",
      processing: true,
    });
    const attachment = await gateway.db.prisma.attachment.findFirstOrThrow({
      where: { option: { publicId: response.body.id } },
    });
    expect(attachment).toMatchObject({ kind: "image", width: 40, height: 30, processedAt: null });
    const [job] = await gateway.db.prisma.outbox.findMany({
      where: { payload: { equals: { attachmentId: String(attachment.id) } } },
    });
    expect(job).toMatchObject({ job: "media.render-attachment" });
    expect(await storedFiles()).toContain(attachment.storageKey);
  });

  test("several files make a group with one child for each", async () => {
    const poll = await openPoll({
      type: "Polls::PhotoGallery",
      settings: { allow_group_submissions: true },
    });
    const group = await uploadTo(
      poll,
      form({ "option[content]": "Series" }, png(40, 30), png(30, 40), png(20, 20)),
    );
    expect(group.body).toMatchObject({
      type: "Options::PhotoGroup",
      child_option_type: "Options::PhotoOption",
      options_count: 3,
      content: "Series",
    });
    const children = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/options`, {
      token: stranger.privateToken,
      query: { parent_option_id: group.body.id },
    });
    expect(children.body.map(({ type, position }: Option) => ({ type, position }))).toEqual(
      [1, 2, 3].map((position) => ({ type: "Options::PhotoOption", position })),
    );
    expect(children.body[0]).not.toHaveProperty("rank");
  });

  test.each<[string, Facts, readonly Buffer<ArrayBuffer>[], object]>([
    [
      "several files without allow_group_submissions",
      { type: "Polls::PhotoGallery" },
      [png(9, 9), png(9, 9)],
      { option_attachments: ["must be one file"] },
    ],
    [
      "more files than group_submission_max_entries",
      {
        type: "Polls::PhotoGallery",
        settings: { allow_group_submissions: true, group_submission_max_entries: 2 },
      },
      [png(9, 9), png(9, 9), png(9, 9)],
      { option_attachments: ["must have at most 2 entries"] },
    ],
    [
      "a file above file_size_max_mb",
      { type: "Polls::ImageGallery", settings: { file_size_max_mb: 1 } },
      [png(9, 9, 1_000_000)],
      { attachment: ["must have at most 1 MB"] },
    ],
    [
      "an image that is too small and lies wrong",
      {
        type: "Polls::ImageGallery",
        settings: { image_min_width: 100, image_orientation: "portrait" },
      },
      [png(40, 30)],
      { attachment: ["must be at least 100 pixels wide", "must be portrait"] },
    ],
    [
      "an image where a video belongs",
      { type: "Polls::VideoGallery" },
      [png(9, 9)],
      { attachment: ["must be a video"] },
    ],
    [
      "a file of no known kind",
      { type: "Polls::ImageGallery" },
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
      { attachment: ["is of no format that is taken"] },
    ],
    ["no file at all", { type: "Polls::ImageGallery" }, [], { attachment: ["is required"] }],
    [
      "a file where none belongs",
      {},
      [png(9, 9)],
      { attachment: ["is not for options of this class"] },
    ],
  ])("%s: 422, and nothing is kept", async (_what, facts, files, errors) => {
    const before = await storedFiles();
    const poll = await openPoll(facts);
    const response = await uploadTo(poll, form({ "option[content]": "A" }, ...files));
    expect({ status: response.status, errors: response.body.errors }).toEqual({
      status: 422,
      errors,
    });
    expect(await countOptions(poll)).toBe(0);
    expect(await storedFiles()).toEqual(before);
  });
});

describe("fees and approval", () => {
  test("under require_approval a member's option is seen by its author and admins only", async () => {
    const poll = await openPoll({ settings: { require_approval: true } });
    const { body } = await asVisitor(poll, "ada", option({ content: "A" }));
    const path = `GET /api/v1/polls/${poll.memberHash}/options/${body.id}`;
    const read = (who: RequestOptions) => gateway.request(path, who);
    const token = stranger.publicToken;
    expect((await read({ token, identifier: "ada" })).status).toBe(200);
    expect((await read({ token, identifier: "bob" })).status).toBe(404);
    const admin = await read({ token: owner.privateToken });
    expect(admin.body).toMatchObject({ approval_state: "unreviewed" });
  });

  test("an option that owes the submission fee is not shown to others; admins owe none", async () => {
    const poll = await openPoll({ settings: { submission_fee: 500 } });
    const mine = await asVisitor(poll, "ada", option({ content: "A" }));
    expect(mine.body).toMatchObject({ paid: false });
    const path = `GET /api/v1/polls/${poll.memberHash}/options/${mine.body.id}`;
    const other = await gateway.request(path, { token: stranger.publicToken, identifier: "bob" });
    expect(other.status).toBe(404);
    expect((await asOwner(poll, option({ content: "B" }))).body).not.toHaveProperty("paid");
  });
});

test("a given position moves the others", async () => {
  const poll = await ownPoll();
  for (const content of ["A", "B", "C"]) await asOwner(poll, option({ content }));
  await asOwner(poll, option({ content: "D", position: 2 }));
  await asOwner(poll, option({ content: "E", position: 99 }));
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
