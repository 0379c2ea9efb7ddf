// Covers docs/reference/options.md: lists, order
// Covers docs/reference/ratings.md: categories, freshness
// Covers docs/reference/requests.md: paging

import type { Poll } from "@polls/domain/polls";
import { buildOption, buildOptions, type PollFacts } from "@polls/testing";
import { shareOptionLists } from "../../../testing/option-lists";
import { storeVotes } from "../../../testing/store-votes";

const { gateway, stranger, asOwner, ownPoll, list } = shareOptionLists();

describe("more than 1,000 siblings", () => {
  test("have current counts, an order that is at most 2 s old, and complete pages", async () => {
    const poll = await ownPoll();
    await gateway.db.prisma.option.createMany({
      data: Array.from({ length: 1_050 }, (_, n) => ({
        publicId: `${poll.memberHash}-${n + 1}`,
        pollId: poll.id,
        type: "Options::TextOption",
        content: `${n + 1}`,
        position: n + 1,
      })),
    });
    const last = await gateway.db.prisma.option.findFirstOrThrow({
      where: { pollId: poll.id, position: 1_050 },
    });
    const mine = await buildOption(gateway.db, poll, {
      content: "mine",
      ownerKey: `user:${stranger.id}`,
      archived: true,
      position: 1_051,
    });
    await storeVotes(gateway.db, poll, [
      { on: last, value: 1 },
      { on: last, value: 1 },
      { on: mine, value: 1 },
    ]);
    const query = { sort: "options.rating desc", per_page: 3 };
    const first = await list(poll, query);
    expect(
      first.body.map(({ content, rank, rating }: Record<string, unknown>) => [
        content,
        rank,
        rating,
      ]),
    ).toEqual([
      ["1050", 1, 2],
      ["mine", undefined, 1],
      ["1", 2, 0],
    ]);
    expect(first.headers.get("X-Total-Count")).toBe("1051");

    await storeVotes(gateway.db, poll, [{ on: last, value: 1 }]);
    expect((await list(poll, query)).body[0]).toMatchObject({ content: "1050", rating: 3 });

    await gateway.db.prisma.option.update({ where: { id: last.id }, data: { archived: true } });
    const hidden = await list(poll, query);
    expect(hidden.body.map(({ content }: { content: string }) => content)).not.toContain("1050");
  });

  test("are found by a search in the requested order, with all pages and the total", async () => {
    const poll = await ownPoll({ settings: { vote_type: "Votes::UpVote" } });
    const count = 2_400;
    await gateway.db.prisma.option.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        publicId: `${poll.memberHash}-${n + 1}`,
        pollId: poll.id,
        type: "Options::TextOption",
        content: `${n % 2 === 0 ? "FOUND É" : "other"} ${(n * 7) % 40}`,
        position: n + 1,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, (n * 11) % 50)),
        ...(n % 10 === 0 && { ownerKey: `user:${stranger.id}` }),
        ...(n % 20 === 0 && { approvalState: "unreviewed" }),
      })),
    });
    const options = await gateway.db.prisma.option.findMany({
      where: { pollId: poll.id, position: { in: [17, 1_020, 1_021, 2_041, 2_399] } },
    });
    for (const [n, on] of options.entries()) {
      const times = Array.from({ length: 1 + (n % 3) }, () => ({ on, value: 1 }));
      await storeVotes(gateway.db, poll, times);
    }

    type Listed = { readonly id: string; readonly content: string };
    const sorts = ["position asc", "content asc", "created_at desc", "created_at asc"];
    for (const sort of [...sorts, "rating desc"].map((each) => `options.${each}`)) {
      for (const who of [{ token: stranger.privateToken }, asOwner()]) {
        const all: Listed[] = [];
        for (let page = 1; page <= count / 100; page++) {
          all.push(...(await list(poll, { sort, page, per_page: 100 }, who)).body);
        }
        const found = all.filter(({ content }) => content.startsWith("FOUND"));
        expect(found.length).toBeGreaterThan(1_000);
        for (const page of [1, 2, 6, 11, 12, 13]) {
          const query = { search: "found é", sort, page, per_page: 100 };
          const answer = await list(poll, query, who);
          expect(answer.headers.get("X-Total-Count")).toBe(String(found.length));
          const expected = found.slice(100 * (page - 1), 100 * page);
          expect(answer.body.map(({ id }: Listed) => id)).toEqual(expected.map(({ id }) => id));
        }
      }
    }
  }, 240_000);
});

test("options with thousands of ratings in voting categories have those of each category, and the best of each", async () => {
  const votingCategories = Array.from({ length: 100 }, (_, n) => ({
    id: n + 1,
    title: `${n + 1}`,
  }));
  const settings = { vote_type: "Votes::RatingVote" };
  const poll = await ownPoll({ settings, votingCategories } as PollFacts);
  const options = await buildOptions(gateway.db, poll, 41);
  const [first, last] = [options[0], options[40]];
  if (first === undefined || last === undefined) throw new Error("there are no options");
  await storeVotes(gateway.db, poll, [
    { on: first, value: 5, category: 100 },
    { on: last, value: 4, category: 1 },
    { on: last, value: 3, category: 100 },
  ]);
  const ratingsIn = async ({ memberHash }: Poll) => {
    const query = { sort: "options.rating desc", per_page: 2 };
    const path = `GET /api/v1/polls/${memberHash}/results`;
    const { body } = await gateway.request(path, { ...asOwner(), query });
    return body.options.map((option: Record<string, unknown>) => {
      const each = option.voting_category_option_ratings as Record<string, unknown>[];
      const { rating, average_rating, rank } = option;
      const inCategories = [each[0], each[99]].flatMap((one) => [one?.rating, one?.best_rating]);
      return [rating, average_rating, rank, ...inCategories];
    });
  };
  expect(await ratingsIn(poll)).toEqual([
    [7, 3.5, 2, 4, true, 3, false],
    [5, 5, 1, 0, false, 5, true],
  ]);

  await storeVotes(gateway.db, poll, [{ on: last, value: 5, category: 2 }]);
  expect((await ratingsIn(poll))[0].slice(0, 2)).toEqual([12, 4]);
});
