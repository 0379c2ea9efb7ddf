import { linkDigest } from "@polls/db";

export { invitationCode } from "@polls/db";

/** What is kept of a code. */
export const invitationDigest = linkDigest;
