// What tests outside of this service import of it.

export { loadConfig } from "../src/config";
export { createPacer } from "../src/delivery/pacer";
export { createPost } from "../src/delivery/post";
export { createShares } from "../src/delivery/shares";
export { signedHeaders } from "../src/delivery/sign";
export { followMissedPolls } from "../src/following/follow-polls";
export { createSettledVotes } from "../src/following/settled-votes";
export { tellPhases } from "../src/following/tell-phases";
export { tellVotes } from "../src/following/tell-votes";
export { handlers } from "../src/handlers";
export { checkResults, watchMissedPolls } from "../src/results/check-results";
export { sweepDeliveries } from "../src/sweep";
