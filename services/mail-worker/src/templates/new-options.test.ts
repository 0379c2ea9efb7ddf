// Covers docs/reference/mails.md: kinds, new-options

import { linkDigest, linkToken, newLink } from "@polls/db/tokens";
import type { OwnerKey } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import {
  buildAccount,
  buildAttachment,
  buildOption,
  buildOrganization,
  buildPoll,
} from "@polls/testing";
import { notSent, shareMails, start } from "../../testing/share-mails";

const { smtp, fixture, keys, sent } = shareMails();

describe("a digest of new options", () => {
  const address = "former@example.net";
  const buildNotified = async () => {
    const { id: ownerAccountId } = await buildAccount(fixture.db);
    const settings = { notify_new_options: true };
    return buildPoll(fixture.db, { title: "Ideas", ownerAccountId, settings });
  };
  const addressOfOwner = async ({ ownerAccountId }: Poll) => {
    const where = { id: ownerAccountId ?? 0n };
    return (await fixture.db.prisma.account.findUniqueOrThrow({ where })).email;
  };
  const digest = (pollId: bigint) => ({
    kind: "new_options",
    address,
    pollId,
    since: new Date(start),
    nonce: newLink(keys().mailLinks.signing, "unsubscribe", address).nonce,
  });

  test("lists the options since the digest was opened, and has one-click unsubscribing", async () => {
    const poll = await buildNotified();
    const at = (ms: number) => new Date(new Date(start).getTime() + ms);
    await buildOption(fixture.db, poll, { content: "Old", createdAt: at(-1) });
    await buildOption(fixture.db, poll, {
      content: "Pizza <1>",
      authorName: "Ada",
      createdAt: at(0),
    });
    await buildOption(fixture.db, poll, { content: "https://evil.example", createdAt: at(5) });
    fixture.clock.advance(10 * 60_000);
    const { id, mail } = await sent(digest(poll.id));
    expect(mail?.subject).toBe("2 new entries: Ideas");
    expect(mail?.text).toContain("- Pizza <1> (by Ada)");
    expect(mail?.html).toContain("Pizza &lt;1&gt; (by Ada)");
    expect(mail?.text).not.toMatch(/Old|https:\/\/evil\.example/);
    const { nonce } = await fixture.db.prisma.mail.findUniqueOrThrow({ where: { id } });
    const token = linkToken(keys().mailLinks.signing, {
      purpose: "unsubscribe",
      nonce: nonce ?? new Uint8Array(),
      address: await addressOfOwner(poll),
    });
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toBe(
      `<https://polls.example/unsubscribe/${id}/${token}>`,
    );
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  });

  test("names options without a text by their dates, place or number", async () => {
    const poll = await buildNotified();
    const createdAt = new Date(start);
    const startDate = new Date("2030-07-02T00:00:00Z");
    await buildOption(fixture.db, poll, { type: "Options::DateOption", startDate, createdAt });
    const place = await buildOption(fixture.db, poll, {
      type: "Options::LocationOption",
      createdAt,
    });
    await fixture.db.prisma.option.update({
      where: { id: place.id },
      data: { data: { type: "MultiPoint", coordinates: [[13.4, 52.5]] }, content: null },
    });
    const type = "Options::AudioOption";
    const sound = await buildOption(fixture.db, poll, { type, createdAt, position: 7 });
    await buildAttachment(fixture.db, sound, { fileName: "REC001.wav" });
    await fixture.db.prisma.option.updateMany({
      where: { pollId: poll.id },
      data: { content: null },
    });
    const { mail } = await sent({ ...digest(poll.id), language: "de" });
    expect(mail?.text?.match(/^- .+/gm)).toEqual([
      "- Dienstag, 2. Juli 2030",
      "- 52.50000, 13.40000",
      "- Aufnahme 7",
    ]);
  });

  test("is closed before it is rendered, so that later options open another one", async () => {
    const poll = await buildNotified();
    await buildOption(fixture.db, poll, { createdAt: new Date(start) });
    const { id } = await sent(digest(poll.id));
    const { until } = await fixture.db.prisma.mail.findUniqueOrThrow({ where: { id } });
    expect(until).toEqual(fixture.clock.now());
  });

  test("goes to the address that the owner has when it is closed", async () => {
    const poll = await buildNotified();
    await buildOption(fixture.db, poll, { createdAt: new Date(start) });
    const { mail } = await sent(digest(poll.id));
    expect(mail?.to?.map((one) => one.address)).toEqual([await addressOfOwner(poll)]);
  });

  test("goes to `creator_email` only if it is confirmed by then", async () => {
    const poll = await buildNotified();
    const email = `Maker-${poll.id}@example.net`;
    await fixture.db.prisma.poll.update({ where: { id: poll.id }, data: { creatorEmail: email } });
    await buildOption(fixture.db, poll, { createdAt: new Date(start) });
    const recipients = async () =>
      (await sent(digest(poll.id))).mail?.to?.map((one) => one.address);
    expect(await recipients()).toEqual([await addressOfOwner(poll)]);
    await fixture.db.prisma.creatorLink.create({
      data: {
        pollId: poll.id,
        address: email.toLowerCase(),
        tokenDigest: linkDigest(email),
        expiresAt: new Date(start),
        confirmedAt: new Date(start),
      },
    });
    expect(await recipients()).toEqual([email]);
  });

  test("keeps its address in a later attempt", async () => {
    const poll = await buildNotified();
    await buildOption(fixture.db, poll, { createdAt: new Date(start) });
    const first = await addressOfOwner(poll);
    const { id } = await fixture.db.prisma.mail.create({
      data: { language: "en", createdAt: new Date(start), ...digest(poll.id) },
    });
    const signal = AbortSignal.abort(new Error("the process ends"));
    await expect(fixture.run(id, { signal })).rejects.toThrow("the process ends");
    await fixture.db.prisma.account.update({
      where: { id: poll.ownerAccountId ?? 0n },
      data: { email: `new-${first}` },
    });
    const before = smtp.taken.length;
    await fixture.run(id);
    expect(smtp.taken[before]?.to).toEqual([first]);
  });

  test("a large number of options is counted, not listed", async () => {
    const poll = await buildNotified();
    for (let i = 0; i < 33; i++)
      await buildOption(fixture.db, poll, { content: `Idea ${i}`, createdAt: new Date(start) });
    const { mail } = await sent(digest(poll.id));
    expect(mail?.text?.match(/^- Idea/gm)).toHaveLength(30);
    expect(mail?.text).toContain("- and 3 more");
  });

  test("does not list options of the owner", async () => {
    const poll = await buildNotified();
    const built = (content: string, ownerKey?: OwnerKey) =>
      buildOption(fixture.db, poll, {
        content,
        createdAt: new Date(start),
        ...(ownerKey !== undefined && { ownerKey }),
      });
    await built("of a reader");
    await built("of an anonymous user", "anonymous:a");
    await built("of another account", `user:${(await buildAccount(fixture.db)).id}`);
    await built("of the owner", `user:${poll.ownerAccountId ?? 0n}`);
    const { mail } = await sent(digest(poll.id));
    expect(mail?.subject).toBe("3 new entries: Ideas");
    expect(mail?.text?.match(/^- .+/gm)).toEqual([
      "- of a reader",
      "- of an anonymous user",
      "- of another account",
    ]);
  });

  test("in an organization, does not list options of its owners and admins and of the creator", async () => {
    const accounts = {
      owner: await buildAccount(fixture.db),
      admin: await buildAccount(fixture.db),
      creator: await buildAccount(fixture.db),
      member: await buildAccount(fixture.db),
    };
    const { id: ownerOrganizationId } = await buildOrganization(fixture.db, {
      members: [
        [accounts.owner.id, "owner"],
        [accounts.admin.id, "admin"],
        [accounts.creator.id, "member"],
        [accounts.member.id, "member"],
      ],
    });
    const poll = await buildPoll(fixture.db, {
      ownerOrganizationId,
      createdByAccountId: accounts.creator.id,
      settings: { notify_new_options: true },
    });
    for (const [content, { id }] of Object.entries(accounts)) {
      const ownerKey = `user:${id}` as const;
      await buildOption(fixture.db, poll, { content, ownerKey, createdAt: new Date(start) });
    }
    const { mail } = await sent(digest(poll.id));
    expect(mail?.text?.match(/^- .+/gm)).toEqual(["- member"]);
  });

  test.each<[string, object]>([
    ["its options are deleted", {}],
    ["it was switched off meanwhile", { notify_new_options: false }],
  ])("is not sent where %s", async (_case, settings) => {
    const poll = await buildPoll(fixture.db, {
      settings: { notify_new_options: true, ...settings },
    });
    if ("notify_new_options" in settings)
      await buildOption(fixture.db, poll, { createdAt: new Date(start) });
    expect(await sent(digest(poll.id))).toMatchObject(notSent);
  });
});
