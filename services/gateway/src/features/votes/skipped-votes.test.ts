// Covers docs/reference/options.md: branching

import { recountAll } from "@polls/db/counts";
import type { Option } from "@polls/domain/options";
import { buildOption, tallyDrift } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const { db } = gateway;

interface Children {
  readonly poll: { readonly id: bigint; readonly memberHash: string };
  readonly has: Option;
  readonly count: Option;
  readonly school: Option;
  readonly else: Option;
  readonly schoolStep: Option;
}

/** A question about children, two that only parents are asked, and one for all. */
async function buildSurvey(): Promise<Children> {
  const poll = await owner.buildPoll({ type: "Polls::Survey", settings: { public_answers: true } });
  const step = (data?: Readonly<Record<string, unknown>>) =>
    buildOption(db, poll, { settings: { survey_step_type: "input" }, ...(data && { data }) });
  const input = (parent: Option, inputType: string, settings: Readonly<Record<string, unknown>>) =>
    buildOption(db, poll, { parent, type: "Options::InputOption", inputType, settings });
  const yesNo = { allowed_values: ["yes", "no"], mandatory: true };
  const showIf = (option: Option, condition: object) => ({
    branch: { rules: [{ when: { option_id: option.publicId, ...condition }, action: "show" }] },
  });
  const has = await input(await step(), "radio", yesNo);
  const count = await input(await step(showIf(has, { vote_text: "yes" })), "number", {
    mandatory: true,
  });
  const schoolStep = await step(showIf(count, { answered: true }));
  const school = await input(schoolStep, "radio", yesNo);
  return { poll, has, count, school, else: await input(await step(), "text", {}), schoolStep };
}

const as = (identifier: string) => ({ token: owner.publicToken, identifier });
const admin = () => ({ token: owner.privateToken });

async function takePart({ poll }: Children, identifier: string) {
  const at = `/api/v1/polls/${poll.memberHash}`;
  const { id } = (
    await gateway.as(as(identifier), `POST ${at}/voters`, { voter: { user_name: identifier } })
  ).body;
  return {
    id,
    async vote({ publicId }: Option, vote_text: string | null) {
      const body = { voter_id: id, option_id: publicId, vote: { vote_text } };
      const cast = await gateway.request(`POST ${at}/votes`, { ...as(identifier), body });
      expect(cast).toMatchObject({ status: 201 });
      return cast.body;
    },
    change: (voteId: string, vote_text: string) =>
      gateway.as(as(identifier), `PATCH ${at}/votes/${voteId}`, { vote: { vote_text } }),
    withdraw: (voteId: string) => gateway.request(`DELETE ${at}/votes/${voteId}`, as(identifier)),
    shown: async (voteId: string) =>
      (await gateway.request(`GET ${at}/votes/${voteId}`, as(identifier))).body,
    finish: () =>
      gateway.as(as(identifier), `PATCH ${at}/voters/${id}`, { voter: { complete: true } }),
  };
}

/** The number of answers that the results show for the questions, in their order. */
async function answers({ poll, ...options }: Children): Promise<readonly number[]> {
  expect(await tallyDrift(db, poll.id)).toBe(0);
  const counted = await db.prisma.optionTally.groupBy({
    by: ["optionId"],
    where: { option: { pollId: poll.id } },
    _sum: { votes: true },
  });
  const byOption = new Map(counted.map(({ optionId, _sum }) => [optionId, _sum.votes ?? 0]));
  return [options.has, options.count, options.school, options.else].map(
    ({ id }) => byOption.get(id) ?? 0,
  );
}

test("answers on steps that another answer leads past count nowhere, and return with it", async () => {
  const survey = await buildSurvey();
  const ann = await takePart(survey, "ann");
  const has = await ann.vote(survey.has, "yes");
  const count = await ann.vote(survey.count, "3");
  await ann.vote(survey.school, "yes");
  expect(await answers(survey)).toEqual([1, 1, 1, 0]);

  expect((await ann.change(has.id, "no")).status).toBe(200);
  expect(await answers(survey)).toEqual([1, 0, 0, 0]);
  const { updated_at } = count;
  expect(await ann.shown(count.id)).toMatchObject({ vote_text: "3", skipped: true, updated_at });
  expect(await ann.shown(has.id)).not.toHaveProperty("skipped");

  expect((await ann.change(has.id, "yes")).status).toBe(200);
  expect(await answers(survey)).toEqual([1, 1, 1, 0]);
  expect(await ann.shown(count.id)).not.toHaveProperty("skipped");

  expect((await ann.withdraw(count.id)).status).toBe(204);
  expect(await answers(survey)).toEqual([1, 0, 0, 0]);
});

test("mandatory questions on skipped steps do not keep a survey from being finished", async () => {
  const survey = await buildSurvey();
  const ann = await takePart(survey, "ann");
  const has = await ann.vote(survey.has, "yes");
  await ann.vote(survey.count, "3");
  expect((await ann.finish()).status).toBe(422);
  await ann.change(has.id, "no");
  expect(await ann.finish()).toMatchObject({ status: 200, body: { complete: true } });
});

test("a vote on a skipped step is kept without counting, until an answer leads to it", async () => {
  const survey = await buildSurvey();
  const ann = await takePart(survey, "ann");
  expect(await ann.vote(survey.school, "no")).toMatchObject({ skipped: true });
  expect(await answers(survey)).toEqual([0, 0, 0, 0]);
  await ann.vote(survey.has, "yes");
  await ann.vote(survey.count, "1");
  expect(await answers(survey)).toEqual([1, 1, 1, 0]);
});

test("a recount finds votes that count although their step is skipped, and the other way round", async () => {
  const survey = await buildSurvey();
  const ann = await takePart(survey, "ann");
  const pollIds = [survey.poll.id];
  await ann.vote(survey.has, "no");
  const kept = await ann.vote(survey.count, "3");
  const stored = () => db.prisma.vote.findUniqueOrThrow({ where: { publicId: kept.id } });
  for (const counts of [false, true]) {
    await db.prisma.vote.update({ where: { publicId: kept.id }, data: { counts } });
    const drift = counts ? 2 : 0;
    expect(await recountAll(db, { pollIds, repair: false })).toMatchObject({ drift });
    await recountAll(db, { pollIds, repair: true });
    expect((await stored()).counts).toBe(false);
    expect(await answers(survey)).toEqual([1, 0, 0, 0]);
  }
});

test("a change of the rules counts the answers again", async () => {
  const survey = await buildSurvey();
  const ann = await takePart(survey, "ann");
  await ann.vote(survey.has, "yes");
  await ann.vote(survey.count, "3");
  await ann.vote(survey.school, "yes");
  const rule = { when: { option_id: survey.count.publicId, vote_text: "3" }, action: "skip" };
  const change = (data: object | null) =>
    gateway.inPoll(survey.poll, admin(), `PATCH /options/${survey.schoolStep.publicId}`, {
      option: { data },
    });
  expect((await change({ branch: { rules: [rule] } })).status).toBe(200);
  expect(await answers(survey)).toEqual([1, 1, 0, 0]);
  expect((await change(null)).status).toBe(200);
  expect(await answers(survey)).toEqual([1, 1, 1, 0]);
});

test("exports mark answers on skipped steps", async () => {
  const survey = await buildSurvey();
  const ann = await takePart(survey, "ann");
  await ann.vote(survey.has, "no");
  const kept = await ann.vote(survey.count, "3");
  const { text } = await gateway.inPoll(survey.poll, admin(), "GET /export.csv");
  const [head = "", ...rows] = text.trim().split(/\r?\n/);
  expect(head.split(",")).toContain("skipped");
  const at = head.split(",").indexOf("skipped");
  expect(rows.map((row) => row.split(",")[at])).toEqual(["false", "true"]);
  expect(rows[1]).toContain(kept.id);
});
