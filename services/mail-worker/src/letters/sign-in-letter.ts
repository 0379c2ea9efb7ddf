import { linkToken } from "@polls/db";
import { wordsIn } from "../languages";
import type { Compose } from "./compose";

/** Lets the owner of an account have new tokens (decisions 13); not once the link is used or has expired. */
export const composeSignIn: Compose = async ({ settings, clock }, mail) => {
  const { signIn, language, nonce, address } = mail;
  if (signIn === null || nonce === null) return undefined;
  if (signIn.usedAt !== null || clock() >= signIn.expiresAt) return undefined;
  const { hint, signIn: words } = wordsIn(language);
  const token = linkToken(settings.keys.mailLinks, { purpose: "sign_in", nonce, address });
  return {
    language,
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.text],
    button: { label: words.button, url: `${settings.baseUrl.origin}/sign-in/${token}`, hint },
    fine: [words.valid, words.notMe],
    imprint: [],
  };
};
