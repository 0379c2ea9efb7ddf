// Covers docs/reference/access.md: restricted-view
// Covers docs/reference/errors.md: codes-of-files
// Covers docs/reference/media.md: checks-before-201, limits-of-the-poll, refused-formats, storage-quota
// Covers docs/reference/options.md: classes, files, groups
// Covers docs/reference/requests.md: forms
// Covers docs/reliability.md: upload-limits

import { connect } from "node:net";
import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { type PollFacts, png, waitFor } from "@polls/testing";
import { shareOptionCreators } from "../../../testing/option-creators";
import { signUp } from "../../../testing/sign-up";
import { hashPollPassword } from "../polls/poll-passwords";

const { gateway, owner, stranger, openPoll, create, countOptions } = shareOptionCreators();

function form(fields: Readonly<Record<string, string>>, ...files: readonly Buffer<ArrayBuffer>[]) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  files.forEach((file, n) => {
    data.append("option_attachments[]", new Blob([file]), `photo ${n + 1}.png`);
  });
  return data;
}

const bytesOf = (hex: string): Buffer<ArrayBuffer> => Buffer.from(hex.replaceAll(" ", ""), "hex");

/** A progressive JPEG in full color, up to its first scan. */
function jpegHeader(width: number, height: number): Buffer<ArrayBuffer> {
  const header = bytesOf(
    "ffd8 ffc2 0011 08 0000 0000 03 011100 021100 031100 ffda 000c 03 010002000300 000000",
  );
  header.writeUInt16BE(height, 7);
  header.writeUInt16BE(width, 9);
  return header;
}

/** A GIF up to the data of its first frame, whose canvas is restored after that frame. */
function gifHeader(width: number, height: number): Buffer<ArrayBuffer> {
  const header = bytesOf(
    "474946383961 0000 0000 000000 21f9040c00000000 2c 0000 0000 0000 0000 00 02 00",
  );
  for (const at of [6, 26]) {
    header.writeUInt16LE(width, at);
    header.writeUInt16LE(height, at + 2);
  }
  return header;
}

/** A WAV whose sound has a codec. */
function wavOfCodec(tag: number): Buffer<ArrayBuffer> {
  const wav = bytesOf(
    "52494646 1c000000 57415645 666d7420 10000000 0000 0100 401f0000 401f0000 0100 0800",
  );
  wav.writeUInt16LE(tag, 20);
  return wav;
}

const storedFiles = async () => {
  const keys: string[] = [];
  for await (const { key } of gateway.deps.storage.list("originals/")) keys.push(key);
  return keys;
};

describe("files", () => {
  const uploadTo = (poll: Poll, data: FormData) =>
    create(poll, { token: stranger.privateToken, form: data });

  test("a form creates an option with its file and the job that renders it", async () => {
    const poll = await openPoll({ type: "Polls::PhotoGallery" });
    const response = await uploadTo(poll, form({ "option[content]": "Sunset" }, png(40, 30)));
    expect(response.body).toMatchObject({
      type: "Options::PhotoOption",
      content: "Sunset",
      processing: true,
    });
    const attachment = await gateway.db.prisma.attachment.findFirstOrThrow({
      where: { option: { publicId: response.body.id } },
    });
    expect(attachment).toMatchObject({ kind: "image", width: 40, height: 30, processedAt: null });
    const [job] = await gateway.db.prisma.outbox.findMany({
      where: { payload: { equals: { attachmentId: String(attachment.id) } } },
    });
    expect(job).toMatchObject({ job: "media.render-attachment" });
    expect(await storedFiles()).toContain(attachment.storageKey);
  });

  test("with restrict_view_access members need the password to create options, with and without files", async () => {
    const poll = await openPoll({
      type: "Polls::PhotoGallery",
      passwordHash: await hashPollPassword("sesame"),
      settings: { restrict_view_access: true },
    });
    const path = `/api/v1/polls/${poll.memberHash}/options`;
    const before = await storedFiles();
    const member = { token: stranger.privateToken };
    const post = (sent: object) =>
      gateway.request(`POST ${path}`, { ...member, form: form({}, png(9, 9)), ...sent });
    expect((await post({})).body.code).toBe("poll_password_required");
    expect((await post({ password: "guess" })).body.code).toBe("poll_password_wrong");
    expect(await storedFiles()).toEqual(before);
    const made = await post({ password: "sesame" });
    expect(made.status).toBe(201);
    const body = { option: { content: "Sunset" } };
    const line = `${path}/${made.body.id}`;
    expect((await gateway.request(`PATCH ${line}`, { ...member, body })).status).toBe(401);
    expect((await gateway.request(`DELETE ${line}`, member)).status).toBe(401);
    const opened = { ...member, password: "sesame" };
    expect((await gateway.request(`PATCH ${line}`, { ...opened, body })).status).toBe(200);
    expect((await gateway.request(`DELETE ${line}`, opened)).status).toBe(204);
  });

  // Settings: allow_group_submissions
  test("several files create a group with one child for each", async () => {
    const poll = await openPoll({
      type: "Polls::PhotoGallery",
      settings: { allow_group_submissions: true },
    });
    const group = await uploadTo(
      poll,
      form({ "option[content]": "Series" }, png(40, 30), png(30, 40), png(20, 20)),
    );
    expect(group.body).toMatchObject({
      type: "Options::PhotoGroup",
      child_option_type: "Options::PhotoOption",
      options_count: 3,
      content: "Series",
    });
    const children = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/options`, {
      token: stranger.privateToken,
      query: { parent_option_id: group.body.id },
    });
    expect(children.body.map(({ type, position }: Option) => ({ type, position }))).toEqual(
      [1, 2, 3].map((position) => ({ type: "Options::PhotoOption", position })),
    );
    expect(children.body[0]).not.toHaveProperty("rank");
  });

  test("a group waits for approval as one option, and counts as one of an actor's options", async () => {
    const poll = await openPoll({
      type: "Polls::PhotoGallery",
      settings: { allow_group_submissions: true, require_approval: true, option_limit: 2 },
    });
    const group = await uploadTo(poll, form({}, png(9, 9), png(8, 8)));
    const path = `/api/v1/polls/${poll.memberHash}/options`;
    const photosSeenBy = async (token: string) => {
      const query = { parent_option_id: group.body.id };
      const { status, body } = await gateway.request(`GET ${path}`, { token, query });
      return status === 200 ? body.length : status;
    };
    expect(await photosSeenBy(stranger.privateToken)).toBe(2);
    expect(await photosSeenBy(owner.publicToken)).toBe(404);
    await gateway.as(owner, `PATCH ${path}/${group.body.id}`, {
      option: { approval_state: "approved" },
    });
    expect(await photosSeenBy(owner.publicToken)).toBe(2);
    expect((await uploadTo(poll, form({}, png(9, 9)))).status).toBe(201);
    expect((await uploadTo(poll, form({}, png(9, 9)))).body.code).toBe("option_limit_reached");
  });

  test("a photo is added to an existing group", async () => {
    const poll = await openPoll({
      type: "Polls::PhotoGallery",
      settings: { allow_group_submissions: true },
    });
    const group = await uploadTo(poll, form({}, png(9, 9), png(8, 8)));
    const photo = await uploadTo(poll, form({ parent_option_id: group.body.id }, png(7, 7)));
    expect(photo.body).toMatchObject({
      type: "Options::PhotoOption",
      parent_option_id: group.body.id,
      position: 3,
    });
  });

  // Settings: group_submission_max_entries
  test("a full group takes no photo, also of requests at the same time", async () => {
    const poll = await openPoll({
      type: "Polls::PhotoGallery",
      settings: { allow_group_submissions: true, group_submission_max_entries: 3 },
    });
    const group = await uploadTo(poll, form({}, png(9, 9), png(8, 8)));
    const add = () => uploadTo(poll, form({ parent_option_id: group.body.id }, png(7, 7)));
    const added = await Promise.all([add(), add()]);
    const refused = added.filter(({ status }) => status === 422);
    expect(refused.map(({ body }) => body.errors)).toEqual([
      { parent_option_id: ["must have at most 3 entries"] },
    ]);
  });

  test.each<[string, PollFacts, readonly Buffer<ArrayBuffer>[], object]>([
    [
      "several files without allow_group_submissions",
      { type: "Polls::PhotoGallery" },
      [png(9, 9), png(9, 9)],
      { option_attachments: ["must be one file"] },
    ],
    [
      "more files than group_submission_max_entries",
      {
        type: "Polls::PhotoGallery",
        settings: { allow_group_submissions: true, group_submission_max_entries: 2 },
      },
      [png(9, 9), png(9, 9), png(9, 9)],
      { option_attachments: ["must have at most 2 entries"] },
    ],
    [
      "a file above file_size_max_mb",
      { type: "Polls::ImageGallery", settings: { file_size_max_mb: 1 } },
      [png(9, 9, 1_000_000)],
      { attachment: ["must have at most 1 MB"] },
    ],
    [
      "an image that is too small and has the wrong orientation",
      {
        type: "Polls::ImageGallery",
        settings: { image_min_width: 100, image_orientation: "portrait" },
      },
      [png(40, 30)],
      { attachment: ["must be at least 100 pixels wide", "must be portrait"] },
    ],
    [
      "an image in place of a video",
      { type: "Polls::VideoGallery" },
      [png(9, 9)],
      { attachment: ["must be a video"] },
    ],
    [
      "a file of an unsupported format",
      { type: "Polls::ImageGallery" },
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
      { attachment: ["SVG is not supported: export it as PNG"] },
    ],
    [
      "a video of an unsupported format in place of a sound",
      { type: "Polls::AudioGallery" },
      [Buffer.from("FLV\x01\x05")],
      { attachment: ["Flash video is not supported: convert it to MP3"] },
    ],
    [
      "the same video in place of a video",
      { type: "Polls::VideoGallery" },
      [Buffer.from("FLV\x01\x05")],
      { attachment: ["Flash video is not supported: convert it to MP4"] },
    ],
    [
      "an image of an unsupported format in place of a sound",
      { type: "Polls::AudioGallery" },
      [Buffer.from("8BPS\0\x01")],
      {
        attachment: [
          "Photoshop PSD is not supported: choose a file in MP3, M4A, OGG, FLAC, WAV, AIFF, AAC, WEBA, MKA",
        ],
      },
    ],
    [
      "a sound with an unsupported codec",
      { type: "Polls::AudioGallery" },
      [wavOfCodec(0x162)],
      { attachment: ["WMA Professional is not supported: convert it to MP3"] },
    ],
    [
      "a text in place of a video",
      { type: "Polls::VideoGallery" },
      [Buffer.from("some words")],
      {
        attachment: ["has an unsupported format. Supported formats: MP4, MOV, WEBM, MKV, AVI, MTS"],
      },
    ],
    [
      "a file of an unsupported format for a class without files",
      {},
      [Buffer.from("8BPS\0\x01")],
      { attachment: ["is not for options of this class"] },
    ],
    [
      "a text for a class without files",
      {},
      [Buffer.from("some words")],
      { attachment: ["is not for options of this class"] },
    ],
    ["no file", { type: "Polls::ImageGallery" }, [], { attachment: ["is required"] }],
    [
      "a file for a class without files",
      {},
      [png(9, 9)],
      { attachment: ["is not for options of this class"] },
    ],
  ])("%s: 422, and no file is kept", async (_what, facts, files, errors) => {
    const before = await storedFiles();
    const poll = await openPoll(facts);
    const response = await uploadTo(poll, form({ "option[content]": "A" }, ...files));
    expect({ status: response.status, errors: response.body.errors }).toEqual({
      status: 422,
      errors,
    });
    expect(await countOptions(poll)).toBe(0);
    expect(await storedFiles()).toEqual(before);
  });

  const large = "The image needs more memory to decode than this service has";
  const many = "The image has more pixels than this service accepts";
  test.each<[string, string, Buffer<ArrayBuffer>, number, string | undefined]>([
    ["that needs too much memory", "Options::ImageOption", gifHeader(9_900, 9_900), 413, large],
    ["with too many pixels", "Options::ImageOption", jpegHeader(12_000, 10_000), 413, many],
    ["that needs too much memory", "Options::FileOption", gifHeader(9_900, 9_900), 201, undefined],
    ["with too many pixels", "Options::FileOption", jpegHeader(12_000, 10_000), 201, undefined],
  ])(
    "an image %s as %s gets the hard cap of its use",
    async (_what, option_type, file, ...answer) => {
      const before = await storedFiles();
      const poll = await openPoll({ settings: { option_type } });
      const response = await uploadTo(poll, form({ "option[content]": "A" }, file));
      const [status, sentence] = answer;
      expect(response.status).toBe(status);
      if (sentence === undefined) return;
      expect(response.body.error).toContain(sentence);
      expect(await storedFiles()).toEqual(before);
    },
  );

  test.each<[string, PollFacts, number, string]>([
    ["closed", { status: "closed" }, 422, "poll_closed"],
    [
      "without new options",
      { settings: { allow_new_options: false } },
      422,
      "new_options_not_allowed",
    ],
    ["full for this actor", { settings: { option_limit: 0 } }, 422, "option_limit_reached"],
  ])(
    "a poll that is %s refuses a file before it is uploaded",
    async (_what, facts, status, code) => {
      const poll = await openPoll({ type: "Polls::PhotoGallery", ...facts });
      const answer = await beginUpload(`POST /api/v1/polls/${poll.memberHash}/options`);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).toContain(`"code":"${code}"`);
    },
  );

  const tooLarge = png(9, 9, 1_300_000);
  const nextFile =
    '\r\n--b\r\nContent-Disposition: form-data; name="option_attachments[]"; filename="y"\r\n\r\n';
  const two = Buffer.concat([png(9, 9), Buffer.from(nextFile), png(9, 9, 10_000)]);
  // Settings: file_size_max_mb
  test.each<[string, PollFacts, Buffer, string]>([
    [
      "a file for a class without files",
      { settings: { option_type: "Options::TextOption" } },
      png(9, 9, 10_000),
      "is not for options of this class",
    ],
    [
      "an image in a poll of films",
      { settings: { option_type: "Options::VideoOption" } },
      png(9, 9, 10_000),
      "must be a video",
    ],
    [
      "a file above file_size_max_mb",
      { type: "Polls::PhotoGallery", settings: { file_size_max_mb: 1 } },
      tooLarge,
      "must have at most 1 MB",
    ],
    [
      "a second file without allow_group_submissions",
      { type: "Polls::PhotoGallery" },
      two,
      "must be one file",
    ],
  ])("%s is refused during the upload", async (_what, facts, content, sentence) => {
    const poll = await openPoll(facts);
    const answer = await beginUpload(`POST /api/v1/polls/${poll.memberHash}/options`, content);
    expect(answer).toMatch(/^HTTP\/1.1 422 /);
    expect(answer).toContain(sentence);
  });

  describe("the storage quota of an owner", () => {
    const file = (padding: number) => form({ "option[content]": "A" }, png(9, 9, padding));
    const quota = async (bytes: number) => {
      const small = await gateway.startAnother({ config: { storageQuotaBytes: bytes } });
      const account = await signUp(gateway.db);
      const poll = await account.buildPoll({
        type: "Polls::PhotoGallery",
        settings: { allow_new_options: true },
      });
      const path = `/api/v1/polls/${poll.memberHash}/options`;
      const used = async () =>
        (await gateway.db.prisma.storageUsage.findUnique({ where: { accountId: account.id } }))
          ?.bytes;
      const upload = (padding: number) =>
        small.request(`POST ${path}`, { token: account.privateToken, form: file(padding) });
      return { small, account, path, used, upload };
    };

    test("counts the files of all its polls, and refuses a file above it", async () => {
      const { upload, used } = await quota(100_000);
      expect((await upload(60_000)).status).toBe(201);
      expect(Number(await used())).toBeGreaterThan(60_000);
      const over = await upload(60_000);
      expect([over.status, over.body]).toMatchObject([
        422,
        {
          code: "storage_quota_reached",
          errors: { attachment: ["does not fit into the storage of the poll's owner"] },
        },
      ]);
      expect((await upload(20_000)).status).toBe(201);
      expect(Number(await used())).toBeLessThan(100_000);
    });

    test("also limits concurrent uploads", async () => {
      const { upload, used } = await quota(100_000);
      const answers = await Promise.all(Array.from({ length: 6 }, () => upload(40_000)));
      const created = answers.filter(({ status }) => status === 201);
      expect(created).toHaveLength(2);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);
      expect(Number(await used())).toBeLessThan(100_000);
    });

    test("is available again after the file is deleted", async () => {
      const { upload, used } = await quota(100_000);
      const { body } = await upload(60_000);
      await gateway.db.prisma.attachment.deleteMany({ where: { option: { publicId: body.id } } });
      expect(await used()).toBe(0n);
      expect((await upload(60_000)).status).toBe(201);
    });
  });

  test("a file for another member's option is refused", async () => {
    const poll = await openPoll({ type: "Polls::PhotoGallery" });
    const { body } = await create(poll, {
      token: owner.privateToken,
      form: form({ "option[content]": "Mine" }, png(9, 9)),
    });
    const path = `/api/v1/polls/${poll.memberHash}/options`;
    expect(await beginUpload(`PATCH ${path}/${body.id}`)).toContain('"code":"not_yours"');
    expect(await beginUpload(`PATCH ${path}/nothing`)).toMatch(/^HTTP\/1.1 404 /);
  });

  /** Sends the first part of a form of one gigabyte. Returns the response. */
  async function beginUpload(line: string, content: Buffer = png(9, 9)): Promise<string> {
    const before = await storedFiles();
    const socket = connect(gateway.port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    socket.on("error", () => {});
    socket.write(
      `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stranger.privateToken}\r\n` +
        "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000000\r\n\r\n" +
        '--b\r\nContent-Disposition: form-data; name="option_attachments[]"; filename="x"\r\n\r\n',
    );
    socket.write(content);
    await waitFor(() => answer.includes("}"), { what: "an answer" });
    socket.destroy();
    expect(await storedFiles()).toEqual(before);
    return answer;
  }
});
