import path from "node:path";
import { migrate } from "@polls/db/migrations";
import type { StackPart } from "../stack/part";
import { UserError } from "../user-error";

export const migrationsPart: StackPart = {
  name: "migrations",
  start: async ({ settings: { root }, env }) => {
    const applied = await migrate(
      env.DATABASE_URL ?? "",
      path.join(root, "prisma/migrations"),
    ).catch((error: unknown) => {
      throw new UserError(
        `The database of DATABASE_URL cannot be brought up to date: ${(error as Error).message || String((error as NodeJS.ErrnoException).code)}.`,
        { cause: error },
      );
    });
    if (applied.length === 0) return {};
    return { says: `The database is up to date (${applied.length} migration(s) applied).` };
  },
};
