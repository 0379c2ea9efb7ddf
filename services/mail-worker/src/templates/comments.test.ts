// Covers docs/reference/mails.md: kinds

import { newLink } from "@polls/db/tokens";
import { buildComment, buildOption, buildParticipant, buildPoll } from "@polls/testing";
import { notSent, shareMails, start } from "../../testing/share-mails";

const { fixture, keys, sent } = shareMails();

describe("a mail about comments", () => {
  const address = "author@example.net";
  const noticed = async (settings: object, difference: object = {}) => {
    const poll = await buildPoll(fixture.db, {
      title: "Ideas",
      settings: { allow_comments: true, ...settings },
    });
    const option = await buildOption(fixture.db, poll, { content: "Pizza" });
    const participant = await buildParticipant(fixture.db, poll);
    await buildComment(fixture.db, option, participant, { content: "Secret" });
    await buildComment(fixture.db, option, participant, { hidden: true });
    const notice = await fixture.db.prisma.commentNotice.create({
      data: { pollId: poll.id, optionId: option.id, dueAt: new Date(start), ...difference },
    });
    const { nonce } = newLink(keys().mailLinks.signing, "unsubscribe", address);
    return { kind: "comments", address, commentNoticeId: notice.id, since: new Date(0), nonce };
  };

  test("tells the author of an option the number of comments that members see, without their texts", async () => {
    const { mail } = await sent(await noticed({}));
    expect(mail?.subject).toBe("A new comment: Ideas");
    expect(mail?.text).toContain("One comment was written on your entry: Pizza");
    expect(mail?.text).not.toContain("Secret");
  });

  test("tells the owner about all comments of the poll", async () => {
    const { mail } = await sent(await noticed({}, { optionId: null }));
    expect(mail?.text).toContain("2 comments were written in your poll.");
  });

  test("leads the owner to the poll, or where a comment waits to the list of polls", async () => {
    const mail = await noticed({}, { optionId: null });
    const notice = await fixture.db.prisma.commentNotice.findUniqueOrThrow({
      where: { id: mail.commentNoticeId },
      include: { poll: { include: { ownerAccount: true } } },
    });
    const { memberHash, ownerAccount } = notice.poll;
    const owned = { ...mail, address: ownerAccount?.email ?? "" };
    const { mail: first } = await sent(owned);
    expect(first?.text).toContain(`/p/${memberHash}`);
    expect(first?.text).not.toContain("approve");

    await fixture.db.prisma.comment.updateMany({
      where: { pollId: notice.pollId, hidden: true },
      data: { hidden: false, approvalState: "unreviewed" },
    });
    const { mail: second } = await sent(owned);
    expect(second?.text).toContain("2 comments were written in your poll.");
    expect(second?.text).toContain("1 comment is hidden until you approve it.");
    expect(second?.text).toMatch(/To my polls[\s\S]*\/polls\s/u);
    expect(second?.text).not.toContain(`/p/${memberHash}`);
  });

  test.each<[string, object, object]>([
    ["the recipient has unsubscribed", {}, { endedAt: new Date(0) }],
    ["comments are off", { allow_comments: false }, {}],
    ["comments are private", { private_comments: true }, {}],
  ])("is not sent where %s", async (_case, settings, difference) => {
    expect(await sent(await noticed(settings, difference))).toMatchObject(notSent);
  });
});
