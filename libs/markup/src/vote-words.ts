import type { Language } from "./language";

/** The texts that describe votes in one language, for mails and pages of confirmations. */
export interface VoteWords {
  readonly yes: string;
  readonly no: string;
  readonly maybe: string;
  readonly abstains: string;
  readonly chosen: string;
  readonly signedUp: string;
  readonly rank: (rank: number) => string;
  readonly winner: (over: string) => string;
  readonly votes: (count: number) => string;
  readonly file: string;
  /** English without a region: a date such as 20 June 2030, and times of 24 hours, which no reader takes for others. */
  readonly locale: string;
  /** What an option without a text is called, with its position. */
  readonly unnamed: Readonly<
    Record<"option" | "photo" | "film" | "sound" | "file" | "drawing" | "place", string>
  >;
}

const en: VoteWords = {
  yes: "yes",
  no: "no",
  maybe: "maybe",
  abstains: "abstains",
  chosen: "chosen",
  signedUp: "signed up",
  rank: (rank) => `place ${rank}`,
  winner: (over) => `better than “${over}”`,
  votes: (count) => (count === 1 ? "1 vote" : `${count} votes`),
  file: "a file",
  locale: "en-GB",
  unnamed: {
    option: "Option",
    photo: "Photo",
    film: "Film",
    sound: "Recording",
    file: "File",
    drawing: "Drawing",
    place: "Place",
  },
};

const de: VoteWords = {
  yes: "ja",
  no: "nein",
  maybe: "vielleicht",
  abstains: "enthält sich",
  chosen: "gewählt",
  signedUp: "eingetragen",
  rank: (rank) => `Platz ${rank}`,
  winner: (over) => `besser als „${over}“`,
  votes: (count) => (count === 1 ? "1 Stimme" : `${count} Stimmen`),
  file: "eine Datei",
  locale: "de",
  unnamed: {
    option: "Option",
    photo: "Foto",
    film: "Film",
    sound: "Aufnahme",
    file: "Datei",
    drawing: "Zeichnung",
    place: "Ort",
  },
};

const words: Readonly<Record<Language, VoteWords>> = { en, de };

export const voteWordsIn = (language: Language): VoteWords => words[language];
