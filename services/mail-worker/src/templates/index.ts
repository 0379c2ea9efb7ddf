import { type MailFacts, type MailKind, mailKinds } from "@polls/domain/mails";
import type { MailDeps } from "../deps";
import type { MailRow } from "../mails";
import { invitationTemplate } from "./invitation";
import { newOptionsTemplate } from "./new-options";
import { optInTemplate } from "./opt-in";
import { signInTemplate, signUpTemplate } from "./sign-in";
import type { MailContent, MailTemplate } from "./template";

const templates: { readonly [Kind in MailKind]: MailTemplate<Kind> } = {
  opt_in: optInTemplate,
  invitation: invitationTemplate,
  new_options: newOptionsTemplate,
  sign_in: signInTemplate,
  sign_up: signUpTemplate,
};

/**
 * Writes a mail by the template of its kind; undefined: its reason is gone. Throws for a kind that only a
 * newer release knows.
 */
export function writeMail(deps: MailDeps, row: MailRow): Promise<MailContent | undefined> {
  const { kind } = row;
  if (!isMailKind(kind)) throw new Error(`this release writes no mails of kind ${kind}`);
  return writeKind(kind, deps, row);
}

const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(templates, kind);

function writeKind<Kind extends MailKind>(kind: Kind, deps: MailDeps, row: MailRow) {
  const { id, address, language } = row;
  const facts = mailKinds[kind].facts.parse(row) as MailFacts<Kind>;
  return templates[kind](deps, { id, address, language, ...facts });
}
