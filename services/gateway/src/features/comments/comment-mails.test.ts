// Covers docs/reference/comments.md: mails
// Covers docs/reference/mails.md: unsubscribing

import { linkToken } from "@polls/db/tokens";
import { type CommentScene, shareComments } from "../../../testing/share-comments";
import type { NewAccount } from "../accounts/create-account";

const { clock, gateway, db, owner, ada, ben, scene, write } = shareComments();

// Earlier tests have used up what one address gets in a day.
beforeEach(() => clock.advance(2 * 86_400_000));

const mailsOf = ({ poll }: CommentScene) =>
  db.prisma.mail.findMany({
    where: { kind: "comments", commentNotice: { pollId: poll.id } },
    orderBy: { id: "asc" },
  });
const addressOf = async ({ id }: NewAccount) =>
  (await db.prisma.account.findUniqueOrThrow({ where: { id } })).email;
const withAuthor = async (settings: object = {}) => {
  const here = await scene(settings);
  await db.prisma.option.update({
    where: { id: here.option.id },
    data: { ownerKey: `user:${ben.id}` },
  });
  return here;
};

test("mails about comments go to the owner and to the author of the option, each at most once an hour, until the link ends them", async () => {
  const here = await withAuthor();
  await write(here, ada, "First");
  const both = [await addressOf(owner), await addressOf(ben)];
  const first = await mailsOf(here);
  expect(first.map(({ address }) => address)).toEqual(both);

  await write(here, ada, "Second");
  clock.advance(30 * 60_000);
  await write(here, ada, "Third");
  const mails = await mailsOf(here);
  expect(mails.map(({ address }) => address)).toEqual([...both, ...both]);
  const waiting = await db.prisma.outbox.findMany({
    where: { OR: mails.slice(2).map(({ id }) => ({ payload: { equals: { mailId: `${id}` } } })) },
  });
  const minutes = waiting.map(({ nextCheckAt, createdAt }) =>
    Math.round((nextCheckAt.getTime() - createdAt.getTime()) / 60_000),
  );
  expect(minutes).toEqual([60, 60]);

  const mail = first[1];
  if (mail?.nonce == null) throw new Error("the mail has no link");
  const token = linkToken(gateway.deps.config.keys.mailLinks.signing, {
    purpose: "unsubscribe",
    nonce: mail.nonce,
    address: mail.address,
  });
  const link = `/unsubscribe/${mail.id}/${token}`;
  expect((await gateway.request(`GET ${link}`)).text).toContain("Stop e-mails about comments?");
  expect((await gateway.request(`POST ${link}`)).status).toBe(200);
  clock.advance(3 * 3_600_000);
  await write(here, ada, "Fourth");
  expect((await mailsOf(here)).slice(4).map(({ address }) => address)).toEqual(both.slice(0, 1));
});

test("mails do not tell authors about their own comments, nor about comments that members do not see", async () => {
  const own = await withAuthor();
  await write(own, ben, "Mine");
  const review = await withAuthor({ require_approval: true });
  await write(review, ada, "Not approved yet");
  const secret = await withAuthor({ private_comments: true });
  await write(secret, ada, "For admins");
  for (const here of [own, review, secret]) {
    expect((await mailsOf(here)).map(({ address }) => address)).toEqual([await addressOf(owner)]);
  }
  const byAdmin = await withAuthor();
  await write(byAdmin, owner, "From an admin");
  expect((await mailsOf(byAdmin)).map(({ address }) => address)).toEqual([await addressOf(ben)]);
});
