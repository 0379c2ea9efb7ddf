import { describeWithCitus, startShard } from "@polls/testing";
import { testVotesThrough } from "../votes/votes-through-faults";

jest.setTimeout(240_000);

describeWithCitus("polls on a shard of Citus", () => {
  testVotesThrough("the shard moves to another node", {
    start: async () => {
      const { url, move } = await startShard();
      return { url, fault: move };
    },
    times: 3,
    refuses: false,
  });
});
