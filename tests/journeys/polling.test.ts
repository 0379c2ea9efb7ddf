import sharp from "sharp";
import { makePicture } from "../../services/media-worker/testing/make-media";
import { type MediaJourney, startMediaJourney } from "./media-journey";

let all: MediaJourney;
beforeAll(async () => {
  all = await startMediaJourney();
});

test("a poll is created, visitors vote, one changes a vote, and the results show it", async () => {
  const { makePoll, owner, visitor } = all;
  const poll_id = await makePoll("Polls::Voting", { vote_limit_per_voter: 1 });
  const option = async (content: string): Promise<string> =>
    (await owner.options.create({ poll_id, body: { option: { content } } })).id;
  const [tea, coffee] = [await option("Tea"), await option("Coffee")];

  const votes = await Promise.all(
    [tea, tea, coffee].map(async (option_id, n) => {
      const client = visitor(`visitor ${n}`);
      const { id: voter_id } = await client.participants.create({
        poll_id,
        body: { voter: { user_name: `visitor ${n}` } },
      });
      const cast = (option_id: string) =>
        client.votes.cast({ poll_id, body: { voter_id, option_id, vote: { vote: 1 } } });
      const vote = await cast(option_id);
      await expect(cast(option_id === tea ? coffee : tea)).rejects.toMatchObject({
        code: "vote_limit_per_voter_reached",
      });
      return "id" in vote ? vote.id : "";
    }),
  );
  const change = { poll_id, id: votes[0] ?? "", body: { vote: { vote: -1 } } };
  expect(await visitor("visitor 0").votes.change(change)).toMatchObject({ vote: -1 });
  await expect(visitor("visitor 1").votes.change(change)).rejects.toMatchObject({ status: 404 });

  expect(await owner.results.show({ poll_id })).toMatchObject({
    voters_count: 3,
    options: [
      { id: tea, rating: 0, rank: 2, voter_count: 2, distribution: { "1": 1, "-1": 1 } },
      { id: coffee, rating: 1, rank: 1, voter_count: 1, best_rating: true },
    ],
  });
  await owner.polls.update({ poll_hash: poll_id, body: { poll: { status: "closed" } } });
  await expect(visitor("visitor 0").votes.change(change)).rejects.toMatchObject({
    code: "poll_closed",
  });
});

test("an uploaded photo gets derivatives that every client can fetch", async () => {
  const { makePoll, upload, processed } = all;
  const poll = await makePoll("Polls::PhotoGallery");
  const photo = await upload(poll, await makePicture(3_000, 1_500), "wide.png");
  const { attachment } = await processed(photo, 45_000);
  const sizeOf = async (url = "") => {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    return { width, height };
  };
  expect(await sizeOf(attachment?.attachment_url_large)).toEqual({ width: 2_048, height: 1_024 });
  expect(await sizeOf(attachment?.attachment_url_medium)).toEqual({ width: 1_024, height: 512 });
  expect(await sizeOf(attachment?.attachment_url_thumb)).toEqual({ width: 400, height: 200 });
  expect(await sizeOf(attachment?.attachment_url_social)).toEqual({ width: 1_200, height: 630 });
});
