// Covers docs/reference/client.md: callers, lists, operations, refused-calls, uploads

import {
  createClient,
  ForbiddenError,
  hasCode,
  NotFoundError,
  UnauthorizedError,
  UnprocessableError,
} from "@polls/client";
import { makePicture } from "../../services/media-worker/testing/make-media";
import { answering, type ClientFixture, startClients } from "./fixture";

let all: ClientFixture;
beforeAll(async () => {
  all = await startClients();
});

test("makes a poll, votes, reads the results and withdraws the vote", async () => {
  const { owner, visitor, makePoll, makeOption, join } = all;
  const poll_id = await makePoll();
  const option_id = await makeOption(poll_id, "Pizza");
  const voter_id = await join(poll_id);
  const vote = await visitor.votes.cast({
    poll_id,
    body: { voter_id, option_id, vote: { vote: 1 } },
  });
  if (!("id" in vote)) throw new Error("votes of this poll are not bought");
  const { options } = await visitor.results.show({ poll_id });
  expect(options).toMatchObject([{ id: option_id, distribution: { 1: 1 } }]);
  const renamed = await owner.polls.update({
    poll_hash: poll_id,
    body: { poll: { title: "Dinner" } },
  });
  expect(renamed.title).toBe("Dinner");
  expect(await visitor.votes.withdraw({ poll_id, id: vote.id })).toBeUndefined();
  expect(await visitor.votes.list({ poll_id, voter_id })).toEqual([]);
});

test("a derived client differs only in the given options", async () => {
  const { owner, visitor, makePoll, join } = all;
  const poll_id = await makePoll({ password: "Sesam öffne dich" });
  const joining = { poll_id, body: { voter: { user_name: "Ada" } } };
  await expect(visitor.participants.create(joining)).rejects.toMatchObject({
    code: "poll_password_required",
  });
  const inside = visitor.with({ pollPassword: "Sesam öffne dich" });
  expect(await inside.participants.create(joining)).toMatchObject({ user_name: "Ada" });
  const open = await makePoll();
  const id = await join(open);
  await expect(
    visitor.with({ identifier: "somebody else" }).participants.delete({ poll_id: open, id }),
  ).rejects.toBeInstanceOf(ForbiddenError);
  const { id: organizationId } = await owner.organizations.create({
    body: { organization: { name: "Cooks" } },
  });
  const cooks = owner.with({ organizationId });
  await cooks.polls.create({ body: { poll: { title: "Soup of the day" } } });
  expect(await cooks.polls.list()).toMatchObject([{ title: "Soup of the day" }]);
});

test("reads lists page by page", async () => {
  const { owner, makePoll, makeOption } = all;
  const poll_id = await makePoll();
  const contents = ["a", "b", "c", "d", "e"];
  for (const content of contents) await makeOption(poll_id, content);
  const page = await owner.options.list.page({ poll_id, per_page: 2, page: 2 });
  expect(page).toMatchObject({
    total: 5,
    totalPages: 3,
    items: [{ content: "c" }, { content: "d" }],
  });
  const read: unknown[] = [];
  for await (const { content } of owner.options.list.all({ poll_id, per_page: 2 })) {
    read.push(content);
  }
  expect(read).toEqual(contents);
  const empty = await makePoll();
  expect(await owner.options.list.all({ poll_id: empty }).next()).toMatchObject({ done: true });
});

describe("errors", () => {
  test("have a class for each status, and a code", async () => {
    const { gateway, owner, visitor, makePoll, makeOption, join } = all;
    await expect(makePoll({ title: "" })).rejects.toMatchObject({
      name: "UnprocessableError",
      status: 422,
      code: "invalid",
      errors: { title: [expect.any(String)] },
      requestId: expect.stringMatching(/./),
    });
    await expect(owner.polls.show({ poll_hash: "of-no-poll" })).rejects.toBeInstanceOf(
      NotFoundError,
    );
    const stranger = createClient({ baseUrl: gateway.url, token: "psk_wrong" });
    await expect(stranger.account.show()).rejects.toBeInstanceOf(UnauthorizedError);

    const poll_id = await makePoll();
    const option_id = await makeOption(poll_id, "Pizza");
    const cast = { poll_id, body: { voter_id: await join(poll_id), option_id, vote: { vote: 1 } } };
    await owner.polls.update({ poll_hash: poll_id, body: { poll: { status: "closed" } } });
    const refused = await visitor.votes.cast(cast).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnprocessableError);
    expect(hasCode(refused, "poll_closed", "invalid")).toBe(true);
    expect(hasCode(refused, "invalid")).toBe(false);
    expect(hasCode(new Error("another"), "invalid")).toBe(false);
  });

  test("of a proxy have the status and no code", async () => {
    const { client } = await answering([
      [404, { "Content-Type": "text/html" }, "<h1>Nothing</h1>"],
    ]);
    await expect(client.account.show()).rejects.toMatchObject({
      name: "NotFoundError",
      status: 404,
      code: undefined,
      message: "The service answered 404.",
    });
    const other = await answering([
      [422, {}, '{"error":"no","errors":{"a":"b","c":[1]},"code":7}'],
    ]);
    await expect(other.client.account.show()).rejects.toMatchObject({
      name: "UnprocessableError",
      status: 422,
      message: "c 1",
    });
  });
});

test("an id cannot change the path", async () => {
  const { client, asked } = await answering([[200, {}]]);
  for (const poll_hash of ["..", ".", ""]) {
    await expect(client.polls.show({ poll_hash })).rejects.toThrow(TypeError);
  }
  // A program without types names another parameter.
  const unnamed = { poll_id: "a" } as unknown as { readonly poll_hash: string };
  await expect(client.polls.show(unnamed)).rejects.toThrow(new TypeError("poll_hash is missing"));
  expect(asked).toHaveLength(0);
  await client.polls.show({ poll_hash: "a/../b?c=1#ä" });
  expect(asked[0]?.url).toBe("/api/v1/polls/a%2F..%2Fb%3Fc%3D1%23%C3%A4");
});

test("a refusal has the error sentences by field", async () => {
  const { owner, makePoll } = all;
  await expect(makePoll({ title: "", description: 1 })).rejects.toThrow(
    "description must be a string; title is required",
  );
  const poll_id = await makePoll();
  const idempotencyKey = "one key of two bodies";
  await owner.options.create({ poll_id, body: { option: { content: "A" } } }, { idempotencyKey });
  await expect(
    owner.options.create({ poll_id, body: { option: { content: "B" } } }, { idempotencyKey }),
  ).rejects.toThrow(/^Idempotency-Key was used with another body$/);
});

test("an error about wrong options explains the problem and never contains the token", async () => {
  await expect(createClient().account.show()).rejects.toThrow("baseUrl is missing");
  const { client } = await answering([[200, {}]]);
  const shown = client.with({ token: "psk_secret\n" }).account.show();
  await expect(shown).rejects.toThrow(/^the token has invalid characters$/);
  const away = createClient({ baseUrl: "http://127.0.0.1:1", retries: 0 }).account.show();
  await expect(away).rejects.toThrow(/^127\.0\.0\.1:1: .*(ECONNREFUSED|bad port)/);
});

test("the base URL may have a path", async () => {
  const { client, asked } = await answering([[200, {}]]);
  await client.account.show();
  const below = client.with({ baseUrl: `http://${asked[0]?.headers.host}/polls/` });
  await below.account.show();
  expect(asked.map(({ url }) => url)).toEqual(["/api/v1/account", "/polls/api/v1/account"]);
});

describe("forms", () => {
  const formOf = async (content: string) => {
    const form = new FormData();
    form.set("option[content]", content);
    form.append(
      "option_attachments[]",
      new Blob([new Uint8Array(await makePicture())]),
      'a "b".png',
    );
    return form;
  };

  test("report the progress of the upload", async () => {
    const { owner, makePoll } = all;
    const poll_id = await makePoll({ type: "Polls::PhotoGallery" });
    const told: { sent: number; total: number }[] = [];
    const option = await owner.options.create(
      { poll_id, body: await formOf("Näher") },
      { onProgress: (progress) => told.push(progress) },
    );
    expect(option).toMatchObject({ content: "Näher" });
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)?.sent).toBe(told.at(-1)?.total);
    const sent = told.map((progress) => progress.sent);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  });

  test("are sent equally with and without progress, with one idempotency key", async () => {
    const { owner, makePoll } = all;
    const poll_id = await makePoll({ type: "Polls::PhotoGallery" });
    const body = await formOf("Once");
    const idempotencyKey = "the same form";
    const first = await owner.options.create({ poll_id, body }, { idempotencyKey });
    const again = await owner.options.create(
      { poll_id, body },
      { idempotencyKey, onProgress: () => undefined },
    );
    expect(again.id).toBe(first.id);
  });
});

test("returns exports unchanged", async () => {
  const { owner, visitor, makePoll, makeOption, join } = all;
  const poll_id = await makePoll();
  const option_id = await makeOption(poll_id, "Pizza");
  const voter_id = await join(poll_id);
  await visitor.votes.cast({ poll_id, body: { voter_id, option_id, vote: { vote: 1 } } });
  const file = await owner.results.export.csv({ poll_id });
  expect(await file.text()).toContain("vote_id");
  const sheet = await owner.results.export.xlsx({ poll_id });
  expect((await sheet.arrayBuffer()).byteLength).toBeGreaterThan(0);
  const votes = await owner.results.export.json({ poll_id });
  expect(votes).toMatchObject([{ option_id, voter_id }]);
});
