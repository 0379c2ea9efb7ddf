// Covers docs/reference/client.md: operations

import { ApiError, hasCode, type Poll, UnprocessableError } from "@polls/client";
import { operationTable } from "../../libs/client/src/generated/operation-table";
import { endpoints } from "../../services/gateway/testing";
import { answering } from "./fixture";

test("every endpoint has a function with its name", async () => {
  const { client } = await answering([[200, {}]]);
  const functionOf = (id: string): unknown =>
    id.split(".").reduce((tree: unknown, name) => (tree as Record<string, unknown>)[name], client);
  const ids = Object.keys(operationTable);
  for (const id of ids) expect([id, typeof functionOf(id)]).toEqual([id, "function"]);
  expect(ids).toHaveLength(endpoints.filter(({ path }) => path.startsWith("/api/v1/")).length);
});

test("calls that the service would refuse do not compile", async () => {
  const { client, asked } = await answering([[201, {}]]);
  const calls: (() => Promise<unknown>)[] = [
    // @ts-expect-error: a title is required
    () => client.polls.create({ body: { poll: {} } }),
    // @ts-expect-error: no such setting
    () => client.polls.create({ body: { poll: { title: "Lunch", titel: "Lunch" } } }),
    // @ts-expect-error: no such type
    () => client.polls.create({ body: { poll: { title: "Lunch", type: "Polls::Quiz" } } }),
    // @ts-expect-error: a body is required
    () => client.polls.create(),
    // @ts-expect-error: a number of a vote is a number
    () => client.votes.cast({ poll_id: "a", body: { voter_id: "b", vote: { vote: "1" } } }),
    // @ts-expect-error: no such order
    () => client.options.list({ poll_id: "a", sort: "options.color" }),
    // @ts-expect-error: no file is taken here
    () => client.votes.cast({ poll_id: "a", body: new FormData() }),
    // @ts-expect-error: one poll has no pages
    () => Promise.resolve(client.polls.show.all),
  ];
  for (const call of calls) await call();
  expect(asked).toHaveLength(calls.length - 1);
});

test("what a response has may be sent back, and settings of a poll to another one", async () => {
  const { client, asked } = await answering([[200, {}]]);
  type Shown<Operation extends (...args: never) => Promise<unknown>> = Awaited<
    ReturnType<Operation>
  >;
  const calls: (() => Promise<unknown>)[] = [
    async (poll = {} as Shown<typeof client.polls.show>) => {
      await client.polls.update({ poll_hash: "a", body: { poll } });
      await client.polls.create({ body: { poll: { title: "Copy" }, settings: poll.settings } });
    },
    (option = {} as Shown<typeof client.options.show>) =>
      client.options.update({ poll_id: "a", id: "b", body: { option } }),
    (voter = {} as Shown<typeof client.participants.show>) =>
      client.participants.update({ poll_id: "a", id: "b", body: { voter } }),
    (vote = {} as Shown<typeof client.votes.show>) =>
      client.votes.change({ poll_id: "a", id: "b", body: { vote } }),
    (comment = {} as Shown<typeof client.comments.show>) =>
      client.comments.update({ poll_id: "a", option_id: "b", id: "c", body: { comment } }),
    (webhook = {} as Shown<typeof client.webhooks.show>) =>
      client.webhooks.update({ id: "a", body: { webhook } }),
  ];
  for (const call of calls) await call();
  expect(asked).toHaveLength(calls.length + 1);
});

test("responses and errors have types", async () => {
  const { client } = await answering([[200, {}, '{"title":"Lunch"}']]);
  const poll: Poll = await client.polls.show({ poll_hash: "lunch" });
  const title: string = poll.title;
  expect(title).toBe("Lunch");
  // @ts-expect-error: polls have no such field
  expect(poll.titel).toBeUndefined();
  const refusal: unknown = new UnprocessableError(422, { code: "already_voted" }, new Headers());
  // @ts-expect-error: no such code
  expect(hasCode(refusal, "voted_already")).toBe(false);
  if (!(refusal instanceof UnprocessableError)) throw new Error("another class");
  const id: string | undefined = refusal.body.vote_id;
  expect([id, refusal.errors, refusal instanceof ApiError]).toEqual([undefined, {}, true]);
});
