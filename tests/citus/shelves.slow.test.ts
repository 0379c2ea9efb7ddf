import { describeWithCitus, startShelf } from "@polls/testing";
import { testVotesThrough } from "../votes/votes-through-faults";

jest.setTimeout(240_000);

describeWithCitus("polls on a shelf of Citus", () => {
  testVotesThrough("the shelf moves to another node", {
    start: async () => {
      const { url, move } = await startShelf();
      return { url, fault: move };
    },
    times: 3,
    refuses: false,
  });
});
