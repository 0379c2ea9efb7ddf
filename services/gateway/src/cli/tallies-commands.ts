import { type Db, findPoll, type Recount, recountAll } from "@polls/db";
import { command, Mistake } from "./command";

const options = { poll: { value: "HASH", says: "one poll; without it every poll" } } as const;

async function count(db: Db, hash: string | undefined, repair: boolean): Promise<Recount> {
  if (hash === undefined) return recountAll(db, { repair });
  const found = await findPoll(db, hash);
  if (found === undefined) throw new Mistake(`There is no poll ${hash}`);
  return recountAll(db, { pollIds: [found.poll.id], repair });
}

/** Proves that counts equal votes, and puts them right where other hands changed rows (ADR 0007). */
export const talliesCommands = [
  command({
    name: "tallies check",
    summary: "count votes anew and change nothing; drift is how many counts are wrong",
    options,
    run: (db, { poll }) => count(db, poll, false),
  }),
  command({
    name: "tallies recount",
    summary: "count votes anew and put counts right; drift is how many were wrong",
    options,
    run: (db, { poll }) => count(db, poll, true),
  }),
];
