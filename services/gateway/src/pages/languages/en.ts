/** The texts of pages in English. Every other language has the same keys. */
export const en = {
  noScript:
    "This page needs JavaScript. Please switch it on in your browser and load the page again.",
  home: {
    start: {
      title: "Polls for everyone",
      description: "Let people vote, answer, hand in and compare, and see the results live.",
    },
    sign_in: {
      title: "Sign in",
      description: "Sign in or make an account with a link that we send you by e-mail.",
    },
    polls: { title: "My polls", description: "The polls of your account, and new ones." },
    account: { title: "My account", description: "Your name, your tokens and your browsers." },
  },
  operator: { imprint: "Imprint", privacy: "Privacy policy" },
  errors: {
    notFound: {
      title: "There is no such page",
      text: "Please check the address, or open the link in your mail once more. Links to files end after a while: load the page that they are on again.",
    },
    malformed: {
      title: "This address is not complete",
      text: "Please copy the whole link once more, or open it in your mail.",
    },
    notOurs: {
      title: "This was not sent from our own page",
      text: "Nothing has changed. Please open the link in your mail once more, and press the button there.",
    },
    refused: {
      title: "This did not work",
      text: "Nothing has changed. Please go back, check what you have entered, and try again.",
    },
    tooMany: {
      title: "Too many requests",
      text: (seconds: number) =>
        `Please wait ${seconds === 1 ? "1 second" : `${seconds} seconds`} and then load this page again.`,
    },
    unavailable: {
      title: "One moment, please",
      text: "This page cannot be shown right now. Please try again in a few minutes: nothing is lost.",
    },
    defect: {
      title: "Something went wrong",
      text: "This is our fault. Please try again in a few minutes: nothing is lost.",
    },
    reference: (id: string) => `Reference: ${id}`,
    again: "Try again",
    start: "To the start page",
  },
  optIn: {
    confirm: {
      title: "Confirm your participation",
      titleOfSeveral: "Which one is yours?",
      text: (address: string) =>
        `Somebody asked to take part in this poll as ${address}. Confirm it if that was you: these votes count then.`,
      several: (address: string) =>
        `Several requests to take part in this poll name ${address}. Confirm your own: its votes count then, and the others confirm nothing.`,
      name: "Name given",
      nameless: "None",
      asked: "Asked for",
      ownNetwork: "From the internet connection that you use now",
      votes: "Votes",
      noVotes: "None yet",
      more: (votes: number) => (votes === 1 ? "and one more" : `and ${votes} more`),
      button: "Confirm",
      notMe: "This was not me",
      noneIsMine: "None of these is mine",
      notMeText:
        "You did not ask for this? Then press the lower button: it confirms nothing, and takes your address away from it.",
      changed:
        "This has changed since you looked at it, so that nothing was confirmed. This is how it is now:",
      denied: "Thank you. That confirmed nothing. Further requests name your address:",
    },
    denied: {
      title: "Nothing is confirmed",
      text: "You said that this was not you. It confirms nothing, and your address is taken away from it.",
    },
    confirmed: {
      title: "You are confirmed",
      text: "Thank you, your participation is confirmed.",
      cast: (votes: number) =>
        votes === 1 ? "Your vote counts now." : `Your ${votes} votes count now.`,
    },
    already: {
      title: "You are confirmed already",
      text: "This address has been confirmed before. There is nothing left to do.",
    },
    dropped: {
      title: "Votes that do not count",
      explanation: "Since you voted, something has changed, so that these could not be counted:",
      line: (what: string, why: string) => `${what}: ${why}`,
      nameless: "An option",
      day: (day: string) => ` (${day})`,
    },
    fee: {
      text: "There is a fee for taking part: your votes count once it is paid.",
      pay: "Pay the fee",
    },
    toPay: {
      title: "Votes that wait for your payment",
      pay: (what: string) => `Pay for “${what}”`,
    },
    expired: {
      title: "This link has expired",
      text: "Links to confirm are valid for seven days.",
      askAgain: "Go back to the poll and ask for a new mail there.",
    },
    ended: {
      title: "This link is not valid any more",
      text: "The address of this participation was changed after this mail was sent. Please use the link in the newest mail, sent to the new address.",
    },
    taken: {
      title: "This address takes part already",
      text: "Each address takes part in this poll once. Somebody has confirmed this address before, so that nothing more can be confirmed with it.",
    },
    closed: {
      title: "The poll is closed",
      text: "The time to confirm is over, so that nothing was counted.",
    },
    unknown: {
      title: "This link is not valid",
      text: "Perhaps it was not copied as a whole. Please open the link in your mail once more, or copy it completely into the address bar.",
      gone: "If that does not help, the poll or your participation has been deleted in the meantime.",
    },
    reasons: {
      option_not_found: "it can no longer be voted for",
      poll_closed: "the poll was closed before it could be counted",
      voting_not_allowed: "the poll takes no votes any more",
      voting_not_started: "voting had not started yet",
      jury_only: "only the jury votes",
      own_option: "own entries cannot be voted for",
      option_not_votable: "it can no longer be voted for",
      option_not_open: "it is not open yet",
      already_voted: "there is a vote already",
      rank_taken: "the rank is given already",
      limit: "the greatest number of votes is reached",
      other: "it does not fit the poll as it is now",
    },
    toPoll: "Go to the poll",
  },
  unsubscribe: {
    ask: {
      title: "No more mails about new entries?",
      text: "Nobody will be told by mail any more when entries are submitted to this poll. In the settings of the poll this can be switched on again.",
      button: "No more mails",
    },
    done: {
      title: "No more mails",
      text: "From now on nobody is told by mail about new entries of this poll.",
    },
    unknown: {
      title: "This link is not valid",
      text: "Perhaps it was not copied as a whole, or the poll has been deleted: then no more mails come anyway.",
    },
  },
  creator: {
    button: "Confirm",
    ask: {
      title: "Confirm this address",
      text: "This poll names your address for mails about new entries. They are sent only when you confirm it.",
    },
    done: {
      title: "The address is confirmed",
      text: "Mails about new entries of this poll come to this address, when they are switched on. Each has a link that ends them.",
    },
    dead: {
      title: "This link has ended",
      text: "It has expired, or the poll names another address now. Setting the address of the poll again sends a new mail.",
    },
    unknown: {
      title: "There is no such link",
      text: "Perhaps it was not copied as a whole, or the poll has been deleted.",
    },
  },
  optOut: {
    ask: {
      title: "No more invitations?",
      text: "You decide which invitations this address gets from here. Mails that you ask for yourself, such as those that confirm your address, come as before.",
    },
    all: {
      title: "No more invitations",
      text: "This address gets no invitation to any poll from here any more.",
      button: "No invitations to any poll",
    },
    poll: {
      title: "No more invitations to this poll",
      text: "This address gets no more invitations to this poll.",
      button: "No invitations to this poll",
    },
    none: {
      title: "Invitations are allowed again",
      text: "This address gets invitations again.",
      button: "Allow invitations again",
    },
    unknown: {
      title: "This link is not known",
      text: "Perhaps it was not copied as a whole.",
    },
  },
  signIn: {
    ask: {
      title: "Sign in",
      text: "With this button this browser is signed in to your account.",
      button: "Sign in",
      tokens: "New access tokens for programs",
      tokensText:
        "Tokens are kept in a form in which nobody can read them. What you get here is a new one, which replaces the old one.",
      private: {
        title: "Private token",
        text: "It acts as you. Whatever uses the present one stops working.",
        button: "Make a new private token",
      },
      public: {
        title: "Public token",
        text: "It belongs in your web pages. Pages with the present one stop working until they have the new one.",
        button: "Make a new public token",
      },
    },
    done: {
      private: "Your new private token",
      public: "Your new public token",
      text: "Copy it now: it is shown this once.",
    },
    dead: {
      title: "This link is not valid any more",
      text: "Links to your access are valid for 30 minutes and can be used once. Please ask for a new one.",
      button: "Ask for a new link",
    },
  },
  signUp: {
    ask: {
      title: "Create your account",
      text: "With an account you make polls, and your web pages and programs use its tokens.",
      button: "Create the account",
      notMe: "You did not ask for this? Then close this page: nothing has been created.",
    },
    done: {
      title: "Your account is there",
      signedIn: "You are signed in to it.",
      button: "Make your first poll",
      back: "Back to the page that you came from",
      tokens: "Access tokens for your programs",
      text: "Copy both tokens now: they are shown this once.",
      private: "It acts as you. Keep it secret.",
      public: "It belongs in your web pages, and acts for the people who visit them.",
    },
    taken: {
      title: "This address has an account",
      text: "It was created by another link in the meantime. If you do not have its tokens, please ask for a new link: it leads to new ones.",
    },
  },
  pay: {
    what: {
      title: "What you pay for",
      amount: "Amount",
      each: (amount: string) => `${amount} each`,
      refunded: "Refunded of this",
    },
    votes: (votes: number) => (votes === 1 ? "1 vote" : `${votes} votes`),
    kinds: {
      voting_fee: "Fee for taking part",
      voting_donation: "Donation",
      submission_fee: "Fee for your entry",
      submission_donation: "Donation",
    },
    yourChoice: "You choose the amount",
    suggestion: (amount: string) => `${amount} suggested; you choose the amount`,
    from: "Offered by",
    terms: "Terms",
    privacyPolicy: "Privacy policy",
    ready: {
      title: "Payment",
      button: "Pay now",
      note: "You pay on the pages of our payment provider.",
    },
    preparing: {
      title: "One moment, please",
      text: "The checkout is being opened. This page goes on by itself.",
    },
    checking: {
      title: "Checking your payment",
      text: "We are asking our payment provider. This page goes on by itself.",
      back: "You have not paid? Go back to the payment",
    },
    processing: {
      title: "Your payment is on its way",
      text: "It counts as soon as the money has arrived. With some ways to pay this takes a few days.",
    },
    refused: {
      title: "This cannot be paid",
      text: "Our payment provider does not take this payment, and trying again does not help. Nothing was taken from you. Please tell those who run the poll.",
    },
    again: {
      title: "Not paid yet",
      text: "The checkout has ended without a payment. Nothing was taken from you.",
      button: "Try again",
    },
    paid: {
      title: "Paid, thank you",
      votes: (votes: number) =>
        votes === 1 ? "Your bought vote counts." : `Your ${votes} bought votes count.`,
      voting_fee: "Your votes count.",
      submission_fee: "Your entry is paid for.",
      donation: "Thank you for your donation.",
    },
    rejected: {
      title: "Your money goes back",
      text: "Your payment came when it could not be used any more. You get all of it back; this can take a few days.",
    },
    refunded: {
      title: "Refunded",
      text: "This payment was refunded. What it paid for does not count any more.",
    },
    disputed: {
      title: "This payment is disputed",
      text: "Your bank has called the payment back. What it paid for does not count meanwhile.",
    },
    replaced: {
      title: "This payment is not needed any more",
      text: "What was to be paid for has changed or is gone. Nothing can be paid here.",
    },
    full: {
      title: "No place is left",
      text: "The place was kept for you for some hours and has gone to somebody else. Nothing was taken from you. If a place becomes free, this page offers to pay again.",
    },
    paused: {
      title: "This cannot be paid right now",
      text: "The seller cannot take payments at the moment. Nothing was taken from you. Please try again later.",
    },
    closed: { title: "The poll is closed", text: "Nothing can be paid any more." },
    unknown: {
      title: "There is no such payment",
      text: "Perhaps the link was not copied as a whole. Please open it once more from where you have it.",
    },
    toPoll: "Go to the poll",
  },
  connect: {
    button: "Go on at our payment provider",
    preparing: {
      title: "One moment, please",
      text: "The way to our payment provider is being opened. This page goes on by itself.",
    },
    open: {
      title: "Receive money yourself",
      text: "On the next page our payment provider asks who you are and where the money goes. We do not see your bank details.",
    },
    unfinished: {
      title: "Not finished yet",
      text: "Our payment provider still needs details. Until then your polls sell nothing.",
    },
    checking: {
      title: "Checking your account",
      text: "We are asking our payment provider. This page goes on by itself. If details are missing, go on there.",
    },
    ready: {
      title: "Your account is connected",
      text: "The money of your polls goes to your account at our payment provider.",
    },
    restricted: {
      title: "Your account takes no payments",
      text: "Our payment provider has paused your account, and needs more details. Until then your polls sell nothing.",
    },
    refused: {
      title: "The account cannot be opened",
      text: "Our payment provider does not open this account. Please ask those who run this service.",
    },
    ended: {
      title: "This account is disconnected",
      text: "The money of your polls goes to those who run this service.",
    },
    unknown: {
      title: "There is no such page",
      text: "Perhaps the link was not copied as a whole. Please open it once more from where you have it.",
    },
  },
};

/** The words of a language. */
export type Words = typeof en;
