/** Reads a poll. Its password is not needed (docs/reference/access.md#poll-password). */
export const readPollRule = { param: "poll_hash", password: "none", restricted: false } as const;

/** Reads what belongs to a poll: options, participants, results. */
export const readContentRule = { param: "poll_id", password: "none", restricted: true } as const;

/** Reads votes. Members need the password of a protected poll. */
export const readVotesRule = { ...readContentRule, password: "members" } as const;
