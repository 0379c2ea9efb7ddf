import { storedLinkToken } from "@polls/db/tokens";
import { userText } from "@polls/markup";
import { wordsIn } from "../languages";
import type { MailTemplate } from "./template";

/** Invites an address into an organization (docs/reference/organizations.md#members). No mail is sent after the link is used or expired. */
export const membershipTemplate: MailTemplate<"membership"> = async (
  { db, settings, clock },
  { memberInvitationId, nonce, language, address },
) => {
  const invitation = await db.prisma.memberInvitation.findUnique({
    where: { id: memberInvitationId },
    include: { organization: { select: { name: true } }, inviter: { select: { name: true } } },
  });
  if (invitation === null || invitation.usedAt !== null || clock() >= invitation.expiresAt)
    return undefined;
  const { hint, membership: words } = wordsIn(language);
  const link = { purpose: "membership", nonce, address } as const;
  const token = storedLinkToken(settings.keys.mailLinks.all, link, invitation.tokenDigest);
  const organization = userText(invitation.organization.name);
  return {
    language,
    subject: words.subject(organization),
    about: organization,
    heading: words.heading,
    paragraphs: [words.text(userText(invitation.inviter.name), organization)],
    button: { label: words.button, url: settings.baseUrl.url(`/join/${token}`), hint },
    fine: [words.valid, words.notMe],
    imprint: [],
  };
};
