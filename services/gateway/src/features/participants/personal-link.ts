import { revokePersonalLink } from "@polls/db/participants";
import type { PrismaTransaction } from "@polls/db/sql";
import { personalPath, personalToken } from "@polls/db/tokens";
import { owns, type PollCaller } from "@polls/domain/access";
import { accepted } from "@polls/domain/input";
import { type Participant, readPersonalLink } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { queueMail } from "@polls/jobs/outbox";
import type { Config } from "../../config";
import type { MailRequest } from "../../http/limits/mail-request";
import type { MailSettings } from "../../stored-keys";
import { mailCauseOf } from "../notices/tell-participants";
import { requireNextMail } from "./ask-again";
import { lockParticipant } from "./participants.repository";

type LinkKeys = Pick<Config, "keys" | "baseUrl">;

/**
 * The personal link of a participant (docs/reference/participants.md#personal-link). Undefined if a
 * user with a private token owns it, whose rights no link may give.
 */
export const personalLinkOf = (
  { memberHash }: Pick<Poll, "memberHash">,
  participant: Participant,
  { keys, baseUrl }: LinkKeys,
): string | undefined =>
  participant.ownerKey.startsWith("anonymous:")
    ? baseUrl.url(personalPath(memberHash, personalToken(keys.mailLinks.signing, participant)))
    : undefined;

export interface PersonalLinkCommand extends Omit<PollCaller, "hasVoted"> {
  readonly publicId: string;
}

/** Returns the link of the caller's own participant, and mails it if the body has an address. */
export async function showPersonalLink(
  tx: PrismaTransaction,
  command: PersonalLinkCommand & { readonly body: unknown; readonly mail: MailRequest },
  terms: MailSettings & LinkKeys,
): Promise<{ readonly url: string; readonly optin_email?: string }> {
  const { poll, body, mail, now } = command;
  const participant = await lockParticipant(tx, poll.id, command.publicId);
  const url = personalLinkOf(poll, participant, terms);
  if (url === undefined || !owns(command.actor, participant)) throw new NotFound("Participant");
  const { email } = accepted(readPersonalLink(body, poll, participant));
  if (email === undefined) return { url };
  const earlier = await tx.prisma.mail.findMany({
    where: { participantId: participant.id, kind: "personal_link" },
    select: { createdAt: true },
  });
  const sent = earlier.map(({ createdAt }) => createdAt);
  const sentence = "has received all mails that one participant may request";
  const usedUp = new Invalid({ optin_email: [sentence] }, "link_mails_used_up");
  requireNextMail(sent, now, usedUp, "too_many_link_mails");
  const { language, requesters } = mail;
  const letter = { address: email, language, now, participantId: participant.id };
  await queueMail(tx, "personal_link", mailCauseOf(poll, terms, requesters), letter);
  return { url, optin_email: email };
}

/** Ends the link of the caller's own participant, and the browsers that opened it. */
export async function endPersonalLink(
  tx: PrismaTransaction,
  { poll, actor, publicId }: PersonalLinkCommand,
): Promise<void> {
  const participant = await lockParticipant(tx, poll.id, publicId);
  if (!owns(actor, participant)) throw new NotFound("Participant");
  await revokePersonalLink(tx, participant.id);
}
