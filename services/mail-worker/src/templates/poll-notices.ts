import { findExistingPoll } from "@polls/db/polls";
import { namedOption, optionFromRow } from "@polls/db/rows";
import { mailKinds, type OwnerNoticeKind } from "@polls/domain/mails";
import { nameOption } from "@polls/domain/naming";
import { optionStates, translateOption } from "@polls/domain/options";
import { isClosed, type Poll } from "@polls/domain/polls";
import { type Language, userText } from "@polls/markup";
import type { MailDeps } from "../deps";
import { wordsIn } from "../languages";
import { optOutLink } from "./invitation-opt-out";
import {
  findPollIn,
  firstFile,
  greetingOf,
  optionReader,
  pageOf,
  pollMail,
  quotedIn,
  unsubscribeLink,
} from "./poll-parts";
import type { MailTemplate } from "./template";

/** Tells the owner of a poll a number, such as how many people have voted: since the last mail, and in all. */
export const ownerTemplate =
  <Kind extends OwnerNoticeKind>(kind: Kind): MailTemplate<Kind> =>
  async ({ db, settings }, mail) => {
    const notice = await db.prisma.pollNotice.findUnique({ where: { id: mail.pollNoticeId } });
    const poll = notice === null ? undefined : await findExistingPoll(db, notice.pollId);
    if (notice === null || !poll?.settings[mailKinds[kind].ends]) return undefined;
    const { ballots, fresh } = notice;
    const { [kind]: words } = wordsIn(mail.language);
    return {
      ...pollMail(poll, mail.language, words, `${pageOf(poll, settings)}/results`),
      paragraphs: [...(fresh < ballots ? [words.fresh(fresh)] : []), words.total(ballots)],
      fine: [words.why],
      unsubscribe: unsubscribeLink(kind, mail, settings),
    };
  };

/** Tells a participant that the poll is closed, where its result can be read. */
export const resultTemplate: MailTemplate<"result"> = async (
  deps,
  { participantId, language, address },
) => {
  const found = await confirmedIn(deps, participantId, language);
  if (found === undefined || !isClosed(found.poll, deps.clock())) return undefined;
  const { poll, participant } = found;
  const { notify_result, results_visible } = poll.settings;
  if (!notify_result || results_visible === "never") return undefined;
  const unsubscribe = await optOutLink(deps, poll.id, { address, language });
  if (unsubscribe === undefined) return "withheld";
  const { result: words } = wordsIn(language);
  return {
    ...pollMail(poll, language, words, `${pageOf(poll, deps.settings)}/results`),
    ...greetingOf(participant, language),
    paragraphs: [words.text],
    fine: [words.why],
    unsubscribe,
  };
};

/** Tells a participant who waited for a place that it can vote now. */
export const movedUpTemplate: MailTemplate<"moved_up"> = async (
  deps,
  { participantId, language, address },
) => {
  const where = { id: participantId, confirmedAt: { not: null }, place: "taken" };
  const participant = await deps.db.prisma.participant.findFirst({ where });
  const poll =
    participant === null ? undefined : await findPollIn(language, deps.db, participant.pollId);
  if (poll === undefined || isClosed(poll, deps.clock())) return undefined;
  const unsubscribe = await optOutLink(deps, poll.id, { address, language });
  if (unsubscribe === undefined) return "withheld";
  const { movedUp: words } = wordsIn(language);
  return {
    ...pollMail(poll, language, words, pageOf(poll, deps.settings)),
    ...greetingOf(participant, language),
    paragraphs: [words.text],
    fine: [words.why],
    unsubscribe,
  };
};

/** Tells a participant the state of an idea that the participant voted for. */
export const stateChangeTemplate: MailTemplate<"state_change"> = async (
  deps,
  { pollNoticeId, participantId, language, address },
) => {
  const notice = await deps.db.prisma.pollNotice.findUnique({
    where: { id: pollNoticeId },
    include: { option: { include: firstFile } },
  });
  const found = await confirmedIn(deps, participantId, language);
  const option = notice?.option ?? null;
  if (found === undefined || option === null || !found.poll.settings.notify_state_changes) {
    return undefined;
  }
  const { poll, participant } = found;
  const { state, stateChangeMessage, archived, approvalState, attachments } = option;
  if (state === null || archived || approvalState !== "approved" || poll.settings.hide_options) {
    return undefined;
  }
  const unsubscribe = await optOutLink(deps, poll.id, { address, language });
  if (unsubscribe === undefined) return "withheld";
  const { stateChange: words } = wordsIn(language);
  const fileName = attachments[0]?.fileName;
  const named = translateOption(optionFromRow(option), poll.settings.language);
  const name = nameOption(namedOption({ ...named, fileName }), optionReader(language, poll));
  const url = `${pageOf(poll, deps.settings)}/o/${option.publicId}`;
  return {
    ...pollMail(poll, language, words, url),
    ...greetingOf(participant, language),
    paragraphs: [words.text(name), stateSentence(poll, state, language)],
    ...quotedIn(language, stateChangeMessage),
    fine: [words.why],
    unsubscribe,
  };
};

/** A participant whose address is confirmed, and its poll. */
async function confirmedIn(
  { db }: Pick<MailDeps, "db">,
  participantId: bigint,
  language: Language,
) {
  const where = { id: participantId, confirmedAt: { not: null } };
  const participant = await db.prisma.participant.findFirst({ where });
  const poll = participant && (await findPollIn(language, db, participant.pollId));
  return poll ? { participant, poll } : undefined;
}

/** The state as the owner calls it, or else as pages call it. */
function stateSentence({ settings }: Poll, state: string, language: Language): string {
  const { labeled, states } = wordsIn(language).stateChange;
  const label = settings.state_labels?.[state];
  const known = optionStates.find((name) => name === state);
  if (typeof label === "string") return labeled(userText(label));
  return known === undefined ? labeled(userText(state)) : states[known];
}
