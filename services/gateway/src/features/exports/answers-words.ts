import type { Language } from "@polls/markup";

/** The texts of the table of answers beside those of votes. */
export interface AnswersWords {
  readonly sheet: string;
  readonly name: string;
  readonly email: string;
  readonly note: string;
  readonly createdAt: string;
  readonly fraud: string;
  readonly unpaid: string;
  readonly unconfirmed: string;
  readonly waits: string;
  readonly skipped: string;
  /** What marks an option that is not approved. */
  readonly approvals: Readonly<Record<"unreviewed" | "disapproved", string>>;
  /** How many of the bought votes are paid. */
  readonly paid: (votes: number) => string;
  readonly total: string;
  /** Says in which zone times are. */
  readonly times: (zone: string) => string;
  readonly answers: string;
  readonly sum: string;
  readonly average: string;
}

export const answersWords: Readonly<Record<Language, AnswersWords>> = {
  en: {
    sheet: "Answers",
    name: "Name",
    email: "E-mail",
    note: "Note",
    createdAt: "Since",
    fraud: "fraud, does not count",
    unpaid: "not paid",
    unconfirmed: "address not confirmed",
    waits: "on the waiting list",
    skipped: "skipped",
    approvals: { unreviewed: "waits for approval", disapproved: "rejected" },
    paid: (votes) => `${votes} paid`,
    total: "Total",
    times: (zone) => `Times in ${zone}`,
    answers: "Answers",
    sum: "Sum",
    average: "Average",
  },
  de: {
    sheet: "Antworten",
    name: "Name",
    email: "E-Mail",
    note: "Hinweis",
    createdAt: "Seit",
    fraud: "Betrug, zählt nicht",
    unpaid: "nicht bezahlt",
    unconfirmed: "Adresse nicht bestätigt",
    waits: "auf der Warteliste",
    skipped: "übersprungen",
    approvals: { unreviewed: "noch nicht freigegeben", disapproved: "abgelehnt" },
    paid: (votes) => `${votes} bezahlt`,
    total: "Gesamt",
    times: (zone) => `Zeiten: ${zone}`,
    answers: "Antworten",
    sum: "Summe",
    average: "Durchschnitt",
  },
};
