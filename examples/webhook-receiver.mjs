// A webhook receiver: verifies each delivery, processes each event once, and reads the current state.
//   BASE_URL=… PRIVATE_TOKEN=… PUBLIC_URL=https://… PORT=8080 node examples/webhook-receiver.mjs
import http from "node:http";
import { text } from "node:stream/consumers";
import { createClient } from "@polls/client";

const { BASE_URL: baseUrl, PRIVATE_TOKEN, PUBLIC_URL, PORT = "8080" } = process.env;
const owner = createClient({ baseUrl, token: PRIVATE_TOKEN });

// A service with several processes must store the ids in its database.
const handled = new Set();
let secret = "";

async function handle({ type, data }) {
  if (type === "option.created") {
    const { poll_id, option_id: id } = data;
    const { content } = await owner.options.show({ poll_id, id });
    console.log(`New option: ${content}`);
  } else if (type === "results.changed") {
    const { options } = await owner.results.show({ poll_id: data.poll_id });
    console.log(options.map(({ content, voter_count }) => `${content}: ${voter_count}`).join(", "));
  }
}

const server = http.createServer(async (request, response) => {
  let event;
  try {
    event = await owner.webhooks.verify(await text(request), request.headers, secret);
  } catch {
    response.writeHead(400).end();
    return;
  }
  // Respond first: the service waits only 10 seconds.
  response.writeHead(204).end();
  if (handled.has(event.id)) return;
  handled.add(event.id);
  await handle(event).catch((error) => console.error(error.message));
});

server.listen(Number(PORT), async () => {
  const events = ["option.created", "results.changed"];
  const webhook = await owner.webhooks.create({ body: { webhook: { url: PUBLIC_URL, events } } });
  secret = webhook.secret;
  console.log(`Listening on ${PORT}`);
  process.once("SIGTERM", async () => {
    await owner.webhooks.delete({ id: webhook.id });
    server.close();
  });
});
