/** The texts of pages in English. Every other language has the same keys. */
export const en = {
  languages: "Language",
  noScript: "This page needs JavaScript. Please turn it on in your browser and reload the page.",
  home: {
    start: {
      title: "Polls for everyone",
      heading: "Ask, vote, decide",
      description:
        "Make a poll, send its link, see the results live. You need no account to begin, and participants need none at all.",
    },
    sign_in: {
      title: "Sign in",
      description: "Sign in or create an account with a link that we send you by e-mail.",
    },
    polls: { title: "My polls", description: "See the polls of your account, and make new ones." },
    new_poll: { title: "New poll", description: "Choose what you want to make." },
    account: {
      title: "My account",
      description: "Your name, your access tokens and the browsers where you are signed in.",
    },
  },
  operator: { imprint: "Imprint", privacy: "Privacy policy" },
  operate: {
    title: "Operator",
    sections: {
      accounts: "Accounts",
      polls: "Polls",
      reports: "Reports of abuse",
      mails: "Failed e-mails",
      suppressed: "Suppressed addresses",
      audit: "Audit log",
    },
    nothing: "Nothing found.",
    search: "Search",
    find: {
      accounts: "Part of the address or of the name",
      polls: "Part of the title, the link, or the address of the owner",
    },
    reason: "Reason",
    reasonForReaders: "Reason, for readers",
    save: "Save",
    missing: "Please give a reason of at most 500 characters.",
    sentence: (max: number) => `Please write at most ${max} characters.`,
    number: "Please enter whole numbers, or leave the fields empty.",
    unknown: "This no longer exists. Nothing was changed.",
    service: {
      title: "Service",
      maintained: "Maintenance is on: nothing can be changed.",
      running: "The service is running.",
      begin: "Begin maintenance",
      end: "End maintenance",
      sentence: "Sentence for people (empty: the usual one)",
      announcement: "Announcement on every page (empty: none)",
    },
    kept: {
      title: "What is kept how long",
      closedPolls: "Closed polls, after they closed",
      untilDeleted: "until their owners delete them, or as these chose",
      atMost: (days: string) => `${days}, or less where their owners chose so`,
      days: (days: number) => (days === 1 ? "1 day" : `${days} days`),
      names: {
        unconfirmed_addresses: "E-mail addresses that participants have not confirmed",
        denied_requests: "Requests that the owner of an address has denied",
        account_sessions: "Browsers that are signed in, after the sign-in",
        member_invitations: "Invitations into organizations",
        freed_hashes: "The reservation of links of deleted polls",
        webhook_deliveries: "Deliveries of webhooks",
        merged_votes: "Votes that a merge of options removed",
        stored_responses: "Stored responses, encrypted, for repeated requests",
        mail_counts: "Counts of e-mails, without addresses",
      },
      others: "Logs and backups",
      yours: "as long as you keep them",
    },
    account: {
      operator: "Operator",
      blocked: (when: string) => `Blocked since ${when}`,
      polls: "Polls",
      files: "Files",
      usage: (used: string, quota: string) => `${used} of ${quota}`,
      block: "Block",
      unblock: "Let back",
      quotas: "Quotas",
      quotasText: "An empty field means the usual quota.",
      storage: "Files in megabytes",
      mails: "Invitations by e-mail a day",
      pollQuota: "Polls at a time",
      invite: "Invite an address to create an account",
      email: "E-mail address",
    },
    poll: {
      owner: "Owner",
      created: "Created",
      takenDown: (when: string) => `Taken down on ${when}`,
      takeDown: "Take down",
      restore: "Restore",
    },
    report: { close: "Close the report" },
    mail: {
      retry: "Send again",
      retryAll: "Send all again that failed by our fault",
      states: { queued: "waits", failed: "failed" },
    },
    suppressed: { allow: "Allow again" },
    byCommand: "Command line",
    again: {
      title: "Please sign in again",
      text: "Nothing was changed. What you do here concerns other people, so it needs a sign-in within the last 30 minutes.",
      button: "Sign in again",
    },
    twoFactors: {
      title: "Please sign in with a passkey",
      text: "Operators prove two factors here. If you have no passkey yet, add one to your account, then sign in with it.",
      atProvider:
        "Operators prove two factors here. Please sign in at a provider that asks you for both.",
      button: "Sign in again",
      account: "My account",
    },
    acts: {
      "account.create": "Account created",
      "account.invite": "Address invited to create an account",
      "account.set": "Account changed",
      "account.block": "Account blocked",
      "account.unblock": "Account let back",
      "account.quota": "Quotas of an account set",
      "account.sign_out": "Sessions and tokens of an account ended",
      "account.token": "Token of an account changed",
      "account.export": "Data of a person exported",
      "account.erase": "Data of a person erased",
      "organization.create": "Organization created",
      "organization.member": "Role in an organization changed",
      "poll.take_down": "Poll taken down",
      "poll.restore": "Poll restored",
      "service.maintenance": "Maintenance switched",
      "service.announce": "Announcement set",
      "mail.retry": "Failed e-mails sent again",
      "mail.allow": "Suppressed address allowed again",
      "report.close": "Report of abuse closed",
      "job.retry": "Dead jobs sent again",
      "job.delete": "Dead jobs deleted",
    },
  },
  report: {
    link: "Report this poll",
    ask: {
      title: "Report this poll",
      text: "Tell the operator of this service what is wrong with this poll: for example, that it is fraudulent, insults somebody or is against the law.",
      label: "What is wrong",
      button: "Send the report",
      privacy: "The operator reads your words, and learns neither your name nor your address.",
      problem: (most: number) => `Please write between 1 and ${most} characters.`,
    },
    done: {
      title: "Thank you",
      text: "The operator of this service will look at the poll.",
    },
  },
  errors: {
    notFound: {
      title: "Page not found",
      text: "Please check the address, or open the link in your e-mail again. Links to files expire after a while: reload the page that shows the file.",
    },
    malformed: {
      title: "This link is incomplete",
      text: "Please copy the whole link again, or open it in your e-mail.",
    },
    notOurs: {
      title: "This request did not come from our page",
      text: "Nothing was changed. Please open the link in your e-mail again and press the button on that page.",
    },
    refused: {
      title: "This did not work",
      text: "Nothing was changed. Please go back, check what you entered, and try again.",
    },
    tooMany: {
      title: "Too many requests",
      text: (seconds: number) =>
        `Please wait ${seconds === 1 ? "1 second" : `${seconds} seconds`} and then reload this page.`,
    },
    unavailable: {
      title: "One moment, please",
      text: "This page is not available right now. Please try again in a few minutes. Nothing has been lost.",
    },
    defect: {
      title: "Something went wrong",
      text: "The mistake is ours. Please try again in a few minutes. Nothing has been lost.",
    },
    takenDown: {
      title: "This poll was taken down",
      text: "The operator of this service has taken the poll down.",
    },
    reason: (reason: string) => `Reason: ${reason}`,
    blocked: {
      title: "Your account is blocked",
      text: "The operator of this service has blocked your account. Please ask the operator why.",
    },
    maintenance: {
      title: "Maintenance",
      text: "The service is being maintained. Nothing can be changed at present. Please try again later.",
    },
    reference: (id: string) => `Reference: ${id}`,
    again: "Try again",
    start: "Go to the start page",
  },
  optIn: {
    confirm: {
      title: "Confirm your participation",
      titleOfSeveral: "Which request is yours?",
      text: (address: string) =>
        `Someone asked to take part in this poll as ${address}. If that was you, confirm it, and these votes will count.`,
      several: (address: string) =>
        `Several requests to take part in this poll use the address ${address}. Confirm only your own: its votes will count, and the other requests stay unconfirmed.`,
      name: "Name",
      nameless: "No name",
      asked: "Requested",
      ownNetwork: "From the internet connection you are using now",
      votes: "Votes",
      noVotes: "None yet",
      more: (votes: number) => (votes === 1 ? "and one more" : `and ${votes} more`),
      button: "Confirm",
      notMe: "This was not me",
      noneIsMine: "None of these is mine",
      notMeText:
        "If you did not ask for this, press the lower button. Nothing is confirmed, and your address is removed from the request.",
      changed:
        "The request has changed since you opened this page, so nothing was confirmed. This is the request now:",
      denied:
        "Thank you. That request was not confirmed. There are more requests with your address:",
    },
    denied: {
      title: "Nothing is confirmed",
      text: "You said that this was not you. The request was not confirmed, and your address was removed from it.",
    },
    confirmed: {
      title: "You are confirmed",
      text: "Thank you, your participation is confirmed.",
      waits:
        "All places of the poll are taken. You are on the waiting list, and get an e-mail once you have a place.",
      cast: (votes: number) =>
        votes === 1 ? "Your vote now counts." : `Your ${votes} votes now count.`,
      own: "See my votes",
      safe: "You need not vote again.",
    },
    /** In place of the texts about votes. */
    signUps: {
      confirm: {
        text: (address: string) =>
          `Someone asked to take part in this poll as ${address}. If that was you, confirm it, and these sign-ups will count.`,
        several: (address: string) =>
          `Several requests to take part in this poll use the address ${address}. Confirm only your own: its sign-ups will count, and the other requests stay unconfirmed.`,
        votes: "Sign-ups",
      },
      confirmed: {
        cast: (count: number) =>
          count === 1 ? "You are signed up." : `You are signed up for ${count} options.`,
        own: "See where I am signed up",
        safe: "You need not sign up again.",
      },
      dropped: {
        title: "Sign-ups that do not count",
        explanation: "Something has changed since you signed up, so these sign-ups do not count:",
      },
    },
    /** In place of the texts about a participation, where only the address is confirmed. */
    address: {
      confirm: {
        title: "Confirm your address",
        text: (address: string) =>
          `A participant of this poll asked for e-mails about the date at ${address}. If that was you, confirm it.`,
        several: (address: string) =>
          `Several participants of this poll asked for e-mails about the date at ${address}. Confirm only your own request: the others stay unconfirmed.`,
      },
      confirmed: {
        title: "Your address is confirmed",
        text: "Thank you. You get an e-mail once the date is set, and if it changes or is called off.",
      },
    },
    already: {
      title: "You are already confirmed",
      text: "This address was confirmed before. There is nothing left to do.",
    },
    dropped: {
      title: "Votes that do not count",
      explanation: "Something has changed since you voted, so these votes could not be counted:",
      line: (what: string, why: string) => `${what}: ${why}`,
      day: (day: string) => ` (${day})`,
    },
    fee: {
      text: "There is a fee for taking part. Your participation counts once you have paid it.",
      pay: "Pay the fee",
    },
    toPay: {
      title: "Votes waiting for your payment",
      pay: (what: string) => `Pay for “${what}”`,
    },
    expired: {
      title: "This link has expired",
      text: "Confirmation links are valid for seven days.",
      askAgain: "Go back to the poll and ask for a new e-mail there.",
    },
    ended: {
      title: "This link is no longer valid",
      text: "The e-mail address was changed after this link was sent. Please use the link in the newest e-mail, sent to the new address.",
    },
    taken: {
      title: "This address already takes part",
      text: "Each address can take part in this poll once. This address was confirmed before, so nothing more can be confirmed with it.",
    },
    closed: {
      title: "The poll is closed",
      text: "The time to confirm is over, so nothing was counted.",
    },
    unknown: {
      title: "This link is not valid",
      text: "Perhaps the link was not copied completely. Please open it in your e-mail again, or copy all of it into the address bar.",
      gone: "If that does not help, the poll or your participation has been deleted.",
    },
    reasons: {
      option_not_found: "it can no longer be voted for",
      poll_closed: "the poll was closed before it could be counted",
      voting_not_allowed: "the poll no longer takes votes",
      voting_not_started: "voting had not started yet",
      jury_only: "only the jury votes",
      own_option: "you cannot vote for your own entry",
      option_not_votable: "it can no longer be voted for",
      option_not_open: "it is not open yet",
      already_voted: "you have already voted",
      rank_taken: "that rank is already taken",
      limit: "the maximum number of votes is reached",
      other: "it does not fit the poll as it is now",
    },
    toPoll: "Go to the poll",
  },
  otherAddress: {
    title: "This address does not work",
    text: "Please open the page under the address below. Who runs this service can allow further addresses: the log says how.",
  },
  unsubscribe: {
    ask: {
      title: (topic: string) => `Stop e-mails about ${topic}?`,
      text: (topic: string) => `You will get no more e-mails about ${topic}.`,
      /** Of mails that a setting of the poll turns on. */
      again: "You can turn these e-mails on again in the settings of the poll.",
      button: "Stop e-mails",
    },
    done: {
      title: "E-mails stopped",
      text: (topic: string) => `From now on you get no more e-mails about ${topic}.`,
    },
    unknown: {
      title: "This link is not valid",
      text: "Perhaps it was not copied completely. If the poll was deleted, no more e-mails are sent anyway.",
    },
  },
  creator: {
    button: "Confirm",
    ask: {
      title: "Confirm this address",
      text: "The owner of this poll entered your address for e-mails about new entries. They are sent only if you confirm the address.",
    },
    done: {
      title: "The address is confirmed",
      text: "E-mails about new entries in this poll are sent to this address while they are turned on. Each has a link that stops them.",
    },
    expired: {
      title: "This link no longer works",
      text: "It has expired, or the poll now uses another address. The owner of the poll can remove the address through the API and set it again: then you get a new e-mail.",
    },
    unknown: {
      title: "This link is not valid",
      text: "Perhaps it was not copied completely, or the poll has been deleted.",
    },
  },
  optOut: {
    ask: {
      title: "Stop e-mails about polls?",
      text: "You decide which e-mails about polls are sent to this address: invitations, reminders, requests to confirm an address for new entries, and news about dates, places, results and ideas. E-mails that you ask for yourself, such as those that confirm your address, are still sent.",
    },
    all: {
      title: "No more e-mails about polls",
      text: "We no longer send invitations, reminders, requests to confirm an address for new entries, or news about dates, places, results and ideas, of any poll to this address.",
      button: "Stop e-mails about all polls",
    },
    poll: {
      title: "No more e-mails about this poll",
      text: "We no longer send invitations, reminders, requests to confirm an address for new entries, or news about dates, places, results and ideas, of this poll to this address.",
      button: "Stop e-mails about this poll",
    },
    none: {
      title: "E-mails are allowed again",
      text: "E-mails about polls may be sent to this address again.",
      button: "Allow e-mails again",
    },
    unknown: {
      title: "This link is not valid",
      text: "Perhaps it was not copied completely.",
    },
  },
  signIn: {
    ask: {
      title: "Sign in",
      text: "Press the button to sign in with this browser.",
      button: "Sign in",
      withPoll: "One press signs you in with this browser, and creates this poll:",
      withoutPoll: "Sign in without this poll",
      tokens: "New access tokens for your programs",
      tokensText:
        "We store tokens in a form that nobody can read. You can make a new token here; it replaces the old one.",
      private: {
        title: "Private token",
        text: "It acts as you. Programs that use the present token stop working.",
        button: "Make a new private token",
      },
      public: {
        title: "Public token",
        text: "It belongs in your web pages. Pages that use the present token stop working until you put the new one there.",
        button: "Make a new public token",
      },
    },
    newPoll: {
      title: "Create your poll",
      button: "Create the poll",
      notMine:
        "If this poll is not yours, leave it out: another person may have entered your address.",
      refused: {
        title: "Your poll was not created",
        text: "You are signed in, but the service did not accept the poll.",
      },
      failed: {
        title: "Your poll was not created",
        text: "You are signed in, but the poll cannot be created now. What you entered is still in the tab in which you entered it: sign in there too, and create it again.",
        button: "My polls",
      },
    },
    done: {
      private: "Your new private token",
      public: "Your new public token",
      text: "Copy it now. It is shown only once.",
    },
    expired: {
      title: "This link is no longer valid",
      text: "Sign-in links are valid for 30 minutes and can be used once. Please ask for a new one.",
      button: "Ask for a new link",
    },
  },
  signUp: {
    ask: {
      title: "Create your account",
      text: "With an account you make polls, change them and see their results.",
      button: "Create the account",
      withPoll: "One press creates your account for this address, and this poll:",
      withoutPoll: "Create only the account",
      notMe: "If you did not ask for this, close this page. Nothing has been created.",
    },
    done: {
      title: "Your account is ready",
      signedIn: "You are signed in.",
      button: "Make your first poll",
      tokens: "Access tokens for your programs",
      text: "Copy both tokens now. They are shown only once.",
      private: "It acts as you. Keep it secret.",
      public: "It belongs in your web pages, and acts for the people who visit them.",
    },
    taken: {
      title: "This address already has an account",
      text: "It was created through another link in the meantime. If you do not have its tokens, ask for a new link and make new tokens there.",
    },
  },
  join: {
    title: (organization: string) => `Join “${organization}”?`,
    text: (inviter: string) =>
      `${inviter} invites you to make polls together in this organization. Its members will see your name and your address.`,
    roles: {
      owner: "You become an owner: you may do everything.",
      admin: "You become an admin: you manage its members and all of its polls.",
      member: "You become a member: you make polls there, and manage your own.",
    },
    button: "Join",
    account: "If you have no account yet, one is created for this address.",
    done: (organization: string) => `You are a member of “${organization}”`,
    next: "Sign in with this address to see its polls.",
    signIn: "Sign in",
    expired: {
      title: "This invitation is no longer valid",
      text: "It was used, is older than 7 days, or was taken back. Ask for a new one.",
    },
    closed: {
      title: "This service makes no new accounts",
      text: "The operator of the service decides who gets an account. Ask there, and open this link again then.",
    },
  },
  provider: {
    back: "Back to the sign-in",
    backToPoll: "Back to the poll",
    proof: {
      text: (name: string) =>
        `Each person takes part once. To take part, sign in with ${name}; the poll does not learn who you are.`,
      button: (name: string) => `Sign in with ${name}`,
      done: (name: string) =>
        `You take part as a person whom ${name} knows; the poll does not learn who you are.`,
      end: "Sign out of this poll",
      missing:
        "To take part, people sign in at a provider that this service no longer has. Please ask the people who made the poll.",
    },
    expired: {
      title: "This sign-in is no longer valid",
      text: "It took longer than 10 minutes, or it began in another browser. Please start again.",
    },
    unknown: {
      title: "This way to sign in does not exist",
      text: "The operator of the service may have changed the ways to sign in. Please start again.",
    },
    unreachable: {
      title: (name: string) => `${name} cannot be reached`,
      text: (name: string) =>
        `The service asked ${name} and got no answer. Please try again in a few minutes.`,
    },
    declined: {
      title: () => "You are not signed in",
      text: (name: string) =>
        `${name} has not confirmed who you are, or you stopped the sign-in there.`,
    },
    unusable: {
      title: () => "The sign-in did not work",
      text: (name: string) =>
        `The answer of ${name} cannot be used. Please try again. If it happens again, ask the operator of the service, who finds the reason in the log.`,
    },
    unverified: {
      title: "Your address is not confirmed",
      text: (name: string) =>
        `Your account is found by its e-mail address, and ${name} does not say that it has checked yours. Confirm your address there, then sign in again.`,
    },
    closed: {
      title: "There is no account for your address",
      text: (name: string) =>
        `${name} has confirmed your address, but the operator of the service decides who gets an account. Please ask there.`,
    },
    only: {
      title: "Links in e-mails do not sign in here",
      text: "Accounts of this service sign in in another way.",
      button: "Sign in",
    },
  },
  pay: {
    what: {
      title: "What you pay for",
      amount: "Amount",
      each: (amount: string) => `${amount} each`,
      refunded: "Refunded",
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
    from: "Publisher",
    terms: "Terms",
    privacyPolicy: "Privacy policy",
    ready: {
      title: "Payment",
      button: "Pay now",
      note: "You pay on the website of our payment provider.",
    },
    preparing: {
      title: "One moment, please",
      text: "The payment page is being opened. This page continues by itself.",
    },
    checking: {
      title: "Checking your payment",
      text: "We are asking our payment provider. This page continues by itself.",
      back: "Not paid yet? Go back to the payment",
    },
    processing: {
      title: "Your payment is on its way",
      text: "It counts as soon as the money arrives. With some payment methods this takes a few days.",
    },
    refused: {
      title: "This cannot be paid",
      text: "Our payment provider does not accept this payment, and trying again will not help. You were not charged. Please tell the publisher of the poll.",
    },
    again: {
      title: "Not paid yet",
      text: "The payment was not completed. You were not charged.",
      button: "Try again",
    },
    paid: {
      title: "Paid, thank you",
      votes: (votes: number) =>
        votes === 1 ? "Your bought vote counts." : `Your ${votes} bought votes count.`,
      voting_fee: "Your votes count.",
      held: "Your votes count once you have confirmed your e-mail address.",
      submission_fee: "Your entry is paid for.",
      donation: "Thank you for your donation.",
    },
    rejected: {
      title: "You get your money back",
      text: "Your payment arrived too late to be used. You get all of it back; this can take a few days.",
    },
    refund_failed: {
      title: "Your refund is delayed",
      text: "Your payment cannot be used, and it could not be refunded yet. We try again. Please ask the publisher of the poll if you do not get your money within a few days.",
    },
    refunded: {
      title: "Refunded",
      text: "This payment was refunded. What it paid for no longer counts.",
    },
    disputed: {
      title: "This payment is disputed",
      text: "Your bank has disputed the payment. What it paid for does not count until this is settled.",
    },
    replaced: {
      title: "This payment is no longer needed",
      text: "What you wanted to pay for has changed or was removed. Nothing can be paid here.",
    },
    full: {
      title: "No place is left",
      text: "The place was reserved for you for some hours and has gone to someone else. You were not charged. If a place becomes free, you can pay on this page again.",
    },
    paused: {
      title: "This cannot be paid right now",
      text: "The publisher cannot take payments at the moment. You were not charged. Please try again later.",
    },
    closed: { title: "The poll is closed", text: "Payments are no longer possible." },
    unknown: {
      title: "Payment not found",
      text: "Perhaps the link was not copied completely. Please open it again from where you found it.",
    },
    toPoll: "Go to the poll",
  },
  connect: {
    button: "Continue to our payment provider",
    again: "Try again",
    preparing: {
      title: "One moment, please",
      text: "The page of our payment provider is being opened. This page continues by itself.",
    },
    open: {
      title: "Receive money yourself",
      text: "On the next page our payment provider asks who you are and where to send the money. We do not see your bank details.",
    },
    unfinished: {
      title: "Not finished yet",
      text: "Our payment provider still needs details. Until you give them, your polls cannot sell anything.",
    },
    checking: {
      title: "Checking your account",
      text: "We are asking our payment provider. This page continues by itself. If details are missing, give them there.",
    },
    ready: {
      title: "Your account is connected",
      text: "The money from your polls goes to your account at our payment provider.",
    },
    restricted: {
      title: "Your account cannot receive payments",
      text: "Our payment provider has paused your account and needs more details. Until you give them, your polls cannot sell anything.",
    },
    payments_refused: {
      title: "Your account cannot receive payments",
      text: "Our payment provider refuses payments to your account. Please ask the operator of this service. The reason is:",
    },
    refused: {
      title: "The account could not be opened",
      text: "Our payment provider refused to open this account. Please ask the operator of this service.",
    },
    ended: {
      title: "This account is disconnected",
      text: "The money from your polls goes to the operator of this service.",
    },
    unknown: {
      title: "This link is not valid",
      text: "Perhaps the link was not copied completely. Please open it again from where you found it.",
    },
  },
};

export type Words = typeof en;
