import { setImmediate } from "node:timers/promises";
import type { PrismaTransaction } from "@polls/db/sql";
import { participationFeeOf } from "@polls/domain/payments";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { type CreateOptionDeps, withCreation } from "../options/create-option";
import { type CreateParticipant, createParticipant } from "../participants/create-participant";
import type { ImportKind, RowToImport } from "./import-columns";

const ROWS_AT_ONCE = 20;

export interface ImportReport {
  readonly created: { readonly row: number; readonly id: string }[];
  readonly refused: { readonly row: number; readonly refusal: Invalid | NotFound }[];
}

/**
 * A refused row is reported, and the other rows are still created, because it is refused before
 * anything is written.
 */
export async function importRows(
  tx: PrismaTransaction,
  kind: ImportKind,
  rows: readonly (() => RowToImport)[],
  caller: Omit<CreateParticipant, "body">,
  deps: CreateOptionDeps,
): Promise<ImportReport> {
  if (kind === "participants") requireNoSteps(caller);
  return creations[kind](tx, caller, deps, async (create) => {
    const report: ImportReport = { created: [], refused: [] };
    for (const [at, row] of rows.entries()) {
      // A refused row waits for nothing, so many of them would stop other requests.
      if (at % ROWS_AT_ONCE === 0) await setImmediate();
      const { number, body } = row();
      try {
        report.created.push({ row: number, id: await create(body) });
      } catch (error) {
        if (!(error instanceof Invalid || error instanceof NotFound)) throw error;
        report.refused.push({ row: number, refusal: error });
      }
    }
    return report;
  });
}

/** Runs work that creates one object from each body, and returns its public id. */
type Creation = (
  tx: PrismaTransaction,
  caller: Omit<CreateParticipant, "body">,
  deps: CreateOptionDeps,
  work: (create: (body: unknown) => Promise<string>) => Promise<ImportReport>,
) => Promise<ImportReport>;

const creations: Readonly<Record<ImportKind, Creation>> = {
  options: (tx, caller, deps, work) =>
    withCreation(tx, caller, deps, (create) =>
      work((body) => create({ ...caller, body, uploads: [] })),
    ),
  participants: (tx, caller, { config, storedKeys }, work) =>
    work(async (body) => {
      const terms = { ...config, storedKeys };
      return (await createParticipant(tx, { ...caller, body }, terms)).publicId;
    }),
};

/** An import cannot confirm an address, or pay. */
function requireNoSteps({ poll }: Pick<CreateParticipant, "poll">): void {
  const fee = participationFeeOf(poll) && "voting_fee_type";
  const step = poll.settings.double_opt_in ? "double_opt_in" : fee;
  if (step === undefined) return;
  throw new Invalid({ [step]: ["does not allow the import of participants"] });
}
