import { euros, now } from "../../votes/testing/ordinary";
import { noStoredVotes } from "../fixed-settings";
import type { UpdatePollFacts } from "../read-update-poll";

export const unusedPoll: UpdatePollFacts = {
  now,
  hasOptions: false,
  hasVotes: false,
  hasParticipants: false,
  storedVotes: noStoredVotes,
  categoriesWithVotes: new Set(),
  hasEqualRanks: false,
  amounts: euros,
};
