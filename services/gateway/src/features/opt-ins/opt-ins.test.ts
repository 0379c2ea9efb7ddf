// Covers docs/reference/errors.md: codes-of-participants
// Covers docs/reference/opt-in.md: confirming, grace-after-closing, held-votes, pending-participants
// Covers docs/reference/options.md: deletion
// Covers docs/reference/participants.md: fields
// Covers docs/reference/ratings.md: counting-votes
// Covers docs/reference/results.md: exports

import { buildOption, tallyDrift } from "@polls/testing";
import { DAY_MS, HOUR_MS, shareOptIns } from "../../../testing/opt-in-callers";

const {
  clock,
  gateway,
  asUser,
  asOwner,
  buildOptInPoll,
  path,
  join,
  vote,
  hold,
  newestLink,
  press,
  look,
  votesOf,
  isConfirmed,
} = shareOptIns();
const { db } = gateway;

test("the mail waits for the votes that clients cast after the participant is created", async () => {
  await join(await buildOptInPoll(), "early");
  const { createdAt, nextCheckAt } = await db.prisma.outbox.findFirstOrThrow({
    where: { job: "mail.send-mail" },
    orderBy: { id: "desc" },
  });
  expect(nextCheckAt.getTime() - createdAt.getTime()).toBeGreaterThanOrEqual(3_000);
});

test("who is pending when double opt-in is switched off reads that, and confirms as before", async () => {
  const poll = await buildOptInPoll();
  const option = await buildOption(db, poll);
  const voter = await join(poll, "pending");
  const off = await gateway.as(asOwner(), `PATCH /api/v1/polls/${poll.adminHash}`, {
    poll: { double_opt_in: false },
  });
  expect(off.status).toBe(200);
  await hold(poll, "pending", voter, option.publicId);
  const read = async () => {
    const readers = [asUser("pending"), asOwner()];
    const answers = await Promise.all(
      readers.map((reader) => gateway.request(`GET ${path(poll, `voters/${voter}`)}`, reader)),
    );
    return answers.map(({ body }) => body.opt_in_confirmed);
  };
  expect(await read()).toEqual([false, false]);
  expect((await press(await newestLink(voter))).status).toBe(200);
  expect(await read()).toEqual([undefined, undefined]);
  expect(await votesOf(poll)).toHaveLength(1);
});

describe("confirming", () => {
  test("makes a survey complete that was completed with held answers", async () => {
    const poll = await buildOptInPoll({}, "Polls::Survey");
    const stepOf = (survey_step_type: string) =>
      buildOption(db, poll, { settings: { survey_step_type } });
    const mandatory = await buildOption(db, poll, {
      parent: await stepOf("input"),
      type: "Options::InputOption",
      settings: { mandatory: true },
    });
    await buildOption(db, poll, { parent: await stepOf("vote"), type: "Options::TextOption" });
    const voter = await join(poll, "survey");
    const report = () =>
      gateway.as(asUser("survey"), `PATCH ${path(poll, `voters/${voter}`)}`, {
        voter: { complete: true },
      });
    expect((await report()).body.errors).toEqual({ complete: [expect.any(String)] });
    const answer = await vote(poll, "survey", voter, mandatory.publicId, { vote_text: "Yes" });
    expect(answer.body.code).toBe("opt_in_pending");
    expect([(await report()).status, (await report()).body.complete]).toEqual([200, false]);
    expect((await press(await newestLink(voter))).status).toBe(200);
    const { body } = await gateway.request(
      `GET ${path(poll, `voters/${voter}`)}`,
      asUser("survey"),
    );
    expect(body.complete).toBe(true);
  });

  // Settings: timezone
  test("casts the held votes together, in order, with their ids, days and times; a repeated vote has replaced its value", async () => {
    const poll = await buildOptInPoll({ vote_per_day: true, timezone: "Pacific/Auckland" });
    const options = [await buildOption(db, poll), await buildOption(db, poll)] as const;
    const voter = await join(poll, "order");
    await hold(poll, "order", voter, options[1].publicId, -1);
    await hold(poll, "order", voter, options[1].publicId, 1);
    clock.advance(DAY_MS);
    await hold(poll, "order", voter, options[0].publicId);
    const held = await db.prisma.heldVote.findMany({
      where: { pollId: poll.id },
      orderBy: { id: "asc" },
    });
    clock.advance(DAY_MS);
    expect((await press(await newestLink(voter))).status).toBe(200);
    const votes = await votesOf(poll);
    expect(
      votes.map(({ publicId, createdAt, voteDate, value }) => [
        publicId,
        createdAt,
        voteDate,
        Number(value),
      ]),
    ).toEqual(
      held.map(({ publicId, createdAt, voteDate, value }) => [
        publicId,
        createdAt,
        voteDate,
        Number(value),
      ]),
    );
    expect(votes.map(({ value }) => Number(value))).toEqual([1, 1]);
    expect(votes[0]?.voteDate?.toISOString().slice(0, 10)).toBe("2030-06-16");
    expect(await db.prisma.heldVote.count({ where: { pollId: poll.id } })).toBe(0);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });

  test("happens only by POST: GET and HEAD change nothing, and ten concurrent confirmations cast the votes once", async () => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll);
    const voter = await join(poll, "scanned");
    await hold(poll, "scanned", voter, option.publicId);
    const link = await newestLink(voter);
    for (const method of ["GET", "HEAD", "OPTIONS", "GET", "HEAD"]) {
      expect((await gateway.request(`${method} ${link}`)).status).toBeLessThan(300);
    }
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      expect((await gateway.request(`${method} ${link}`)).status).toBe(405);
    }
    expect(await isConfirmed(voter)).toBe(false);
    const pages = await Promise.all(Array.from({ length: 10 }, () => press(link)));
    expect(pages.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(pages.filter(({ text }) => text.includes("Thank you"))).toHaveLength(1);
    expect(await votesOf(poll)).toHaveLength(1);
    expect(await tallyDrift(db, poll.id)).toBe(0);
    const shown = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, asOwner());
    expect(shown.body.voters_count).toBe(1);
  });

  test("comes first: before it, no list, rating, count, result, export or read by id shows held votes", async () => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll);
    const voter = await join(poll, "unseen");
    await hold(poll, "unseen", voter, option.publicId);
    const held = await db.prisma.heldVote.findFirstOrThrow({ where: { pollId: poll.id } });
    for (const reader of [asUser("unseen"), asUser("another"), asOwner()]) {
      const list = await gateway.request(`GET ${path(poll, "votes")}`, reader);
      expect([list.status, list.body]).toEqual([200, []]);
      expect(
        (await gateway.request(`GET ${path(poll, `votes/${held.publicId}`)}`, reader)).status,
      ).toBe(404);
      const options = await gateway.request(`GET ${path(poll, "options")}`, reader);
      expect(options.body[0]).toMatchObject({ rating: 0, average_rating: 0, best_rating: false });
      const full = await gateway.request(`GET ${path(poll, `options/${option.publicId}`)}`, reader);
      expect(full.body.voter_count).toBe(0);
      const shown = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, reader);
      expect(shown.body.voters_count).toBe(0);
      const results = await gateway.request(`GET ${path(poll, "results")}`, reader);
      expect(results.body.voters_count).toBe(0);
      expect(results.body.options[0]).toMatchObject({ voter_count: 0, distribution: {} });
    }
    const exported = await gateway.request(`GET ${path(poll, "export.json")}`, asOwner());
    expect(exported.status).toBe(200);
    expect(exported.text).not.toContain(held.publicId);
  });

  test("comes first: before it, only the owner lists held votes, with `held=true`", async () => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll);
    const voter = await join(poll, "holder");
    await hold(poll, "holder", voter, option.publicId);
    const { publicId } = await db.prisma.heldVote.findFirstOrThrow({ where: { pollId: poll.id } });
    const read = async (reader: Parameters<typeof gateway.request>[1]) => {
      const request = `GET ${path(poll, "votes")}?held=true&voter_id=${voter}`;
      return (await gateway.request(request, reader)).body;
    };
    expect(await read(asUser("holder"))).toMatchObject([
      { id: publicId, option_id: option.publicId, voter_id: voter, vote: 1, held: true },
    ]);
    expect(await read(asUser("another"))).toEqual([]);
    expect(await read(asOwner())).toEqual([]);
    expect((await press(await newestLink(voter))).status).toBe(200);
    expect(await read(asUser("holder"))).toEqual([]);
  });

  test("drops and lists a vote that is no longer valid, and counts the others", async () => {
    const poll = await buildOptInPoll({ limit_per_option: 1 });
    const full = await buildOption(db, poll, { content: "Full <house>" });
    const gone = await buildOption(db, poll, { content: "Put away" });
    const free = await buildOption(db, poll, { content: "Free" });
    const voter = await join(poll, "late");
    for (const { publicId } of [full, gone, free]) await hold(poll, "late", voter, publicId);
    const first = await join(poll, "first");
    await hold(poll, "first", first, full.publicId);
    await press(await newestLink(first));
    await db.prisma.option.update({ where: { id: gone.id }, data: { archived: true } });

    const { text } = await press(await newestLink(voter));
    expect(text).toContain("Full &lt;house&gt;: the maximum number of votes is reached");
    expect(text).toContain("Put away: it can no longer be voted for");
    expect(text).toContain("Your vote now counts.");
    expect(text.match(/<li>[^<]*: <strong>/g)).toEqual(["<li>Free: <strong>"]);
    expect((await votesOf(poll)).map(({ optionId }) => optionId)).toEqual([full.id, free.id]);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });

  test.each([0, null])(
    "an abstention with the value %s is cast, and not said to count",
    async (value) => {
      const poll = await buildOptInPoll();
      const [left, chosen] = [await buildOption(db, poll), await buildOption(db, poll)];
      const voter = await join(poll, "ada");
      await hold(poll, "ada", voter, left.publicId, value);
      await hold(poll, "ada", voter, chosen.publicId);
      const { text } = await press(await newestLink(voter));
      expect(text).toContain("Your vote now counts.");
      expect(await votesOf(poll)).toHaveLength(2);
    },
  );

  test("ignores the held votes of an option that was deleted meanwhile", async () => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll);
    const voter = await join(poll, "orphan");
    await hold(poll, "orphan", voter, option.publicId);
    await gateway.request(
      `DELETE /api/v1/polls/${poll.adminHash}/options/${option.publicId}`,
      asOwner(),
    );
    expect((await press(await newestLink(voter))).status).toBe(200);
    expect(await isConfirmed(voter)).toBe(true);
    expect(await votesOf(poll)).toHaveLength(0);
  });

  test.each([
    ["within 24 h after closing the votes count", 23 * HOUR_MS, 200, 1],
    ["later they do not count, and the participant is not confirmed", 25 * HOUR_MS, 410, 0],
  ])("after the poll was closed: %s", async (_case, wait, status, count) => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll);
    const voter = await join(poll, `closing${count}`);
    await hold(poll, `closing${count}`, voter, option.publicId);
    clock.advance(HOUR_MS);
    const closed = await gateway.inPoll(poll, asOwner(), "PATCH", { poll: { status: "closed" } });
    expect(closed.status).toBe(200);
    clock.advance(wait);
    expect((await press(await newestLink(voter))).status).toBe(status);
    expect(await votesOf(poll)).toHaveLength(count);
    expect(await isConfirmed(voter)).toBe(count === 1);
  });

  // Settings: voting_fee, voting_fee_type
  test("shows the payment link of a vote that is sold, which does not count yet", async () => {
    const poll = await buildOptInPoll({ voting_fee_type: "voting_sell_votes", voting_fee: 100 });
    const option = await buildOption(db, poll, { content: "Song" });
    const voter = await join(poll, "buyer");
    await hold(poll, "buyer", voter, option.publicId, 3);
    const { status, text } = await press(await newestLink(voter));
    expect(status).toBe(200);
    expect(text).toMatch(
      /<a class="button" href="https:\/\/polls\.example\/pay\/[\w-]+">Pay for “Song”<\/a>/,
    );
    expect(text).not.toContain("now counts");
    const [bought] = await votesOf(poll);
    expect([Number(bought?.value), bought?.paidVotes, bought?.counts]).toEqual([3, 0, false]);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });

  test("shows the payment link of an open participation fee, and no vote counts before it is paid", async () => {
    const poll = await buildOptInPoll({ voting_fee_type: "voting_fee", voting_fee: 500 });
    const option = await buildOption(db, poll);
    const voter = await join(poll, "payer");
    await hold(poll, "payer", voter, option.publicId);
    const link = await newestLink(voter);
    const button =
      /<a class="button" href="https:\/\/polls\.example\/pay\/[\w-]+">Pay the fee<\/a>/;
    const confirmed = await press(link);
    for (const { status, text } of [confirmed, await press(link), await look(link)]) {
      expect(status).toBe(200);
      expect(text).toMatch(button);
      expect(text).not.toContain("now counts");
    }
    const { _sum } = await db.prisma.optionTally.aggregate({
      where: { optionId: option.id },
      _sum: { votes: true },
    });
    expect([(await votesOf(poll)).length, _sum.votes ?? 0]).toEqual([1, 0]);
    expect(await tallyDrift(db, poll.id)).toBe(0);
    await db.prisma.payment.updateMany({
      where: { pollId: poll.id },
      data: { state: "paid" },
    });
    expect((await look(link)).text).not.toMatch(button);
  });

  test("checks ranks, limits and pairs as if the votes were cast one by one", async () => {
    const poll = await buildOptInPoll({ vote_type: "Votes::RankedVote" });
    const options = [await buildOption(db, poll), await buildOption(db, poll)] as const;
    const voter = await join(poll, "ranks");
    await hold(poll, "ranks", voter, options[0].publicId, 1);
    const taken = await vote(poll, "ranks", voter, options[1].publicId, { vote: 1 });
    expect(taken.body.code).toBe("rank_taken");
    await hold(poll, "ranks", voter, options[1].publicId, 2);
    await press(await newestLink(voter));
    expect((await votesOf(poll)).map(({ value }) => Number(value))).toEqual([1, 2]);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });
});
