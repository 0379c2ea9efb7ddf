import { count } from "../count";

/** The texts of sign-up lists and polls of dates in English. Every language has exactly these texts. */
export const en = {
  free: (free: number, of: number) => `${free} of ${count(of, "place", "places")} free`,
  full: "Full",
  zone: (name: string) => `Times in ${name}`,
  otherZone: (name: string) => `Switch to ${name}`,
  overlaps: (dates: string) => `At the same time, you said yes to: ${dates}`,
  whoCan: "Who can when?",
  best: "Best so far",
  /** In place of `best`, once the poll is closed. */
  bestOfAll: "Best",
  half: "A maybe counts as half a yes.",
  none: "A maybe does not count.",
  you: "You",
  /** Of polls whose date is final. */
  final: {
    title: (dates: number): string => (dates === 1 ? "The date is set" : "The dates are set"),
    /** Of a poll that was opened again. */
    titleSoFar: (dates: number): string => (dates === 1 ? "The date so far" : "The dates so far"),
    reopened: "The poll is open again, so this can still change.",
    noLonger: (dates: string) => `This no longer takes place: ${dates}`,
    /** Without dates: the visitor does not see which. */
    calledOff: (dates: string, number: number): string =>
      number === 0
        ? "The date was called off"
        : `${dates} ${number === 1 ? "was" : "were"} called off`,
    off: "Called off",
    noOther: "No other date is set yet.",
    chosen: "Chosen date",
    all: (dates: number) => `All dates (${dates})`,
    file: "Add to calendar",
    subscribe: "Subscribe to changes",
  },
  /** Of the address to which the date is told. */
  tell: {
    label: "E-mail, if you want to be told of the date",
    purpose: "Only the organizer sees it, and it is used only for e-mails about this poll.",
    anonymous: "It is shown to no one, and is used only for e-mails about this poll.",
    send: "Tell me the date by e-mail",
    sent: (address: string) =>
      `Please open the e-mail to ${address} and confirm there that it is yours. You are then told once the date is set.`,
    again: "Send it again, or to another address",
    other: "Use another address",
    invited: "The address at which you were invited gets an e-mail once the date is set.",
    told: (address: string) => `${address} gets an e-mail once the date is set.`,
  },
  signUp: "Sign up",
  kept: "You are signed up.",
  keptFor: "You are signed up for:",
  /** In place of the texts about votes. */
  poll: {
    opens: (when: string) => `You can sign up from ${when} on.`,
    ends: (when: string) => `You can sign up until ${when}.`,
    results: "See who signed up",
  },
  vote: {
    clear: "Give up your place",
    movedHere: "Your place moved here",
  },
  results: {
    votes: (people: number) => `${people} signed up`,
  },
};

/** The texts of sign-up lists and polls of dates, in a language. */
export type SignUpWords = typeof en;
