import { type Db, findPoll, inTransaction, recountPoll } from "@polls/db";
import { command, Mistake } from "./command";

async function pollIds(db: Db, hash: string | undefined): Promise<bigint[]> {
  if (hash === undefined) {
    const polls = await db.prisma.poll.findMany({
      where: { deletedAt: null },
      select: { id: true },
      orderBy: { id: "asc" },
    });
    return polls.map(({ id }) => id);
  }
  const found = await findPoll(db.prisma, hash);
  if (found === undefined) throw new Mistake(`There is no poll ${hash}`);
  return [found.poll.id];
}

/** Proves that counts equal votes, and puts them right where other hands changed rows (ADR 0007). */
export const talliesCommands = [
  command({
    name: "tallies recount",
    summary: "count votes anew; drift is how many counts were wrong",
    options: { poll: { value: "HASH", says: "one poll; without it every poll" } },
    async run(db, { poll }) {
      const ids = await pollIds(db, poll);
      let drift = 0;
      for (const id of ids) drift += await inTransaction(db, (tx) => recountPoll(tx, id));
      return { polls: ids.length, drift };
    },
  }),
];
