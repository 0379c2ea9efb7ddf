import type { Db } from "@polls/db/connection";
import { findInquiredPayments, findOwedPayments } from "@polls/db/payments";
import { command, UsageError } from "../command/command";
import { withShards } from "../command/with-shards";
import { limitOption, readLimit } from "./read-rows";

export const paymentsCommand = command({
  name: "ops payments list",
  summary: "Lists payments that need an operator, the oldest first.",
  options: {
    owed: { description: "payments whose payers wait for a refund, with the reason" },
    inquiries: { description: "payments about which a bank asks, with the date of the answer" },
    limit: limitOption("payments"),
  },
  run: async (home, { owed, inquiries, limit }) => {
    if (owed === inquiries) throw new UsageError("either --owed or --inquiries is needed");
    const most = readLimit(limit);
    if (inquiries) {
      const rows = await oldest(home, most, (db) => findInquiredPayments(db, most));
      return rows.map(({ dueAt, ...payment }) => ({ ...payment, due_at: dueAt }));
    }
    const rows = await oldest(home, most, (db) => findOwedPayments(db, most));
    return rows.map(({ retryAt, ...payment }) => ({ ...payment, retry_at: retryAt }));
  },
});

async function oldest<Row extends { readonly since: Date }>(
  home: Db,
  most: number,
  find: (db: Db) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows = await withShards(home, async (shards) =>
    (await Promise.all(shards.all().map(find))).flat(),
  );
  return rows.toSorted((one, other) => one.since.getTime() - other.since.getTime()).slice(0, most);
}
