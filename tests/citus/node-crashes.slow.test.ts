// Covers docs/reliability.md: lost-answers

import { describeWithCitus, startShard } from "@polls/testing";
import { testVotesThrough } from "../votes/votes-through-faults";

jest.setTimeout(240_000);

describeWithCitus("polls on a shard of Citus", () => {
  testVotesThrough("the node of the shard crashes", {
    start: async () => {
      const { url, crash } = await startShard();
      return { url, fault: crash };
    },
    times: 5,
    refuses: true,
  });

  testVotesThrough("the node of the shard crashes between the two phases of commits", {
    start: async () => {
      const { url, crashInCommits } = await startShard();
      return { url, fault: crashInCommits };
    },
    times: 3,
    refuses: true,
  });

  testVotesThrough("the coordinator crashes", {
    start: async () => {
      const { url, crashCoordinator } = await startShard();
      return { url, fault: crashCoordinator };
    },
    times: 3,
    refuses: true,
  });
});
