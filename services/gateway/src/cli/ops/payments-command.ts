import { findOwedPayments } from "@polls/db";
import { command, UsageError } from "../command";
import { withShelves } from "../with-shelves";
import { limitOption, readLimit } from "./read-rows";

export const paymentsCommand = command({
  name: "ops payments list",
  summary: "Lists payments that need an operator, the oldest first.",
  options: {
    owed: { description: "payments whose payers wait for a refund, with the reason" },
    limit: limitOption("payments"),
  },
  run: async (home, { owed, limit }) => {
    if (!owed) throw new UsageError("--owed is needed: the payments to list");
    const most = readLimit(limit);
    const rows = await withShelves(home, async (shelves) =>
      (await Promise.all(shelves.all().map((db) => findOwedPayments(db, most)))).flat(),
    );
    return rows
      .toSorted((one, other) => one.since.getTime() - other.since.getTime())
      .slice(0, most)
      .map(({ retryAt, ...payment }) => ({ ...payment, retry_at: retryAt }));
  },
});
