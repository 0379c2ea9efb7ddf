// Covers docs/reference/webhooks.md: duplicates-and-order
// Covers docs/reliability.md: killed-processes

import { type Journey, startJourney, waitFor } from "@polls/testing";
import {
  type Received,
  type Receiver,
  startReceiver,
} from "../../services/webhook-worker/testing/start-receiver";
import { verifyMessage } from "../../services/webhook-worker/testing/verify-message";
import { openPollClient, type PollClient } from "../journeys/poll-client";

let journey: Journey<"gateway" | "webhook-worker">;
let client: PollClient;
let receiver: Receiver;
beforeAll(async () => {
  journey = await startJourney({
    services: ["gateway", "webhook-worker"],
    env: {
      WEBHOOK_ALLOW_INSECURE: "1",
      WEBHOOK_ALLOW_NETWORKS: "127.0.0.1",
      WEBHOOK_RESULTS_SECONDS: "0.5",
    },
  });
  client = await openPollClient(journey);
});
beforeEach(async () => {
  receiver = await startReceiver();
});

const typeOf = ({ body }: Received): string => JSON.parse(body).type;
const idOf = ({ headers }: Received) => headers["webhook-id"];
const arrived = (type: string) =>
  waitFor(() => receiver.received.find((message) => typeOf(message) === type), {
    what: `${type} to arrive`,
  });

/** A poll with an option, and a webhook of it. */
async function setUp() {
  const poll_id = await client.makePoll("Polls::Voting");
  const body = { webhook: { url: receiver.url, poll_id } };
  return { poll_id, webhook: await client.owner.webhooks.create({ body }) };
}

const addOption = async (poll_id: string): Promise<string> =>
  (await client.owner.options.create({ poll_id, body: { option: { content: "Soup" } } })).id;

async function vote(poll_id: string, option_id: string, user_name: string) {
  const visitor = client.visitor(user_name);
  const { id } = await visitor.participants.create({ poll_id, body: { voter: { user_name } } });
  const body = { voter_id: id, option_id, vote: { vote: 1 } };
  expect(await visitor.votes.cast({ poll_id, body })).toMatchObject({ option_id, vote: 1 });
}

const deliveriesOf = (id: string) => client.owner.webhooks.deliveries.list({ id });

// Events: results.changed
test("an option is delivered once, then votes as changed results; both are signed", async () => {
  const { poll_id, webhook } = await setUp();
  const option = await addOption(poll_id);
  const created = await arrived("option.created");
  expect(verifyMessage(created, webhook.secret)).toBe(true);
  expect(JSON.parse(created.body).data).toEqual({
    poll_id,
    option_id: option,
    url: `${journey.baseUrl}/api/v1/polls/${poll_id}/options/${option}`,
  });

  for (const visitor of ["Ada", "Ben", "Cleo"]) await vote(poll_id, option, visitor);
  const changed = await arrived("results.changed");
  expect(verifyMessage(changed, webhook.secret)).toBe(true);
  const { url } = JSON.parse(changed.body).data;
  expect(url).toBe(`${journey.baseUrl}/api/v1/polls/${poll_id}/results`);
  expect((await client.owner.results.show({ poll_id })).options[0]?.rating).toBe(3);

  const settled = await waitFor(
    async () => {
      const deliveries = await deliveriesOf(webhook.id);
      return deliveries.every(({ status }) => status === "delivered") && deliveries;
    },
    { what: "every delivery to be recorded" },
  );
  expect(settled.filter(({ event }) => event.type === "option.created")).toHaveLength(1);
  expect(receiver.received.filter((one) => typeOf(one) === "option.created")).toHaveLength(1);
  expect(new Set(receiver.received.map(idOf)).size).toBe(receiver.received.length);
});

test("a failing endpoint is retried, and gets the event again on request", async () => {
  const { poll_id, webhook } = await setUp();
  let refused = false;
  receiver.answer((response, { body }) => {
    const refuse = !refused && JSON.parse(body).type === "option.created";
    refused ||= refuse;
    response.writeHead(refuse ? 500 : 200).end();
  });
  await addOption(poll_id);
  const only = async () => {
    const [delivery, ...others] = (await deliveriesOf(webhook.id)).filter(
      ({ event }) => event.type === "option.created",
    );
    expect(others).toEqual([]);
    return delivery;
  };
  const delivered = (attempts: number) =>
    waitFor(
      async () => {
        const delivery = await only();
        return delivery?.status === "delivered" && delivery.attempts === attempts && delivery;
      },
      { what: `attempt ${attempts} to succeed` },
    );
  const { id } = await delivered(2);
  await client.owner.webhooks.deliveries.redeliver({ id: webhook.id, delivery_id: id });
  await delivered(3);
  const ids = receiver.received.filter((one) => typeOf(one) === "option.created").map(idOf);
  expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
});

test("if a worker is killed during a slow delivery, the event is delivered again and recorded once", async () => {
  const { poll_id, webhook } = await setUp();
  const worker = journey.services["webhook-worker"];
  receiver.answer(() => undefined);
  await addOption(poll_id);
  const first = await arrived("option.created");
  await worker.kill();
  receiver.answer((response) => void response.writeHead(204).end());
  await worker.start();
  await waitFor(
    async () => (await deliveriesOf(webhook.id)).every(({ status }) => status === "delivered"),
    { what: "the event to be delivered" },
  );
  const copies = receiver.received.filter((one) => idOf(one) === idOf(first));
  expect(copies.length).toBeGreaterThan(1);
  expect(new Set(copies.map(({ body }) => body)).size).toBe(1);
});
