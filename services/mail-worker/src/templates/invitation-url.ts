import type { Prisma } from "@polls/db/connection";
import { personalPath, personalToken, storedInvitationCode } from "@polls/db/tokens";
import type { Poll } from "@polls/domain/polls";
import type { MailDeps } from "../deps";

type Invitation = Prisma.InvitationGetPayload<{ include: { participant: true } }>;

/** An unused invitation joins the poll. A used one leads back to its participant, unless an account owns that. */
export function invitationUrl(
  { participant, publicId, codeDigest }: Invitation,
  { memberHash }: Pick<Poll, "memberHash">,
  { settings }: Pick<MailDeps, "settings">,
): string {
  const { baseUrl, keys } = settings;
  const page = `/p/${memberHash}` as const;
  if (participant === null) {
    const code = storedInvitationCode(keys.invitations.all, publicId, codeDigest);
    return baseUrl.url(`${page}?invitation=${code}`);
  }
  return baseUrl.url(
    participant.ownerKey.startsWith("anonymous:")
      ? personalPath(memberHash, personalToken(keys.mailLinks.signing, participant))
      : page,
  );
}
