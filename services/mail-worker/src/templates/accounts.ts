import { storedLinkToken } from "@polls/db/tokens";
import { type Language, userText } from "@polls/markup";
import type { MailDeps } from "../deps";
import { wordsIn } from "../languages";
import type { MailTemplate } from "./template";

/** What all mails about accounts have. `path`: where the button leads. */
const accountMail = (
  language: Language,
  words: { readonly subject: string; readonly heading: string; readonly button: string },
  { baseUrl }: MailDeps["settings"],
  path: `/${string}`,
) => ({
  language,
  subject: words.subject,
  heading: words.heading,
  button: { label: words.button, url: baseUrl.url(path), hint: wordsIn(language).hint },
  imprint: [],
});

/** Sends a link that is valid for 30 minutes. No mail is sent after it is used or expired. */
const linkTemplate =
  (purpose: "sign_in" | "sign_up", path: string): MailTemplate<typeof purpose> =>
  async ({ db, settings, clock }, { signInId, nonce, language, address }) => {
    if (signInId === null) return undefined;
    const signIn = await db.prisma.signIn.findUnique({
      where: { id: signInId },
      include: { draft: { select: { title: true } } },
    });
    if (signIn === null || signIn.usedAt !== null || clock() >= signIn.expiresAt) return undefined;
    const { signIn: words, signUp, draft } = wordsIn(language);
    const ofAccount = purpose === "sign_up" ? signUp : words;
    const own =
      signIn.draft === null
        ? ofAccount
        : { ...draft, text: draft.text(userText(signIn.draft.title)) };
    const link = { purpose, nonce, address };
    const token = storedLinkToken(settings.keys.mailLinks.all, link, signIn.tokenDigest);
    return {
      ...accountMail(language, own, settings, `/${path}/${token}`),
      paragraphs: [own.text],
      fine: [words.valid, words.notMe],
    };
  };

/** Allows the owner of an account to get new tokens (docs/reference/accounts.md#sign-in). */
export const signInTemplate = linkTemplate("sign_in", "sign-in");

/** Allows the owner of an address to create an account (docs/reference/accounts.md#sign-up). */
export const signUpTemplate = linkTemplate("sign_up", "sign-up");

/**
 * Tells an owner that the connected account receives no more payments, unless it is ready again or
 * disconnected (docs/reference/payments.md#connected-accounts).
 */
export const accountRefusedTemplate: MailTemplate<"account_refused"> = async (
  { db, settings },
  { accountId, language },
) => {
  const account = await db.prisma.connectedAccount.findUnique({ where: { accountId } });
  if (account === null || account.state !== "restricted" || account.endedAt !== null)
    return undefined;
  const { accountRefused: words } = wordsIn(language);
  const { refusal, token } = account;
  return {
    ...accountMail(language, words, settings, `/connect/${token}`),
    paragraphs: [
      words.text,
      refusal === null ? words.noReason : words.reason(userText(refusal)),
      words.polls,
    ],
    fine: [words.personal],
  };
};

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
  const { membership: words } = wordsIn(language);
  const link = { purpose: "membership", nonce, address } as const;
  const token = storedLinkToken(settings.keys.mailLinks.all, link, invitation.tokenDigest);
  const organization = userText(invitation.organization.name);
  return {
    ...accountMail(
      language,
      { ...words, subject: words.subject(organization) },
      settings,
      `/join/${token}`,
    ),
    about: organization,
    paragraphs: [words.text(userText(invitation.inviter.name), organization)],
    fine: [words.valid, words.notMe],
  };
};

/** Tells the owner of an account about a new passkey, unless it was removed (docs/reference/accounts.md#passkeys). */
export const passkeyAddedTemplate: MailTemplate<"passkey_added"> = async (
  { db, settings },
  { accountId, since, language },
) => {
  const passkey = await db.prisma.passkey.findFirst({ where: { accountId, createdAt: since } });
  if (passkey === null) return undefined;
  const { passkeyAdded: words } = wordsIn(language);
  return {
    ...accountMail(language, words, settings, "/account"),
    paragraphs: [words.text(userText(passkey.name)), words.notMe],
    fine: [words.why],
  };
};
