// Covers docs/reference/media.md: attachment, originals, videos
// Covers docs/reference/options.md: branching, fields, locations, order, position, state, videos
// Covers docs/reference/requests.md: bodies

import fc from "fast-check";
import { type SurveyAnswer, skippedSteps } from "../branching";
import { optionTypes } from "../option-types";
import { pollSettingsOf } from "../polls/settings";
import { voteTypes } from "../vote-types";
import { ordinaryPoll } from "../votes/testing/ordinary";
import { branchesReferBack, optionsInBranching, readBranch, type TakenVotes } from "./branching";
import { listOrder, type OrderFacts } from "./list-order";
import { readLocation } from "./location";
import { mayReadOriginal, type OptionViewer, optionFields } from "./option-fields";
import { planInsert, planMove } from "./plan-move";
import { ordinaryOption } from "./testing/option";
import { parseVimeoId, parseYoutubeId } from "./video-address";

describe("video addresses", () => {
  test.each([
    ["dQw4w9WgXcQ", "dQw4w9WgXcQ"],
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1", "dQw4w9WgXcQ"],
    ["https://youtube.com/shorts/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
    ["youtu.be/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
    ["https://evil.com/watch?v=dQw4w9WgXcQ", undefined],
    ["https://youtube.com.evil.com/watch?v=dQw4w9WgXcQ", undefined],
    ["short", undefined],
  ])("YouTube: the video id of %s is %s", (text, id) => {
    expect(parseYoutubeId(text)).toBe(id);
  });
  test.each([
    ["76979871", "76979871"],
    ["https://vimeo.com/76979871", "76979871"],
    ["https://player.vimeo.com/video/76979871?h=1", "76979871"],
    ["https://notvimeo.com/76979871", undefined],
  ])("Vimeo: the video id of %s is %s", (text, id) => {
    expect(parseVimeoId(text)).toBe(id);
  });
});

describe("readLocation", () => {
  const a = [1, 2];
  test.each([
    ["point", { coordinates: [a] }, true],
    ["point", { coordinates: [a, a] }, false],
    ["route", { coordinates: [a, a] }, true],
    ["route", { coordinates: [a] }, false],
    ["polygon", { coordinates: [a, a, a] }, true],
    ["polygon", { coordinates: [a, a] }, false],
    ["rectangle", { coordinates: [a, a] }, true],
    ["circle", { coordinates: [a], radius: 5 }, true],
    ["rectangle", { coordinates: [a] }, false],
    ["circle", { coordinates: [a] }, false],
    ["circle", { coordinates: [a], radius: 0 }, false],
    ["circle", { coordinates: [a], radius: 20_037_509 }, true],
    ["circle", { coordinates: [a], radius: 20_037_510 }, false],
    ["circle", { coordinates: [a, a], radius: 5 }, false],
    ["point", { coordinates: [a], radius: 5 }, false],
    ["point", { coordinates: [[181, 0]] }, false],
    ["point", { coordinates: [a], color: 1 }, false],
    ["point", "here", false],
  ] as const)("a %s with the data %j is valid: %s", (type, data, ok) => {
    expect(readLocation(type, data).ok).toBe(ok);
  });

  test("every problem has its path", () => {
    expect(readLocation("circle", { coordinates: [[181, 0], [0]], color: 1 })).toEqual({
      ok: false,
      errors: {
        "data.color": ["is not a known field"],
        "data.coordinates": ["must have 1 coordinates for a circle"],
        "data.coordinates.0.0": ["must be at most 180"],
        "data.coordinates.1": ["must have at least 2 entries"],
        "data.radius": ["is required"],
      },
    });
  });

  test.each(["route", "polygon"] as const)("a %s has at most 1,000 positions", (type) => {
    expect(readLocation(type, { coordinates: Array(1_000).fill(a) }).ok).toBe(true);
    expect(readLocation(type, { coordinates: Array(1_001).fill(a) }).ok).toBe(false);
  });
});

describe("branching", () => {
  const rule = (action: "skip" | "show", option_id: string, vote: number) => ({
    when: { option_id, vote },
    action,
  });
  const step = (...rules: readonly object[]) => ({ publicId: "s", data: { branch: { rules } } });
  const voted = (option: string, value: number) =>
    new Map([[option, { stepId: "1", value, text: undefined }]]);
  const wrote = (text: string) => new Map([["a", { stepId: "1", value: undefined, text }]]);
  const on = (condition: Readonly<Record<string, unknown>>) => [
    { when: { option_id: "a", ...condition }, action: "skip" },
  ];
  test.each<[string, readonly object[], ReadonlyMap<string, SurveyAnswer>, boolean]>([
    ["no rules", [], new Map(), false],
    ["a skip rule that holds", [rule("skip", "a", 1)], voted("a", 1), true],
    ["a skip rule that does not", [rule("skip", "a", 1)], voted("a", -1), false],
    ["a skip rule without an answer", [rule("skip", "a", 1)], new Map(), false],
    [
      "show rules of which none holds",
      [rule("show", "a", 1), rule("show", "b", 1)],
      voted("a", 0),
      true,
    ],
    [
      "show rules of which one holds",
      [rule("show", "a", 1), rule("show", "b", 1)],
      voted("b", 1),
      false,
    ],
    [
      "a show and a skip rule that hold",
      [rule("show", "a", 1), rule("skip", "a", 1)],
      voted("a", 1),
      true,
    ],
    ["a text that is equal", on({ vote_text: "x" }), wrote("x"), true],
    ["choices in another order", on({ vote_text: '["x","y"]' }), wrote('["y", "x"]'), true],
    ["some of several choices", on({ vote_text: '["x","y"]' }), wrote('["x"]'), false],
    ["one of several choices", on({ contains: "x" }), wrote('["y","x"]'), true],
    ["none of several choices", on({ contains: "z" }), wrote('["y","x"]'), false],
    ["a choice in a text", on({ contains: "x" }), wrote("x"), false],
    ["another text", on({ is_not: "x" }), wrote("y"), true],
    ["the same text", on({ is_not: "x" }), wrote("x"), false],
    ["another number", on({ is_not: 1 }), voted("a", 2), true],
    ["a choice that is among several", on({ is_not: "x" }), wrote('["y","x"]'), false],
    ["no answer, which is not another one", on({ is_not: "x" }), new Map(), false],
    ["an answer", on({ answered: true }), voted("a", 0), true],
    ["no answer", on({ answered: false }), new Map(), true],
    ["an answer that should be missing", on({ answered: false }), wrote("x"), false],
    [
      "an abstention, which is no answer",
      on({ answered: true }),
      new Map([["a", { stepId: "1", value: undefined, text: undefined }]]),
      false,
    ],
  ])("%s: skipped %#", (_case, rules, answers, skipped) => {
    expect(skippedSteps([step(...rules)], answers).has("s")).toBe(skipped);
  });

  test("an answer on a skipped step holds no rule", () => {
    const steps = [
      { publicId: "1", data: undefined },
      { publicId: "2", data: { branch: { rules: [rule("show", "a", 1)] } } },
      { publicId: "3", data: { branch: { rules: [rule("show", "b", 1)] } } },
    ];
    const answers = (first: number) =>
      new Map([
        ["a", { stepId: "1", value: first, text: undefined }],
        ["b", { stepId: "2", value: 1, text: undefined }],
      ]);
    expect(skippedSteps(steps, answers(1))).toEqual(new Set());
    expect(skippedSteps(steps, answers(-1))).toEqual(new Set(["2", "3"]));
  });

  const taking = (name: string, inputType?: string, allowedValues: readonly string[] = []) => ({
    type: voteTypes.get(name),
    bounds: {
      min: undefined,
      max: 5,
      perVoter: undefined,
      options: undefined,
      text:
        inputType === undefined
          ? undefined
          : { inputType, allowedValues, allowsOther: false, multiline: false, fileIds: [] },
    },
  });
  const upVote = taking("Votes::UpVote");
  const colors = taking("Votes::TextVote", "multi_select", ["red", "blue"]);
  const color = taking("Votes::TextVote", "radio", ["red", "blue"]);
  const line = taking("Votes::TextVote", "text");
  test.each<
    [string, TakenVotes | undefined, Readonly<Record<string, unknown>>, string | undefined]
  >([
    ["a choice", color, { vote_text: "red" }, undefined],
    ["an unknown choice", color, { vote_text: "green" }, "is not one of the allowed values"],
    ["a trailing blank", color, { vote_text: "red " }, "can never be true"],
    ["a trailing blank in a text", line, { vote_text: "x " }, "can never be true"],
    ["an empty text", line, { vote_text: "" }, "can never be true"],
    ["a number for a text", line, { vote: 1 }, "is not the field for the value of this vote"],
    [
      "a text for a number",
      upVote,
      { vote_text: "x" },
      "is not the field for the value of this vote",
    ],
    [
      "a number out of bounds",
      taking("Votes::RangeVote"),
      { vote: 6 },
      "must be a whole number from 0 to 5",
    ],
    ["several choices", colors, { vote_text: '["blue","red"]' }, undefined],
    [
      "one choice as the whole answer",
      colors,
      { vote_text: "red" },
      "must be a JSON list of strings",
    ],
    ["one of several choices", colors, { contains: "red" }, undefined],
    ["not one of several choices", colors, { is_not: "red" }, undefined],
    [
      "an unknown one of several choices",
      colors,
      { contains: "green" },
      "is not one of the allowed values",
    ],
    ["one of several choices of a single choice", color, { contains: "red" }, "can never be true"],
    ["not a choice", color, { is_not: "red" }, undefined],
    ["not an unknown choice", color, { is_not: "green" }, "is not one of the allowed values"],
    ["any answer", line, { answered: true }, undefined],
    ["any answer of a drawing", undefined, { answered: true }, "can never be true"],
  ])("a rule about %s is accepted or refused", (_case, taken, condition, sentence) => {
    const [name] = Object.keys(condition);
    expect(readBranch({ branch: { rules: on(condition) } }, new Map([["a", taken]]))).toMatchObject(
      sentence === undefined
        ? { ok: true }
        : { ok: false, errors: { [`data.branch.rules.0.when.${name}`]: [sentence] } },
    );
  });

  test("a stored rule stays valid", () => {
    const data = { branch: { rules: on({ vote_text: "green" }) } };
    const earlier = new Map([["a", color]]);
    expect(readBranch(data, earlier, data).ok).toBe(true);
    expect(readBranch(data, earlier, { branch: { rules: on({ vote_text: "white" }) } }).ok).toBe(
      false,
    );
  });

  test("a step has at most 100 rules, each with one condition", () => {
    const earlier = new Map([["a", upVote]]);
    const read = (...rules: readonly object[]) => readBranch({ branch: { rules } }, earlier).ok;
    expect(read(...Array(100).fill(rule("skip", "a", 1)))).toBe(true);
    expect(read(...Array(101).fill(rule("skip", "a", 1)))).toBe(false);
    expect(read({ when: { option_id: "a", vote: 1, vote_text: "x" }, action: "skip" })).toBe(false);
    expect(read({ when: { option_id: "a" }, action: "skip" })).toBe(false);
    expect(read({ when: { option_id: "a", vote: 1 }, action: "hide" })).toBe(false);
  });

  test("a text of a rule has at most 10,000 characters, of which one may be two UTF-16 units", () => {
    const read = (vote_text: string) =>
      readBranch(
        { branch: { rules: [{ when: { option_id: "a", vote_text }, action: "skip" }] } },
        new Map([["a", taking("Votes::TextVote", "textarea")]]),
      );
    expect(read("😀".repeat(10_000)).ok).toBe(true);
    expect(read("😀".repeat(10_001))).toEqual({
      ok: false,
      errors: {
        "data.branch.rules.0.when.vote_text": ["must have at most 10000 characters"],
      },
    });
  });

  test("optionsInBranching finds the options that rules refer to", () => {
    expect(optionsInBranching([step(rule("skip", "a", 1)), { data: undefined }])).toEqual(
      new Set(["a"]),
    );
  });

  test("branchesReferBack refuses rules that refer to later steps", () => {
    const first = { publicId: "1", data: undefined, optionIds: ["a"] };
    const second = { ...step(rule("skip", "a", 1)), optionIds: ["b"] };
    expect(branchesReferBack([first, second])).toBe(true);
    expect(branchesReferBack([second, first])).toBe(false);
    expect(branchesReferBack([{ ...second, optionIds: ["a"] }])).toBe(false);
  });
});

describe("positions are 1 to n after any insert or move", () => {
  const shifted = (position: number, { shift }: ReturnType<typeof planMove>) =>
    shift && position >= shift.from && position <= shift.to ? position + shift.by : position;
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  test("planInsert shifts the siblings behind the new option", () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
        (count, wanted) => {
          const plan = planInsert(count, wanted);
          const after = [...upTo(count).map((one) => shifted(one, plan)), plan.position];
          expect(after.sort((a, b) => a - b)).toEqual(upTo(count + 1));
          expect(plan.position).toBe(Math.min(wanted ?? count + 1, count + 1));
        },
      ),
    );
  });

  test("planMove shifts the siblings between both positions", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.nat(19),
        fc.integer({ min: 1, max: 30 }),
        (count, at, wanted) => {
          const current = (at % count) + 1;
          const plan = planMove(count, current, wanted);
          const others = upTo(count)
            .filter((one) => one !== current)
            .map((one) => shifted(one, plan));
          expect([...others, plan.position].sort((a, b) => a - b)).toEqual(upTo(count));
          expect(others).toEqual([...others].sort((a, b) => a - b));
          expect(shifted(current, plan)).toBe(current);
          expect(plan.position).toBe(Math.min(wanted, count));
        },
      ),
    );
  });
});

describe("listOrder", () => {
  const shuffling = { randomize_options: true };
  const ordinary: OrderFacts = {
    poll: ordinaryPoll(),
    access: "member",
    parent: undefined,
    requested: undefined,
    toVote: true,
    ratingsShown: true,
  };
  const withSettings = (settings: object, type = "Polls::Voting") => ({
    poll: ordinaryPoll({ type, settings }),
  });
  test.each<[string, Partial<OrderFacts>, string]>([
    ["default_sort", withSettings({}, "Polls::ImageGallery"), "options.average_rating desc"],
    [
      "position where ratings are hidden",
      { ...withSettings({}, "Polls::ImageGallery"), ratingsShown: false },
      "options.position asc",
    ],
    ["the requested order", { requested: "options.content asc" }, "options.content asc"],
    [
      "no requested order without allow_change_sort",
      { requested: "options.content asc", ...withSettings({ allow_change_sort: false }) },
      "options.position asc",
    ],
    [
      "no requested order by hidden ratings",
      { requested: "options.rating desc", ratingsShown: false },
      "options.position asc",
    ],
    ["a shuffle for members", withSettings(shuffling), "shuffled"],
    [
      "no shuffle for admins",
      { ...withSettings(shuffling), access: "admin" },
      "options.position asc",
    ],
    [
      "no shuffle with a requested order",
      { ...withSettings(shuffling), requested: "options.created_at desc" },
      "options.created_at desc",
    ],
    [
      "not by hidden names of images",
      { ...withSettings({ hidden_image_name: true, default_sort: "options.content asc" }) },
      "options.position asc",
    ],
    [
      "no shuffle for results",
      { ...withSettings(shuffling), toVote: false },
      "options.position asc",
    ],
    ["steps in order", withSettings(shuffling, "Polls::Survey"), "options.position asc"],
    [
      "the shuffle of a step",
      {
        ...withSettings({}, "Polls::Survey"),
        parent: ordinaryOption({
          type: "Options::SurveyStep",
          settings: { randomize_options: true },
        }),
      },
      "shuffled",
    ],
  ])("%s", (_case, facts, value) => {
    expect(listOrder({ ...ordinary, ...facts })).toEqual({ ok: true, value });
  });

  test("an unknown order is refused even without allow_change_sort", () => {
    for (const allow_change_sort of [true, false]) {
      const facts = { ...ordinary, ...withSettings({ allow_change_sort }), requested: "votes" };
      expect(listOrder(facts)).toMatchObject({ ok: false });
    }
  });
});

describe("optionFields", () => {
  const admin: OptionViewer = {
    isAdmin: true,
    isAuthor: false,
    form: "full",
    settings: pollSettingsOf("Polls::Voting", {}),
    type: optionTypes.get("Options::TextOption"),
    hasStates: true,
    ratings: { ratings: true, best: true },
    isUnopened: false,
  };
  const member = { ...admin, isAdmin: false };
  const fieldsOf = (viewer: OptionViewer) =>
    Object.entries(optionFields)
      .filter(([, rule]) => rule(viewer))
      .map(([name]) => name)
      .sort();

  /** A text option has no `attachment`. */
  const listed =
    "id, public_url, type, parent_option_id, child_option_type, content, name, subtitle, author_name, position, state, rank, rating, average_rating, best_rating, selected, full, places, free_places, decided, takes_text, has_description, info_link, info_link_title, tags, start_date, end_date, created_at, updated_at";
  const listedForAdmins = `${listed}, admin_url, paid, approval_state, approval_state_updated_at, archived, merged_into, merge_undoable_until`;

  test.each([
    ["a member's list", { ...member, form: "list" }, listed],
    ["an admin's list", { ...admin, form: "list" }, listedForAdmins],
    ["an unopened door", { ...member, isUnopened: true }, "id, type, position, start_date"],
  ] as const)("%s has exactly its fields", (_case, viewer, names) => {
    expect(fieldsOf(viewer)).toEqual(names.split(", ").sort());
  });

  test.each<[string, OptionViewer, string, boolean]>([
    ["description in a list", { ...admin, form: "list" }, "description", false],
    ["description in the full form", member, "description", true],
    [
      "hidden ratings",
      { ...member, ratings: { ratings: false, best: false } },
      "average_rating",
      false,
    ],
    [
      "hidden counts",
      { ...member, ratings: { ratings: false, best: false } },
      "voter_count",
      false,
    ],
    ["hidden best", { ...member, ratings: { ratings: true, best: false } }, "selected", false],
    ["approval to a member", member, "approval_state", false],
    ["fraudulent_count to an admin", admin, "fraudulent_count", true],
    ["state outside collections", { ...admin, hasStates: false }, "state", false],
    [
      "a hidden author's name",
      { ...member, settings: pollSettingsOf("Polls::Voting", { hidden_author_name: true }) },
      "author_name",
      false,
    ],
    [
      "a hidden author's name to the author",
      {
        ...member,
        isAuthor: true,
        settings: pollSettingsOf("Polls::Voting", { hidden_author_name: true }),
      },
      "author_name",
      true,
    ],
    [
      "a hidden image name",
      {
        ...member,
        type: optionTypes.get("Options::ImageOption"),
        settings: pollSettingsOf("Polls::Voting", { hidden_image_name: true }),
      },
      "content",
      false,
    ],
    [
      "a text under hidden_image_name",
      { ...member, settings: pollSettingsOf("Polls::Voting", { hidden_image_name: true }) },
      "content",
      true,
    ],
    [
      "attachment of an image",
      { ...member, type: optionTypes.get("Options::ImageOption") },
      "attachment",
      true,
    ],
    [
      "attachment of an uploaded video",
      { ...admin, type: optionTypes.get("Options::VideoOption") },
      "attachment",
      false,
    ],
    [
      "attachment of a YouTube video",
      { ...admin, type: optionTypes.get("Options::YoutubeOption") },
      "attachment",
      false,
    ],
    [
      "video of an uploaded video",
      { ...member, type: optionTypes.get("Options::VideoOption") },
      "video",
      true,
    ],
    ["paid to its author", { ...member, isAuthor: true }, "paid", true],
  ])("shows or hides %s", (_case, viewer, field, seen) => {
    expect(fieldsOf(viewer).includes(field)).toBe(seen);
  });

  test.each<[string, Partial<OptionViewer>, boolean, boolean]>([
    ["a member, of an image", { type: optionTypes.get("Options::ImageOption") }, false, false],
    [
      "a member, of an image with allow_attachments",
      {
        type: optionTypes.get("Options::ImageOption"),
        settings: pollSettingsOf("Polls::Voting", { allow_attachments: true }),
      },
      false,
      true,
    ],
    ["a member, of a file", { type: optionTypes.get("Options::FileOption") }, false, true],
    [
      "a member, of a file under an input",
      { type: optionTypes.get("Options::FileOption") },
      true,
      false,
    ],
    [
      "its author, of a file under an input",
      { type: optionTypes.get("Options::FileOption"), isAuthor: true },
      true,
      true,
    ],
  ])("the original is for %s", (_case, viewer, underInput, may) => {
    expect(mayReadOriginal({ ...member, ...viewer, underInput })).toBe(may);
  });
});
