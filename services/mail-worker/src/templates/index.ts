import { type MailFacts, type MailKind, mailKinds } from "@polls/domain/mails";
import { plainSentence, type UserText } from "@polls/markup";
import type { MailDeps } from "../deps";
import type { MailRow } from "../mails";
import {
  accountRefusedTemplate,
  membershipTemplate,
  passkeyAddedTemplate,
  signInTemplate,
  signUpTemplate,
} from "./accounts";
import { commentsTemplate } from "./comments";
import { decisionTemplate } from "./decision";
import { deletionTemplate } from "./deletion";
import { creatorTemplate, invitationTemplate, personalLinkTemplate } from "./invitation";
import { newOptionsTemplate } from "./new-options";
import { optInTemplate } from "./opt-in";
import {
  movedUpTemplate,
  ownerTemplate,
  resultTemplate,
  stateChangeTemplate,
} from "./poll-notices";
import { reminderTemplate } from "./reminder";
import type { MailContent, MailTemplate, WrittenMail } from "./template";

const templates: { readonly [Kind in MailKind]: MailTemplate<Kind> } = {
  opt_in: optInTemplate,
  creator: creatorTemplate,
  invitation: invitationTemplate,
  personal_link: personalLinkTemplate,
  moved_up: movedUpTemplate,
  new_options: newOptionsTemplate,
  comments: commentsTemplate,
  votes: ownerTemplate("votes"),
  result: resultTemplate,
  state_change: stateChangeTemplate,
  reminder: reminderTemplate,
  decision: decisionTemplate("decision"),
  decision_canceled: decisionTemplate("decision_canceled"),
  deletion: deletionTemplate,
  sign_in: signInTemplate,
  sign_up: signUpTemplate,
  membership: membershipTemplate,
  passkey_added: passkeyAddedTemplate,
  account_refused: accountRefusedTemplate,
};

/**
 * Composes a mail, unless its reason is gone. Only its button and unsubscribe link become links, no
 * matter which texts it has. Throws for a kind that only a newer release knows.
 */
export function writeMail(deps: MailDeps, row: MailRow): Promise<WrittenMail> {
  const { kind } = row;
  if (!isMailKind(kind)) throw new Error(`this release writes no mails of kind ${kind}`);
  return writeKind(kind, deps, row);
}

const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(templates, kind);

async function writeKind<Kind extends MailKind>(kind: Kind, deps: MailDeps, row: MailRow) {
  const { id, address, language } = row;
  const facts = mailKinds[kind].facts.parse(row) as MailFacts<Kind>;
  const content = await templates[kind](deps, { id, address, language, ...facts });
  return typeof content === "object" ? withoutLinks(content) : content;
}

const withoutLinks = (content: MailContent): MailContent => ({
  ...content,
  subject: plainSentence(content.subject),
  ...(content.about !== undefined && { about: plainSentence(content.about) as UserText }),
  heading: plainSentence(content.heading),
  ...(content.greeting !== undefined && { greeting: plainSentence(content.greeting) }),
  paragraphs: content.paragraphs.map(plainSentence),
  ...(content.items !== undefined && { items: content.items.map(plainSentence) }),
  fine: content.fine.map(plainSentence),
  imprint: content.imprint.map((line) => plainSentence(line) as UserText),
});
