// Covers docs/reference/votes.md: options-no-longer-offered

import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import {
  buildOption,
  buildOptions,
  buildParticipant,
  type PollFacts,
  tallyDrift,
} from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { storeVotes } from "../../../testing/store-votes";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const voter = shareAccount(gateway);
const { db } = gateway;

interface Scene {
  readonly poll: Poll;
  readonly participant: Participant;
}

async function scene(facts: PollFacts): Promise<Scene> {
  const poll = await owner.buildPoll(facts);
  return { poll, participant: await buildParticipant(db, poll, { ownerKey: `user:${voter.id}` }) };
}

const asVoter = ({ poll }: Scene, line: string, body?: object) =>
  gateway.inPoll(poll, voter, line, body);

const bodyOf = ({ participant }: Scene, option: Option, value: number) => ({
  voter_id: participant.publicId,
  option_id: option.publicId,
  vote: { vote: value },
});

const cast = (all: Scene, option: Option, value: number) =>
  asVoter(all, "POST /votes", bodyOf(all, option, value));

const update = ({ poll }: Scene, option: Option, change: object) =>
  gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}/options/${option.publicId}`, {
    option: change,
  });

const archive = { archived: true };
const decline = { approval_state: "disapproved" };

type Limited = readonly [
  NonNullable<PollFacts["settings"]>,
  first: number,
  second: number,
  refusal: string,
];

const limits: Readonly<Record<string, Limited>> = {
  "a choice": [
    { vote_type: "Votes::UpVote", vote_limit_per_voter: 1 },
    1,
    1,
    "vote_limit_per_voter_reached",
  ],
  dots: [
    { vote_type: "Votes::DotVote", vote_limit_per_voter: 5 },
    5,
    3,
    "vote_limit_per_voter_reached",
  ],
  "a rank": [{ vote_type: "Votes::RankedVote" }, 1, 1, "rank_taken"],
};

describe.each(Object.entries(limits))("%s", (_name, [settings, first, second, refusal]) => {
  test.each([
    ["archived", archive],
    ["declined", decline],
  ])("of an option that is %s is free, alone and in batches", async (_how, change) => {
    const all = await scene({ settings });
    const [gone, next, third] = (await buildOptions(db, all.poll, 3)) as [Option, Option, Option];
    expect((await cast(all, gone, first)).status).toBe(201);
    expect((await cast(all, next, second)).body.code).toBe(refusal);
    expect((await update(all, gone, change)).status).toBe(200);
    const votes = [bodyOf(all, next, second), bodyOf(all, third, second)];
    const { outcomes } = (await asVoter(all, "POST /votes/batch", { votes })).body;
    expect(outcomes[0].status).toBe(201);
    expect(outcomes[1].body.code).toBe(refusal);
    expect(await tallyDrift(db, all.poll.id)).toBe(0);
  });

  test("binds again once the option is offered again, and loses no vote", async () => {
    const all = await scene({ settings });
    const [gone, next, third] = (await buildOptions(db, all.poll, 3)) as [Option, Option, Option];
    await cast(all, gone, first);
    await update(all, gone, archive);
    expect((await cast(all, next, second)).status).toBe(201);
    await update(all, gone, { archived: false });
    const { body: votes } = await asVoter(all, `GET /votes?voter_id=${all.participant.publicId}`);
    expect(votes).toHaveLength(2);
    expect((await cast(all, third, second)).body.code).toBe(refusal);
    for (const { id } of votes)
      expect((await asVoter(all, `DELETE /votes/${id}`)).status).toBe(204);
    expect((await cast(all, third, second)).status).toBe(201);
  });
});

test("a vote on an option that is no longer offered is marked, counts, and can be withdrawn", async () => {
  const all = await scene({ settings: { vote_type: "Votes::UpVote", vote_limit_per_voter: 1 } });
  const option = await buildOption(db, all.poll);
  const { body: vote } = await cast(all, option, 1);
  expect(vote).not.toHaveProperty("no_longer_offered");
  await update(all, option, archive);
  const read = await asVoter(all, `GET /votes/${vote.id}`);
  expect(read.body).toEqual({
    ...vote,
    no_longer_offered: true,
    option: { type: "Options::TextOption", content: option.content },
  });
  const ofOwner = await gateway.as(owner, `GET /api/v1/polls/${all.poll.adminHash}/votes`);
  expect(ofOwner.body).toEqual([expect.objectContaining({ no_longer_offered: true })]);
  const rated = async () =>
    (await gateway.as(owner, `GET /api/v1/polls/${all.poll.adminHash}/options/${option.publicId}`))
      .body.rating;
  expect(await rated()).toBe(1);
  expect((await asVoter(all, `DELETE /votes/${vote.id}`)).status).toBe(204);
  expect(await rated()).toBe(0);
});

test("a vote on a hidden option names it, but not by a hidden name", async () => {
  const all = await scene({ settings: { vote_type: "Votes::UpVote", hidden_image_name: true } });
  const option = await buildOption(db, all.poll, {
    type: "Options::ImageOption",
    content: "secret.png",
  });
  const { body: vote } = await cast(all, option, 1);
  await update(all, option, archive);
  const named = async (line: Promise<{ readonly body: { readonly option: unknown } }>) =>
    (await line).body.option;
  expect(await named(asVoter(all, `GET /votes/${vote.id}`))).toEqual({
    type: "Options::ImageOption",
  });
  const asOwner = gateway.as(owner, `GET /api/v1/polls/${all.poll.adminHash}/votes/${vote.id}`);
  expect(await named(asOwner)).toEqual({ type: "Options::ImageOption", content: "secret.png" });
});

test("votes below an archived category bind no longer", async () => {
  const all = await scene({ settings: { vote_type: "Votes::UpVote", vote_limit_per_voter: 1 } });
  const parent = await buildOption(db, all.poll, { type: "Options::OptionCategory" });
  const child = await buildOption(db, all.poll, { parent });
  const next = await buildOption(db, all.poll);
  expect((await cast(all, child, 1)).status).toBe(201);
  await update(all, parent, archive);
  expect((await cast(all, next, 1)).status).toBe(201);
  const votes = await asVoter(all, "GET /votes");
  expect(votes.body).toContainEqual(
    expect.objectContaining({
      no_longer_offered: true,
      option: expect.objectContaining({ parent_option_id: parent.publicId }),
    }),
  );
});

test("a vote on an own option, which its author still sees, binds although it is archived", async () => {
  const all = await scene({ settings: { vote_type: "Votes::UpVote", vote_limit_per_voter: 1 } });
  const own = await buildOption(db, all.poll, { ownerKey: all.participant.ownerKey });
  const next = await buildOption(db, all.poll);
  const { body: vote } = await cast(all, own, 1);
  await update(all, own, archive);
  expect((await cast(all, next, 1)).body.code).toBe("vote_limit_per_voter_reached");
  expect((await asVoter(all, `GET /votes/${vote.id}`)).body).toEqual(vote);
});

test("a rank of an archived option is not swapped", async () => {
  const all = await scene({ settings: { vote_type: "Votes::RankedVote" } });
  const [gone, next] = (await buildOptions(db, all.poll, 3)) as [Option, Option];
  const { body: first } = await cast(all, gone, 1);
  const { body: second } = await cast(all, next, 2);
  await update(all, gone, archive);
  const changed = await asVoter(all, `PATCH /votes/${second.id}`, { vote: { vote: 1 } });
  expect(changed.body.vote).toBe(1);
  expect((await asVoter(all, `GET /votes/${first.id}`)).body.vote).toBe(1);
});

test("comparisons with an archived option leave room for other pairs", async () => {
  const all = await scene({
    type: "Polls::PairwiseComparison",
    settings: { vote_limit_per_voter: 1 },
  });
  const [gone, left] = (await buildOptions(db, all.poll, 3)) as [Option, Option];
  const type = "Votes::PairwiseVote";
  await storeVotes(db, all.poll, [{ by: all.participant, on: left, over: gone, value: 1, type }]);
  expect((await asVoter(all, "GET /options")).body).toHaveLength(0);
  await update(all, gone, archive);
  const { body: pair } = await asVoter(all, "GET /options");
  expect(pair).toHaveLength(2);
  const winner = { publicId: pair[0].id } as Option;
  expect((await cast(all, winner, 1)).status).toBe(201);
});

test("dots on an archived option are not spent", async () => {
  const all = await scene({
    settings: {
      vote_type: "Votes::DotVote",
      vote_limit_per_voter: 4,
      option_vote_requirement: "all_options",
      require_all_dots: true,
    },
  });
  const [gone, next] = (await buildOptions(db, all.poll, 2)) as [Option, Option];
  await cast(all, gone, 3);
  await cast(all, next, 1);
  const complete = async () =>
    (
      await gateway.as(
        owner,
        `GET /api/v1/polls/${all.poll.adminHash}/voters/${all.participant.publicId}`,
      )
    ).body.required_option_votes_complete;
  expect(await complete()).toBe(true);
  await update(all, gone, archive);
  expect(await complete()).toBe(false);
});
