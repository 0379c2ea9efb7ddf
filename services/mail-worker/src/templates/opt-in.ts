import { findOptInRequests, isAddressTaken, type OptInRequestFacts } from "@polls/db/participants";
import { optInFromRow, participantFromRow } from "@polls/db/rows";
import { markOfId } from "@polls/db/shards";
import { storedLinkToken } from "@polls/db/tokens";
import { ownDirection } from "@polls/domain/naming";
import { decideOptIn, describeVote } from "@polls/domain/opt-ins";
import { isSignUpList, type Poll } from "@polls/domain/polls";
import { momentInZone } from "@polls/domain/time";
import { type Language, userText, voteWordsIn } from "@polls/markup";
import { wordsIn } from "../languages";
import { findPollIn, frameOf, pollMail, titleOf } from "./poll-parts";
import type { MailTemplate } from "./template";

/** Maximum number of votes in a mail. Its page shows more. */
const VOTES_MAX = 20;

const NAME_MAX = 100;
const TEXT_MAX = 120;

/**
 * Asks to confirm a participation, or only the address of a participant who takes part. If another participant has
 * confirmed the address, the mail says so and has no link. The client that sent the address learns nothing.
 */
export const optInTemplate: MailTemplate<"opt_in"> = async (
  { db, settings, clock },
  { optInId, nonce, language },
) => {
  const optIn = await db.prisma.optIn.findUnique({ where: { id: optInId } });
  if (optIn === null) return undefined;
  const { pollId, address, participantId } = optIn;
  const poll = await findPollIn(language, db, pollId);
  const row = await db.prisma.participant.findUnique({ where: { id: participantId } });
  if (poll === undefined || row === null) return undefined;
  const participant = participantFromRow(row);
  const now = clock();
  const decision = decideOptIn({
    optIn: optInFromRow(optIn),
    poll,
    participant,
    addressTaken: await isAddressTaken(db, optIn),
    now,
  });
  if (decision === "taken") {
    const { taken } = wordsIn(language);
    const words = { ...taken, ...(participant.confirmedAt !== undefined && taken.address) };
    return {
      ...frameOf(poll, language),
      subject: words.subject(titleOf(poll)),
      heading: words.heading,
      paragraphs: [words.text, words.nothing],
      fine: [words.notMe],
    };
  }
  if (decision !== "confirm") return undefined;
  const selection = { pollId, address, participantId, now, limit: 2, votesLimit: VOTES_MAX };
  const [own, other] = await findOptInRequests(db, selection);
  if (own?.participantId !== participantId) return undefined;
  const all = optInWords(poll, language);
  const words = { ...all, ...(own.takesPart && all.address) };
  const link = { purpose: "opt_in", nonce, address } as const;
  const token = storedLinkToken(settings.keys.mailLinks.all, link, optIn.tokenDigest);
  const url = settings.baseUrl.url(`/opt-in/${token}${markOfId(pollId)}`);
  return {
    ...pollMail(poll, language, words, url),
    paragraphs: [words.text, ...(other === undefined ? [] : [words.others])],
    items: itemsOf(own, poll, language),
    fine: [words.valid(momentIn(optIn.expiresAt, poll, language)), words.notMe],
  };
};

function optInWords(poll: Poll, language: Language) {
  const { optIn } = wordsIn(language);
  return isSignUpList(poll) ? { ...optIn, ...optIn.signUps } : optIn;
}

const momentIn = (moment: Date, { settings }: Poll, language: Language): string =>
  momentInZone(moment, settings.timezone, voteWordsIn(language).locale);

/** Who asks to take part, when, with which votes (docs/reference/opt-in.md#what-is-shown). */
function itemsOf(
  { userName, takesPart, askedAt, votes, voteCount }: OptInRequestFacts,
  poll: Poll,
  language: Language,
): string[] {
  const words = optInWords(poll, language);
  const clean = (text: string) => userText(text, TEXT_MAX);
  const more = voteCount - votes.length;
  return [
    words.name(userText(userName ?? "", NAME_MAX) || words.nameless),
    words.asked(momentIn(askedAt, poll, language)),
    ...(voteCount === 0 && !takesPart ? [words.noVotes] : []),
    ...votes.map((vote) => {
      const { option, value } = describeVote(vote, poll, voteWordsIn(language), clean);
      return `${ownDirection(option)}: ${ownDirection(value)}`;
    }),
    ...(more > 0 ? [words.more(more)] : []),
  ];
}
