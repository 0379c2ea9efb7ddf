import type { UserText } from "@polls/markup";

/** The texts of mails in English. Every language has the same keys. */
export const en = {
  hint: "If the button does not work, open this address:",
  message: "Message from the person who runs this poll:",
  moreDates: (dates: number) => (dates === 1 ? "and one more date" : `and ${dates} more dates`),
  stop: (topic: string) => `Stop e-mails about ${topic}`,
  optOut: "Stop e-mails like this, and invitations",
  greeting: (name: UserText) => `Hello ${name},`,
  /** Of mails about the date: to participants, and to invited people who have not answered. */
  toldAs: {
    participant: {
      lead: "You took part in this poll.",
      why: "You get this e-mail because you took part in the poll with this address.",
    },
    invited: {
      lead: "You were invited to this poll.",
      why: "You get this e-mail because you were invited to the poll at this address.",
    },
  },
  operator: { imprint: "Imprint", privacy: "Privacy policy" },
  optIn: {
    subject: (title: UserText) => `Please confirm your participation: ${title}`,
    heading: "Confirm your participation",
    text: "Someone asked to take part in this poll with your address. If that was you, open the link and confirm. Then the votes count.",
    others:
      "There are other requests with your address. The page shows all of them, so that you can confirm your own.",
    name: (name: string) => `Name: ${name}`,
    nameless: "no name",
    asked: (moment: string) => `Requested: ${moment}`,
    noVotes: "Votes: see the page. It shows all votes that you confirm.",
    more: (votes: number) => (votes === 1 ? "and one more vote" : `and ${votes} more votes`),
    signUps: {
      text: "Someone asked to take part in this poll with your address. If that was you, open the link and confirm. Then the sign-ups count.",
      noVotes: "Sign-ups: see the page. It shows all sign-ups that you confirm.",
      more: (count: number) =>
        count === 1 ? "and one more sign-up" : `and ${count} more sign-ups`,
    },
    /** Of a participant who takes part, and wants to be told of the date. */
    address: {
      subject: (title: UserText) => `Please confirm your address: ${title}`,
      heading: "Confirm your address",
      text: "A participant of this poll asked for e-mails about the date at your address. If that was you, open the link and confirm. Then you are told once the date is set.",
      notMe:
        "If this was not you, open the link and press “This was not me”, or delete this e-mail. Without your confirmation you get no e-mails about the date.",
    },
    button: "Review and confirm",
    valid: (until: string) => `This link is valid until ${until}.`,
    notMe:
      "If this was not you, open the link and press “This was not me”, or delete this e-mail. Nothing counts without your confirmation.",
  },
  taken: {
    subject: (title: UserText) => `You already take part: ${title}`,
    heading: "You already take part",
    text: "Someone asked to take part in this poll with your address. Your address already takes part, and each address can do so only once.",
    /** Of a participant who takes part, and wants to be told of the date. */
    address: {
      subject: (title: UserText) => `You are already told: ${title}`,
      heading: "You are already told of the date",
      text: "A participant of this poll asked for e-mails about the date at your address. Your address already gets them, and each address gets them only once.",
    },
    nothing:
      "There is nothing for you to do. This e-mail confirms nothing, and your votes stay as they are.",
    notMe: "If this was not you, you can delete this e-mail. Nothing was changed.",
  },
  creator: {
    subject: (title: UserText) => `Please confirm your address: ${title}`,
    heading: "Confirm your address",
    text: "The owner of this poll entered your address for e-mails about new entries. They are sent only if you confirm the address.",
    button: "Confirm the address",
    valid: "The link is valid for seven days.",
    notMe:
      "If you have nothing to do with this poll, delete this e-mail. Without your confirmation, no e-mails about new entries are sent.",
  },
  invitation: {
    subject: (title: UserText) => `You are invited to a poll: ${title}`,
    heading: "You are invited to take part",
    from: (name: UserText) => `${name} invites you to take part in this poll.`,
    fromUnknown: "The organizer of this poll invites you.",
    jury: "You are a member of the jury of this poll.",
    button: "Open the poll",
    personal: "This invitation is only for you and can be used once.",
    notMe: "If you do not want to take part, you can delete this e-mail.",
    unsubscribe: "Stop invitations",
  },
  personalLink: {
    subject: (title: UserText) => `Your link to the poll: ${title}`,
    heading: "Continue on another device",
    text: "With this link you see and change your own votes in this poll, on any device.",
    button: "Continue",
    personal:
      "The link is only for you: everyone who has it can change your votes. You can make it invalid on the page of the poll.",
    notMe: "If you did not ask for this, delete this e-mail. Nothing was changed.",
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
    by: (what: string, author: string) => `${what} (by ${author})`,
    button: "Open the poll",
    why: "You get this e-mail because notifications about new entries are turned on for this poll.",
  },
  votes: {
    subject: (title: UserText) => `New votes: ${title}`,
    heading: "There are new votes",
    fresh: (count: number) =>
      count === 1 ? "One more person has voted." : `${count} more people have voted.`,
    total: (count: number) =>
      count === 1 ? "So far, one person has voted." : `So far, ${count} people have voted.`,
    button: "See the results",
    why: "You get this e-mail because e-mails about votes are turned on for this poll.",
  },
  result: {
    subject: (title: UserText) => `The result is in: ${title}`,
    heading: "The poll is closed",
    text: "You took part in this poll. It is closed now, and you can see its result.",
    button: "See the result",
    why: "You get this e-mail because you confirmed this address for the poll.",
  },
  reminder: {
    subject: (title: UserText) => `A reminder: ${title}`,
    heading: "Your answer is missing",
    from: (name: UserText) =>
      `${name} invited you to this poll. You have not answered yet, and you still can.`,
    fromUnknown: "You were invited to this poll. You have not answered yet, and you still can.",
    button: "Answer now",
    personal: "The link is for you alone. Please do not pass it on.",
    notMe: "If you do not want to take part, you can ignore this e-mail.",
  },
  decision: {
    subject: (title: UserText) => `The date is set: ${title}`,
    heading: (dates: number): string => (dates === 1 ? "The date is set" : "The dates are set"),
    text: "This was decided:",
    /** Other dates held before. */
    change: {
      subject: (title: UserText) => `The date has changed: ${title}`,
      heading: (dates: number): string =>
        dates === 1 ? "The date has changed" : "The dates have changed",
      former: (dates: string) => `This no longer takes place: ${dates}`,
      text: "This holds now:",
    },
    location: (place: UserText) => `Place: ${place}`,
    button: "See the poll",
    calendar: "The attached invitation adds this to your calendar, or updates it there.",
  },
  decisionCanceled: {
    subject: (title: UserText) => `Called off: ${title}`,
    /** Other dates hold. */
    subjectOfSome: (title: UserText) => `Called off in part: ${title}`,
    others: "The dates that take place are in another e-mail.",
    heading: (dates: number): string =>
      dates === 1 ? "A date is called off" : "Dates are called off",
    text: "This no longer takes place:",
    open: {
      participant: "The poll is open again, and you can change your answers.",
      invited: "The poll is open again, and you can answer.",
    },
    location: (place: UserText) => `Place: ${place}`,
    button: "See the poll",
    calendar: "The attached message removes this from your calendar.",
  },
  movedUp: {
    subject: (title: UserText) => `You have a place: ${title}`,
    heading: "You have a place",
    text: "A place in the poll is free, and you were next on the waiting list. You can vote now.",
    button: "Vote now",
    why: "You get this e-mail because you confirmed this address for the poll.",
  },
  stateChange: {
    subject: (title: UserText) => `News about an idea: ${title}`,
    heading: "An idea has a new state",
    text: (option: string) => `You voted for this idea: ${option}`,
    labeled: (state: UserText) => `Its state is now: ${state}`,
    button: "See the idea",
    why: "You get this e-mail because you confirmed this address for the poll.",
    states: {
      incoming: "It is now new.",
      investigation: "It is now being looked into.",
      planned: "It is now planned.",
      in_implementation: "It is now being worked on.",
      rejected: "It is now declined.",
      done: "It is now done.",
    },
  },
  comments: {
    subject: (count: number, title: UserText) =>
      count === 1 ? `A new comment: ${title}` : `${count} new comments: ${title}`,
    heading: (count: number): string =>
      count === 1 ? "There is a new comment" : "There are new comments",
    onPoll: (count: number) =>
      count === 1
        ? "One comment was written in your poll."
        : `${count} comments were written in your poll.`,
    onOption: (count: number, option: string) =>
      count === 1
        ? `One comment was written on your entry: ${option}`
        : `${count} comments were written on your entry: ${option}`,
    waiting: (count: number) =>
      count === 1
        ? "1 comment is hidden until you approve it."
        : `${count} comments are hidden until you approve them.`,
    review: "To my polls",
    button: "Open the poll",
    asOwner:
      "You get this e-mail, at most once an hour, because comments are turned on for your poll.",
    asAuthor: "You get this e-mail, at most once an hour, because you submitted this entry.",
  },
  signIn: {
    subject: "Sign in to the poll service",
    heading: "Sign in",
    text: "With this link you sign in to your account.",
    button: "Sign in",
    valid: "The link is valid for 30 minutes and can be used once.",
    notMe: "If you did not ask for this, delete this e-mail. Nothing was changed.",
  },
  draft: {
    subject: "Your poll is nearly ready",
    heading: "Your poll is nearly ready",
    text: (title: string) =>
      `With this link, on any device, one press of a button creates your poll “${title}”.`,
    button: "Continue",
  },
  signUp: {
    subject: "Your account at the poll service",
    heading: "Create your account",
    text: "With this link you create an account for this address. With it you make polls, change them and see their results.",
    button: "Create the account",
  },
  membership: {
    subject: (organization: UserText) => `Invitation to the organization: ${organization}`,
    heading: "You are invited to an organization",
    text: (inviter: UserText, organization: UserText) =>
      `${inviter} invites you to make polls together in the organization “${organization}”. Its members will see your name and your address.`,
    button: "See the invitation",
    valid: "The link is valid for 7 days and can be used once.",
    notMe: "If you do not want this, delete this e-mail. Nothing has changed.",
  },
  deletion: {
    subject: (title: UserText) => `Will be deleted: ${title}`,
    subjectOfMany: (polls: number) => `${polls} of your polls will be deleted`,
    heading: (polls: number): string =>
      polls === 1 ? "A closed poll will be deleted" : "Closed polls will be deleted",
    text: (polls: number): string =>
      polls === 1
        ? "It will be deleted at this time, with all votes and files. After that, nobody can bring it back."
        : "They will be deleted at these times, with all votes and files. After that, nobody can bring them back.",
    more: (polls: number) => (polls === 1 ? "and one more poll" : `and ${polls} more polls`),
    button: "Open your polls",
    export: "To keep the votes, open the poll and download them under “Results”.",
    keep: "To keep the poll, open it again: the days begin again when it closes. If its settings say after how many days it is deleted, you can change that too.",
    why: "You get this e-mail, once before polls are deleted, because they are yours.",
  },
  passkeyAdded: {
    subject: "A passkey was added to your account",
    heading: "Your account has a new passkey",
    text: (name: UserText) =>
      `The passkey “${name}” was added. Its device signs in to your account without an e-mail.`,
    notMe:
      "If you did not add it, remove it on the page of your account, and sign out on all your devices there.",
    button: "Open your account",
    why: "You get this e-mail because it is about the security of your account.",
  },
  accountRefused: {
    subject: "Your polls can receive no payments",
    heading: "Your account receives no payments",
    text: "The payment provider no longer accepts payments to the account that you connected for your polls.",
    reason: (reason: UserText) => `The provider gives this reason: ${reason}`,
    noReason:
      "Often the provider needs further details. It can also be that the account was closed, or its connection withdrawn.",
    polls:
      "Your polls and their votes can still be read. Nothing can be sold before the account is ready again.",
    button: "Open the page of the account",
    personal: "The link is only for you. With it, others could enter details of your account.",
  },
};

export type Words = typeof en;
