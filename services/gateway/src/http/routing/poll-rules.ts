/** Reads a poll. Its password is not needed (docs/reference/access.md#poll-password). */
export const readPollRule = { param: "poll_hash", password: "none", restricted: false } as const;

/** Reads what belongs to a poll: options, participants, results. */
export const readContentRule = { param: "poll_id", password: "none", restricted: true } as const;

/** Reads votes. Members need the password of a protected poll. */
export const readVotesRule = { ...readContentRule, password: "members" } as const;

/** For admins, by either hash. No poll password is needed. */
export const adminRule = {
  param: "poll_id",
  password: "none",
  restricted: false,
  adminOnly: true,
} as const;

/** Changes what belongs to a poll by the rules of its use-case. */
export const changeRule = { ...readContentRule, restricted: false, lock: "shared" } as const;
