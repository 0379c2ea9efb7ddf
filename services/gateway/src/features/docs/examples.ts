/** Examples of request bodies, by operation id. */
export const requestExamples: Readonly<Record<string, object>> = {
  postPolls: {
    poll: {
      title: "Where do we eat?",
      description: "Friday, half past twelve",
      vote_limit_per_voter: 3,
    },
  },
  patchPollsByPollHash: { poll: { vote_type: "Votes::RatingVote", status: "active" } },
  postPollsByPollIdOptions: { option: { content: "The harbour kitchen" } },
  patchPollsByPollIdOptionsById: { option: { content: "The old harbour kitchen" } },
  postPollsByPollIdVoters: { voter: { user_name: "Ada" } },
  patchPollsByPollIdVotersById: { voter: { user_name: "Ada L." } },
  postPollsByPollIdInvitations: { invitations: [{ email: "ada@example.org", jury: true }] },
  postPollsByPollIdVotes: {
    voter_id: "q3Vd0mJx5kS8y1ZbT7wRgA",
    option_id: "Xc9uN2fLrE4hP6aYtK0oWg",
    vote: { vote: 1 },
  },
  patchPollsByPollIdVotesById: { vote: { vote: -1 } },
  postAccountSignIn: { email: "ada@example.org" },
  patchAccount: { account: { name: "Ada" } },
  postWebhooks: {
    webhook: { url: "https://example.org/polls", events: ["option.created", "results.changed"] },
  },
  postOrganizations: { organization: { name: "The harbour" } },
};
