import { upVote } from "./up-vote";
import type { VoteType } from "./vote-type";

export const likeVote: VoteType = { ...upVote, name: "Votes::LikeVote" };
