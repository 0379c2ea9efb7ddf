import { type Recount, recountAll, WRONG_COUNTS_NAMED } from "@polls/db/counts";
import { findPoll } from "@polls/db/polls";
import { command, UsageError } from "../command/command";
import { withShards } from "../command/with-shards";

export const recountCommand = command({
  name: "ops recount",
  summary:
    "Counts votes again and repairs wrong counts; drift is their number, and wrong names the first 20.",
  options: {
    poll: { value: "HASH", description: "hash of a poll; default: all polls" },
    check: { description: "changes nothing" },
  },
  run: (home, { poll: hash, check }) =>
    withShards(home, async (shards) => {
      const repair = !check;
      if (hash !== undefined) {
        const db = await shards.ofPoll(hash);
        const found = await findPoll(db, hash);
        if (found === undefined) throw new UsageError(`There is no poll ${hash}`);
        return recountAll(db, { pollIds: [found.poll.id], repair });
      }
      let counted: Recount = { polls: 0, drift: 0, wrong: [] };
      for (const db of shards.all()) {
        const { polls, drift, wrong } = await recountAll(db, { repair });
        counted = {
          polls: counted.polls + polls,
          drift: counted.drift + drift,
          wrong: [...counted.wrong, ...wrong].slice(0, WRONG_COUNTS_NAMED),
        };
      }
      return counted;
    }),
});
