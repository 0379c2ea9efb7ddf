import { timingSafeEqual } from "node:crypto";
import {
  inTransaction,
  isLinkToken,
  linkToken,
  lockPoll,
  type PrismaQueryable,
  stopNotifyingNewOptions,
} from "@polls/db";
import { causedBy, noteEvent } from "@polls/jobs/outbox";
import { html } from "@polls/markup";
import type { Deps } from "../../deps";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { deadLinkPage } from "../../pages/parts";
import { refuseTakenDown } from "../taken-down/poll-of-link";

/** Finds the poll whose notifications a link ends. Undefined if the signature is not valid. */
async function pollOf(
  queryable: PrismaQueryable,
  { params }: Pick<PageInput, "params">,
  keys: readonly string[],
): Promise<{ readonly id: bigint; readonly title: string } | undefined> {
  const { mail = "", token = "" } = params;
  if (!/^[1-9]\d{0,17}$/.test(mail) || !isLinkToken(token)) return undefined;
  const row = await queryable.prisma.mail.findUnique({
    where: { id: BigInt(mail) },
    select: {
      address: true,
      nonce: true,
      poll: { select: { id: true, title: true, deletedAt: true } },
    },
  });
  if (row?.nonce == null || row.poll === null) return undefined;
  const { address, nonce, poll } = row;
  const genuine = keys.some((key) => {
    const expected = linkToken(key, { purpose: "unsubscribe", nonce, address });
    return timingSafeEqual(Buffer.from(expected), Buffer.from(token));
  });
  if (!genuine) return undefined;
  if (poll.deletedAt === null) return poll;
  await refuseTakenDown(queryable, poll.id);
  return undefined;
}

const unknownPage = ({ language }: PageInput): HtmlPage =>
  deadLinkPage(404, language, wordsIn(language).unsubscribe.unknown);

/**
 * The page of the link in a notification mail. A POST, by its button or by a mail program (RFC
 * 8058), switches off the notifications of the poll.
 */
export const unsubscribePages: readonly PageRoute[] = [
  {
    path: "/unsubscribe/:mail/:token",
    async show(input, { db, config }) {
      const poll = await pollOf(db, input, config.keys.mailLinks.all);
      if (poll === undefined) return unknownPage(input);
      const { ask } = wordsIn(input.language).unsubscribe;
      return {
        status: 200,
        language: input.language,
        context: poll.title,
        title: ask.title,
        content: [
          html`<p>${ask.text}</p>`,
          html`<form method="post"><button type="submit">${ask.button}</button></form>`,
        ],
      };
    },
    async submit(input, { db, config, clock }: Deps) {
      const poll = await pollOf(db, input, config.keys.mailLinks.all);
      if (poll === undefined) return unknownPage(input);
      await inTransaction(db, async (tx) => {
        causedBy(tx, input);
        await lockPoll(tx, poll.id, "exclusive");
        if (await stopNotifyingNewOptions(tx, poll.id))
          await noteEvent(tx, { type: "poll.updated", pollId: poll.id, now: clock() });
      });
      const { done } = wordsIn(input.language).unsubscribe;
      return {
        status: 200,
        language: input.language,
        context: poll.title,
        title: done.title,
        icon: "good",
        content: [html`<p>${done.text}</p>`],
      };
    },
  },
];
