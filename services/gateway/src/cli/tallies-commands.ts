import { type Db, findPoll, type Recount, recountAll } from "@polls/db";
import { command, UsageError } from "./command";

const options = { poll: { value: "HASH", description: "a poll; all polls without it" } } as const;

async function count(db: Db, hash: string | undefined, repair: boolean): Promise<Recount> {
  if (hash === undefined) return recountAll(db, { repair });
  const found = await findPoll(db, hash);
  if (found === undefined) throw new UsageError(`There is no poll ${hash}`);
  return recountAll(db, { pollIds: [found.poll.id], repair });
}

export const talliesCommands = [
  command({
    name: "tallies check",
    summary: "Counts votes again without changes; drift is the number of wrong counts.",
    options,
    run: (db, { poll }) => count(db, poll, false),
  }),
  command({
    name: "tallies recount",
    summary: "Counts votes again and repairs counts; drift is the number of wrong counts.",
    options,
    run: (db, { poll }) => count(db, poll, true),
  }),
];
