import { storedLinkToken } from "@polls/db/tokens";
import { wordsIn } from "../languages";
import type { MailTemplate } from "./template";

/** Sends a link that is valid for 30 minutes. No mail is sent after it is used or expired. */
const linkTemplate =
  (purpose: "sign_in" | "sign_up", path: string): MailTemplate<typeof purpose> =>
  async ({ db, settings, clock }, { signInId, nonce, language, address }) => {
    if (signInId === null) return undefined;
    const signIn = await db.prisma.signIn.findUnique({ where: { id: signInId } });
    if (signIn === null || signIn.usedAt !== null || clock() >= signIn.expiresAt) return undefined;
    const { hint, signIn: words, signUp } = wordsIn(language);
    const { subject, heading, text, button } = purpose === "sign_up" ? signUp : words;
    const link = { purpose, nonce, address };
    const token = storedLinkToken(settings.keys.mailLinks.all, link, signIn.tokenDigest);
    return {
      language,
      subject,
      heading,
      paragraphs: [text],
      button: { label: button, url: settings.baseUrl.url(`/${path}/${token}`), hint },
      fine: [words.valid, words.notMe],
      imprint: [],
    };
  };

/** Allows the owner of an account to get new tokens (docs/reference/accounts.md#sign-in). */
export const signInTemplate = linkTemplate("sign_in", "sign-in");

/** Allows the owner of an address to create an account (docs/reference/accounts.md#sign-up). */
export const signUpTemplate = linkTemplate("sign_up", "sign-up");
