import { timingSafeEqual } from "node:crypto";
import { lockPoll, switchNotifyingOff } from "@polls/db/polls";
import { inTransaction, type PrismaQueryable, type PrismaTransaction } from "@polls/db/sql";
import { isLinkToken, linkToken } from "@polls/db/tokens";
import { type EndedMailKind, isEndedMailKind, mailKinds } from "@polls/domain/mails";
import { causedBy, noteEvent } from "@polls/jobs/outbox";
import { html, mailTopics } from "@polls/markup";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { deadLinkPage } from "../../pages/parts";
import { refuseTakenDown } from "../taken-down/poll-of-link";

/** The mails that a link ends: of a kind about the poll, or those about comments to one recipient. */
interface EndedMails {
  readonly kind: EndedMailKind;
  readonly id: bigint;
  readonly title: string;
  readonly commentNoticeId: bigint | null;
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
      kind: true,
      address: true,
      nonce: true,
      commentNoticeId: true,
      commentNotice: { select: { poll: { select: about } } },
      pollNotice: { select: { poll: { select: about } } },
      poll: { select: about },
    },
  });
  const poll = row?.poll ?? row?.commentNotice?.poll ?? row?.pollNotice?.poll ?? null;
  if (row?.nonce == null || poll === null || !isEndedMailKind(row.kind)) return undefined;
  const { kind, address, nonce, commentNoticeId } = row;
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
  return { kind, id, title, commentNoticeId };
}

const about = { id: true, title: true, deletedAt: true } as const;

async function endMails(
  tx: PrismaTransaction,
  { kind, id, commentNoticeId }: EndedMails,
  now: Date,
): Promise<void> {
  const { ends } = mailKinds[kind];
  if (ends === "recipient") {
    if (commentNoticeId === null) throw new Error("a mail about comments has no notice");
    const where = { id: commentNoticeId, endedAt: null };
    await tx.prisma.commentNotice.updateMany({ where, data: { endedAt: now } });
    return;
  }
  await lockPoll(tx, id, "exclusive");
  if (await switchNotifyingOff(tx, id, ends)) {
    await noteEvent(tx, { type: "poll.updated", pollId: id, now });
  }
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
      const { kind, title: context } = mails;
      const { language } = input;
      const { ask } = wordsIn(language).unsubscribe;
      const { short, full } = mailTopics[kind][language];
      const again = mailKinds[kind].ends === "recipient" ? [] : [ask.again];
      return {
        status: 200,
        language,
        context,
        title: ask.title(short),
        content: [
          html`<p>${[ask.text(full), ...again].join(" ")}</p>`,
          html`<form method="post"><button type="submit">${ask.button}</button></form>`,
        ],
      };
    },
    async submit(input, { db, config, clock }) {
      const mails = await mailsOf(db, input, config.keys.mailLinks.all);
      if (mails === undefined) return unknownPage(input);
      await inTransaction(db, async (tx) => {
        causedBy(tx, input);
        await endMails(tx, mails, clock());
      });
      const { kind, title: context } = mails;
      const { language } = input;
      const { done } = wordsIn(language).unsubscribe;
      return {
        status: 200,
        language,
        context,
        title: done.title,
        icon: "good",
        content: [html`<p>${done.text(mailTopics[kind][language].full)}</p>`],
      };
    },
  },
];
