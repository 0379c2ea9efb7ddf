// Covers docs/reference/polls.md: duplication

import { buffer } from "node:stream/consumers";
import { newPublicId } from "@polls/db/tokens";
import { buildOption, buildParticipant, buildPoll, png } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import type { TestGateway } from "../../../testing/start-gateway";
import { hashPollPassword } from "./poll-passwords";
import { PollResponse } from "./polls.schema";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const other = shareAccount(gateway);

type Options = Parameters<TestGateway["request"]>[1];

const duplicate = (hash: string, options: Options = {}) =>
  gateway.request(`POST /api/v1/polls/${hash}/duplicate`, {
    token: owner.privateToken,
    ...options,
  });

const create = async (body: object) => {
  const answer = await gateway.request("POST /api/v1/polls", { token: owner.privateToken, body });
  expect(answer.status).toBe(201);
  return answer.body;
};

const optionsOf = (memberHash: string) =>
  gateway.db.prisma.option.findMany({
    where: { poll: { memberHash } },
    include: { attachments: true, parent: { select: { content: true } } },
    orderBy: [{ parentId: { sort: "asc", nulls: "first" } }, { position: "asc" }],
  });

const storedFiles = async () => {
  const keys: string[] = [];
  for await (const { key } of gateway.deps.storage.list("originals/")) keys.push(key);
  return keys.sort();
};

describe("POST /polls/{poll_id}/duplicate", () => {
  test("copies the settings, the password and the options, nested and in order", async () => {
    const poll = await create({
      poll: {
        title: "Festival",
        type: "Polls::Survey",
        password: "sesame",
        member_hash: "festival-2030",
        deadline_voting: "2040-01-01",
        creator_email: "ada@example.org",
      },
      settings: { option_vote_requirement: "all_options" },
      options: [
        {
          content: "Did you eat?",
          settings: { survey_step_type: "vote" },
          children: [{ content: "I did" }, { content: "I did not" }],
        },
        {
          content: "Which?",
          settings: { survey_step_type: "input" },
          data: {
            branch: {
              rules: [{ when: { option_id: "options.0.children.1", vote: 1 }, action: "skip" }],
            },
          },
          children: [{ content: "Dish", settings: { mandatory: true } }],
        },
      ],
    });
    const { status, body } = await duplicate(poll.admin_hash);
    expect(status).toBe(201);
    expect(PollResponse.safeParse(body).error).toBeUndefined();
    expect(body.member_hash).toMatch(/^[\w-]{22}$/);
    expect(body.admin_hash).not.toBe(poll.admin_hash);
    expect(body).toMatchObject({ title: "Festival", type: poll.type, options_count: 2 });
    expect(body.settings).toEqual({ ...poll.settings, custom_hash: false });
    expect(body.settings.password_protected).toBe(true);
    expect(body.creator_email).toBeUndefined();
    const [before, after] = [await optionsOf(poll.member_hash), await optionsOf(body.member_hash)];
    const shown = (rows: typeof before) =>
      rows.map(({ content, position, parent, settings }) => [content, position, parent, settings]);
    expect(shown(after)).toEqual(shown(before));
    const named = after.find(({ content }) => content === "I did not")?.publicId;
    expect(after.find(({ content }) => content === "Which?")?.data).toEqual({
      branch: { rules: [{ when: { option_id: named, vote: 1 }, action: "skip" }] },
    });
    const known = new Set(before.map(({ publicId }) => publicId));
    expect(after.filter(({ publicId }) => known.has(publicId))).toEqual([]);
  });

  test("accepts a title and no other field", async () => {
    const poll = await create({ poll: { title: "Festival" } });
    const titled = await duplicate(poll.admin_hash, { body: { poll: { title: " Next one " } } });
    expect([titled.status, titled.body.title]).toEqual([201, "Next one"]);
    for (const body of [{}, { poll: {} }, { poll: { title: null } }]) {
      expect((await duplicate(poll.admin_hash, { body })).body.title).toBe("Festival");
    }
    const { status, body } = await duplicate(poll.admin_hash, {
      body: { poll: { title: "x".repeat(256), type: "Polls::Survey" }, settings: {} },
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        title: ["must have at most 255 characters"],
        type: ["is not a known field"],
        settings: ["is not a known field"],
      },
    ]);
    expect(await gateway.db.prisma.poll.count({ where: { title: "Next one" } })).toBe(1);
  });

  test("copies files: each copy has its own bytes, and is rendered again", async () => {
    const poll = await create({ poll: { title: "Photos", type: "Polls::PhotoGallery" } });
    const form = new FormData();
    form.append("option[content]", "Fog");
    form.append("option[rotation]", "90");
    form.append("option_attachments[]", new Blob([png(40, 30)]), "fog.png");
    const added = await gateway.request(`POST /api/v1/polls/${poll.admin_hash}/options`, {
      token: owner.privateToken,
      form,
    });
    const { status, body } = await duplicate(poll.admin_hash);
    expect([added.status, status]).toEqual([201, 201]);
    const [before] = await optionsOf(poll.member_hash);
    const [after] = await optionsOf(body.member_hash);
    const [original] = before?.attachments ?? [];
    const [copy] = after?.attachments ?? [];
    expect(after).toMatchObject({ content: "Fog", rotation: 90 });
    expect(copy).toMatchObject({
      fileName: "fog.png",
      sha256: original?.sha256,
      byteSize: original?.byteSize,
      width: 40,
      processedAt: null,
    });
    expect(copy?.storageKey).not.toBe(original?.storageKey);
    const bytes = await buffer(await gateway.deps.storage.open(copy?.storageKey ?? ""));
    expect(bytes.equals(png(40, 30))).toBe(true);
    const jobs = await gateway.db.prisma.outbox.findMany({
      where: { payload: { equals: { attachmentId: String(copy?.id) } } },
    });
    expect(jobs).toMatchObject([{ job: "media.render-attachment" }]);
  });

  test("does not count answers of participants, which it does not copy", async () => {
    const poll = await owner.buildPoll({ type: "Polls::Survey" });
    const parent = await buildOption(gateway.db, poll, {
      type: "Options::SurveyStep",
      content: "drawing",
      settings: { survey_step_type: "drawing" },
    });
    const answer = await buildOption(gateway.db, poll, {
      parent,
      type: "Options::DrawingOption",
    });
    const { prisma } = gateway.db;
    const { id: _, ...row } = await prisma.option.findUniqueOrThrow({ where: { id: answer.id } });
    const { data, settings, additionalAttributes, ...plain } = row;
    await prisma.option.createMany({
      data: Array.from({ length: 1_000 }, (_, n) => ({
        ...plain,
        publicId: newPublicId(),
        position: n + 2,
      })),
    });
    const { status, body } = await duplicate(poll.adminHash);
    expect(status).toBe(201);
    expect((await optionsOf(body.member_hash)).map(({ content }) => content)).toEqual(["drawing"]);
  });

  test("does not copy votes, participants and other results of participation", async () => {
    const facts = { ownerAccountId: owner.id, type: "Polls::Survey", closedAt: new Date() };
    const poll = await buildPoll(gateway.db, { ...facts, status: "closed" });
    const step = (type: string) =>
      buildOption(gateway.db, poll, {
        type: "Options::SurveyStep",
        content: type,
        settings: { survey_step_type: type },
      });
    const drawing = await step("drawing");
    const vote = await step("vote");
    await buildOption(gateway.db, poll, {
      parent: drawing,
      type: "Options::DrawingOption",
      content: "An answer",
    });
    const votable = await buildOption(gateway.db, poll, {
      parent: vote,
      content: "An option",
      additionalAttributes: { 1: "+49 170 0000000" },
    });
    await buildOption(gateway.db, poll, {
      parent: vote,
      content: "Unpaid",
      paid: false,
    });
    await gateway.db.prisma.option.update({
      where: { id: votable.id },
      data: { picked: true, termsAccepted: true, stateChangeMessage: "private" },
    });
    await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
    const { status, body } = await duplicate(poll.adminHash);
    expect([status, body.status, body.voters_count]).toEqual([201, "active", 0]);
    const copies = await optionsOf(body.member_hash);
    expect(copies.map(({ content }) => content).sort()).toEqual(["An option", "drawing", "vote"]);
    expect(copies.find(({ content }) => content === "An option")).toMatchObject({
      picked: false,
      termsAccepted: null,
      stateChangeMessage: null,
      additionalAttributes: {},
      ownerKey: `user:${owner.id}`,
    });
  });

  test("makes the caller with the admin hash the owner, and is refused for members and public tokens", async () => {
    const poll = await owner.buildPoll({ passwordHash: await hashPollPassword("sesame") });
    const byHash = await duplicate(poll.adminHash, { token: other.privateToken });
    expect(byHash.status).toBe(201);
    const row = await gateway.db.prisma.poll.findUniqueOrThrow({
      where: { adminHash: byHash.body.admin_hash },
    });
    expect(row).toMatchObject({ ownerAccountId: other.id, createdByAccountId: other.id });
    const before = await gateway.db.prisma.poll.count();
    const refusals = [
      await duplicate(poll.memberHash, { token: other.privateToken }),
      await duplicate(poll.adminHash, { token: owner.publicToken }),
      await duplicate("unknown"),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([404, 401, 404]);
    expect(await gateway.db.prisma.poll.count()).toBe(before);
  });

  test("creates one copy for the same Idempotency-Key", async () => {
    const poll = await create({ poll: { title: "Copied once" }, options: [{ content: "A" }] });
    const first = await duplicate(poll.admin_hash, { idempotencyKey: "copy" });
    const again = await duplicate(poll.admin_hash, { idempotencyKey: "copy" });
    expect(again.body).toEqual(first.body);
    expect(await gateway.db.prisma.poll.count({ where: { title: "Copied once" } })).toBe(2);
  });

  test("copies nothing above the limits and the quota", async () => {
    const full = await signUp(gateway.db);
    const as = { token: full.privateToken };
    const many = await full.buildPoll({ title: "Too many" });
    await gateway.db.prisma.option.createMany({
      data: Array.from({ length: 1_001 }, (_, index) => ({
        publicId: `too-many-${index}`,
        pollId: many.id,
        type: "Options::TextOption",
        position: index + 1,
      })),
    });
    const refused = await duplicate(many.adminHash, as);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { base: ["The poll has more than 1000 options"] },
    ]);
    const poll = await full.buildPoll({ title: "Full", type: "Polls::PhotoGallery" });
    const form = new FormData();
    form.append("option_attachments[]", new Blob([png(8, 8)]), "a.png");
    await gateway.request(`POST /api/v1/polls/${poll.adminHash}/options`, {
      ...as,
      form,
    });
    await gateway.db.prisma.storageUsage.updateMany({
      where: { accountId: full.id },
      data: { bytes: gateway.deps.config.storageQuotaBytes },
    });
    const files = await storedFiles();
    const answer = await duplicate(poll.adminHash, as);
    expect([answer.status, answer.body.code]).toEqual([422, "storage_quota_reached"]);
    expect(await storedFiles()).toEqual(files);
    expect(
      await gateway.db.prisma.poll.count({ where: { title: { in: ["Full", "Too many"] } } }),
    ).toBe(2);
  });
});
