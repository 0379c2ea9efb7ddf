// Covers docs/reference/access.md: own-objects-that-are-fixed
// Covers docs/reference/participants.md: complete, deletion
// Covers docs/reference/votes.md: final-votes, withdrawing-a-vote

import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildOptions, buildParticipant, type PollFacts } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const voter = shareAccount(gateway);

interface Scene {
  readonly poll: Poll;
  readonly participant: Participant;
  readonly options: readonly [Option, Option];
}

async function scene(facts: PollFacts = {}, confirmed = true): Promise<Scene> {
  const { settings, ...rest } = facts;
  const poll = await owner.buildPoll({ ...rest, settings: { final_votes: true, ...settings } });
  const [one, other] = await buildOptions(gateway.db, poll, 2);
  if (one === undefined || other === undefined) throw new Error("two options are missing");
  const participant = await buildParticipant(gateway.db, poll, {
    ownerKey: `user:${voter.id}`,
    ...(!confirmed && { confirmedAt: null }),
  });
  return { poll, participant, options: [one, other] };
}

const asked =
  (by: typeof voter) =>
  ({ poll }: { readonly poll: Poll }, line: string, body?: object) =>
    gateway.inPoll(poll, by, line, body);
const [asVoter, asOwner] = [asked(voter), asked(owner)];

const bodyOf = ({ participant, options }: Scene, vote: object, at = 0) => ({
  voter_id: participant.publicId,
  option_id: options[at]?.publicId,
  vote,
});

/** The id of a vote that is cast. */
async function cast(all: Scene, vote: object = { vote: 1 }): Promise<string> {
  const { status, body, text } = await asVoter(all, "POST /votes", bodyOf(all, vote));
  if (status !== 201) throw new Error(text);
  return body.id;
}

const valueAt = async (all: Scene, id: string) =>
  (await asVoter(all, `GET /votes/${id}`)).body.vote;

// Settings: final_votes
test.each<[string, object, (id: string, all: Scene) => readonly [string, object?]]>([
  ["another value", { vote: 1 }, (id) => [`PATCH /votes/${id}`, { vote: { vote: -1 } }]],
  ["the same value", { vote: 1 }, (id) => [`PATCH /votes/${id}`, { vote: { vote: 1 } }]],
  ["an abstention", { vote: 1 }, (id) => [`PATCH /votes/${id}`, { vote: { vote: null } }]],
  [
    "a value for an abstention",
    { vote: null },
    (id) => [`PATCH /votes/${id}`, { vote: { vote: 1 } }],
  ],
  ["a withdrawal", { vote: 1 }, (id) => [`DELETE /votes/${id}`]],
])("%s is refused", async (_case, vote, requestOf) => {
  const all = await scene();
  const id = await cast(all, vote);
  const before = await valueAt(all, id);
  const { status, body } = await asVoter(all, ...requestOf(id, all));
  expect([status, body.code]).toEqual([422, "votes_are_final"]);
  const open = await scene({ settings: { final_votes: false } });
  const accepted = await asVoter(open, ...requestOf(await cast(open, vote), open));
  expect([200, 204]).toContain(accepted.status);
  expect(await valueAt(all, id)).toBe(before);
});

test("a second vote is refused as always, alone and in a batch; other options stay open", async () => {
  const all = await scene();
  const vote_id = await cast(all);
  const again = bodyOf(all, { vote: -1 });
  expect((await asVoter(all, "POST /votes", again)).body).toMatchObject({
    code: "already_voted",
    vote_id,
  });
  const { body } = await asVoter(all, "POST /votes/batch", {
    votes: [again, bodyOf(all, { vote: 1 }, 1), bodyOf(all, { vote: -1 }, 1)],
  });
  const outcomes = body.outcomes.map((one: { body: { code?: string } }) => one.body.code ?? "cast");
  expect(outcomes).toEqual(["already_voted", "cast", "already_voted"]);
});

test("ranks are not swapped", async () => {
  const all = await scene({ settings: { vote_type: "Votes::RankedVote" } });
  const first = await cast(all, { vote: 1 });
  await asVoter(all, "POST /votes", bodyOf(all, { vote: 2 }, 1));
  const { body } = await asVoter(all, `PATCH /votes/${first}`, { vote: { vote: 2 } });
  expect([body.code, await valueAt(all, first)]).toEqual(["votes_are_final", 1]);
});

test("a judgment is not taken back", async () => {
  const all = await scene({ type: "Polls::PairwiseComparison" });
  const { publicId } = all.participant;
  await asVoter(all, `GET /options?voter_id=${publicId}`);
  const id = await cast(all);
  expect((await asVoter(all, `DELETE /votes/${id}`)).body.code).toBe("votes_are_final");
});

test("a participant is deleted by its owner only before its first vote", async () => {
  const fresh = await scene();
  expect((await asVoter(fresh, `DELETE /voters/${fresh.participant.publicId}`)).status).toBe(204);
  const all = await scene();
  const id = await cast(all);
  expect((await asVoter(all, `DELETE /voters/${all.participant.publicId}`)).status).toBe(403);
  expect(await valueAt(all, id)).toBe(1);
});

test("complete stays, and the file of an answer too", async () => {
  const { poll, participant } = await scene({ type: "Polls::Survey" });
  const step = await buildOption(gateway.db, poll, { settings: { survey_step_type: "input" } });
  const input = await buildOption(gateway.db, poll, {
    type: "Options::InputOption",
    parent: step,
    inputType: "file",
  });
  const file = async () =>
    buildOption(gateway.db, poll, {
      type: "Options::FileOption",
      parent: input,
      ownerKey: participant.ownerKey,
    });
  const [given, unused] = [await file(), await file()];
  const answered = await asVoter({ poll }, "POST /votes", {
    voter_id: participant.publicId,
    option_id: input.publicId,
    vote: { vote_text: given.publicId },
  });
  expect(answered.status).toBe(201);
  const complete = (value: boolean) =>
    asVoter({ poll }, `PATCH /voters/${participant.publicId}`, { voter: { complete: value } });
  expect((await complete(true)).status).toBe(200);
  expect((await complete(true)).status).toBe(200);
  expect((await complete(false)).body.code).toBe("votes_are_final");

  const remove = ({ publicId }: Option) => asVoter({ poll }, `DELETE /options/${publicId}`);
  expect((await remove(given)).body.code).toBe("has_votes");
  const change = { option: { content: "Another name" } };
  const changed = await asVoter({ poll }, `PATCH /options/${given.publicId}`, change);
  expect(changed.body.code).toBe("has_votes");
  expect((await remove(unused)).status).toBe(204);
});

test("a held vote is replaced until it is cast", async () => {
  const all = await scene({ settings: { double_opt_in: true } }, false);
  for (const vote of [1, -1]) {
    const { body } = await asVoter(all, "POST /votes", bodyOf(all, { vote }));
    expect(body.code).toBe("opt_in_pending");
  }
  const [held] = await gateway.db.prisma.heldVote.findMany({ where: { pollId: all.poll.id } });
  expect(Number(held?.value)).toBe(-1);
});

test("admins change and withdraw votes of others", async () => {
  const all = await scene();
  const id = await cast(all);
  expect((await asOwner(all, `PATCH /votes/${id}`, { vote: { vote: -1 } })).status).toBe(200);
  expect((await asOwner(all, `DELETE /votes/${id}`)).status).toBe(204);
  expect((await asVoter(all, `GET /voters/${all.participant.publicId}`)).body).toMatchObject({
    changed_by_admin: true,
  });
});
