// Covers docs/reference/pages.md: languages, links-to-a-poll

import { Readable } from "node:stream";
import { derivativeKey } from "@polls/storage";
import { buildAttachment, buildOption } from "@polls/testing";
import { shareServedPages } from "../../../testing/served-pages";
import { TEST_BASE_URL } from "../../../testing/start-gateway";

const { gateway, newPoll, open } = shareServedPages();

// Settings: social_media_description, social_media_title
test("links in social media have the texts of the settings", async () => {
  const settings = { social_media_title: "Lunch & more", social_media_description: "Vote now" };
  const poll = await newPoll(settings, { title: "Lunch", description: "Where?" });
  const option = await buildOption(gateway.db, poll, { content: "Soup" });
  const { text } = await open(`/p/${poll.memberHash}`);
  expect(text).toContain("<title>Lunch</title>");
  expect(text).toContain('<meta name="description" content="Where?">');
  expect(text).toContain('<meta property="og:title" content="Lunch &amp; more">');
  expect(text).toContain('<meta property="og:description" content="Vote now">');
  const page = await open(`/p/${poll.memberHash}/o/${option.publicId}`);
  expect(page.text).toContain('<meta property="og:title" content="Soup – Lunch &amp; more">');
});

test("a reader that names no language gets that of the poll: previews of German polls are German", async () => {
  const poll = await newPoll({ option_type: "Options::DateOption" }, { title: "Treffen" });
  const startDate = new Date("2030-01-31T00:00:00Z");
  const option = await buildOption(gateway.db, poll, {
    type: "Options::DateOption",
    content: "",
    startDate,
  });
  await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { language: "de" } });
  const page = `/p/${poll.memberHash}/o/${option.publicId}`;
  const { text } = await open(page);
  expect(text).toContain('<html lang="de"');
  expect(text).toContain('<meta property="og:locale" content="de_DE">');
  expect(text).toMatch(/og:title" content="[^"]*Januar/);
  const english = await open(page, { "Accept-Language": "en" });
  expect(english.text).toContain('<meta property="og:locale" content="en_US">');
  expect(english.text).toMatch(/og:title" content="[^"]*January/);
  const british = await open(page, { "Accept-Language": "en-GB" });
  expect(british.text).toMatch(/og:title" content="[^"]*31 January/);
});

describe("the picture of links to a poll", () => {
  const pictureIn = (text: string) => /property="og:image" content="([^"]+)"/.exec(text)?.[1];
  const pictureOf = async (path: string) => pictureIn((await open(path)).text);
  const rowOf = (pollId: bigint) =>
    gateway.db.prisma.linkPicture.findUniqueOrThrow({ where: { pollId } });
  const jobsOf = (pollId: bigint) =>
    gateway.db.prisma.outbox.count({
      where: {
        job: "media.draw-link-picture",
        payload: { path: ["pollId"], equals: String(pollId) },
      },
    });
  /** Stores a file as the media worker does. */
  async function draw(pollId: bigint) {
    const { source } = await rowOf(pollId);
    const storageKey = derivativeKey(source, {
      name: "social",
      sha256: "0".repeat(64),
      extension: "jpg",
    });
    await gateway.deps.storage.put(storageKey, Readable.from([Buffer.from("x")]), {
      contentType: "image/jpeg",
    });
    const data = { storageKey, byteSize: 1 };
    await gateway.db.prisma.linkPicture.update({ where: { pollId }, data });
    return `${TEST_BASE_URL}/files/${storageKey}`;
  }

  test("is drawn once, and again when the poll changes", async () => {
    const poll = await newPoll({ theme: "teal" }, { title: "Lunch" });
    const page = `/p/${poll.memberHash}`;
    const shown = await Promise.all([pictureOf(page), pictureOf(page), pictureOf(page)]);
    expect(shown).toEqual([undefined, undefined, undefined]);
    expect(await pictureOf(`/p/${poll.adminHash}/admin`)).toBeUndefined();
    expect(await jobsOf(poll.id)).toBe(1);
    expect(await rowOf(poll.id)).toMatchObject({ title: "Lunch", brand: null, color: "#007a6a" });
    const url = await draw(poll.id);
    expect(await pictureOf(page)).toBe(url);
    expect(await pictureOf(`${page}/results`)).toBe(url);
    const { text } = await open(page);
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
    const file = await gateway.request(`GET ${url}`);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { title: "Dinner" } });
    expect(await pictureOf(page)).toBeUndefined();
    expect(await rowOf(poll.id)).toMatchObject({ title: "Dinner", storageKey: null });
    expect(await jobsOf(poll.id)).toBe(2);
    expect((await gateway.request(`GET ${url}`)).status).toBe(404);
  });

  test("of a poll that hides its content has no title, and that of another poll another address", async () => {
    const hidden = await newPoll({ restrict_view_access: true }, { title: "Secret" });
    const other = await newPoll({ restrict_view_access: true }, { title: "Secret" });
    for (const { memberHash } of [hidden, other]) await open(`/p/${memberHash}`);
    expect(await rowOf(hidden.id)).toMatchObject({ title: null, brand: null });
    expect((await rowOf(hidden.id)).source).not.toBe((await rowOf(other.id)).source);
  });

  test("is gone with its poll", async () => {
    const poll = await newPoll();
    await open(`/p/${poll.memberHash}`);
    const url = await draw(poll.id);
    const setPoll = (data: object) =>
      gateway.db.prisma.poll.update({ where: { id: poll.id }, data });
    await setPoll({ deletedAt: new Date(0), takenDownAt: new Date(0), takenDownReason: "spam" });
    expect((await gateway.request(`GET ${url}`)).status).toBe(410);
    await setPoll({ takenDownAt: null });
    expect((await gateway.request(`GET ${url}`)).status).toBe(404);
  });

  test("an option with a picture has its own", async () => {
    const poll = await newPoll(
      { option_type: "Options::ImageOption" },
      { type: "Polls::ImageGallery" },
    );
    const option = await buildOption(gateway.db, poll, { type: "Options::ImageOption" });
    await open(`/p/${poll.memberHash}`);
    const url = await draw(poll.id);
    const page = `/p/${poll.memberHash}/o/${option.publicId}`;
    expect(await pictureOf(page)).toBe(url);
    await buildAttachment(gateway.db, option, { derivatives: ["social"] });
    const own = await pictureOf(page);
    expect(own).toContain("/files/derivatives/");
    expect(own).not.toBe(url);
  });
});
