// Covers docs/reference/media.md: checks-before-201

import {
  type BucketRule,
  type FakeBucket,
  firstTimes,
  ignoresRanges,
  losesAnswers,
  png,
  refuses,
  sendsBodies,
  startFakeBucket,
} from "@polls/testing";
import { tinyMp4 } from "../../libs/media/src/testing/tiny-files";
import { shareAccount, shareGateway } from "../../services/gateway/testing/share-gateway";

describe("uploads to a bucket", () => {
  let bucket: FakeBucket;
  const gateway = shareGateway(async () => {
    bucket = await startFakeBucket();
    return { env: { ...bucket.env, LOG_LEVEL: "silent", IMAGE_MAX_MB: "30" } };
  });
  const owner = shareAccount(gateway);
  const polls = { picture: "", film: "" };
  beforeAll(async () => {
    for (const [name, type] of [
      ["picture", "Polls::ImageGallery"],
      ["film", "Polls::VideoGallery"],
    ] as const) {
      polls[name] = (await owner.buildPoll({ type })).memberHash;
    }
  });
  beforeEach(() => {
    bucket.setRules();
    bucket.objects.clear();
    bucket.uploads.clear();
  });

  const files = {
    picture: png(40, 30, 60_000),
    "large picture": png(400, 300, 20_000_000),
    film: Buffer.from(tinyMp4({})),
  };
  const upload = (name: keyof typeof files) => {
    const form = new FormData();
    form.set("option[content]", "A file");
    form.append("option_attachments[]", new Blob([new Uint8Array(files[name])]), "a.bin");
    const poll = name === "film" ? polls.film : polls.picture;
    return gateway.request(`POST /api/v1/polls/${poll}/options`, {
      token: owner.privateToken,
      form,
    });
  };
  const cut = (body: Buffer) => ({ cutAfter: body.length >> 1 });
  const short = (body: Buffer) => ({ withoutLength: true, cutAfter: body.length >> 1 });

  test.each<[string, keyof typeof files, () => BucketRule]>([
    ["cuts off the first part that is checked", "picture", () => firstTimes(2, sendsBodies(cut))],
    ["sends too little of it", "film", () => firstTimes(2, sendsBodies(short))],
    ["ignores ranges", "film", () => ignoresRanges],
    [
      "ignores ranges, and tells no length",
      "picture",
      () => (request, serve) => {
        const answer = ignoresRanges(request, serve);
        return request.operation === "GetObject" ? { ...answer, withoutLength: true } : answer;
      },
    ],
    [
      "loses the answer to a completed upload",
      "large picture",
      () => losesAnswers("CompleteUpload", 1),
    ],
    [
      "loses the answers to completed uploads",
      "large picture",
      () => losesAnswers("CompleteUpload", 3),
    ],
  ])("a bucket that %s gets the %s", async (_what, name, rule) => {
    bucket.setRules(rule());
    expect(await upload(name)).toMatchObject({ status: 201 });
    expect(bucket.objects.size).toBe(1);
  });

  test.each<[string, keyof typeof files, () => BucketRule]>([
    ["cuts off bodies", "picture", () => sendsBodies(cut)],
    ["sends too little", "film", () => sendsBodies(short)],
    ["sends nothing", "film", () => sendsBodies(() => ({ withoutLength: true, cutAfter: 0 }))],
    ["loses uploads", "large picture", () => refuses("CompleteUpload", 404, "NoSuchUpload")],
    ["breaks each connection", "picture", () => () => ({ status: 500, lost: true })],
  ])(
    "a bucket that %s: 503 about files, with Retry-After, for the %s",
    async (_what, name, rule) => {
      bucket.setRules(rule());
      const { status, body, headers } = await upload(name);
      expect([status, body.error, headers.get("retry-after")]).toEqual([
        503,
        "Files cannot be stored now",
        "10",
      ]);
    },
  );

  test("a file that is too large is 413, also where its parts cannot be given up", async () => {
    bucket.setRules(refuses("AbortUpload", 500, "InternalError"));
    const form = new FormData();
    form.set("option[content]", "A file");
    form.append("option_attachments[]", new Blob([png(400, 300, 31_000_000)]), "a.png");
    const answer = await gateway.request(`POST /api/v1/polls/${polls.picture}/options`, {
      token: owner.privateToken,
      form,
    });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([413, null]);
  });
});
