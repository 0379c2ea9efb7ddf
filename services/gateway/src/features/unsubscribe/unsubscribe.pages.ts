import { timingSafeEqual } from "node:crypto";
import { lockPoll, stopNotifyingNewOptions, stopNotifyingVotes } from "@polls/db/polls";
import { inTransaction, type PrismaQueryable, type PrismaTransaction } from "@polls/db/sql";
import { isLinkToken, linkToken } from "@polls/db/tokens";
import { causedBy, noteEvent } from "@polls/jobs/outbox";
import { html } from "@polls/markup";
import type { Deps } from "../../deps";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { deadLinkPage } from "../../pages/parts";
import { refuseTakenDown } from "../taken-down/poll-of-link";

/** The mails that a link ends: those about new options or votes of the poll, or those about comments to one recipient. */
interface EndedMails {
  readonly id: bigint;
  readonly title: string;
  readonly commentNoticeId: bigint | undefined;
  readonly areAboutVotes: boolean;
}

/** Finds the mails that a link ends. Undefined if the signature is not valid. */
async function mailsOf(
  queryable: PrismaQueryable,
  { params }: Pick<PageInput, "params">,
  keys: readonly string[],
): Promise<EndedMails | undefined> {
  const { mail = "", token = "" } = params;
  if (!/^[1-9]\d{0,17}$/.test(mail) || !isLinkToken(token)) return undefined;
  const row = await queryable.prisma.mail.findUnique({
    where: { id: BigInt(mail) },
    select: {
      address: true,
      nonce: true,
      commentNotice: { select: { id: true, poll: { select: about } } },
      pollNotice: { select: { poll: { select: about } } },
      poll: { select: about },
    },
  });
  const poll = row?.poll ?? row?.commentNotice?.poll ?? row?.pollNotice?.poll ?? null;
  if (row?.nonce == null || poll === null) return undefined;
  const { address, nonce, commentNotice, pollNotice } = row;
  const genuine = keys.some((key) => {
    const expected = linkToken(key, { purpose: "unsubscribe", nonce, address });
    return timingSafeEqual(Buffer.from(expected), Buffer.from(token));
  });
  if (!genuine) return undefined;
  if (poll.deletedAt !== null) {
    await refuseTakenDown(queryable, poll.id);
    return undefined;
  }
  const { id, title } = poll;
  return { id, title, commentNoticeId: commentNotice?.id, areAboutVotes: pollNotice !== null };
}

const about = { id: true, title: true, deletedAt: true } as const;

const wordsFor = ({ language }: PageInput, { commentNoticeId, areAboutVotes }: EndedMails) => {
  const { unsubscribe } = wordsIn(language);
  if (areAboutVotes) return unsubscribe.votes;
  return commentNoticeId === undefined ? unsubscribe : unsubscribe.comments;
};

async function endMails(
  tx: PrismaTransaction,
  { id, commentNoticeId, areAboutVotes }: EndedMails,
  now: Date,
): Promise<void> {
  if (commentNoticeId !== undefined) {
    const where = { id: commentNoticeId, endedAt: null };
    await tx.prisma.commentNotice.updateMany({ where, data: { endedAt: now } });
    return;
  }
  await lockPoll(tx, id, "exclusive");
  const stop = areAboutVotes ? stopNotifyingVotes : stopNotifyingNewOptions;
  if (await stop(tx, id)) await noteEvent(tx, { type: "poll.updated", pollId: id, now });
}

const unknownPage = ({ language }: PageInput): HtmlPage =>
  deadLinkPage(404, language, wordsIn(language).unsubscribe.unknown);

/** POST ends these mails, by its button or by a mail program (RFC 8058). */
export const unsubscribePages: readonly PageRoute[] = [
  {
    path: "/unsubscribe/:mail/:token",
    async show(input, { db, config }) {
      const mails = await mailsOf(db, input, config.keys.mailLinks.all);
      if (mails === undefined) return unknownPage(input);
      const { ask } = wordsFor(input, mails);
      return {
        status: 200,
        language: input.language,
        context: mails.title,
        title: ask.title,
        content: [
          html`<p>${ask.text}</p>`,
          html`<form method="post"><button type="submit">${ask.button}</button></form>`,
        ],
      };
    },
    async submit(input, { db, config, clock }: Deps) {
      const mails = await mailsOf(db, input, config.keys.mailLinks.all);
      if (mails === undefined) return unknownPage(input);
      await inTransaction(db, async (tx) => {
        causedBy(tx, input);
        await endMails(tx, mails, clock());
      });
      const { done } = wordsFor(input, mails);
      return {
        status: 200,
        language: input.language,
        context: mails.title,
        title: done.title,
        icon: "good",
        content: [html`<p>${done.text}</p>`],
      };
    },
  },
];
