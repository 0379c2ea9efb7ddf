// A survey with branching: visitors who did not eat at the festival are not asked about the food.
//   BASE_URL=… PRIVATE_TOKEN=… PUBLIC_TOKEN=… node examples/survey.mjs
import { createClient } from "@polls/client";

const { BASE_URL: baseUrl, PRIVATE_TOKEN, PUBLIC_TOKEN } = process.env;
const owner = createClient({ baseUrl, token: PRIVATE_TOKEN });

const { member_hash: poll_id } = await owner.polls.create({
  body: { poll: { title: "After the festival", type: "Polls::Survey" } },
});
const add = (option, parent_option_id) =>
  owner.options.create({
    poll_id,
    body: { option, ...(parent_option_id && { parent_option_id }) },
  });

const first = await add({
  content: "Did you eat at the festival?",
  settings: { survey_step_type: "vote", survey_step_vote_type: "Votes::BooleanVote" },
});
const ate = await add({ content: "I ate there" }, first.id);
const second = await add({
  content: "About the food",
  settings: { survey_step_type: "input" },
  data: {
    branch: { rules: [{ when: { option_id: ate.id, vote: -1 }, action: "skip" }] },
  },
});
const question = await add(
  { content: "What did you like best?", input_type: "text", settings: { mandatory: true } },
  second.id,
);

/** Answers as a participant, and shows whether a mandatory answer is missing. */
async function answer(user_name, votes) {
  const visitor = createClient({
    baseUrl,
    token: PUBLIC_TOKEN,
    identifier: globalThis.crypto.randomUUID(),
  });
  const voter = await visitor.participants.create({ poll_id, body: { voter: { user_name } } });
  for (const [option_id, vote] of votes) {
    await visitor.votes.cast({ poll_id, body: { voter_id: voter.id, option_id, vote } });
  }
  const { complete } = await owner.participants.show({ poll_id, id: voter.id });
  console.log(`${user_name}: ${complete ? "complete" : "an answer is missing"}`);
}

await answer("Ada", [[ate.id, { vote: -1 }]]);
await answer("Ben", [[ate.id, { vote: 1 }]]);
await answer("Cleo", [
  [ate.id, { vote: 1 }],
  [question.id, { vote_text: "Curry" }],
]);
