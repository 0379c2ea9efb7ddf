import { linkToken } from "@polls/db";
import { wordsIn } from "../languages";
import type { Compose } from "./compose";

/** A link of 30 minutes in which there is nothing to say once it is used or has expired. */
const letterWith =
  (purpose: "sign_in" | "sign_up", path: string): Compose =>
  async ({ settings, clock }, mail) => {
    const { signIn, language, nonce, address } = mail;
    if (signIn === null || nonce === null) return undefined;
    if (signIn.usedAt !== null || clock() >= signIn.expiresAt) return undefined;
    const { hint, signIn: words, signUp } = wordsIn(language);
    const { subject, heading, text, button } = purpose === "sign_up" ? signUp : words;
    const token = linkToken(settings.keys.mailLinks, { purpose, nonce, address });
    return {
      language,
      subject,
      heading,
      paragraphs: [text],
      button: { label: button, url: `${settings.baseUrl.origin}/${path}/${token}`, hint },
      fine: [words.valid, words.notMe],
      imprint: [],
    };
  };

/** Lets the owner of an account have new tokens (decisions 13). */
export const composeSignIn: Compose = letterWith("sign_in", "sign-in");

/** Lets the owner of an address make an account (decisions 13). */
export const composeSignUp: Compose = letterWith("sign_up", "sign-up");
