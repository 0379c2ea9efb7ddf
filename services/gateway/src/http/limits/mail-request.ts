import type { Actor } from "@polls/domain/access";
import type { MailRequesters } from "@polls/domain/mails";
import { type Language, preferredLanguage } from "@polls/markup";
import { mailRequesters } from "./rate-limit";

export interface MailRequest {
  readonly language: Language;
  readonly requesters: MailRequesters;
}

export const mailRequestOf = (input: {
  readonly actor?: Actor;
  readonly clientAddress: string;
  readonly header: (name: string) => string | undefined;
}): MailRequest => ({
  language: preferredLanguage(input.header("Accept-Language")),
  requesters: mailRequesters(input.actor, input.clientAddress),
});
