import { upVote } from "./up-vote";
import type { VoteType } from "./vote-type";

export const heartVote: VoteType = { ...upVote, name: "Votes::HeartVote" };
