import { participantFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { owns, type PollCaller } from "@polls/domain/access";
import { accepted } from "@polls/domain/input";
import {
  foldAddress,
  mayLeaveAddress,
  readAskAgain,
  secondsUntilNextMail,
} from "@polls/domain/opt-ins";
import type { Participant } from "@polls/domain/participants";
import { isClosed } from "@polls/domain/polls";
import { type CodeOf, Invalid, NotFound, TooManyRequests } from "@polls/domain/refusals";
import type { MailRequest } from "../../http/limits/mail-request";
import type { MailSettings } from "../../stored-keys";
import { askedOptIns, endOtherOptIns } from "../opt-ins/opt-ins.repository";
import { requestOptIn } from "../opt-ins/request-opt-in";
import { lockParticipant } from "./participants.repository";

export interface AskAgain extends PollCaller {
  readonly publicId: string;
  readonly body: unknown;
  readonly mail: MailRequest;
}

/**
 * Only the limits of this participant change the response: at another limit of the address, it is the
 * same and no mail is sent (docs/reference/opt-in.md#asking-again). In anonymous polls admins cannot
 * ask, because each refusal would tell something about the address. The address of a participant who
 * takes part is stored with it only once it is confirmed, since its mails need no other check.
 */
export async function askAgain(
  tx: PrismaTransaction,
  command: AskAgain,
  terms: MailSettings,
): Promise<Participant> {
  const { poll, access, actor, publicId, mail, now } = command;
  const participant = await lockParticipant(tx, poll.id, publicId);
  const isOwn = owns(actor, participant);
  const mayAsk = access === "admin" && !poll.settings.anonymize_voter_names;
  if (!mayAsk && !isOwn) throw new NotFound("Participant");
  if (isClosed(poll, now)) throw new Invalid({ base: ["The poll is closed"] }, "poll_closed");
  const takesPart = participant.confirmedAt !== undefined;
  if (takesPart && !(isOwn && mayLeaveAddress(poll, participant))) {
    throw new Invalid({ optin_email: ["is already confirmed"] }, "opt_in_confirmed");
  }
  const { email } = accepted(readAskAgain(command.body, participant.optinEmail, poll));
  const address = foldAddress(email);
  const of = { pollId: poll.id, participantId: participant.id, address };
  const sentence = "has received all confirmation mails that one address may get";
  const usedUp = new Invalid({ optin_email: [sentence] }, "opt_in_mails_used_up");
  requireNextMail(await askedOptIns(tx, of), now, usedUp, "too_many_opt_in_mails");
  await endOtherOptIns(tx, { participantId: participant.id, address, now });
  await requestOptIn(tx, { poll, participant, email, mail, now }, terms);
  if (takesPart || email === participant.optinEmail) return participant;
  const row = await tx.prisma.participant.update({
    where: { id: participant.id },
    data: { optinEmail: email, updatedAt: now },
  });
  return participantFromRow(row);
}

/** Throws `usedUp` if no further mail is allowed after the mails sent, or 429 if it is too early for one. */
export function requireNextMail(
  sent: readonly Date[],
  now: Date,
  usedUp: Invalid,
  tooEarly: CodeOf<429>,
): void {
  const seconds = secondsUntilNextMail(sent, now);
  if (seconds === undefined) throw usedUp;
  if (seconds > 0) throw new TooManyRequests(seconds, tooEarly);
}
