import { findPoll, recountAll } from "@polls/db";
import { command, UsageError } from "../command";

/** `ops recount`: counts votes again. */
export const recountCommand = command({
  name: "ops recount",
  summary: "Counts votes again and repairs counts; drift is the number of wrong counts.",
  options: {
    poll: { value: "HASH", description: "a poll; all polls without it" },
    check: { description: "changes nothing" },
  },
  async run(db, { poll: hash, check }) {
    const repair = !check;
    if (hash === undefined) return recountAll(db, { repair });
    const found = await findPoll(db, hash);
    if (found === undefined) throw new UsageError(`There is no poll ${hash}`);
    return recountAll(db, { pollIds: [found.poll.id], repair });
  },
});
