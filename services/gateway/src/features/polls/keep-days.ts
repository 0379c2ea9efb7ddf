import { optionDates, setOptionDates } from "@polls/db/options";
import type { PrismaTransaction } from "@polls/db/sql";
import { keepDates } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";

/**
 * Options keep their days in the new time zone of their poll, which the transaction has locked
 * exclusively (docs/reference/time.md#time-zone).
 */
export async function keepDaysOfOptions(
  tx: PrismaTransaction,
  { id, settings: { timezone: from } }: Poll,
  to: string,
): Promise<void> {
  if (from === to) return;
  for await (const options of optionDates(tx, id)) {
    const moved = options.map((option) => keepDates(option, { from, to }));
    const changed = moved.filter(
      ({ startDate, endDate }, index) =>
        startDate?.getTime() !== options[index]?.startDate?.getTime() ||
        endDate?.getTime() !== options[index]?.endDate?.getTime(),
    );
    await setOptionDates(tx, id, changed);
  }
}
