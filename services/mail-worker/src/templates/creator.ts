import { findExistingPoll } from "@polls/db/polls";
import { markOfId } from "@polls/db/shards";
import { storedLinkToken } from "@polls/db/tokens";
import { foldAddress } from "@polls/domain/opt-ins";
import { wordsIn } from "../languages";
import { optOutUrl } from "./invitation-opt-out";
import { frameOf, titleOf } from "./poll-parts";
import type { MailTemplate } from "./template";

/** Asks the owner of a poll's `creator_email` to confirm it, unless they opted out. */
export const creatorTemplate: MailTemplate<"creator"> = async (
  { db, settings, clock },
  { creatorLinkId, nonce, language },
) => {
  const link = await db.prisma.creatorLink.findUnique({ where: { id: creatorLinkId } });
  if (link === null || link.confirmedAt !== null || clock() >= link.expiresAt) return undefined;
  const { address } = link;
  const poll = await findExistingPoll(db, link.pollId);
  const current = poll?.creatorEmail !== undefined && foldAddress(poll.creatorEmail) === address;
  if (!current) return undefined;
  const unsubscribeUrl = await optOutUrl({ db, settings }, poll.id, address);
  if (unsubscribeUrl === undefined) return "withheld";
  const { hint, creator: words } = wordsIn(language);
  const wanted = { purpose: "creator", nonce, address } as const;
  const token = storedLinkToken(settings.keys.mailLinks.all, wanted, link.tokenDigest);
  return {
    ...frameOf(poll, language),
    subject: words.subject(titleOf(poll)),
    heading: words.heading,
    paragraphs: [words.text],
    button: {
      label: words.button,
      url: settings.baseUrl.url(`/creator/${token}${markOfId(poll.id)}`),
      hint,
    },
    fine: [words.valid, words.notMe],
    unsubscribe: { label: words.unsubscribe, url: unsubscribeUrl },
  };
};
