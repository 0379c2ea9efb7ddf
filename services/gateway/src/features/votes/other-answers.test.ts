// Covers docs/reference/options.md: fixed-settings, settings
// Covers docs/reference/votes.md: other-answers

import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const gateway = shareGateway();
const owner = shareAccount(gateway);

type Settings = Readonly<Record<string, unknown>>;

const as = (identifier: string) => ({ token: owner.publicToken, identifier });
const admin = () => ({ token: owner.privateToken });
const at = ({ memberHash }: Poll) => `/api/v1/polls/${memberHash}`;

async function survey(inputType: string, settings: Settings, pollSettings: Settings = {}) {
  const poll = await owner.buildPoll({ type: "Polls::Survey", settings: pollSettings });
  const parent = await buildOption(gateway.db, poll, { settings: { survey_step_type: "input" } });
  const option = await buildOption(gateway.db, poll, {
    type: "Options::InputOption",
    parent,
    inputType,
    settings: { allowed_values: ["tea", "coffee"], allow_other: true, ...settings },
  });
  return { poll, option };
}

async function choice(settings: Settings = {}, pollSettings: Settings = {}) {
  const poll = await owner.buildPoll({ settings: { vote_type: "Votes::UpVote", ...pollSettings } });
  await buildOption(gateway.db, poll, { content: "tea" });
  const option = await buildOption(gateway.db, poll, {
    content: "Something else",
    settings: { allow_other: true, ...settings },
  });
  return { poll, option };
}

interface Place {
  readonly poll: Poll;
  readonly option: Option;
}

async function cast({ poll, option }: Place, identifier: string, vote: object) {
  const { id } = (
    await gateway.as(as(identifier), `POST ${at(poll)}/voters`, {
      voter: { user_name: identifier },
    })
  ).body;
  return gateway.request(`POST ${at(poll)}/votes`, {
    ...as(identifier),
    body: { voter_id: id, option_id: option.publicId, vote },
  });
}

const distribution = async ({ poll, option }: Place, reader: object = admin()) => {
  const { body } = await gateway.request(`GET ${at(poll)}/results`, reader);
  return body.options.find(({ id }: { id: string }) => id === option.publicId).distribution;
};

const votesOf = async ({ poll, option }: Place, reader: object) =>
  (await gateway.request(`GET ${at(poll)}/votes?option_id=${option.publicId}`, reader)).body.map(
    ({ vote, vote_text }: { vote: unknown; vote_text: unknown }) => [vote, vote_text],
  );

const change = ({ poll, option }: Place, body: object) =>
  gateway.as(admin(), `PATCH ${at(poll)}/options/${option.publicId}`, { option: body });

describe("an input", () => {
  test.each(["radio", "select"])("%s counts all other answers as one", async (inputType) => {
    const place = await survey(inputType, {});
    const answers = ["tea", "Cocoa", "  Milk ", "other", "x".repeat(200)];
    for (const [at, vote_text] of answers.entries()) {
      expect((await cast(place, `reader ${at}`, { vote_text })).status).toBe(201);
    }
    expect(await distribution(place)).toEqual({ tea: 1, other: 4 });
    expect(await distribution(place, as("ada"))).toEqual({ tea: 1, other: 4 });
    expect(await votesOf(place, admin())).toContainEqual(["Milk", "Milk"]);
  });

  test.each(["multi_select", "checkbox"])("%s counts one more entry", async (inputType) => {
    const place = await survey(inputType, {});
    await cast(place, "ada", { vote_text: '["tea","Cocoa \\"hot\\""]' });
    await cast(place, "eve", { vote_text: '["Milk"]' });
    await cast(place, "max", { vote_text: JSON.stringify(["tea", "y".repeat(150)]) });
    expect(await distribution(place)).toEqual({ '["tea","other"]': 2, '["other"]': 1 });
  });

  test.each([
    ["radio", "x".repeat(201), "must have at most 200 characters"],
    ["radio", "two\nlines", "must be one line"],
    ["multi_select", '["Milk","Cocoa"]', "has a value that is not allowed"],
    ["multi_select", '["tea",""]', "has invalid characters"],
    ["multi_select", '[" Milk"]', "has invalid characters"],
    ["multi_select", '["a\\u0007b"]', "has invalid characters"],
    ["multi_select", '["a\\nb"]', "must be one line"],
  ])("%s refuses %j", async (inputType, vote_text, sentence) => {
    const { status, body } = await cast(await survey(inputType, {}), "ada", { vote_text });
    expect([status, body.errors]).toEqual([422, { vote_text: [sentence] }]);
  });

  test("without the setting accepts no other answer", async () => {
    const place = await survey("radio", { allow_other: false });
    expect((await cast(place, "ada", { vote_text: "Cocoa" })).status).toBe(422);
  });

  test("shows the texts only to their participant and to admins, also with public_answers", async () => {
    const place = await survey("multi_select", {}, { public_answers: true });
    await cast(place, "ada", { vote_text: '["tea","Cocoa"]' });
    const shown = (list: string) => [[list, list]];
    expect(await votesOf(place, as("ada"))).toEqual(shown('["tea","Cocoa"]'));
    expect(await votesOf(place, admin())).toEqual(shown('["tea","Cocoa"]'));
    expect(await votesOf(place, as("eve"))).toEqual(shown('["tea","other"]'));
  });

  test("cannot have a choice that is called like all other answers", async () => {
    const place = await survey("radio", { allow_other: false });
    const { status, body } = await change(place, {
      settings: { allow_other: true, allowed_values: ["tea", "other"] },
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ "settings.allowed_values": ["contradicts allow_other"] });
  });

  test("keeps the setting once there are votes", async () => {
    const place = await survey("radio", {});
    const without = { settings: { allow_other: false } };
    expect((await change(place, without)).body.settings).not.toHaveProperty("allow_other");
    expect((await change(place, { settings: { allow_other: true } })).body.settings).toMatchObject({
      allow_other: true,
    });
    await cast(place, "ada", { vote_text: "Cocoa" });
    const { status, body } = await change(place, without);
    expect([status, Object.keys(body.errors)]).toEqual([422, ["settings.allow_other"]]);
    const more = { allowed_values: ["tea", "coffee", "Cocoa"] };
    expect((await change(place, more)).status).toBe(200);
    expect(await distribution(place)).toEqual({ Cocoa: 1 });
  });

  test("has no rules about other answers", async () => {
    const { poll, option } = await survey("radio", {});
    const step = await buildOption(gateway.db, poll, { settings: { survey_step_type: "info" } });
    const rule = { when: { option_id: option.publicId, vote_text: "Cocoa" }, action: "skip" };
    const data = { branch: { rules: [rule] } };
    expect((await change({ poll, option: step }, { data })).status).toBe(422);
  });
});

describe("an option", () => {
  test("is chosen with a text, and its vote counts as before", async () => {
    const place = await choice();
    const { status, body } = await cast(place, "ada", { vote: 1, vote_text: " Cocoa " });
    expect(status).toBe(201);
    expect(body).toMatchObject({ vote: 1, vote_text: "Cocoa" });
    expect((await cast(place, "eve", { vote_text: "Milk" })).body).toMatchObject({ vote: 1 });
    expect((await cast(place, "max", { vote: 1 })).body).toMatchObject({ vote_text: null });
    expect(await distribution(place)).toEqual({ other: 2, 1: 1 });
    const { rating } = (
      await gateway.request(`GET ${at(place.poll)}/options/${place.option.publicId}`, admin())
    ).body;
    expect(rating).toBe(3);
  });

  test("shows the text only to its participant and to admins", async () => {
    const place = await choice();
    await cast(place, "ada", { vote: 1, vote_text: "Cocoa" });
    expect(await votesOf(place, as("ada"))).toEqual([[1, "Cocoa"]]);
    expect(await votesOf(place, admin())).toEqual([[1, "Cocoa"]]);
    expect(await votesOf(place, as("eve"))).toEqual([[1, null]]);
  });

  test("tells in lists that its votes take a text, and says nothing elsewhere", async () => {
    const { poll } = await choice();
    const options = (await gateway.request(`GET ${at(poll)}/options`, as("ada"))).body;
    expect(options.map((option: { takes_text?: true }) => option.takes_text)).toEqual([
      undefined,
      true,
    ]);
    const stars = await choice({}, { vote_type: "Votes::RatingVote" });
    const { body } = await gateway.request(`GET ${at(stars.poll)}/options`, as("ada"));
    expect(body[1]).not.toHaveProperty("takes_text");
    expect((await cast(stars, "ada", { vote: 3, vote_text: "x" })).status).toBe(422);
  });

  test("changes, clears and withdraws the text with its vote", async () => {
    const place = await choice();
    const { id } = (await cast(place, "ada", { vote: 1, vote_text: "Cocoa" })).body;
    const patch = async (vote: object) => {
      const path = `PATCH ${at(place.poll)}/votes/${id}`;
      const { body } = await gateway.request(path, { ...as("ada"), body: { vote } });
      return [body.vote, body.vote_text];
    };
    expect(await patch({ vote_text: "Milk" })).toEqual([1, "Milk"]);
    expect(await patch({ vote: 1 })).toEqual([1, "Milk"]);
    expect(await patch({ vote_text: null })).toEqual([1, null]);
    expect(await patch({ vote: 1, vote_text: "Milk" })).toEqual([1, "Milk"]);
    expect(await patch({ vote: 0 })).toEqual([0, null]);
    expect(await patch({ vote_text: "Milk" })).toEqual([1, "Milk"]);
  });

  test.each([
    [{ vote: 0, vote_text: "Cocoa" }],
    [{ vote: 1, vote_text: "x".repeat(201) }],
    [{ vote: 1, vote_text: "two\nlines" }],
    [{ vote: 1, vote_text: 5 }],
    [{ vote: 2, vote_text: "Cocoa" }],
  ])("refuses %j", async (vote) => {
    expect((await cast(await choice(), "ada", vote)).status).toBe(422);
  });

  test("takes no text where votes are sold, or without the setting", async () => {
    const sold = await choice({}, { voting_fee_type: "voting_sell_votes", voting_fee: 100 });
    expect((await cast(sold, "ada", { vote: 1, vote_text: "Cocoa" })).status).toBe(422);
    const plain = await choice({ allow_other: false });
    expect((await cast(plain, "ada", { vote: 1, vote_text: "Cocoa" })).status).toBe(422);
  });

  test("keeps a held text until the address is confirmed", async () => {
    const place = await choice({}, { double_opt_in: true });
    const { body } = await gateway.as(as("ada"), `POST ${at(place.poll)}/voters`, {
      voter: { user_name: "Ada", optin_email: "ada@example.org" },
    });
    const held = await gateway.as(as("ada"), `POST ${at(place.poll)}/votes`, {
      voter_id: body.id,
      option_id: place.option.publicId,
      vote: { vote: 1, vote_text: "Cocoa" },
    });
    expect(held.body.code).toBe("opt_in_pending");
    const { rows } = await gateway.db.pool.query(
      "SELECT value::int, text FROM held_votes WHERE poll_id = $1",
      [String(place.poll.id)],
    );
    expect(rows).toEqual([{ value: 1, text: "Cocoa" }]);
  });

  test("exports the text beside the vote", async () => {
    const place = await choice();
    await cast(place, "ada", { vote: 1, vote_text: "=Cocoa" });
    const { body } = await gateway.request(`GET ${at(place.poll)}/export.json`, admin());
    expect(body).toMatchObject([{ vote: 1, vote_text: "=Cocoa" }]);
  });
});
