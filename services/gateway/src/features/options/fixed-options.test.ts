// Covers docs/reference/options.md: fixed-settings

import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const gateway = shareGateway();
const owner = shareAccount(gateway);

const ONCE_OPTIONS = "cannot be changed once there are options";
const ONCE_VOTES = "cannot be changed once there are votes";

type NewOption = NonNullable<Parameters<typeof buildOption>[2]>;

const patch = (poll: Poll, option: Option, body: object) =>
  gateway.inPoll(poll, owner, `PATCH /options/${option.publicId}`, { option: body });

/** Casts a vote as a participant. The vote is held if the address is not confirmed. */
async function vote(poll: Poll, option: Option, value: object, kind: "cast" | "held" = "cast") {
  const voter = await buildParticipant(gateway.db, poll, {
    ownerKey: `user:${owner.id}`,
    ...(kind === "held" && { confirmedAt: null }),
  });
  const { body } = await gateway.inPoll(poll, owner, "POST /votes", {
    voter_id: voter.publicId,
    option_id: option.publicId,
    vote: value,
  });
  expect(kind === "held" ? body.code : body.type).toBeDefined();
}

async function survey(step: object, child?: NewOption) {
  const poll = await owner.buildPoll({ type: "Polls::Survey" });
  const parent = await buildOption(gateway.db, poll, { settings: { ...step } });
  const type = "Options::TextOption";
  const option = child && (await buildOption(gateway.db, poll, { parent, type, ...child }));
  return { poll, step: parent, option: option as Option };
}

async function column(facts: NewOption) {
  const poll = await owner.buildPoll({ type: "Polls::Table" });
  return { poll, input: await buildOption(gateway.db, poll, facts) };
}

describe("fields of an option that options below it or votes fix (docs/reference/options.md#fixed-settings)", () => {
  test("the type of a step is fixed once an option is below it", async () => {
    const change = { settings: { survey_step_type: "input" } };
    const empty = await survey({ survey_step_type: "vote" });
    expect((await patch(empty.poll, empty.step, change)).status).toBe(200);
    const full = await survey({ survey_step_type: "vote" }, { archived: true });
    const { status, body } = await patch(full.poll, full.step, change);
    expect([status, body.errors]).toEqual([422, { "settings.survey_step_type": [ONCE_OPTIONS] }]);
  });

  test.each(["cast", "held"] as const)(
    "the input type is fixed once an answer is %s",
    async (kind) => {
      const { poll, input } = await column({ inputType: "text" });
      const type = async (name: string) => (await patch(poll, input, { input_type: name })).body;
      expect((await type("number")).input_type).toBe("number");
      await vote(poll, input, { vote_text: "12" }, kind);
      expect((await type("text")).errors).toEqual({ input_type: [ONCE_VOTES] });
      expect((await type("number")).input_type).toBe("number");
    },
  );

  test("the input type is fixed once a file is under the input", async () => {
    const { poll, input } = await column({ inputType: "file" });
    await buildOption(gateway.db, poll, { parent: input, type: "Options::FileOption" });
    const { status, body } = await patch(poll, input, { input_type: "text" });
    expect([status, body.errors]).toEqual([422, { input_type: [ONCE_OPTIONS] }]);
  });

  test.each(["cast", "held"] as const)(
    "the vote settings of a step are fixed once a vote is %s",
    async (kind) => {
      const range = {
        survey_step_type: "vote",
        survey_step_vote_type: "Votes::RangeVote",
        survey_step_vote_limit_per_option: 9,
      };
      const { poll, step, option } = await survey(range, {});
      const change = {
        settings: { survey_step_vote_type: "Votes::DotVote", survey_step_vote_limit_per_option: 3 },
      };
      expect((await patch(poll, step, change)).status).toBe(200);
      expect((await patch(poll, step, { settings: range })).status).toBe(200);
      await vote(poll, option, { vote: 4 }, kind);
      const { status, body } = await patch(poll, step, change);
      expect([status, body.errors]).toEqual([
        422,
        {
          "settings.survey_step_vote_type": [ONCE_VOTES],
          "settings.survey_step_vote_limit_per_option": [`${ONCE_VOTES} above it`],
        },
      ]);
      const kept = { settings: { survey_step_vote_limit_per_option: 4 } };
      expect((await patch(poll, step, kept)).status).toBe(200);
    },
  );

  test.each(["cast", "held"] as const)(
    "the limit of dots cannot be set below the dots that one participant has %s",
    async (kind) => {
      const dots = { survey_step_type: "vote", survey_step_vote_type: "Votes::DotVote" };
      const { poll, step, option } = await survey(dots, {});
      await vote(poll, option, { vote: 6 }, kind);
      const limit = (most: number) =>
        patch(poll, step, { settings: { survey_step_vote_limit_per_voter: most } });
      expect((await limit(5)).body.errors).toEqual({
        "settings.survey_step_vote_limit_per_voter": [`${ONCE_VOTES} that use more`],
      });
      expect((await limit(6)).status).toBe(200);
    },
  );

  test("columns of a matrix cannot be removed or moved once the last one has a vote", async () => {
    const matrix = { survey_step_type: "matrix", allowed_values: ["bad", "so so", "good"] };
    const { poll, step, option } = await survey(matrix, {});
    await vote(poll, option, { vote: 3 });
    const columns = (allowed_values: readonly string[]) => patch(poll, step, { allowed_values });
    expect((await columns(["bad", "good"])).body.errors).toEqual({ allowed_values: [ONCE_VOTES] });
    expect((await columns(["good", "so so", "bad"])).status).toBe(422);
    expect((await columns(["poor", "so so", "good", "great"])).status).toBe(200);
  });

  test.each<[string, string, string]>([
    ["select", "tea", "tea"],
    ["radio", "tea", "tea"],
    ["multi_select", '["coffee","tea"]', "tea"],
    ["checkbox", '["tea"]', "tea"],
  ])("the values of a %s that votes use cannot be removed", async (inputType, vote_text, used) => {
    const allowed_values = ["tea", "coffee", "water"];
    for (const kind of ["cast", "held"] as const) {
      const { poll, input } = await column({ inputType, settings: { allowed_values } });
      await vote(poll, input, { vote_text }, kind);
      const { status, body } = await patch(poll, input, { allowed_values: ["coffee", "juice"] });
      expect([status, body.errors]).toEqual([
        422,
        { allowed_values: [`${ONCE_VOTES} for ${used}`] },
      ]);
      expect((await patch(poll, input, { allowed_values: ["coffee", "tea"] })).status).toBe(200);
    }
  });

  test("a checkbox without values gets none once it has votes", async () => {
    const { poll, input } = await column({ inputType: "checkbox" });
    await vote(poll, input, { vote_text: "true" });
    const { body } = await patch(poll, input, { allowed_values: ["yes"] });
    expect(body.errors).toEqual({ allowed_values: [ONCE_VOTES] });
  });

  test("multi-line texts stay allowed once a vote has several lines", async () => {
    const { poll, input } = await column({ inputType: "text", settings: { multiline: true } });
    const oneLine = { settings: { multiline: false } };
    await vote(poll, input, { vote_text: "one" });
    expect((await patch(poll, input, oneLine)).status).toBe(200);
    expect((await patch(poll, input, { settings: { multiline: true } })).status).toBe(200);
    await vote(poll, input, { vote_text: "two\nlines" });
    const { body } = await patch(poll, input, oneLine);
    expect(body.errors).toEqual({ "settings.multiline": [`${ONCE_VOTES} of several lines`] });
  });

  test("an abstention counts as a vote", async () => {
    const { poll, step, option } = await survey({ survey_step_type: "vote" }, {});
    await vote(poll, option, { vote: null });
    const change = { settings: { survey_step_vote_type: "Votes::UpVote" } };
    expect((await patch(poll, step, change)).status).toBe(422);
  });
});
