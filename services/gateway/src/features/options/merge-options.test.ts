// Covers docs/reference/options.md: merging
// Covers docs/reference/pages.md: addresses

import { inTransaction } from "@polls/db/sql";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import {
  buildComment,
  buildOption,
  buildParticipant,
  fakeClock,
  type NewOption,
  type PollFacts,
  tallyDrift,
} from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { oldRows } from "../../maintenance/delete-old-rows";
import type { NewAccount } from "../accounts/create-account";

let voters: readonly NewAccount[];
const clock = fakeClock(new Date("2030-06-15T12:00:00Z"));

const gateway = shareGateway({ clock: clock.now });
const owner = shareAccount(gateway);
const { db } = gateway;
beforeAll(async () => {
  voters = [await signUp(db), await signUp(db), await signUp(db)];
});
beforeEach(() => clock.set("2030-06-15T12:00:00Z"));

interface Scene {
  readonly poll: Poll;
  readonly copy: Option;
  readonly target: Option;
  readonly other: Option;
  readonly participants: readonly Participant[];
}

async function scene(facts: PollFacts = {}, copyFacts: NewOption = {}): Promise<Scene> {
  const poll = await owner.buildPoll(facts);
  const target = await buildOption(db, poll);
  const copy = await buildOption(db, poll, copyFacts);
  const other = await buildOption(db, poll);
  const participants: Participant[] = [];
  for (const { id } of voters) {
    participants.push(await buildParticipant(db, poll, { ownerKey: `user:${id}` }));
  }
  return { poll, copy, target, other, participants };
}

const ask = ({ poll }: Scene, by: NewAccount, line: string, body?: object) =>
  gateway.inPoll(poll, by, line, body);

const voterOf = (here: Scene, at: number) => {
  const [account, participant] = [voters[at], here.participants[at]];
  if (account === undefined || participant === undefined) throw new Error("there is no such voter");
  return { account, participant };
};

async function cast(here: Scene, at: number, option: Option, vote: number, more: object = {}) {
  const { account, participant } = voterOf(here, at);
  const body = {
    voter_id: participant.publicId,
    option_id: option.publicId,
    vote: { vote, ...more },
  };
  const { status, body: answer } = await ask(here, account, "POST /votes", body);
  expect([status, answer.errors]).toEqual([201, undefined]);
  return String(answer.id);
}

const merge = (here: Scene, option = here.copy, target = here.target, by: NewAccount = owner) =>
  ask(here, by, `POST /options/${option.publicId}/merge`, { option_id: target.publicId });
const undo = (here: Scene, option = here.copy, by: NewAccount = owner) =>
  ask(here, by, `DELETE /options/${option.publicId}/merge`);

/** The votes of each participant by option, as they are stored. */
async function votesOf({ poll, copy, target, other, participants }: Scene) {
  const names = new Map(
    [copy, target, other].map(({ id }, at) => [id, ["copy", "target", "other"][at]]),
  );
  const votes = await db.prisma.vote.findMany({
    where: { pollId: poll.id },
    orderBy: { id: "asc" },
  });
  return votes
    .map(({ participantId, optionId, value }) => {
      const at = participants.findIndex(({ id }) => id === participantId);
      return `${at} ${names.get(optionId)} ${value}`;
    })
    .sort();
}

const voterCount = async (here: Scene, option: Option) =>
  (await ask(here, owner, `GET /options/${option.publicId}`)).body.voter_count;

const rating = { settings: { vote_type: "Votes::RatingVote" } };

test("a merge moves the votes to the target, once per participant, and an undo returns all of them", async () => {
  const here = await scene(rating);
  await cast(here, 0, here.copy, 3);
  await cast(here, 1, here.copy, 5);
  await cast(here, 1, here.target, 2);
  await cast(here, 2, here.other, 1);
  const before = await votesOf(here);

  const { status, body } = await merge(here);
  expect([status, body.id, body.voter_count, body.rating]).toEqual([
    200,
    here.target.publicId,
    2,
    5,
  ]);
  expect(await votesOf(here)).toEqual(["0 target 3", "1 target 2", "2 other 1"]);
  expect(await tallyDrift(db, here.poll.id)).toBe(0);
  expect(await voterCount(here, here.copy)).toBe(0);

  const undone = await undo(here);
  expect([undone.status, undone.body.id, undone.body.archived, undone.body.voter_count]).toEqual([
    200,
    here.copy.publicId,
    false,
    2,
  ]);
  expect(await votesOf(here)).toEqual(before);
  expect(await tallyDrift(db, here.poll.id)).toBe(0);
  expect(await db.prisma.mergedVote.count({ where: { pollId: here.poll.id } })).toBe(0);
});

test("a vote counts once for each voting category and day", async () => {
  const categories = [
    { id: 1, title: "Taste" },
    { id: 2, title: "Price" },
  ];
  const here = await scene({
    settings: { vote_type: "Votes::RatingVote", vote_per_day: true },
    votingCategories: categories,
  });
  const inCategory = (voting_category_id: number) => ({ voting_category_id });
  await cast(here, 0, here.copy, 3, inCategory(1));
  await cast(here, 0, here.copy, 4, inCategory(2));
  await cast(here, 0, here.target, 5, inCategory(1));
  clock.advance(24 * 3_600_000);
  await cast(here, 0, here.copy, 2, inCategory(1));
  await merge(here);
  expect(await votesOf(here)).toEqual(["0 target 2", "0 target 4", "0 target 5"]);
  expect(await tallyDrift(db, here.poll.id)).toBe(0);
  await undo(here);
  expect(await votesOf(here)).toEqual(["0 copy 2", "0 copy 3", "0 copy 4", "0 target 5"]);
  expect(await tallyDrift(db, here.poll.id)).toBe(0);
});

test("an undo keeps what participants did since the merge", async () => {
  const here = await scene(rating);
  const moved = await cast(here, 0, here.copy, 3);
  const withdrawn = await cast(here, 1, here.copy, 4);
  await merge(here);
  const { account } = voterOf(here, 0);
  await ask(here, account, `PATCH /votes/${moved}`, { vote: { vote: 1 } });
  await ask(here, voterOf(here, 1).account, `DELETE /votes/${withdrawn}`);
  await cast(here, 2, here.target, 5);
  expect((await undo(here)).status).toBe(200);
  expect(await votesOf(here)).toEqual(["0 copy 1", "2 target 5"]);
  expect(await tallyDrift(db, here.poll.id)).toBe(0);
});

test("held votes move too, and return even if they were cast since then", async () => {
  const here = await scene({ settings: { vote_type: "Votes::RatingVote", double_opt_in: true } });
  const { participant } = voterOf(here, 0);
  await db.prisma.participant.update({
    where: { id: participant.id },
    data: { confirmedAt: null },
  });
  const held = {
    publicId: `held-${here.poll.id}`,
    pollId: here.poll.id,
    participantId: participant.id,
    type: "Votes::RatingVote",
    value: 4,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };
  await db.prisma.heldVote.create({ data: { ...held, optionId: here.copy.id } });
  await merge(here);
  const [stored] = await db.prisma.heldVote.findMany({ where: { pollId: here.poll.id } });
  expect(stored?.optionId).toBe(here.target.id);
  await db.prisma.heldVote.deleteMany({ where: { pollId: here.poll.id } });
  await db.prisma.vote.create({ data: { ...held, optionId: here.target.id } });
  await undo(here);
  expect(await votesOf(here)).toEqual(["0 copy 4"]);
});

test("comments follow, and answers that were written since the merge return with them", async () => {
  const here = await scene({ settings: { allow_comments: true } });
  const { account, participant } = voterOf(here, 0);
  const comment = await buildComment(db, here.copy, participant);
  await buildComment(db, here.target, participant);
  const counts = async () =>
    Promise.all(
      [here.copy, here.target].map(
        async ({ publicId }) =>
          (await ask(here, owner, `GET /options/${publicId}`)).body.comments_count,
      ),
    );
  expect(await counts()).toEqual([1, 1]);
  await merge(here);
  expect(await counts()).toEqual([0, 2]);
  const answer = { content: "Why?", parent_comment_id: comment.publicId };
  const { status } = await ask(here, account, `POST /options/${here.target.publicId}/comments`, {
    voter_id: participant.publicId,
    comment: answer,
  });
  expect(status).toBe(201);
  await undo(here);
  expect(await counts()).toEqual([2, 1]);
});

test("the target takes over the link if it has none, and returns it", async () => {
  const link = { infoLink: "https://example.org/plan", infoLinkTitle: "Plan" };
  const here = await scene({}, link);
  const linkOf = async () => {
    const { body } = await ask(here, owner, `GET /options/${here.target.publicId}`);
    return [body.info_link, body.info_link_title];
  };
  await merge(here);
  expect(await linkOf()).toEqual([link.infoLink, link.infoLinkTitle]);
  await undo(here);
  expect(await linkOf()).toEqual([undefined, undefined]);
});

test("members do not see a merged option any more, its author included", async () => {
  const [author] = voters;
  if (author === undefined) throw new Error("there is no author");
  const here = await scene({}, { ownerKey: `user:${author.id}` });
  const read = (by: NewAccount) => ask(here, by, `GET /options/${here.copy.publicId}`);
  const listed = async () =>
    (await ask(here, author, "GET /options")).body.map(({ id }: { id: string }) => id);
  await merge(here);
  expect((await read(author)).status).toBe(404);
  expect(await listed()).not.toContain(here.copy.publicId);
  const body = { voter_id: here.participants[0]?.publicId, option_id: here.copy.publicId };
  expect((await ask(here, author, "POST /votes", { ...body, vote: { vote: 1 } })).status).toBe(404);
  const { body: shown } = await read(owner);
  expect([shown.archived, shown.merged_into, shown.merge_undoable_until]).toEqual([
    true,
    here.target.publicId,
    "2030-06-16T12:00:00.000Z",
  ]);
  await undo(here);
  expect((await read(author)).body).not.toHaveProperty("merged_into");
  expect(
    (
      await ask(here, author, `PATCH /options/${here.copy.publicId}`, {
        option: { content: "Mine" },
      })
    ).status,
  ).toBe(200);
});

test("the page of a merged option leads to the target, through a chain of merges", async () => {
  const here = await scene();
  const page = ({ publicId }: Option, query = "") =>
    gateway.request(`GET /p/${here.poll.memberHash}/o/${publicId}${query}`);
  expect((await page(here.copy)).status).toBe(200);
  await merge(here);
  await merge(here, here.target, here.other);
  const moved = await page(here.copy, "?embed=true");
  expect([moved.status, moved.headers.get("location"), moved.headers.get("cache-control")]).toEqual(
    [301, `/p/${here.poll.memberHash}/o/${here.other.publicId}?embed=true`, "private, no-store"],
  );
  await db.prisma.option.update({ where: { id: here.other.id }, data: { archived: true } });
  expect((await page(here.copy)).status).toBe(404);
});

test("merges of a chain are undone from the last to the first", async () => {
  const here = await scene(rating);
  await cast(here, 0, here.copy, 3);
  await cast(here, 0, here.other, 4);
  await merge(here);
  await merge(here, here.target, here.other);
  expect(await votesOf(here)).toEqual(["0 other 4"]);
  expect((await undo(here)).body.code).toBe("merge_final");
  expect((await undo(here, here.target)).status).toBe(200);
  expect(await votesOf(here)).toEqual(["0 other 4", "0 target 3"]);
  expect((await undo(here)).status).toBe(200);
  expect(await votesOf(here)).toEqual(["0 copy 3", "0 other 4"]);
  expect(await tallyDrift(db, here.poll.id)).toBe(0);
});

test("a merge is final after a day, and its stored votes are deleted", async () => {
  const here = await scene(rating);
  await cast(here, 0, here.copy, 3);
  await cast(here, 0, here.target, 3);
  await merge(here);
  const stored = () => db.prisma.mergedVote.count({ where: { pollId: here.poll.id } });
  const clean = () => inTransaction(db, (tx) => oldRows.mergedVotes.batch(tx, clock.now(), 0));
  clock.advance(24 * 3_600_000 - 1);
  await clean();
  expect(await stored()).toBe(1);
  clock.advance(1);
  expect((await undo(here)).body.code).toBe("merge_final");
  clock.advance(1);
  await clean();
  expect(await stored()).toBe(0);
  const { body } = await ask(here, owner, `GET /options/${here.copy.publicId}`);
  expect([body.merged_into, body.merge_undoable_until]).toEqual([here.target.publicId, undefined]);
});

test("a merged option is not changed or merged again", async () => {
  const here = await scene();
  await merge(here);
  const codes = [
    await ask(here, owner, `PATCH /options/${here.copy.publicId}`, { option: { archived: false } }),
    await merge(here, here.copy, here.other),
    await merge(here, here.other, here.copy),
  ].map(({ status, body }) => [status, body.code]);
  expect(codes).toEqual(Array.from({ length: 3 }, () => [422, "option_merged"]));
  expect((await undo(here, here.other)).body.code).toBe("merge_not_found");
});

test("a merged option may be sent back as it is shown", async () => {
  const here = await scene();
  await merge(here);
  const path = `/options/${here.copy.publicId}`;
  const { body: shown } = await ask(here, owner, `GET ${path}`);
  const { status, body } = await ask(here, owner, `PATCH ${path}`, { option: shown });
  expect([status, body]).toEqual([200, shown]);
  const changed = await ask(here, owner, `PATCH ${path}`, {
    option: { ...shown, content: "another" },
  });
  expect([changed.status, changed.body.code]).toEqual([422, "option_merged"]);
});

test("only admins merge, and only options of the same poll", async () => {
  const here = await scene();
  const elsewhere = await scene();
  const [member] = voters;
  expect((await merge(here, here.copy, here.target, member)).status).toBe(404);
  expect((await undo(here, here.copy, member)).status).toBe(404);
  expect((await merge(here, here.copy, elsewhere.target)).status).toBe(404);
});

test("deleting the target ends the merge, and its addresses end", async () => {
  const here = await scene();
  await merge(here);
  expect((await ask(here, owner, `DELETE /options/${here.target.publicId}`)).status).toBe(204);
  expect((await undo(here)).body.code).toBe("merge_not_found");
  const page = `/p/${here.poll.memberHash}/o/${here.copy.publicId}`;
  expect((await gateway.request(`GET ${page}`)).status).toBe(404);
});
