// Covers docs/reference/results.md: body, who-reads-results

import { type InputType, inputTypes, type Poll } from "@polls/domain/polls";
import { voteTypes } from "@polls/domain/vote-types";
import { buildOption, buildParticipant } from "@polls/testing";
import { castVotes } from "../../../testing/cast-votes";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { storeVotes } from "../../../testing/store-votes";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const resultsOf = ({ memberHash }: Poll, token = owner.privateToken) =>
  gateway.request(`GET /api/v1/polls/${memberHash}/results`, { token });

const vote = (poll: Poll, votes: Parameters<typeof castVotes>[3]) =>
  castVotes(gateway, owner, poll, votes);

describe("answers of a survey, for members", () => {
  const texts: Readonly<Record<InputType, string>> = {
    text: "Ada",
    textarea: "Ada\nLovelace",
    email: "ada@example.org",
    url: "https://example.org",
    select: "tea",
    radio: "tea",
    multi_select: '["tea"]',
    checkbox: '["tea"]',
    number: "5",
    number_float: "5.5",
    date: "2030-01-31",
    datetime: "2030-01-31T12:00:00Z",
    file: "",
    location: "52.52, 13.4",
  };
  const closed = ["select", "radio", "multi_select", "checkbox", "number", "number_float"];

  async function answered(inputType: InputType, settings = {}) {
    const poll = await owner.buildPoll({ type: "Polls::Survey", settings });
    const step = await buildOption(gateway.db, poll, { settings: { survey_step_type: "input" } });
    const input = await buildOption(gateway.db, poll, {
      type: "Options::InputOption",
      parent: step,
      inputType,
      settings: { allowed_values: ["tea", "coffee"], multiline: true },
    });
    const file = await buildOption(gateway.db, poll, {
      type: "Options::FileOption",
      parent: input,
      ownerKey: `user:${owner.id}`,
    });
    const text = inputType === "file" ? file.publicId : texts[inputType];
    await vote(poll, [[input, { vote_text: text }]]);
    return { poll, input, text };
  }
  const stranger = async () => (await signUp(gateway.db)).privateToken;

  test.each(inputTypes)("an input of type %s shows the right distribution", async (inputType) => {
    const { poll, input, text } = await answered(inputType);
    const forAdmins = {
      id: input.publicId,
      rating: 1,
      voter_count: 1,
      distribution: { [text]: 1 },
    };
    const distribution = closed.includes(inputType) ? { [text]: 1 } : {};
    expect((await resultsOf(poll)).body.options).toMatchObject([forAdmins]);
    const seen = await resultsOf(poll, await stranger());
    expect(seen.body.options).toMatchObject([{ ...forAdmins, distribution }]);
    expect(seen.body.options[0].distribution).toEqual(distribution);
  });

  test("a number is one value in any notation, also one that was stored before", async () => {
    const { poll, input } = await answered("number_float");
    await vote(poll, [[input, { vote_text: "+05.50" }]]);
    const stored = await gateway.db.prisma.vote.findMany({ where: { pollId: poll.id } });
    expect(stored.map(({ text }) => text)).toEqual(["5.5", "5.5"]);
    const { publicId } = stored[0] ?? { publicId: "" };
    await gateway.db.prisma.vote.update({ where: { publicId }, data: { text: "5.500" } });
    expect((await resultsOf(poll)).body.options[0].distribution).toEqual({ 5.5: 2 });
  });

  test("a list is one value in any order and notation, also one that was stored before", async () => {
    const { poll, input } = await answered("multi_select");
    await vote(poll, [[input, { vote_text: '["tea","coffee"]' }]]);
    await vote(poll, [[input, { vote_text: '[ "coffee", "te\\u0061" ]' }]]);
    const both = '["tea","coffee"]';
    const stored = await gateway.db.prisma.vote.findMany({
      where: { pollId: poll.id, text: both },
    });
    expect(stored).toHaveLength(2);
    const { publicId } = stored[0] ?? { publicId: "" };
    const data = { text: '["coffee", "tea"]' };
    await gateway.db.prisma.vote.update({ where: { publicId }, data });
    const { distribution } = (await resultsOf(poll)).body.options[0];
    expect(distribution).toEqual({ '["tea"]': 1, [both]: 2 });
  });

  test("a vote step with dates shows the right distribution", async () => {
    const poll = await owner.buildPoll({ type: "Polls::Survey" });
    const step = await buildOption(gateway.db, poll, {
      settings: { survey_step_type: "vote", survey_step_vote_type: "Votes::DateVote" },
    });
    const option = await buildOption(gateway.db, poll, {
      type: "Options::TextOption",
      parent: step,
    });
    await vote(poll, [[option, { vote_text: "2030-01-31" }]]);
    expect((await resultsOf(poll)).body.options[0].distribution).toEqual({ "2030-01-31": 1 });
    expect((await resultsOf(poll, await stranger())).body.options[0].distribution).toEqual({});
  });

  // Settings: public_answers
  test("with public_answers all distributions are shown", async () => {
    const { poll, text } = await answered("email", { public_answers: true });
    const { body } = await resultsOf(poll, await stranger());
    expect(body.options[0].distribution).toEqual({ [text]: 1 });
  });
});

test("hidden ratings are 404 for members and visible for admins", async () => {
  const poll = await owner.buildPoll({ settings: { hide_results: true } });
  await buildOption(gateway.db, poll);
  const stranger = await signUp(gateway.db);
  expect((await resultsOf(poll, stranger.privateToken)).status).toBe(404);
  expect((await resultsOf(poll)).status).toBe(200);
});

describe("with after_own_vote", () => {
  async function sceneOf(settings: Readonly<Record<string, unknown>> = {}) {
    const poll = await owner.buildPoll({
      settings: { results_visible: "after_own_vote", ...settings },
    });
    const option = await buildOption(gateway.db, poll);
    const { id, privateToken: token } = await signUp(gateway.db);
    const participant = await buildParticipant(gateway.db, poll, { ownerKey: `user:${id}` });
    const path = `/api/v1/polls/${poll.memberHash}`;
    const read = async (what: string) =>
      (await gateway.request(`GET ${path}/${what}`, { token })).status;
    const cast = (value: number | null) =>
      gateway.as({ token }, `POST ${path}/votes`, {
        voter_id: participant.publicId,
        option_id: option.publicId,
        vote: { vote: value },
      });
    const withdraw = (voteId: string) =>
      gateway.request(`DELETE ${path}/votes/${voteId}`, { token });
    return { poll, option, participant, path, token, read, cast, withdraw };
  }

  test.each([
    ["vote", 1],
    ["abstention", null],
  ])("members read results from their first %s on, until they withdraw it", async (_, value) => {
    const { poll, path, token, option, read, cast, withdraw } = await sceneOf();
    await vote(poll, [[option, { vote: 1 }]]);
    const listed = async () =>
      (await gateway.request(`GET ${path}/options`, { token })).body[0].voter_count;
    const seen = async () => [
      await read("results"),
      (await gateway.request(`GET ${path}/votes`, { token })).body.length,
      (await gateway.request(`GET ${path}/options/${option.publicId}`, { token })).body.rating,
    ];
    expect(await seen()).toEqual([404, 0, undefined]);
    expect(await listed()).toBeUndefined();
    const { body, status } = await cast(value);
    expect(status).toBe(201);
    expect(await seen()).toEqual([200, 2, value === null ? 1 : 2]);
    expect((await withdraw(body.id)).status).toBe(204);
    expect(await seen()).toEqual([404, 0, undefined]);
  });

  const abstainBy0 = voteTypes.all.filter(
    ({ carries, isAbstention }) =>
      carries === "number" && isAbstention({ value: 0, text: undefined }),
  );
  test.each(abstainBy0)(
    "members read results after 0, an abstention of $name",
    async ({ name }) => {
      const { read, cast } = await sceneOf({ vote_type: name });
      expect((await cast(0)).status).toBe(201);
      expect(await read("results")).toBe(200);
    },
  );

  test("held and unpaid votes show nothing, paid votes do", async () => {
    const held = await sceneOf({ double_opt_in: true });
    await gateway.db.prisma.participant.update({
      where: { id: held.participant.id },
      data: { confirmedAt: null, optinEmail: "ada@example.org" },
    });
    expect((await held.cast(1)).body.code).toBe("opt_in_pending");
    expect(await held.read("results")).toBe(404);

    const sold = await sceneOf();
    await storeVotes(gateway.db, sold.poll, [
      { by: sold.participant, on: sold.option, value: 2, paidVotes: 0 },
    ]);
    expect(await sold.read("results")).toBe(404);

    const fee = await sceneOf();
    await storeVotes(gateway.db, fee.poll, [{ by: fee.participant, on: fee.option, value: 1 }]);
    const pay = (paid: boolean) =>
      gateway.db.prisma.participant.update({ where: { id: fee.participant.id }, data: { paid } });
    await pay(false);
    expect(await fee.read("results")).toBe(404);
    await pay(true);
    expect(await fee.read("results")).toBe(200);
  });

  test("the vote of another participant, or in another poll, shows nothing", async () => {
    const { poll, option, read, participant } = await sceneOf();
    await vote(poll, [[option, { vote: 1 }]]);
    const other = await sceneOf();
    const elsewhere = await buildParticipant(gateway.db, other.poll, {
      ownerKey: participant.ownerKey,
    });
    await storeVotes(gateway.db, other.poll, [{ by: elsewhere, on: other.option, value: 1 }]);
    expect(await read("results")).toBe(404);
    expect((await resultsOf(poll)).status).toBe(200);
  });
});
