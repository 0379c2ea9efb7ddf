import type { MailDeps } from "../deps";
import type { QueuedMail } from "../mails";
import { composeInvitation } from "./invitation-letter";
import type { Letter } from "./letter";
import { composeNewOptions } from "./new-options-letter";
import { composeOptIn } from "./opt-in-letter";
import { composeSignIn, composeSignUp } from "./sign-in-letter";

/** Makes a letter from the row that a mail is about; undefined: there is nothing to say any more. */
export type Compose = (deps: MailDeps, mail: QueuedMail) => Promise<Letter | undefined>;

/** Every kind of mail there is. */
const kinds: Readonly<Record<string, Compose>> = {
  opt_in: composeOptIn,
  invitation: composeInvitation,
  new_options: composeNewOptions,
  sign_in: composeSignIn,
  sign_up: composeSignUp,
};

/** Throws for a kind that this release does not know: a newer one may. */
export const compose: Compose = (deps, mail) => {
  const kind = Object.hasOwn(kinds, mail.kind) ? kinds[mail.kind] : undefined;
  if (kind === undefined) throw new Error(`this release writes no mails of kind ${mail.kind}`);
  return kind(deps, mail);
};
