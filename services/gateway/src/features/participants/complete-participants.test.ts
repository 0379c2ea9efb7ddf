// Covers docs/reference/options.md: branching
// Covers docs/reference/participants.md: complete, required-votes
// Covers docs/reference/votes.md: abstentions, least-number-of-votes

import { buildOption } from "@polls/testing";
import { shareJoining } from "../../../testing/joining-callers";

const { gateway, asUser, asOwner, buildOwnPoll, join, at } = shareJoining();
const { db } = gateway;

// Settings: option_vote_requirement, require_all_dots
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
    gateway.as(asUser("u1"), `PATCH ${at(poll, id)}`, { voter: { complete: true } });
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
    gateway.as(asUser("u1"), `PATCH ${at(poll, id)}`, { voter: { complete: true } });
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
  await gateway.inPoll(poll, asUser("u1"), `PATCH /votes/${vote.body.id}`, { vote: { vote: 1 } });
  expect(await complete()).toBe(true);
});
