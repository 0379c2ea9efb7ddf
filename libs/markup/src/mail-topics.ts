import type { Language } from "./language";

interface MailTopic {
  readonly short: string;
  readonly full: string;
}

/** What mails with a link that ends them are about, as after "e-mails about", by their kind. */
export const mailTopics = {
  new_options: {
    en: { short: "new entries", full: "new entries in this poll" },
    de: { short: "neue Beiträge", full: "neue Beiträge dieser Umfrage" },
  },
  comments: {
    en: { short: "comments", full: "these comments" },
    de: { short: "Kommentare", full: "diese Kommentare" },
  },
  votes: {
    en: { short: "votes", full: "votes in this poll" },
    de: { short: "Stimmen", full: "Stimmen in dieser Umfrage" },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, MailTopic>>>>;
