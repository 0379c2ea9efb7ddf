// Covers docs/reference/access.md: actors, objects-of-others, own-objects-that-are-fixed
// Covers docs/reference/errors.md: codes-of-options, option-deletion-refusal
// Covers docs/reference/media.md: rotation
// Covers docs/reference/options.md: approval, categories, class-of-a-new-option, deletion, fields, files, nesting
// Covers docs/reference/options.md: position, settings, state, submission-window, update
// Covers docs/reference/polls.md: closed-polls
// Covers docs/reference/requests.md: forms
// Covers docs/reliability.md: option-trees

import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import {
  buildAttachment,
  buildHeldVote,
  buildOption,
  buildParticipant,
  buildPoll,
  type PollFacts,
  png,
  type RequestOptions,
  tallyDrift,
} from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { storeVotes } from "../../../testing/store-votes";
import type { NewAccount } from "../accounts/create-account";
import { OptionResponse } from "./options.schema";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const author = shareAccount(gateway);
const stranger = shareAccount(gateway);

type NewOption = NonNullable<Parameters<typeof buildOption>[2]>;

async function pollWithOption(pollFacts: PollFacts = {}, optionFacts: NewOption = {}) {
  const poll = await owner.buildPoll(pollFacts);
  const ownerKey = `user:${author.id}` as const;
  const option = await buildOption(gateway.db, poll, { ownerKey, content: "A", ...optionFacts });
  return { poll, option };
}

const ask = (
  method: string,
  poll: Poll,
  option: Pick<Option, "publicId">,
  options: RequestOptions,
) =>
  gateway.request(`${method} /api/v1/polls/${poll.memberHash}/options/${option.publicId}`, options);

const patch = (poll: Poll, option: Option, account: NewAccount, body: unknown) =>
  ask("PATCH", poll, option, { token: account.privateToken, body });

const remove = (poll: Poll, option: Option, account: NewAccount) =>
  ask("DELETE", poll, option, { token: account.privateToken });

const exists = async ({ id }: Option) =>
  (await gateway.db.prisma.option.findUnique({ where: { id } })) !== null;

/** The author, another member who sees the option, and the owner of the poll. */
const actors = { author: () => author, another: () => stranger, owner: () => owner };

/**
 * States of polls and options, with the responses to changes and deletions by author, other member
 * and owner.
 */
const states: readonly (readonly [
  string,
  PollFacts,
  NewOption,
  { readonly voted?: boolean; readonly held?: boolean },
  Readonly<Record<keyof typeof actors, readonly [patch: number, remove: number, code?: string]>>,
])[] = [
  [
    "a new option",
    {},
    {},
    {},
    {
      author: [200, 204],
      another: [422, 422, "not_yours"],
      owner: [200, 204],
    },
  ],
  [
    "an option with votes",
    {},
    {},
    { voted: true },
    {
      author: [422, 422, "has_votes"],
      another: [422, 422, "not_yours"],
      owner: [200, 204],
    },
  ],
  [
    "an option with a held vote",
    {},
    {},
    { held: true },
    {
      author: [422, 422, "has_votes"],
      another: [422, 422, "not_yours"],
      owner: [200, 204],
    },
  ],
  [
    "an option of a closed poll",
    { status: "closed" },
    {},
    {},
    {
      author: [422, 422, "poll_closed"],
      another: [422, 422, "not_yours"],
      owner: [200, 204],
    },
  ],
  [
    "an archived option",
    {},
    { archived: true },
    {},
    {
      author: [200, 204],
      another: [404, 404, "option_not_found"],
      owner: [200, 204],
    },
  ],
];

describe.each(states)(
  "changing and deleting %s",
  (_state, pollFacts, optionFacts, votes, expected) => {
    test.each(Object.keys(actors) as (keyof typeof actors)[])("by %s", async (name) => {
      const { poll, option } = await pollWithOption(pollFacts, optionFacts);
      if (votes.voted) await storeVotes(gateway.db, poll, [{ on: option, value: 1 }]);
      if (votes.held) {
        const participant = await buildParticipant(gateway.db, poll, { confirmedAt: null });
        await buildHeldVote(gateway.db, option, participant);
      }
      const [patched, removed, code] = expected[name];
      const change = await patch(poll, option, actors[name](), { option: { content: "B" } });
      expect([change.status, change.body.code]).toEqual([patched, code]);
      if (patched === 200) {
        OptionResponse.parse(change.body);
        expect(change.body.content).toBe("B");
      }
      const deletion = await remove(poll, option, actors[name]());
      expect([deletion.status, deletion.body?.code]).toEqual([removed, code]);
      if (removed === 422) {
        expect(deletion.body).toEqual({
          error: expect.any(String),
          status: "unprocessable_entity",
          code,
        });
      }
      expect(await exists(option)).toBe(removed !== 204);
    });
  },
);

describe("changing an option", () => {
  test("absent fields stay the same, and null clears a field", async () => {
    const { poll, option } = await pollWithOption(
      { settings: { allow_subtitle: true } },
      { subtitle: "S", description: "D" },
    );
    const { body } = await patch(poll, option, author, { option: { subtitle: null } });
    expect(body).toMatchObject({ content: "A", description: "D" });
    expect(body).not.toHaveProperty("subtitle");
  });

  // Settings: require_approval
  test("with require_approval, a change by the author makes the option unreviewed, and admins set any approval", async () => {
    const { poll, option } = await pollWithOption({ settings: { require_approval: true } });
    expect((await patch(poll, option, author, { option: { content: "B" } })).status).toBe(200);
    expect((await ask("GET", poll, option, { token: stranger.privateToken })).status).toBe(404);
    const approved = await patch(poll, option, owner, { option: { approval_state: "approved" } });
    expect(approved.body).toMatchObject({
      approval_state: "approved",
      approval_state_updated_at: expect.any(String),
    });
    expect((await ask("GET", poll, option, { token: stranger.privateToken })).status).toBe(200);
  });

  test("admins set states, and given settings replace stored ones of the same name", async () => {
    const { poll, option } = await pollWithOption(
      { type: "Polls::Collection" },
      {
        settings: { voter_limit: 3, show_as_list: true },
      },
    );
    const { body } = await patch(poll, option, owner, {
      option: {
        state: "planned",
        state_change_message: "Soon",
        settings: { voter_limit: null, mandatory: true },
      },
    });
    expect(body).toMatchObject({ state: "planned", state_change_message: "Soon" });
    expect(body.settings).toMatchObject({ show_as_list: true, mandatory: true });
    expect(body.settings).not.toHaveProperty("voter_limit");
  });

  test.each(["incoming", "investigation", "planned", "in_implementation", "rejected", "done"])(
    "admins move an option to the state %s and back",
    async (state) => {
      const { poll, option } = await pollWithOption({ type: "Polls::Collection" });
      expect((await patch(poll, option, owner, { option: { state } })).body.state).toBe(state);
      const seen = await ask("GET", poll, option, { token: stranger.privateToken });
      expect(seen.body.state).toBe(state);
      const back = await patch(poll, option, owner, { option: { state: "incoming" } });
      expect(back.body.state).toBe("incoming");
      const lost = await patch(poll, option, owner, { option: { state: "lost" } });
      expect([lost.status, Object.keys(lost.body.errors)]).toEqual([422, ["state"]]);
    },
  );

  test("updated_at stays the same when admins pick or explain an option, or move others", async () => {
    const { poll, option } = await pollWithOption();
    const other = await buildOption(gateway.db, poll, { content: "B" });
    const before = (await ask("GET", poll, option, { token: owner.privateToken })).body.updated_at;
    const after = async (change: object, of = option) => {
      expect((await patch(poll, of, owner, { option: change })).status).toBe(200);
      return (await ask("GET", poll, option, { token: owner.privateToken })).body.updated_at;
    };
    expect(await after({ selected: true })).toBe(before);
    expect(await after({ state_change_message: "Soon" })).toBe(before);
    expect(await after({ position: 1 }, other)).toBe(before);
    expect(await after({ content: "C" })).not.toBe(before);
  });

  test("the envelope is required, and may be empty", async () => {
    const attributes = {
      "1": { title: "Size", type: "text", required: false, allowed_values: [] },
    };
    const { poll, option } = await pollWithOption({
      settings: { additional_option_attributes: attributes },
    });
    const beside = { additional_attributes: { "1": "big" }, terms: 0 };
    const changed = await patch(poll, option, author, { option: {}, ...beside });
    expect(changed.body).toMatchObject({ content: "A", additional_attributes: { "1": "big" } });
    const without = await patch(poll, option, author, beside);
    expect(without.body.errors).toEqual({ option: ["is required"] });
  });

  test.each([
    [1, 3, "BCAD"],
    [4, 1, "DABC"],
    [2, 2, "ABCD"],
    [1, 99, "BCDA"],
  ])("moving the option at %i to %i shifts the others: %s", async (from, to, expected) => {
    const { poll, option } = await pollWithOption();
    const options = [option];
    for (const content of "BCD") options.push(await buildOption(gateway.db, poll, { content }));
    const moved = options[from - 1] ?? option;
    await patch(poll, moved, owner, { option: { position: to } });
    const rows = await gateway.db.prisma.option.findMany({
      where: { pollId: poll.id },
      orderBy: { position: "asc" },
    });
    expect(rows.map(({ content }) => content).join("")).toBe(expected);
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  });

  test("a new rotation renders the file again, the same rotation does not", async () => {
    const { poll, option } = await pollWithOption({ type: "Polls::PhotoGallery" });
    const attachment = await buildAttachment(gateway.db, option, { derivatives: ["large"] });
    const jobs = () =>
      gateway.db.prisma.outbox.count({
        where: {
          job: "media.render-attachment",
          payload: { equals: { attachmentId: String(attachment.id) } },
        },
      });
    await patch(poll, option, author, { option: { rotation: 0 } });
    expect(await jobs()).toBe(0);
    const { body } = await patch(poll, option, author, { option: { rotation: 90 } });
    expect(body).toMatchObject({ rotation: 90, processing: true });
    expect(await jobs()).toBe(1);
  });

  test("a new file replaces the old one, which is deleted", async () => {
    const { poll, option } = await pollWithOption({ type: "Polls::PhotoGallery" });
    const old = await buildAttachment(gateway.db, option, { derivatives: ["large"] });
    const attachment = `data:image/png;base64,${png(20, 10).toString("base64")}`;
    const { body } = await patch(poll, option, author, { option: { attachment } });
    expect(body.processing).toBe(true);
    const rows = await gateway.db.prisma.attachment.findMany({ where: { optionId: option.id } });
    expect(rows).toMatchObject([{ width: 20, height: 10 }]);
    const [job] = await gateway.db.prisma.outbox.findMany({
      where: {
        job: "media.delete-attachment",
        payload: { equals: { attachmentId: String(old.id) } },
      },
    });
    expect(job).toBeDefined();
  });

  test.each([
    ["is removed if the class does not require one", "Polls::AdventCalendar", 200, 0],
    ["is kept if the class requires one", "Polls::ImageGallery", 422, 1],
  ])("a file that is set to null %s", async (_what, type, status, left) => {
    const { poll, option } = await pollWithOption({ type });
    await buildAttachment(gateway.db, option, { derivatives: ["large"] });
    const response = await patch(poll, option, owner, { option: { attachment: null } });
    expect(response.status).toBe(status);
    const files = await gateway.db.prisma.attachment.count({ where: { optionId: option.id } });
    expect(files).toBe(left);
  });

  test("class and parent cannot be changed", async () => {
    const { poll, option } = await pollWithOption();
    const body = { option: {}, parent_option_id: "other", option_category: true };
    expect((await patch(poll, option, owner, body)).body.errors).toEqual({
      parent_option_id: ["cannot be changed"],
      option_category: ["cannot be changed"],
    });
  });
});

describe("deleting an option", () => {
  test("also deletes children, votes and files, and keeps tallies and positions exact", async () => {
    const { poll, option } = await pollWithOption({}, { type: "Options::OptionCategory" });
    const child = await buildOption(gateway.db, poll, { parent: option });
    const attachment = await buildAttachment(gateway.db, child);
    const next = await buildOption(gateway.db, poll, { content: "B" });
    const [voter] = await storeVotes(gateway.db, poll, [{ on: child, value: 1 }]);
    if (voter === undefined) throw new Error("nobody voted");
    await storeVotes(gateway.db, poll, [
      { by: voter, on: next, value: 1 },
      { on: child, value: 1 },
    ]);
    expect((await remove(poll, option, owner)).status).toBe(204);
    expect(await exists(child)).toBe(false);
    expect(await tallyDrift(gateway.db, poll.id)).toBe(0);
    const left = await gateway.db.prisma.option.findUniqueOrThrow({ where: { id: next.id } });
    expect(left.position).toBe(1);
    const jobs = await gateway.db.prisma.outbox.count({
      where: { payload: { equals: { attachmentId: String(attachment.id) } } },
    });
    expect(jobs).toBe(1);
  });

  test("is refused for a paid option, also with the admin hash", async () => {
    const fee = await pollWithOption({ settings: { submission_fee: 500 } }, { paid: true });
    expect((await remove(fee.poll, fee.option, owner)).body).toMatchObject({ code: "fee_paid" });
    const sold = await pollWithOption({
      settings: { voting_fee_type: "voting_sell_votes", voting_fee: 50 },
    });
    await storeVotes(gateway.db, sold.poll, [{ on: sold.option, value: 3, paidVotes: 3 }]);
    const { poll, option } = sold;
    const byHash = await gateway.request(
      `DELETE /api/v1/polls/${poll.adminHash}/options/${option.publicId}`,
      { token: stranger.publicToken },
    );
    expect(byHash.body).toMatchObject({ code: "votes_paid", status: "unprocessable_entity" });
  });

  test("is possible for every option with the admin hash", async () => {
    const { poll, option } = await pollWithOption({ status: "closed" });
    await storeVotes(gateway.db, poll, [{ on: option, value: 1 }]);
    const path = `DELETE /api/v1/polls/${poll.adminHash}/options/${option.publicId}`;
    expect((await gateway.request(path, { token: stranger.publicToken })).status).toBe(204);
  });

  test("is refused for a step or answer in branching rules, which may only name earlier steps", async () => {
    const settings = { survey_step_type: "vote" };
    const { poll, option: first } = await pollWithOption({ type: "Polls::Survey" }, { settings });
    const answer = await buildOption(gateway.db, poll, {
      type: "Options::TextOption",
      parent: first,
    });
    const second = await buildOption(gateway.db, poll, { content: "B", settings });
    const rules = (id: string) => ({
      option: {
        data: { branch: { rules: [{ when: { option_id: id, vote: 1 }, action: "skip" }] } },
      },
    });
    expect((await patch(poll, first, owner, rules(answer.publicId))).body.errors).toEqual({
      "data.branch.rules.0.when.option_id": ["is not under an earlier step"],
    });
    expect((await patch(poll, second, owner, rules(answer.publicId))).status).toBe(200);
    expect((await remove(poll, first, owner)).body).toMatchObject({ code: "used_in_branching" });
    expect((await remove(poll, answer, owner)).body).toMatchObject({ code: "used_in_branching" });
    expect((await patch(poll, second, owner, { option: { position: 1 } })).body).toMatchObject({
      code: "branching_looks_ahead",
    });
    expect((await remove(poll, second, owner)).status).toBe(204);
    expect((await remove(poll, first, owner)).status).toBe(204);
  });

  test("is 404 for an option of another poll", async () => {
    const { poll } = await pollWithOption();
    const other = await pollWithOption();
    expect((await remove(poll, other.option, owner)).status).toBe(404);
    expect(await exists(other.option)).toBe(true);
  });

  test("an anonymous reader cannot change the option of another anonymous reader", async () => {
    const poll = await buildPoll(gateway.db, { settings: { allow_new_options: true } });
    const option = await buildOption(gateway.db, poll);
    const reader = { token: stranger.publicToken };
    const body = { option: { content: "B" } };
    expect((await ask("PATCH", poll, option, { ...reader, body })).body.code).toBe("not_yours");
    expect((await ask("DELETE", poll, option, reader)).body.code).toBe("not_yours");
  });
});
