/** When the owner of a poll gets a mail about votes (docs/reference/mails.md#votes). */
export const voteNotices = ["each_vote", "daily", "all_answered"] as const;
