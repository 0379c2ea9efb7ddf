import { storedLinkToken } from "@polls/db";
import { decideOptIn } from "@polls/domain/opt-ins";
import type { Poll } from "@polls/domain/polls";
import type { Language } from "@polls/markup";
import { wordsIn } from "../languages";
import { findPollOf, imprintOf, titleOf } from "./poll-parts";
import type { MailTemplate } from "./template";

/**
 * Asks to confirm an address. An address that another participant has confirmed is told so instead, in a
 * mail without a link: the client that gave it learns nothing.
 */
export const optInTemplate: MailTemplate<"opt_in"> = async (
  { db, settings, clock },
  { optInId, nonce, language },
) => {
  const optIn = await db.prisma.optIn.findUnique({ where: { id: optInId } });
  if (optIn === null) return undefined;
  const { pollId, address, participantId } = optIn;
  const poll = await findPollOf(db, pollId);
  const participant = await db.prisma.participant.findUnique({ where: { id: participantId } });
  if (poll === undefined || participant === null) return undefined;
  const other = await db.prisma.optIn.findFirst({
    where: { pollId, address, confirmedAt: { not: null }, participantId: { not: participantId } },
    select: { id: true },
  });
  const decision = decideOptIn({
    optIn: {
      expiresAt: optIn.expiresAt,
      endedAt: optIn.endedAt ?? undefined,
      confirmedAt: optIn.confirmedAt ?? undefined,
    },
    poll,
    participant: { confirmedAt: participant.confirmedAt ?? undefined },
    addressTaken: other !== null,
    now: clock(),
  });
  const frame = { language, about: titleOf(poll), imprint: imprintOf(poll) };
  if (decision === "taken") {
    const words = wordsIn(language).taken;
    return {
      ...frame,
      subject: words.subject(titleOf(poll)),
      heading: words.heading,
      paragraphs: [words.text, words.nothing],
      fine: [words.notMe],
    };
  }
  if (decision !== "confirm") return undefined;
  const { hint, optIn: words } = wordsIn(language);
  const link = { purpose: "opt_in", nonce, address } as const;
  const token = storedLinkToken(settings.keys.mailLinks.all, link, optIn.tokenDigest);
  return {
    ...frame,
    subject: words.subject(titleOf(poll)),
    heading: words.heading,
    paragraphs: [words.text],
    button: { label: words.button, url: `${settings.baseUrl.origin}/opt-in/${token}`, hint },
    fine: [words.valid(momentIn(language, poll, optIn.expiresAt)), words.notMe],
  };
};

const locales: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE" };

const momentIn = (language: Language, { settings }: Poll, moment: Date): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: settings.timezone,
  }).format(moment) + (settings.timezone === "UTC" ? " UTC" : "");
