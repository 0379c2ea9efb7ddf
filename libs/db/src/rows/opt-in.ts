import type { OptIn } from "@polls/domain/opt-ins";
import type { OptIn as OptInRow } from "../generated/prisma/client";

/** What decides on a confirmation, of a row of `opt_ins`. */
export const optInFromRow = (
  row: Pick<OptInRow, "expiresAt" | "endedAt" | "deniedAt" | "confirmedAt">,
): OptIn => ({
  expiresAt: row.expiresAt,
  endedAt: row.endedAt ?? undefined,
  deniedAt: row.deniedAt ?? undefined,
  confirmedAt: row.confirmedAt ?? undefined,
});
