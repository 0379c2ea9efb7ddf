// Covers docs/reference/client.md: retries

import { createClient } from "@polls/client";
import { connectPatiently, startJourney, waitFor } from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";

jest.setTimeout(180_000);

const VOTERS = 60;

test("while a gateway is killed, every vote is cast exactly once", async () => {
  const journey = await startJourney({ services: ["gateway"], withoutRedis: true });
  const db = connectPatiently(journey.databaseUrl, { max: 2, onError: () => undefined });
  const { privateToken, publicToken } = await signUp(db);
  const owner = createClient({ baseUrl: journey.baseUrl, token: privateToken });
  const { member_hash: poll_id } = await owner.polls.create({ body: { poll: { title: "Lunch" } } });
  const body = { option: { content: "Pizza" } };
  const { id: option_id } = await owner.options.create({ poll_id, body });

  let done = 0;
  const voting = Array.from({ length: VOTERS }, async (_, nth) => {
    const identifier = `visitor ${nth}`;
    const visitor = createClient({
      baseUrl: journey.baseUrl,
      token: publicToken,
      identifier,
      retries: 20,
    });
    const voter = { user_name: identifier };
    const { id: voter_id } = await visitor.participants.create({ poll_id, body: { voter } });
    await visitor.votes.cast({ poll_id, body: { voter_id, option_id, vote: { vote: 1 } } });
    done += 1;
  });
  await waitFor(() => done > 0, { what: "the first vote", everyMs: 1 });
  await journey.services.gateway.kill();
  expect(done).toBeLessThan(VOTERS);
  await journey.services.gateway.start();
  await Promise.all(voting);

  expect(await db.prisma.participant.count()).toBe(VOTERS);
  expect(await db.prisma.vote.count()).toBe(VOTERS);
  const { options, voters_count } = await owner.results.show({ poll_id });
  expect(voters_count).toBe(VOTERS);
  expect(options).toMatchObject([{ distribution: { 1: VOTERS } }]);
  await db.close();
});
