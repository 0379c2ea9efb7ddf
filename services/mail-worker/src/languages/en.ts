import type { UserText } from "@polls/markup";

/** The texts of mails in English. Every language has the same keys. */
export const en = {
  hint: "If the button does not work, open this address:",
  operator: { imprint: "Imprint", privacy: "Privacy policy" },
  optIn: {
    subject: (title: UserText) => `Please confirm your participation: ${title}`,
    heading: "Confirm your participation",
    text: "Somebody asked to take part in this poll with your address. If that was you, look at it and confirm: the votes count then.",
    others:
      "Other requests name your address too. The page shows all of them, so that you confirm your own.",
    name: (name: string) => `Name given: ${name}`,
    nameless: "no name",
    asked: (moment: string) => `Asked for: ${moment}`,
    noVotes: "Votes: none yet; the page shows those that came since",
    more: (votes: number) => (votes === 1 ? "and one more vote" : `and ${votes} more votes`),
    button: "Look at it and confirm",
    valid: (until: string) => `This link is valid until ${until}.`,
    notMe:
      "This was not you? Open the link and press “This was not me”, or delete this mail: nothing counts without your confirmation.",
  },
  taken: {
    subject: (title: UserText) => `You take part already: ${title}`,
    heading: "You take part already",
    text: "Somebody wanted to take part in this poll with your address. It takes part already, and each address does so once.",
    nothing:
      "There is nothing for you to do: this mail confirms nothing, and your votes stay as they are.",
    notMe: "This was not you? Then you can delete this mail: nothing has changed.",
  },
  creator: {
    subject: (title: UserText) => `Please confirm your address: ${title}`,
    heading: "Confirm your address",
    text: "This poll names your address for mails about new entries. They are sent only when you confirm it.",
    button: "Confirm the address",
    valid: "The link is valid for seven days.",
    notMe:
      "You have nothing to do with this poll? Then delete this mail: without your confirmation no mails about new entries come.",
    unsubscribe: "No more mails like this, and no invitations",
  },
  invitation: {
    subject: (title: UserText) => `You are invited to a poll: ${title}`,
    heading: "You are invited to take part",
    from: (name: UserText) => `${name} invites you to take part in this poll.`,
    fromUnknown: "You are invited to take part in this poll.",
    jury: "You are a member of its jury.",
    button: "Open the poll",
    personal: "This invitation is for you alone and can be used once.",
    notMe: "You do not want to take part? Then you can delete this mail.",
    unsubscribe: "No more invitations",
  },
  newOptions: {
    subject: (count: number, title: UserText) =>
      count === 1 ? `A new entry: ${title}` : `${count} new entries: ${title}`,
    heading: (count: number): string =>
      count === 1 ? "There is a new entry" : "There are new entries",
    text: (count: number) =>
      count === 1
        ? "One entry was submitted to your poll:"
        : `${count} entries were submitted to your poll:`,
    more: (count: number) => `and ${count} more`,
    nameless: "An entry without a title",
    by: (what: string, author: string) => `${what} (by ${author})`,
    button: "Look at the poll",
    why: "You get this mail because notifications of new entries are switched on for this poll.",
    unsubscribe: "No more mails about new entries of this poll",
  },
  signIn: {
    subject: "Your access to the poll service",
    heading: "Your access",
    text: "With this link you sign in to your account, or get new access tokens for programs.",
    button: "Sign in",
    valid: "The link is valid for 30 minutes and can be used once.",
    notMe: "You did not ask for this? Then delete this mail: nothing has changed.",
  },
  signUp: {
    subject: "Your account at the poll service",
    heading: "Create your account",
    text: "With this link you create an account for this address.",
    button: "Create the account",
  },
};

/** The texts of a language. */
export type Words = typeof en;
