// Covers docs/reference/payments.md: payment-response, sold-votes
// Covers docs/reference/ratings.md: voter-count
// Covers docs/reference/votes.md: sold-votes

import type { Prisma } from "@polls/db/connection";
import { signUp } from "../../../testing/sign-up";
import { storeVotes } from "../../../testing/store-votes";
import { type Scene, shareVoteScenes } from "../../../testing/vote-scenes";
import type { NewAccount } from "../accounts/create-account";

const { gateway, owner, voter, scene, cast } = shareVoteScenes();
const { db } = gateway;

describe("sold votes", () => {
  const selling = {
    settings: { voting_fee: 100, voting_fee_type: "voting_sell_votes" },
  };
  const payment = { message: expect.any(String), url: expect.stringMatching(/\/pay\/[\w-]+$/) };
  const ratingOf = async ({ poll, option }: Scene) => {
    const { body } = await gateway.inPoll(poll, voter, `GET /options/${option.publicId}`);
    return [body.rating, body.voter_count];
  };
  const onlyVote = async ({ poll }: Scene) => {
    const { body } = await gateway.inPoll(poll, owner, "GET /votes");
    return body[0];
  };

  test("a purchase is answered 200 with where to pay, stored, and counts nothing yet", async () => {
    const all = await scene(selling);
    const { status, body } = await cast(all, { vote: 5 });
    expect([status, body]).toEqual([200, payment]);
    expect(await onlyVote(all)).toMatchObject({ vote: 5, paid: false, paid_votes: 0 });
    expect(await ratingOf(all)).toEqual([0, 0]);
  });

  test("only the participant reads where an unpaid purchase is paid, until it is paid", async () => {
    const all = await scene(selling);
    const { url } = (await cast(all, { vote: 3 })).body;
    const path = `GET /api/v1/polls/${all.poll.memberHash}/votes`;
    const own = async () => (await gateway.as(voter, path)).body;
    const [vote] = await own();
    expect(vote).toMatchObject({ vote: 3, paid_votes: 0, payment_url: url });
    const one = await gateway.as(voter, `${path}/${vote.id}`);
    expect(one.body.payment_url).toBe(url);
    expect(await onlyVote(all)).not.toHaveProperty("payment_url");
    await db.prisma.vote.update({ where: { publicId: vote.id }, data: { paidVotes: 3 } });
    expect((await own())[0]).not.toHaveProperty("payment_url");
  });

  test("other members read the paid part of a purchase, and nothing before", async () => {
    const all = await scene(selling);
    await cast(all, { vote: 900 });
    const { id } = await onlyVote(all);
    const path = `GET /api/v1/polls/${all.poll.memberHash}/votes`;
    const read = async ({ privateToken: token }: NewAccount) => {
      const list = await gateway.request(path, { token });
      const one = await gateway.request(`${path}/${id}`, { token });
      const total = list.headers.get("X-Total-Count");
      return [total, list.body[0]?.vote, one.status, one.body.vote];
    };
    const stranger = await signUp(db);
    expect(await read(stranger)).toEqual(["0", undefined, 404, undefined]);
    expect(await read(voter)).toEqual(["1", 900, 200, 900]);
    await db.prisma.vote.update({ where: { publicId: id }, data: { paidVotes: 5 } });
    expect(await read(stranger)).toEqual(["1", 5, 200, 5]);
    expect(await read(voter)).toEqual(["1", 900, 200, 900]);
    expect(await read(owner)).toEqual(["1", 900, 200, 900]);
  });

  test("the payment says what the option is called, in the language of the payer", async () => {
    const all = await scene({
      settings: { ...selling.settings, timezone: "Europe/Berlin", hidden_image_name: true },
    });
    const name = (data: Prisma.OptionUpdateInput) =>
      db.prisma.option.update({ where: { id: all.option.id }, data });
    const subjectOf = async (value: number, language: string) => {
      const { id } = (await onlyVote(all)) ?? {};
      const options = { headers: { "Accept-Language": language } };
      const { status } =
        id === undefined
          ? await cast(all, { vote: value }, options)
          : await gateway.request(`PATCH /api/v1/polls/${all.poll.memberHash}/votes/${id}`, {
              ...options,
              token: voter.privateToken,
              body: { vote: { vote: value } },
            });
      expect(status).toBe(200);
      const where = { pollId: all.poll.id, endedAt: null };
      return (await db.prisma.payment.findFirstOrThrow({ where })).subject;
    };
    const startDate = new Date("2030-07-01T22:00:00Z");
    await name({ content: null, type: "Options::DateOption", startDate });
    expect(await subjectOf(1, "de")).toBe("Dienstag, 2. Juli 2030");
    expect(await subjectOf(2, "en")).toBe("Tuesday, July 2, 2030");
    await name({ type: "Options::ImageOption", startDate: null, content: "secret.png" });
    expect(await subjectOf(3, "en")).toBe("Photo 1");
    await name({ type: "Options::TextOption", content: "Tea" });
    expect(await subjectOf(4, "en")).toBe("Tea");
  });

  test("buying more is answered with a page to pay again, fewer is 422, and paid votes go on counting", async () => {
    const all = await scene(selling);
    await storeVotes(db, all.poll, [
      { by: all.participant, on: all.option, value: 5, paidVotes: 5 },
    ]);
    const { id } = await onlyVote(all);
    const change = (vote: number) =>
      gateway.inPoll(all.poll, voter, `PATCH /votes/${id}`, { vote: { vote } });
    const raised = await change(8);
    expect([raised.status, raised.body]).toEqual([200, payment]);
    expect(await onlyVote(all)).toMatchObject({ vote: 8, paid: false, paid_votes: 5 });
    const lowered = await change(4);
    expect([lowered.status, lowered.body.code]).toEqual([422, "vote_lowered"]);
    expect(await ratingOf(all)).toEqual([5, 1]);
  });
});
