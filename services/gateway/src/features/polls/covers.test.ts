// Covers docs/reference/media.md: deleting-files, storage-quota
// Covers docs/reference/pages.md: links-to-a-poll
// Covers docs/reference/polls.md: cover

import { inTransaction } from "@polls/db/sql";
import type { Poll } from "@polls/domain/polls";
import { buildCover, png } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { purgePolls } from "../../maintenance/purge-polls";

const gateway = shareGateway();
const owner = shareAccount(gateway);

function formOf(...files: readonly Buffer<ArrayBuffer>[]): FormData {
  const form = new FormData();
  for (const file of files) form.append("cover[attachment]", new Blob([file]), "mountains.png");
  return form;
}

const send = ({ adminHash }: Poll, body: FormData | object) =>
  gateway.request(`POST /api/v1/polls/${adminHash}/cover`, {
    token: owner.privateToken,
    ...(body instanceof FormData ? { form: body } : { body }),
  });

const coverOf = async ({ memberHash }: Poll) =>
  (await gateway.inPoll({ memberHash }, { token: owner.publicToken }, "GET")).body.cover;

const rowOf = ({ id }: Poll) =>
  gateway.db.prisma.attachment.findUniqueOrThrow({ where: { coverOfPollId: id } });

const deletions = async () =>
  (await gateway.db.prisma.outbox.findMany({ where: { job: "media.delete-attachment" } })).map(
    ({ payload }) => (payload as { readonly attachmentId: string }).attachmentId,
  );

const usedBytes = async () =>
  (await gateway.db.prisma.storageUsage.findUnique({ where: { accountId: owner.id } }))?.bytes;

test("a cover is processed like other pictures, and then shown to all who read the poll", async () => {
  const poll = await owner.buildPoll();
  const { status, body } = await send(poll, formOf(png(12, 6)));
  expect([status, body.cover]).toEqual([201, { processing: true }]);
  expect(new Date(body.updated_at).getTime()).toBeGreaterThan(poll.updatedAt.getTime());
  const { id, storageKey } = await rowOf(poll);
  expect(
    await gateway.db.prisma.outbox.count({
      where: {
        job: "media.render-attachment",
        payload: { path: ["attachmentId"], equals: String(id) },
      },
    }),
  ).toBe(1);
  await gateway.db.prisma.attachment.update({
    where: { id },
    data: {
      processedAt: new Date(),
      thumbhash: "abc=",
      derivatives: {
        create: ["large", "medium", "thumb", "social"].map((name) => ({
          name,
          storageKey: `derivatives/${id}/${name}`,
          contentType: "image/webp",
          byteSize: 1,
        })),
      },
    },
  });
  const cover = await coverOf(poll);
  expect(cover).toEqual({
    processing: false,
    width: 12,
    height: 6,
    thumbhash: "abc=",
    attachment: Object.fromEntries(
      ["large", "medium", "thumb", "social"].map((name) => [
        `attachment_url_${name}`,
        expect.stringContaining(`/files/derivatives/${id}/${name}`),
      ]),
    ),
  });
  expect(JSON.stringify(cover)).not.toContain(storageKey);
  const list = await gateway.as(owner, "GET /api/v1/polls");
  expect(list.body[0].cover).toEqual(cover);
});

test("a cover is one picture, in a form or as a data: URI", async () => {
  const poll = await owner.buildPoll();
  const picture = png(8, 8).toString("base64");
  const attachment = `data:image/png;base64,${picture}`;
  expect((await send(poll, { cover: { attachment } })).status).toBe(201);
  const text = Buffer.from("not a picture");
  const optionForm = new FormData();
  optionForm.append("option_attachments[]", new Blob([png(8, 8)]), "a.png");
  const large = Buffer.concat([png(8, 8), Buffer.alloc(10_000_000)]);
  const unsupported = expect.stringContaining("has an unsupported format");
  const emptyForm = new FormData();
  emptyForm.append("cover[attachment]", new Blob([]), "");
  const textForm = new FormData();
  textForm.append("cover[attachment]", attachment);
  const film = Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex");
  for (const [body, errors] of [
    [{ cover: {} }, { attachment: ["is required"] }],
    [{ cover: { attachment: null } }, { attachment: ["is required"] }],
    [{ cover: { attachment: 1 } }, { attachment: ["must be a string"] }],
    [{ cover: { attachment: [attachment] } }, { attachment: ["must be a string"] }],
    [{ cover: { attachment: {} } }, { attachment: ["must be a string"] }],
    [
      { cover: { attachment: "https://example.org/a.png" } },
      { attachment: ["must be a data: URI"] },
    ],
    [
      { cover: { attachment: "data:image/png;base64,?" } },
      { attachment: ["must be a data: URI in base64"] },
    ],
    [{ cover: { attachment, alt: "A lake" } }, { alt: ["is not a known field"] }],
    [{ cover: { alt: "A lake" } }, { attachment: ["is required"], alt: ["is not a known field"] }],
    [{ cover: null }, { cover: ["must be an object"] }],
    [{ option: { attachment } }, { cover: ["is required"], option: ["is not a known field"] }],
    [formOf(), { attachment: ["is required"] }],
    [emptyForm, { attachment: ["is required"] }],
    [textForm, { attachment: ["is not a file"] }],
    [formOf(text), { attachment: [unsupported] }],
    [formOf(film), { attachment: ["must be an image"] }],
    [formOf(large), { attachment: ["must have at most 10 MB"] }],
    [formOf(png(8, 8), png(8, 8)), { attachment: ["must be one file"] }],
    [optionForm, { "option_attachments[]": ["is not a known field"] }],
  ] as const) {
    const { status, body: answer } = await send(poll, body);
    expect([status, answer.errors]).toEqual([422, errors]);
  }
  expect(await coverOf(poll)).toEqual({ processing: true });
});

test("a new cover replaces the old one, whose files are deleted", async () => {
  const poll = await owner.buildPoll();
  await send(poll, formOf(png(4, 4)));
  const first = await rowOf(poll);
  await send(poll, formOf(png(6, 6)));
  const second = await rowOf(poll);
  expect(second.id).not.toBe(first.id);
  expect(await deletions()).toContain(String(first.id));
  const remove = () => gateway.as(owner, `DELETE /api/v1/polls/${poll.adminHash}/cover`);
  expect((await remove()).status).toBe(204);
  expect(await deletions()).toContain(String(second.id));
  expect(await coverOf(poll)).toBeUndefined();
  expect((await remove()).status).toBe(204);
});

test("of two covers at once, one stays", async () => {
  const poll = await owner.buildPoll();
  const answers = await Promise.all([4, 5, 6].map((size) => send(poll, formOf(png(size, size)))));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await coverOf(poll)).toEqual({ processing: true });
});

test("a cover counts toward the storage of the owner, and goes with its poll", async () => {
  const poll = await owner.buildPoll();
  const before = (await usedBytes()) ?? 0n;
  await send(poll, formOf(png(9, 9)));
  const { id, byteSize } = await rowOf(poll);
  expect(await usedBytes()).toBe(before + byteSize);
  const file = await buildCover(gateway.db, await owner.buildPoll(), { derivatives: ["thumb"] });
  const derivative = await gateway.db.prisma.derivative.findFirstOrThrow({
    where: { attachmentId: file.id },
  });
  await gateway.as(owner, `DELETE /api/v1/polls/${poll.adminHash}`);
  await inTransaction(gateway.db, (tx) => purgePolls.batch(tx, new Date(), 0));
  expect(await deletions()).toContain(String(id));
  await gateway.db.prisma.poll.updateMany({
    where: { id: file.coverOfPollId ?? 0n },
    data: { deletedAt: new Date() },
  });
  const gone = await gateway.request(`GET /files/${derivative.storageKey}`);
  expect(gone.status).toBe(404);
});

test("a copy of a poll has a copy of its cover", async () => {
  const poll = await owner.buildPoll();
  await send(poll, formOf(png(7, 5)));
  const { status, body } = await gateway.request(`POST /api/v1/polls/${poll.adminHash}/duplicate`, {
    token: owner.privateToken,
  });
  expect([status, body.cover]).toEqual([201, { processing: true }]);
  const copy = await gateway.db.prisma.attachment.findFirstOrThrow({
    where: { coverOfPoll: { memberHash: body.member_hash } },
  });
  const original = await rowOf(poll);
  expect(copy).toMatchObject({ sha256: original.sha256, fileName: "mountains.png" });
  expect(copy.storageKey).not.toBe(original.storageKey);
});

test("links show the cover, unless the owner chose another picture for them", async () => {
  const poll = await owner.buildPoll();
  await buildCover(gateway.db, poll, { derivatives: ["thumb", "medium", "social"] });
  const open = async () => (await gateway.request(`GET /p/${poll.memberHash}`)).text;
  const page = await open();
  expect(page).toMatch(/property="og:image" content="[^"]+\/social"/);
  expect(page).toMatch(/<img class="cover" alt="" src="[^"]+\/thumb"/);
  expect((await gateway.request(`GET /p/${poll.memberHash}/results`)).text).not.toContain(
    'class="cover"',
  );
  const social_media_image_data = { data: "data:image/png;base64,iVBORw0KGgo=" };
  await gateway.db.prisma.poll.update({
    where: { id: poll.id },
    data: { settings: { social_media_image_data } },
  });
  expect(await open()).not.toContain("og:image");
});
