import { findDecision } from "@polls/db/polls";
import {
  type Decision,
  droppedDates,
  eventsOfDates,
  formerDates,
  heldDates,
  replacesDates,
} from "@polls/domain/decisions";
import { type Option, translateOption } from "@polls/domain/options";
import { isClosed, type Poll } from "@polls/domain/polls";
import { userText, writeCalendar } from "@polls/markup";
import type { MailDeps } from "../deps";
import { wordsIn } from "../languages";
import { optOutLink } from "./invitation-opt-out";
import { invitationUrl } from "./invitation-url";
import { dateInWords, findPollIn, greetingOf, inviterOf, pageOf, pollMail } from "./poll-parts";
import type { MailContent, MailOf, WrittenMail } from "./template";

type DecisionKind = "decision" | "decision_canceled";

interface Plan {
  readonly method: NonNullable<MailContent["calendar"]>["method"];
  readonly datesOf: (decision: Decision) => Decision["dates"];
  readonly words: "decision" | "decisionCanceled";
}

const plans: Readonly<Record<DecisionKind, Plan>> = {
  decision: { method: "REQUEST", datesOf: heldDates, words: "decision" },
  decision_canceled: { method: "CANCEL", datesOf: droppedDates, words: "decisionCanceled" },
};

/**
 * Invites to the final dates of a poll, or cancels them, with a file for calendars
 * (docs/reference/decisions.md#mails).
 */
export const decisionTemplate =
  (kind: DecisionKind) =>
  async (
    deps: MailDeps,
    { pollNoticeId, participantId, since, language, address }: MailOf<DecisionKind>,
  ): Promise<WrittenMail> => {
    const notice = await deps.db.prisma.pollNotice.findUnique({ where: { id: pollNoticeId } });
    const poll = notice === null ? undefined : await findPollIn(language, deps.db, notice.pollId);
    const decision = poll && (await findDecision(deps.db, poll.id));
    // Another mail tells the newest change.
    if (poll === undefined || decision?.changedAt.getTime() !== since.getTime()) return undefined;
    const { method, datesOf: chosen, words: name } = plans[kind];
    const dates = chosen(decision).map(({ option, ...date }) => ({
      ...date,
      option: translateOption(option, poll.settings.language),
    }));
    if (dates.length === 0) return undefined;
    const recipient = await findRecipient(deps, poll, participantId, address);
    if (recipient === undefined) return undefined;
    const unsubscribe = await optOutLink(deps, poll.id, { address, language });
    if (unsubscribe === undefined) return "withheld";
    const { [name]: words, toldAs, reminder } = wordsIn(language);
    const { is, url } = recipient;
    const dropsSome = "subjectOfSome" in words && heldDates(decision).length > 0;
    const change = "change" in words && replacesDates(decision) ? words.change : undefined;
    const former = change === undefined ? [] : formerDates(decision);
    const inWords = (option: Option) =>
      dateInWords(translateOption(option, poll.settings.language), poll, language);
    const subject = dropsSome ? words.subjectOfSome : (change ?? words).subject;
    const heading = (change ?? words).heading(dates.length);
    const { location } = poll;
    return {
      ...pollMail(poll, language, { ...words, subject, heading }, url),
      ...greetingOf(recipient.participant, language),
      paragraphs: [
        ...("open" in words && acceptsChanges(poll, deps.clock()) ? [words.open[is]] : []),
        ...(dropsSome ? [words.others] : []),
        ...(change && former.length > 0 ? [change.former(former.map(inWords).join("; "))] : []),
        `${toldAs[is].lead} ${(change ?? words).text}`,
      ],
      items: [
        ...dates.map(({ option }) => dateInWords(option, poll, language)),
        ...(location === undefined ? [] : [words.location(userText(location))]),
      ],
      fine: [words.calendar, ...(is === "invited" ? [reminder.personal] : []), toldAs[is].why],
      unsubscribe,
      calendar: {
        method,
        content: writeCalendar({
          events: eventsOfDates(dates, decision, {
            poll,
            url: pageOf(poll, deps.settings),
            clean: userText,
          }),
          message: { method, organizer: await organizerOf(poll, deps), attendee: address },
        }),
      },
    };
  };

/** Whom the mail tells, and where its button leads. Undefined: the invitation was withdrawn. */
async function findRecipient(
  deps: Pick<MailDeps, "db" | "settings">,
  poll: Poll,
  participantId: bigint | null,
  email: string,
) {
  const { prisma } = deps.db;
  if (participantId !== null) {
    const participant = await prisma.participant.findUnique({ where: { id: participantId } });
    return { is: "participant", participant, url: pageOf(poll, deps.settings) } as const;
  }
  const invitation = await prisma.invitation.findFirst({
    where: { pollId: poll.id, email },
    include: { participant: true },
  });
  if (invitation === null) return undefined;
  const { participant } = invitation;
  return { is: "invited", participant, url: invitationUrl(invitation, poll, deps) } as const;
}

const acceptsChanges = (poll: Poll, now: Date): boolean =>
  !isClosed(poll, now) && poll.settings.allow_voting && !poll.settings.final_votes;

/** Answers of calendar programs go to the sender of the mail. */
async function organizerOf(poll: Poll, deps: MailDeps) {
  const { name, address: email } = deps.settings.sender.from;
  return { name: (await inviterOf(deps.db, poll)) ?? name, email };
}
