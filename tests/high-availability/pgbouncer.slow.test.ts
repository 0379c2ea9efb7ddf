// Covers docs/reliability.md: standbys-and-poolers

import {
  describeWithPgBouncer,
  describeWithRedis,
  redisIsHere,
  startJourney,
  waitFor,
} from "@polls/testing";
import { startReceiver } from "../../services/webhook-worker/testing/start-receiver";
import { openPollClient } from "../journeys/poll-client";

const VOTERS = 24;
const CONNECTIONS = 3;

// With a pooler the queues must be in Redis.
const describeWhereQueuesAre = redisIsHere ? describeWithPgBouncer : describeWithRedis;

describeWhereQueuesAre("services behind PgBouncer", () => {
  test("votes of more clients than connections are counted, and streams report them", async () => {
    const journey = await startJourney({
      services: ["gateway", "webhook-worker"],
      pooledConnections: CONNECTIONS,
      env: {
        WEBHOOK_ALLOW_INSECURE: "1",
        WEBHOOK_ALLOW_NETWORKS: "127.0.0.1",
        WEBHOOK_RESULTS_SECONDS: "0.5",
        // All requests wait for the few connections; none is refused.
        REQUESTS_WAITING: "1000",
        REQUEST_WAIT_MS: "30000",
      },
    });
    const { owner, makePoll, visitor } = await openPollClient(journey);
    const receiver = await startReceiver();
    const poll_id = await makePoll("Polls::Voting");
    await owner.polls.update({
      poll_hash: poll_id,
      body: { poll: { vote_type: "Votes::RatingVote" } },
    });
    await owner.webhooks.create({ body: { webhook: { url: receiver.url, poll_id } } });
    const { id: option_id } = await owner.options.create({
      poll_id,
      body: { option: { content: "Soup" } },
    });

    const changed = await Promise.all(
      Array.from({ length: VOTERS }, async (_, n) => {
        // On a busy machine, a request may wait too long for one of the few connections: 503.
        const { participants, votes } = visitor(`visitor ${n}`).with({ retries: 20 });
        const body = { voter: { user_name: `visitor ${n}` } };
        const { id: voter_id } = await participants.create({ poll_id, body });
        const vote = { voter_id, option_id, vote: { vote: 4 } };
        const cast = await votes.cast({ poll_id, body: vote });
        if (!("id" in cast)) throw new Error(`the vote of visitor ${n} is held`);
        return votes.change({ poll_id, id: cast.id, body: { vote: { vote: 2 } } });
      }),
    );
    expect(changed).toEqual(changed.map(() => expect.objectContaining({ vote: 2 })));
    const { options } = await owner.results.show({ poll_id });
    expect(options).toEqual([expect.objectContaining({ voter_count: VOTERS, average_rating: 2 })]);
    await waitFor(
      () => receiver.received.some(({ body }) => JSON.parse(body).type === "results.changed"),
      { what: "results.changed to arrive" },
    );
  });
});
