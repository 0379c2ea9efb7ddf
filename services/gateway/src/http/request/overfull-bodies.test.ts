// Covers docs/reference/requests.md: field-rules

import { buildOption, buildParticipant } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const gateway = shareGateway();
const owner = shareAccount(gateway);
let poll: string;
let option: string;
let voter: string;

beforeAll(async () => {
  const built = await owner.buildPoll();
  const { publicId } = await buildParticipant(gateway.db, built, { ownerKey: `user:${owner.id}` });
  poll = `/api/v1/polls/${built.adminHash}`;
  option = `${poll}/options/${(await buildOption(gateway.db, built)).publicId}`;
  voter = `${poll}/voters/${publicId}`;
});

const many = Array(10_001).fill(1);
const keys = Object.fromEntries(many.map((one, at) => [`key_${at}`, one]));

test.each<[string, () => string, object, string]>([
  ["a poll", () => "POST /api/v1/polls", { poll: keys }, "poll"],
  ["settings", () => "POST /api/v1/polls", { poll: {}, settings: keys }, "settings"],
  [
    "a setting",
    () => "POST /api/v1/polls",
    { poll: { title: 1, allowed_hosts: many } },
    "allowed_hosts",
  ],
  [
    "an option of a new poll",
    () => "POST /api/v1/polls",
    { poll: {}, options: [{ content: 1, allowed_values: many }] },
    "options.0.allowed_values",
  ],
  ["keys beside a poll", () => `PATCH ${poll}`, { poll: {}, ...keys }, "base"],
  [
    "a changed poll",
    () => `PATCH ${poll}`,
    { poll: { title: 1, settings: { a: many } } },
    "settings.a",
  ],
  ["a new option", () => `POST ${poll}/options`, { option: { content: 1, tags: many } }, "tags"],
  ["a changed option", () => `PATCH ${option}`, { option: { ...keys, content: 1 } }, "option"],
  [
    "a new participant",
    () => `POST ${poll}/voters`,
    { voter: { user_name: 1, additional_attributes: many } },
    "additional_attributes",
  ],
  ["a changed participant", () => `PATCH ${voter}`, { voter: keys, more: 1 }, "voter"],
])("more than 10,000 entries in %s are the only problem", async (_what, request, body, key) => {
  const answer = await gateway.request(request(), { token: owner.privateToken, body });
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    { [key]: ["must have at most 10000 entries"] },
  ]);
});
