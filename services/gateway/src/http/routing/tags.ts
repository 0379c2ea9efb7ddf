/** The groups of operations in the documentation, in their order there. */
export const tags = {
  Account: "The account of a private token, its tokens, and signing in.",
  Organizations: "Accounts that share polls.",
  Polls: "Polls and their settings.",
  Options: "What participants vote on: texts, dates, files, questions of surveys.",
  Participants: "The people who take part in a poll; `voter` in bodies.",
  Invitations: "Codes with which one participant each can join a poll.",
  Votes: "Values that participants give to options.",
  Comments: "What participants write about options.",
  Results: "Ratings, live results, and all votes as a file.",
  Payments: "Bought votes, fees and donations.",
  Webhooks: "Events that the service sends to a URL of the client.",
} as const satisfies Readonly<Record<string, string>>;

export type Tag = keyof typeof tags;
