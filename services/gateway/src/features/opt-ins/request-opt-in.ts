import type { PrismaTransaction } from "@polls/db/sql";
import { newLink, optInRequesterKey } from "@polls/db/tokens";
import { foldAddress, OPT_IN_VALID_MS, secondsUntilNextMail } from "@polls/domain/opt-ins";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { queueMail } from "@polls/jobs/outbox";
import type { MailRequest } from "../../http/limits/mail-request";
import type { MailSettings } from "../../stored-keys";
import { mailCauseOf } from "../notices/tell-participants";
import { takeOptIn } from "../quotas/quotas";
import { isDenied, lockAddress, sentOptIns } from "./opt-ins.repository";

export interface OptInRequest {
  readonly poll: Poll;
  readonly participant: Pick<Participant, "id">;
  readonly email: string;
  readonly mail: MailRequest;
  readonly now: Date;
}

/**
 * Enqueues a confirmation mail in the transaction. The mail is recorded but withheld if the address
 * has reached its quota, the requester its limit, or if the owner of the address has denied the
 * participant (docs/reference/opt-in.md#mail-limits). The response does not show this, because the
 * earlier mails may have been for another user. Throws 429 at the daily quota of the account.
 */
export async function requestOptIn(
  tx: PrismaTransaction,
  { poll, participant, email, mail: { language, requesters }, now }: OptInRequest,
  settings: MailSettings,
): Promise<void> {
  const { id: participantId } = participant;
  const { id: pollId } = poll;
  const address = foldAddress(email);
  await lockAddress(tx, pollId, address);
  const cause = mailCauseOf(poll, settings, requesters);
  const requesterKey = optInRequesterKey(cause.key, pollId, requesters[0]);
  const sent = await sentOptIns(tx, { pollId, address, requesterKey });
  const withheld =
    secondsUntilNextMail(sent, now) !== 0 || (await isDenied(tx, { address, participantId }));
  const { nonce, digest } = newLink(settings.keys.mailLinks.signing, "opt_in", address);
  const optIn = await tx.prisma.optIn.create({
    data: {
      pollId,
      participantId,
      address,
      requesterKey,
      tokenDigest: digest,
      expiresAt: new Date(now.getTime() + OPT_IN_VALID_MS),
      createdAt: now,
    },
    select: { id: true },
  });
  const mail = { address: email, language, now, optInId: optIn.id, nonce, withheld };
  await queueMail(tx, "opt_in", cause, mail);
  // Last, because it locks a row of the account, for which other participants wait.
  await takeOptIn(tx, { poll, requesters, now }, settings);
}
