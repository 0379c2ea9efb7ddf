import sharp from "sharp";
import { makePicture } from "../../services/media-worker/src/testing/make-media";
import { type MediaJourney, startMediaJourney } from "./media-journey";

let all: MediaJourney;
beforeAll(async () => {
  all = await startMediaJourney();
});

test("a poll is made, visitors vote on it, one changes his mind, and the results say so", async () => {
  const { make, makePoll, asOwner, asVisitor } = all;
  const poll = await makePoll("Polls::Voting", { vote_limit_per_voter: 1 });
  const option = async (content: string): Promise<string> =>
    (await make(`POST ${poll}/options`, { body: { option: { content } } })).id;
  const [tea, coffee] = [await option("Tea"), await option("Coffee")];

  const votes = await Promise.all(
    [tea, tea, coffee].map(async (option_id, n) => {
      const visitor = `visitor ${n}`;
      const { body: voter } = await asVisitor(visitor, `POST ${poll}/voters`, {
        body: { voter: { user_name: visitor } },
      });
      const vote = { voter_id: voter.id, option_id, vote: { vote: 1 } };
      const cast = await asVisitor(visitor, `POST ${poll}/votes`, { body: vote });
      expect(cast.status).toBe(201);
      const second = { ...vote, option_id: option_id === tea ? coffee : tea };
      const refused = await asVisitor(visitor, `POST ${poll}/votes`, { body: second });
      expect(refused.body.code).toBe("vote_limit_per_voter_reached");
      return cast.body.id;
    }),
  );
  const change = { body: { vote: { vote: -1 } } };
  expect((await asVisitor("visitor 0", `PATCH ${poll}/votes/${votes[0]}`, change)).status).toBe(
    200,
  );
  expect((await asVisitor("visitor 1", `PATCH ${poll}/votes/${votes[0]}`, change)).status).toBe(
    404,
  );

  const { body: results } = await asOwner(`GET ${poll}/results`);
  expect(results).toMatchObject({
    voters_count: 3,
    options: [
      { id: tea, rating: 0, rank: 2, voter_count: 2, distribution: { "1": 1, "-1": 1 } },
      { id: coffee, rating: 1, rank: 1, voter_count: 1, best_rating: true },
    ],
  });
  await asOwner(`PATCH ${poll}`, { body: { poll: { status: "closed" } } });
  const late = await asVisitor("visitor 0", `PATCH ${poll}/votes/${votes[0]}`, change);
  expect(late.body.code).toBe("poll_closed");
});

test("an uploaded photo gets its derivatives, which every client can fetch", async () => {
  const { makePoll, upload, processed } = all;
  const poll = await makePoll("Polls::PhotoGallery");
  const photo = await upload(poll, await makePicture(3_000, 1_500), "wide.png");
  const { attachment } = await processed(photo, 45_000);
  const sizeOf = async (url: string) => {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    return { width, height };
  };
  expect(await sizeOf(attachment.attachment_url_large)).toEqual({ width: 2_048, height: 1_024 });
  expect(await sizeOf(attachment.attachment_url_medium)).toEqual({ width: 1_024, height: 512 });
  expect(await sizeOf(attachment.attachment_url_thumb)).toEqual({ width: 400, height: 200 });
  expect(await sizeOf(attachment.attachment_url_social)).toEqual({ width: 1_200, height: 630 });
});
