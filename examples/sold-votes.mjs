// Sold votes: a vote counts once it is paid for.
//   BASE_URL=… PRIVATE_TOKEN=… PUBLIC_TOKEN=… node examples/sold-votes.mjs
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@polls/client";

const { BASE_URL: baseUrl, PRIVATE_TOKEN, PUBLIC_TOKEN } = process.env;
const owner = createClient({ baseUrl, token: PRIVATE_TOKEN });

const { member_hash: poll_id, options } = await owner.polls.create({
  body: {
    poll: { title: "The charity contest", voting_fee: 100, voting_fee_title: "For the charity" },
    settings: { vote_type: "Votes::UpVote", voting_fee_type: "voting_sell_votes" },
    options: [{ content: "Team one" }, { content: "Team two" }],
  },
});
const [team] = options;

const payer = createClient({
  baseUrl,
  token: PUBLIC_TOKEN,
  identifier: globalThis.crypto.randomUUID(),
});
const ada = await payer.participants.create({ poll_id, body: { voter: { user_name: "Ada" } } });
const { url } = await payer.votes.cast({
  poll_id,
  body: { voter_id: ada.id, option_id: team.id, vote: { vote: 5 } },
});
console.log(`Pay here: ${url}`);

// In production, wait for the webhook event payment.paid: see webhook-receiver.mjs
let payments = [];
for (; payments[0]?.state !== "paid"; await pause(500)) {
  ({ payments } = await owner.payments.list({ poll_id }));
}
const paid = await owner.options.show({ poll_id, id: team.id });
console.log(`Paid: ${paid.content} has ${paid.rating} votes`);

await owner.payments.refund({
  poll_id,
  id: payments[0].id,
  body: { refund: { votes: 2 } },
});
for (let shown = paid; ; await pause(500)) {
  shown = await owner.options.show({ poll_id, id: team.id });
  if (shown.rating === 3) break;
}
console.log("Refunded: Team one has 3 votes");
